// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/netcdf4_chunk_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/at_place.hpp"
#include "base/memory.hpp"
#include "model/default_fill.hpp"
#include "model/visit_number.hpp"
#include "store/netcdf4/dataset_path.hpp"
#include "store/netcdf4/stored_form.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
using hdf5::Noting;
using model::Box;
using model::StoredChunk;
using model::StoredForm;
using model::VariableId;

namespace {

using Lengths = std::vector<hsize_t>;

/// HDF5 keeps some ten kilobytes of each.
constexpr std::size_t max_open_variables = 4096;

Lengths to_lengths(std::span<const std::size_t> lengths) {
  return {lengths.begin(), lengths.end()};
}

template <class Offset, class Work>
decltype(auto) at_chunk(const Offset& offset, Work work) {
  try {
    return work();
  } catch (Error& error) {
    error.add_context(fmt::format("chunk at ({})", fmt::join(offset, ",")));
    throw;
  }
}

/// The part of a dataset that a box is.
Handle select(hid_t dataset, const Box& box) {
  Handle space(call(H5Dget_space, dataset), &H5Sclose);
  if (!box.start.empty()) {
    const Lengths start = to_lengths(box.start);
    const Lengths count = to_lengths(box.count);
    call(H5Sselect_hyperslab, space.id(), H5S_SELECT_SET, start.data(),
         static_cast<const hsize_t*>(nullptr), count.data(), static_cast<const hsize_t*>(nullptr));
  }
  return space;
}

/// shape: lengths of the variable's dimensions.
bool ends_within_chunk(const StoredForm& form, const std::vector<std::size_t>& shape) {
  if (form.layout != model::Layout::chunked || form.extent.size() != shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (form.extent[i] < shape[i] && form.extent[i] % form.chunk_shape[i] != 0) return true;
  }
  return false;
}

bool ends_before(const StoredForm& form, const std::vector<std::size_t>& shape) {
  for (std::size_t i = 0; i < std::min(form.extent.size(), shape.size()); ++i) {
    if (form.extent[i] < shape[i]) return true;
  }
  return false;
}

/// What netCDF reads where a dataset ends before a dimension of its variable, and what a reader
/// takes for missing. Two numbers; where they are equal a copy need not have the first.
bool has_fill_of_netcdf(hid_t dataset, const model::Variable& variable) {
  const model::TypeRef& type = variable.type;
  return model::visit_number(type->type_class, [&](auto like) {
    using Number = decltype(like);
    Number read = model::default_fill<Number>;
    Number missing = read;
    const model::Attribute* attribute = model::find_attribute(variable.attributes, "_FillValue");
    if (attribute != nullptr && attribute->values->count() == 1 &&
        model::same_type(*attribute->values->type(), *type)) {
      missing = model::load<Number>(attribute->values->data());
    }
    const Handle properties(call(H5Dget_create_plist, dataset), &H5Pclose);
    const Handle file_type(call(H5Dget_type, dataset), &H5Tclose);
    const Handle native(call(H5Tget_native_type, file_type.id(), H5T_DIR_DEFAULT), &H5Tclose);
    if (H5Tget_size(native.id()) != sizeof read) return false;
    H5D_fill_value_t kind = H5D_FILL_VALUE_UNDEFINED;
    call(H5Pfill_value_defined, properties.id(), &kind);
    if (kind == H5D_FILL_VALUE_USER_DEFINED) {
      call(H5Pget_fill_value, properties.id(), native.id(), static_cast<void*>(&read));
    }
    return std::memcmp(&read, &missing, sizeof read) == 0;
  });
}

/// A block of elements in memory.
Handle block(const Box& box) {
  const hsize_t count = box.value_count();
  return {call(H5Screate_simple, 1, &count, static_cast<const hsize_t*>(nullptr)), &H5Sclose};
}

}  // namespace

std::unique_ptr<Netcdf4ChunkStore> Netcdf4ChunkStore::open(const std::filesystem::path& path,
                                                           const model::Schema& schema,
                                                           std::string name) {
  return std::make_unique<Netcdf4ChunkStore>(hdf5::open_file(path.string()), schema,
                                             std::move(name));
}

