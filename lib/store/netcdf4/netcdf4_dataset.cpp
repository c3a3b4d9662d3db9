// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/netcdf4_dataset.hpp"

#include <set>
#include <utility>

#include "base/at_place.hpp"
#include "base/memory.hpp"
#include "base/whole_file.hpp"
#include "hdf5/available_filters.hpp"
#include "hdf5/heap_check.hpp"
#include "model/default_fill.hpp"
#include "store/netcdf4/fixed_text.hpp"
#include "store/netcdf4/selection.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::Box;
using model::Values;
using model::Variable;
using model::VariableId;

/// text: HDF5's.
Error opening_error(const Error& error, const std::string& text) {
  if (text.find("unable to lock file") != std::string::npos) {
    return {ErrorCode::io,
            "locked: another program has the file open for writing (HDF5: " + text +
                "). Wait until it is done. If nothing writes to the file, its file system "
                "may not support locks: HDF5_USE_FILE_LOCKING=FALSE in the environment makes "
                "HDF5 do without"};
  }
  if (text.find("truncated file") != std::string::npos) {
    return {ErrorCode::corrupt, "the file is cut short (HDF5: " + text + ")"};
  }
  return error;
}

Handle open_input(const std::filesystem::path& path, bool in_memory) {
  if (in_memory) return hdf5::open_image(base::read_file(path));
  hdf5::ErrorCapture capture;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) throw opening_error(hdf5::error_of(capture.text()), capture.text());
  return {file, &hdf5::close_file};
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

/// Fills the values of `box` that are not there: where(element).
template <class Where>
void fill_where(const Values& fill, const Box& box, Values& values, Where where) {
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

std::unique_ptr<Netcdf4Dataset> Netcdf4Dataset::open(const std::filesystem::path& path,
                                                     const Tuning& tuning,
                                                     filter::FilterSource& filters) {
  base::require_memory();
  hdf5::register_heap_check();
  Handle file = open_input(path, tuning.in_memory);
  OpenSchema schema = read_schema(file, tuning.follow_external);
  register_filters(schema.schema, filters);
  return std::make_unique<Netcdf4Dataset>(std::move(file), std::move(schema), tuning, filters);
}

Netcdf4Dataset::Netcdf4Dataset(Handle file, OpenSchema open, const Tuning& tuning,
                               filter::FilterSource& filters)
    : file_(std::move(file)), open_(std::move(open)), tuning_(tuning), filters_(filters) {}

void Netcdf4Dataset::read(VariableId id, const Box& box, Values& values) {
  base::at_place([&] { return "variable " + schema().variable_path(id); },
                 [&] {
                   const Variable& variable = schema().variables.at(id);
                   const StoredVariable& stored = open_.variables[id];
                   if (stored.fault) throw Error(*stored.fault);
                   model::check_type(variable, values);
                   values.reset(box.value_count());
                   if (values.count() == 0) return;
                   base::require_memory();
                   try {
                     read_box(id, box, values);
                   } catch (const Error&) {
                     hdf5::require_filters(variable.filters);
                     throw;
                   }
                 });
}

// libhdf5 1.10 makes fill values of variable length by writing them into the file, even if it only
// reads: chunks that are missing are not for it to read.
void Netcdf4Dataset::read_box(VariableId id, const Box& box, Values& values) {
  const StoredVariable& variable = open_.variables[id];
  OpenVariable& open = open_variable(id, box);
  const Box stored = model::intersection(box, whole(variable.extent));
  std::vector<Box> parts;
  if (stored.value_count() > 0) {
    open.chunks.require_whole(stored);
    const bool varies = !values.type()->is_fixed_size && variable.text_bytes == 0;
    parts = varies ? open.chunks.written_parts(stored) : std::vector{stored};
  }
  std::string texts(values.count() * variable.text_bytes, '\0');
  void* const to = variable.text_bytes > 0 ? static_cast<void*>(texts.data())
                                           : static_cast<void*>(values.data());
  read_parts(id, box, parts, to);
  if (variable.text_bytes > 0) {
    copy_fixed_text(texts, variable.text_bytes, H5Tget_strpad(variable.memory.id()), values);
  } else if (parts.size() != 1 || parts.front().count != box.count) {
    fill_missing(id, box, stored, values);
  }
}

// The sources of a virtual dataset may be in other files, with heaps of their own.
void Netcdf4Dataset::read_parts(VariableId id, const Box& box, const std::vector<Box>& parts,
                                void* to) const {
  const StoredVariable& variable = open_.variables[id];
  const hid_t dataset = current_->dataset.id();
  std::optional<hdf5::HeapCheck> check;
  if (schema().variables[id].storage.layout != model::Layout::other) check.emplace(dataset);
  for (const Box& part : parts) {
    const Handle file_space = select(variable.extent, whole(variable.extent).start, part);
    const Handle memory_space = select(box.count, box.start, part);
    call(H5Dread, dataset, variable.memory.id(), memory_space.id(), file_space.id(), H5P_DEFAULT,
         to);
  }
}

// Beyond the end of a dataset, and before that of an unlimited dimension, there are fill values.
void Netcdf4Dataset::fill_missing(VariableId id, const Box& box, const Box& stored,
                                  Values& values) {
  const bool no_fill = schema().variables[id].no_fill;
  const ChunkCheck& chunks = current_->chunks;
  const Values fill =
      no_fill ? model::default_fill_value(values.type())
              : read_fill(current_->dataset, open_.variables[id].memory.id(), values.type());
  fill_where(fill, box, values, [&](const std::vector<std::size_t>& element) {
    if (!model::contains(stored, element)) return true;
    return !no_fill && !values.type()->is_fixed_size && chunks.is_missing(element);
  });
}

Netcdf4Dataset::OpenVariable& Netcdf4Dataset::open_variable(VariableId id, const Box& box) {
  if (!current_ || current_->id != id) {
    current_.reset();
    const Place& group = open_.groups[schema().variables[id].group];
    Handle dataset = open_dataset(file_, group, open_.variables[id].dataset,
                                  access_for(schema(), id, box, tuning_));
    const hdf5::HeapCheck check(dataset.id());
    ChunkCheck chunks(dataset, filters_);
    current_.emplace(OpenVariable{id, std::move(dataset), std::move(chunks)});
  }
  return *current_;
}

void Netcdf4Dataset::write(VariableId id, const Box& /*box*/, const Values& /*values*/) {
  throw Error(ErrorCode::internal, schema().variable_path(id) + " is open for reading");
}

void Netcdf4Dataset::close() {
  current_.reset();
  file_.close();
}

}  // namespace ncf::store::netcdf4
