// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/netcdf4_source.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "base/threads/machine.hpp"
#include "hdf5/library/library.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "hdf5/recording/recording.hpp"
#include "hdf5/structure/file_space.hpp"
#include "hdf5/vlen/vlen_conversion.hpp"
#include "model/schema/fill_values.hpp"
#include "store/netcdf4/atomic_types.hpp"
#include "store/netcdf4/dataset_reader.hpp"
#include "store/netcdf4/selection.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
using model::Box;
using model::StoredForm;
using model::Variable;
using model::VariableId;

/// Throws the reason why a file cannot be opened. text: HDF5's message.
[[noreturn]] void throw_opening_error(const Error& error, const std::string& text) {
  if (text.find("unable to lock file") != std::string::npos) {
    throw base::BusyFile(
        "locked: another program has the file open for writing (HDF5: " + text +
        "). Wait until it is done. If nothing writes to the file, its file system may not support "
        "locks; then set HDF5_USE_FILE_LOCKING=FALSE in the environment");
  }
  if (text.find("truncated file") != std::string::npos) {
    throw Error(ErrorCode::corrupt, "the file is cut short (HDF5: " + text + ")");
  }
  throw error;
}

Handle open_file(const std::filesystem::path& path) {
  const Handle access = hdf5::make_file_access();
  hdf5::record(access);
  const ErrorCapture capture;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id());
  if (file < 0) throw_opening_error(hdf5::error_of(capture.text()), capture.text());
  return {file, &H5Fclose};
}

void register_filters(const model::Schema& schema, filter::FilterSource& filters) {
  std::set<std::uint32_t> ids;
  for (const Variable& variable : schema.variables) {
    for (const StoredFilter& filter : variable.filters) ids.insert(filter.id);
  }
  for (const std::uint32_t id : ids) static_cast<void>(filters.register_with_libhdf5(id));
}

Box whole(const std::vector<std::size_t>& extent) {
  return {std::vector<std::size_t>(extent.size(), 0), extent};
}

/// Returns the shape of pieces in C order. bytes: size of one element.
std::vector<std::size_t> piece_shape(const std::vector<std::size_t>& count, std::size_t bytes) {
  constexpr std::size_t piece_bytes = std::size_t{8} << 20;
  std::vector<std::size_t> shape(count.size(), 1);
  std::size_t left = std::max<std::size_t>(1, piece_bytes / bytes);
  for (std::size_t i = count.size(); i-- > 0 && left > 0; left /= count[i]) {
    shape[i] = std::min(count[i], left);
  }
  return shape;
}

/// Fills the missing values of `box`: those for which where(element) is true.
template <class Where>
void fill_where(const model::Values& fill, const Box& box, model::Values& values, Where where) {
  std::vector<std::size_t> element = box.start;
  for (std::size_t i = 0; i < values.count(); ++i) {
    if (where(element)) model::copy_value(fill, values.data() + i * values.type()->size_bytes);
    for (std::size_t axis = element.size(); axis-- > 0;) {
      if (++element[axis] < box.start[axis] + box.count[axis]) break;
      element[axis] = box.start[axis];
    }
  }
}

}  // namespace

std::unique_ptr<Netcdf4Source> Netcdf4Source::open(const std::filesystem::path& path,
                                                   std::string name, const Tuning& tuning,
                                                   filter::FilterSource& filters) {
  const auto open_it = [&] {
    if (!tuning.in_memory) return open_file(path);
    return hdf5::open_copy(base::bytes_in_memory(base::read_file(path)), path);
  };
  const OtherFiles others = tuning.follow_external ? OtherFiles::allowed : OtherFiles::not_allowed;
  return open(open_it, std::move(name), tuning, others, filters);
}

std::unique_ptr<Netcdf4Source> Netcdf4Source::open(std::shared_ptr<const base::ByteSource> bytes,
                                                   std::string name, const Tuning& tuning,
                                                   filter::FilterSource& filters) {
  return open([&] { return hdf5::open_bytes(bytes); }, std::move(name), tuning,
              OtherFiles::not_found, filters);
}

std::unique_ptr<Netcdf4Source> Netcdf4Source::open(const std::function<hdf5::Handle()>& open_file,
                                                   std::string name, const Tuning& tuning,
                                                   OtherFiles others,
                                                   filter::FilterSource& filters) {
  base::require_memory();
  const ErrorCapture capture;
  hdf5::replace_vlen_conversion();
  Handle file = open_file();
  OpenSchema schema = read_schema(file, others);
  register_filters(schema.schema, filters);
  return std::make_unique<Netcdf4Source>(std::move(name), std::move(file), std::move(schema),
                                         tuning, filters);
}

Netcdf4Source::Netcdf4Source(std::string name, Handle file, OpenSchema open, const Tuning& tuning,
                             filter::FilterSource& filters)
    : Source(std::move(name)),
      file_(std::move(file)),
      metadata_(hdf5::take_metadata_reads(hdf5::recording_of(file_.id()))),
      open_(std::move(open)),
      tuning_(tuning),
      filters_(filters),
      amounts_(open_.variables.size()),
      recordings_(open_.variables.size()) {}