std::unique_ptr<Netcdf4ChunkStore> Netcdf4ChunkStore::look_at(const std::filesystem::path& path,
                                                              const model::Schema& schema,
                                                              std::string name) {
  auto file = hdf5::reopen_file(path.native());
  if (!file) throw Error(ErrorCode::internal, "not open: " + name);
  return std::make_unique<Netcdf4ChunkStore>(std::move(*file), schema, std::move(name));
}

std::unique_ptr<Netcdf4ChunkStore> Netcdf4ChunkStore::edit(const std::filesystem::path& path,
                                                           const model::Schema& schema,
                                                           std::string name) {
  return std::make_unique<Netcdf4ChunkStore>(hdf5::open_recorded(path.string(), H5F_ACC_RDWR),
                                             schema, std::move(name), path);
}

Netcdf4ChunkStore::Netcdf4ChunkStore(Handle file, model::Schema schema, std::string name,
                                     std::filesystem::path output)
    : file_(std::move(file)),
      schema_(std::move(schema)),
      name_(std::move(name)),
      output_(std::move(output)) {
  if (!output_.empty()) recording_ = &recording_of(file_);
}

// A full disk has room again when the output is empty. What HDF5 still holds of it is written
// where nobody looks: the output was given up. If HDF5 can still not write, closing would crash,
// and the file stays open.
Netcdf4ChunkStore::~Netcdf4ChunkStore() {
  if (file_.id() < 0 || output_.empty()) return;
  ErrorCapture quiet;
  std::error_code ignored;
  std::filesystem::resize_file(output_, 0, ignored);
  open_.clear();
  const hid_t file = file_.release();
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0) hdf5::close_file(file);
}

Netcdf4ChunkStore::OpenVariable& Netcdf4ChunkStore::open_variable(VariableId id) {
  const auto known = open_.find(id);
  if (known != open_.end()) return known->second;
  if (open_.size() == max_open_variables) close_variables();
  Handle dataset = hdf5::open_dataset(file_, dataset_path(file_, schema_, id));
  return open_.emplace(id, OpenVariable{std::move(dataset), {}, {}}).first->second;
}

// Asking HDF5 takes about as long as opening the dataset.
const StoredForm& Netcdf4ChunkStore::form_of(VariableId id, OpenVariable& variable) {
  if (!variable.form) {
    variable.form = read_stored_form(variable.dataset.id());
    variable.form->hides_padding =
        ends_within_chunk(*variable.form, schema_.shape(schema_.variables[id]));
    const model::Variable& described = schema_.variables[id];
    const bool is_number = described.type->is_integer() || described.type->is_floating_point();
    // Its elements alone say what lies beyond its end.
    if (is_number && ends_before(*variable.form, schema_.shape(described)) &&
        !has_fill_of_netcdf(variable.dataset.id(), described)) {
      variable.form->layout = model::Layout::other;
    }
  }
  return *variable.form;
}

StoredChunks& Netcdf4ChunkStore::chunks_of(VariableId id, OpenVariable& variable) {
  if (!variable.chunks) variable.chunks.emplace(variable.dataset.id(), form_of(id, variable));
  return *variable.chunks;
}

// HDF5 writes some of a dataset only here, and may fail to.
void Netcdf4ChunkStore::close_variables() {
  while (!open_.empty()) {
    auto closing = open_.extract(open_.begin());
    base::at_place([&] { return "variable " + schema_.variable_path(closing.key()); },
                   [&] { closing.mapped().dataset.close(); });
  }
}

template <class Work>
decltype(auto) Netcdf4ChunkStore::named(VariableId variable, Work work) const {
  const auto place = [&] {
    const std::string path = "variable " + schema_.variable_path(variable);
    return name_.empty() ? path : name_ + ": " + path;
  };
  return base::at_place(place, work);
}

template <class Work>
decltype(auto) Netcdf4ChunkStore::at_variable(VariableId variable, Work work) {
  const ErrorCapture capture;
  return named(variable, [&]() -> decltype(auto) {
    base::require_memory();
    return work(open_variable(variable));
  });
}

StoredForm Netcdf4ChunkStore::stored_form(VariableId variable) {
  return at_variable(variable, [&](OpenVariable& open) { return form_of(variable, open); });
}

std::size_t Netcdf4ChunkStore::stored_chunk_count(VariableId variable) {
  return at_variable(variable, [&](OpenVariable& open) -> std::size_t {
    const hid_t dataset = open.dataset.id();
    const bool is_chunked = form_of(variable, open).layout == model::Layout::chunked;
    return is_chunked ? count_chunks(dataset) : H5Dget_storage_size(dataset) > 0;
  });
}