model::FileLayout Netcdf4Source::read_layout(
    const std::function<bool(const model::FileLayout&)>& goes_on) {
  model::FileLayout layout = hdf5::begin_layout(file_.id(), metadata_);
  for (VariableId id = 0; id < open_.variables.size() && goes_on(layout); ++id) {
    if (!open_.variables[id].place.is_here() || open_.variables[id].fault) continue;
    at_variable(id, [&] {
      const ErrorCapture capture;
      hdf5::add_to_layout(open_stored(id).dataset.id(), open_.variables[id].form.layout, id,
                          layout);
    });
  }
  model::tidy(layout);
  return layout;
}

std::optional<model::FileLayout> Netcdf4Source::file_layout() {
  return read_layout([](const model::FileLayout&) { return true; });
}

model::RequestedLayout Netcdf4Source::layout_to_keep() {
  using Kind = model::RequestedLayout::Kind;
  const model::FileLayout layout = read_layout([](const model::FileLayout& so_far) {
    return !so_far.is_paged() && so_far.is_consolidated();
  });
  if (layout.is_paged()) return {Kind::paged, layout.page_bytes};
  return {layout.first_value && layout.is_consolidated() ? Kind::consolidated : Kind::ordinary};
}

std::optional<Error> Netcdf4Source::fault(VariableId id) const { return open_.variables[id].fault; }

void Netcdf4Source::do_read(VariableId id, const Box& box, model::Values& values) {
  base::require_memory();
  const ErrorCapture capture;
  try {
    read_box(id, box, values);
  } catch (const Error&) {
    hdf5::require_filters(schema().variables[id].filters);
    throw;
  }
}

// libhdf5 1.10 writes fill values of variable length to the file, even while reading. So missing
// chunks are never read through it.
void Netcdf4Source::read_box(VariableId id, const Box& box, model::Values& values) {
  const StoredVariable& variable = open_.variables[id];
  Values& open = open_values(id, box);
  const Box stored = model::intersection(box, whole(variable.form.extent));
  if (stored.value_count() > 0) open.chunks.require_whole(stored);
  if (variable.read.text_bytes > 0) return read_texts(id, box, stored, values);
  std::vector<Box> parts;
  if (stored.value_count() > 0) {
    parts = values.type()->is_fixed_size ? std::vector{stored} : open.chunks.written_parts(stored);
  }
  read_parts(id, box, parts, values.data());
  if (parts.size() != 1 || parts.front().count != box.count) fill_missing(id, box, stored, values);
}

// Padded texts may be much longer than the strings they become, so only few are in memory at a
// time. Those beyond the end of the dataset are fill values.
void Netcdf4Source::read_texts(VariableId id, const Box& box, const Box& stored,
                               model::Values& values) {
  const ReadType& type = open_.variables[id].read;
  const H5T_str_t padding = H5Tget_strpad(type.memory.id());
  const model::ChunkGrid pieces(box.count, piece_shape(box.count, type.text_bytes));
  std::string fill;
  if (stored.count != box.count) {
    fill = read_text_fill(hdf5::creation_properties_of(values_->dataset), type);
  }
  std::size_t read = 0;
  for (std::size_t number = 0; number < pieces.chunk_count(); ++number) {
    Box piece = pieces.within(pieces.chunk_box(number));
    for (std::size_t i = 0; i < piece.start.size(); ++i) piece.start[i] += box.start[i];
    const Box part = model::intersection(piece, stored);
    std::string texts(piece.value_count() * type.text_bytes, '\0');
    for (std::size_t i = 0; i < texts.size() && part.count != piece.count; i += fill.size()) {
      texts.replace(i, fill.size(), fill);
    }
    if (part.value_count() > 0) read_parts(id, piece, {part}, texts.data());
    copy_fixed_text(texts, type.text_bytes, padding, values, read);
    read += piece.value_count();
  }
}

// The sources of a virtual dataset may be in other files, with heaps of their own.
void Netcdf4Source::read_parts(VariableId id, const Box& box, const std::vector<Box>& parts,
                               void* to) const {
  const StoredVariable& variable = open_.variables[id];
  const hid_t dataset = values_->dataset.id();
  std::optional<hdf5::HeapCheck> check;
  if (schema().variables[id].storage.layout != model::Layout::other) check.emplace(dataset);
  for (const Box& part : parts) {
    netcdf4::read_box(dataset, variable.read.memory.id(), variable.form.extent, part, box, to);
  }
}

// Elements beyond the end of a dataset, within its unlimited dimension, are fill values.
void Netcdf4Source::fill_missing(VariableId id, const Box& box, const Box& stored,
                                 model::Values& values) {
  const bool no_fill = schema().variables[id].no_fill;
  const ChunkCheck& chunks = values_->chunks;
  const model::Values fill =
      no_fill ? model::default_fill_value(values.type())
              : read_fill(hdf5::creation_properties_of(values_->dataset), open_.variables[id].read);
  fill_where(fill, box, values, [&](const std::vector<std::size_t>& element) {
    if (!model::contains(stored, element)) return true;
    return !no_fill && !values.type()->is_fixed_size && chunks.is_missing(element);
  });
}

Netcdf4Source::Values& Netcdf4Source::open_values(VariableId id, const Box& box) {
  if (!values_ || values_->id != id) {
    values_.reset();
    const StoredVariable& variable = open_.variables[id];
    const Place& group = open_.groups[schema().variables[id].group];
    Handle dataset =
        open_dataset(file_, group, variable.name, access_for(schema(), id, box, tuning_));
    const hdf5::HeapCheck check(dataset.id());
    ChunkCheck chunks(dataset, variable.form, filters_);
    values_.emplace(Values{id, std::move(dataset), std::move(chunks)});
  }
  return *values_;
}

Netcdf4Source::Stored& Netcdf4Source::open_stored(VariableId id) {
  if (!stored_ || stored_->id != id) {
    stored_.reset();
    base::require_memory();
    Stored stored{id, open_object(file_, open_.variables[id].place), {}};
    if (recordings_[id] == nullptr) keep_file_open(stored);
    stored_.emplace(std::move(stored));
  }
  return *stored_;
}

// Workers may still read a variable in another file when the next one is open.
void Netcdf4Source::keep_file_open(const Stored& stored) {
  const hid_t dataset = stored.dataset.id();
  hdf5::Recording& recording = hdf5::recording_of(dataset);
  if (&recording != &hdf5::recording_of(file_.id())) {
    Handle file(call(H5Iget_file_id, dataset), &H5Fclose);
    other_files_.push_back(std::move(file));
  }
  recordings_[stored.id] = &recording;
}

StoredForm Netcdf4Source::do_stored_form(VariableId id) { return open_.variables[id].form; }

const hdf5::StoredAmount& Netcdf4Source::stored_amount(VariableId id) {
  if (!amounts_[id]) {
    const ErrorCapture capture;
    amounts_[id] = netcdf4::stored_amount(open_stored(id).dataset.id(), open_.variables[id].form);
  }
  return *amounts_[id];
}

std::size_t Netcdf4Source::do_stored_chunk_count(VariableId id) { return stored_amount(id).chunks; }

std::uint64_t Netcdf4Source::do_stored_bytes(VariableId id) { return stored_amount(id).bytes; }

std::optional<std::vector<std::vector<std::size_t>>> Netcdf4Source::do_list_chunks(VariableId id) {
  if (open_.variables[id].form.layout != model::Layout::chunked) return std::nullopt;
  const ErrorCapture capture;
  StoredChunks& chunks = stored_chunks(id);
  if (stored_amount(id).chunks > chunks.grid().chunk_count() / 2) return std::nullopt;
  return chunks.list();
}

std::optional<model::StoredPlace> Netcdf4Source::do_find_chunk(
    VariableId id, std::span<const std::size_t> offset) {
  const ErrorCapture capture;
  return stored_chunks(id).find(offset);
}

StoredChunks& Netcdf4Source::stored_chunks(VariableId id) {
  Stored& stored = open_stored(id);
  if (!stored.chunks) stored.chunks.emplace(stored.dataset.id(), open_.variables[id].form);
  return *stored.chunks;
}

// If the file states another size for the elements than they need, libhdf5 reads them or fails.
std::optional<model::ElementPlaces> Netcdf4Source::do_find_elements(VariableId id) {
  const StoredForm& form = open_.variables[id].form;
  if (form.layout != model::Layout::contiguous || form.element.empty()) return std::nullopt;
  const ErrorCapture capture;
  const hid_t dataset = open_stored(id).dataset.id();
  const haddr_t begin = H5Dget_offset(dataset);
  if (begin == HADDR_UNDEF) return std::nullopt;
  const std::uint64_t bytes = model::value_count(form.extent) * form.element_bytes;
  const std::uint64_t in_file = hdf5::file_bytes(*recordings_[id]);
  if (stored_amount(id).bytes != bytes || begin > in_file || bytes > in_file - begin) {
    return std::nullopt;
  }
  return model::ElementPlaces{begin, form.extent, form.element_bytes};
}

void Netcdf4Source::do_read_bytes(VariableId id, std::uint64_t offset, std::span<std::byte> bytes) {
  hdf5::read_noted(*recordings_[id], offset, bytes);
}

void Netcdf4Source::do_will_read(VariableId id, std::uint64_t begin, std::uint64_t bytes) noexcept {
  hdf5::will_read(*recordings_[id], begin, bytes);
}

std::uint64_t Netcdf4Source::ahead_bytes() const {
  return hdf5::ahead_bytes(hdf5::recording_of(file_.id()));
}

void Netcdf4Source::do_read_elements(VariableId id, const Box& box, std::span<std::byte> elements) {
  const ErrorCapture capture;
  Values& open = open_values(id, box);
  open.chunks.require_whole(box);
  const hid_t dataset = open.dataset.id();
  const Handle type(call(H5Dget_type, dataset), &H5Tclose);
  netcdf4::read_box(dataset, type.id(), open_.variables[id].form.extent, box, box, elements.data());
}

}  // namespace ncf::store::netcdf4