std::uint64_t Netcdf4ChunkStore::stored_bytes(VariableId variable) {
  return at_variable(
      variable, [](const OpenVariable& open) { return H5Dget_storage_size(open.dataset.id()); });
}

bool Netcdf4ChunkStore::read_chunk(VariableId variable, std::span<const std::size_t> offset,
                                   StoredChunk& chunk) {
  return at_variable(variable, [&](OpenVariable& open) {
    return at_chunk(offset, [&] { return chunks_of(variable, open).read(offset, chunk); });
  });
}

std::optional<model::StoredPlace> Netcdf4ChunkStore::find_chunk(
    VariableId variable, std::span<const std::size_t> offset) {
  return at_variable(variable, [&](OpenVariable& open) {
    return at_chunk(offset,
                    [&] { return chunks_of(variable, open).find(offset, recording_of(file_)); });
  });
}

// libhdf5 finds room for the chunk and enters it; only the bytes are not written yet.
model::PlacedChunk Netcdf4ChunkStore::place_chunk(VariableId variable,
                                                  std::span<const std::size_t> offset,
                                                  std::span<const std::byte> bytes,
                                                  std::uint32_t filter_mask) {
  return at_variable(variable, [&](const OpenVariable& open) {
    return at_chunk(offset, [&] {
      const Lengths start = to_lengths(offset);
      const Noting noting(*recording_);
      call(H5Dwrite_chunk, open.dataset.id(), H5P_DEFAULT, filter_mask, start.data(), bytes.size(),
           static_cast<const void*>(bytes.data()));
      return model::PlacedChunk{
          variable, {offset.begin(), offset.end()}, bytes, filter_mask, noting.only().address};
    });
  });
}

void Netcdf4ChunkStore::write_placed(std::span<const model::PlacedChunk> chunks) {
  std::vector<std::span<const std::byte>> pieces;
  while (!chunks.empty()) {
    pieces.clear();
    std::uint64_t end = chunks.front().place;
    for (const model::PlacedChunk& chunk : chunks) {
      if (chunk.place != end) break;
      pieces.push_back(chunk.bytes);
      end += chunk.bytes.size();
    }
    const model::PlacedChunk& first = chunks.front();
    named(first.variable,
          [&] { at_chunk(first.offset, [&] { write_noted(*recording_, first.place, pieces); }); });
    chunks = chunks.subspan(pieces.size());
  }
}

void Netcdf4ChunkStore::read_elements(VariableId variable, const Box& box,
                                      std::span<std::byte> elements) {
  at_variable(variable, [&](const OpenVariable& open) {
    const hid_t dataset = open.dataset.id();
    const Handle type(call(H5Dget_type, dataset), &H5Tclose);
    const Handle space = select(dataset, box);
    const Handle memory = block(box);
    call(H5Dread, dataset, type.id(), memory.id(), space.id(), H5P_DEFAULT,
         static_cast<void*>(elements.data()));
  });
}

void Netcdf4ChunkStore::write_elements(VariableId variable, const Box& box,
                                       std::span<const std::byte> elements) {
  at_variable(variable, [&](const OpenVariable& open) {
    const hid_t dataset = open.dataset.id();
    const Handle type(call(H5Dget_type, dataset), &H5Tclose);
    const Handle space = select(dataset, box);
    const Handle memory = block(box);
    call(H5Dwrite, dataset, type.id(), memory.id(), space.id(), H5P_DEFAULT,
         static_cast<const void*>(elements.data()));
  });
}

void Netcdf4ChunkStore::extend(VariableId variable, std::span<const std::size_t> extent) {
  at_variable(variable, [&](OpenVariable& open) {
    open.form.reset();
    open.chunks.reset();
    call(H5Dset_extent, open.dataset.id(), to_lengths(extent).data());
  });
}

// Written before it is closed: what goes wrong then can still be told, and does no harm.
void Netcdf4ChunkStore::close() {
  close_variables();
  if (!output_.empty()) {
    call(H5Fflush, file_.id(), H5F_SCOPE_LOCAL);
    require_no_failed_write(*recording_);
  }
  file_.close();
}

}  // namespace ncf::store::netcdf4
