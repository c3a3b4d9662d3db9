// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/netcdf4_output.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include "base/at_place.hpp"
#include "base/memory.hpp"
#include "store/netcdf4/dataset_writer.hpp"
#include "store/netcdf4/netcdf4_chunk_store.hpp"
#include "store/netcdf4/selection.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::Box;
using model::Values;
using model::Variable;
using model::VariableId;

// Objects are of the version of HDF5 1.8, which every netCDF-4 library reads, unless they need a
// later one. And a file with open objects cannot be closed: it would stay open without a word, and
// what is opened next under its name would not know what was written.
Handle make_access() {
  Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
  call(H5Pset_fclose_degree, access.id(), H5F_CLOSE_SEMI);
  call(H5Pset_libver_bounds, access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  return access;
}

Handle create_file(const std::string& path, const Handle& access) {
  base::require_memory();
  const Handle properties = make_creation_properties(H5P_FILE_CREATE);
  return {call(H5Fcreate, path.c_str(), unsigned{H5F_ACC_TRUNC}, properties.id(), access.id()),
          &hdf5::close_file};
}

Handle create_in_memory(const std::string& path, bool is_written_when_closed) {
  constexpr std::size_t increment_bytes = std::size_t{1} << 20;
  const Handle access = make_access();
  call(H5Pset_fapl_core, access.id(), increment_bytes, hbool_t{is_written_when_closed});
  return create_file(path, access);
}

// HDF5 takes files of one name for one file, even where there is none.
std::string name_in_memory() {
  static std::uint64_t files = 0;
  return "ncf-in-memory-" + std::to_string(++files);
}

}  // namespace

std::unique_ptr<Netcdf4Output> Netcdf4Output::create(const std::filesystem::path& path,
                                                     const model::Schema& schema,
                                                     const Tuning& tuning) {
  const hdf5::ErrorCapture capture;
  Handle file = tuning.in_memory ? create_in_memory(path.native(), true)
                                 : create_file(path.native(), make_access());
  WrittenSchema written = write_schema(file, schema);
  return std::make_unique<Netcdf4Output>(std::move(file), std::move(written), path, tuning);
}

std::unique_ptr<Netcdf4Output> Netcdf4Output::rehearse(const model::Schema& schema) {
  const hdf5::ErrorCapture capture;
  Handle file = create_in_memory(name_in_memory(), false);
  WrittenSchema written = write_schema(file, schema);
  return std::make_unique<Netcdf4Output>(std::move(file), std::move(written),
                                         std::filesystem::path(), Tuning{});
}

Netcdf4Output::Netcdf4Output(Handle file, WrittenSchema written, std::filesystem::path path,
                             const Tuning& tuning)
    : file_(std::move(file)),
      written_(std::move(written)),
      path_(std::move(path)),
      tuning_(tuning) {}

// A full disk has room again when the output is empty. If HDF5 can still not write, closing would
// crash, and the file stays open.
Netcdf4Output::~Netcdf4Output() {
  if (file_.id() < 0 || path_.empty()) return;
  const hdf5::ErrorCapture quiet;
  std::error_code ignored;
  std::filesystem::resize_file(path_, 0, ignored);
  close_objects();
  const hid_t file = file_.release();
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0) hdf5::close_file(file);
}

void Netcdf4Output::read(VariableId id, const Box& /*box*/, Values& /*values*/) {
  throw Error(ErrorCode::internal, schema().variable_path(id) + " is open for writing");
}

void Netcdf4Output::write(VariableId id, const Box& box, const Values& values) {
  base::at_place([&] { return "variable " + schema().variable_path(id); },
                 [&] {
                   const Variable& variable = schema().variables.at(id);
                   model::check_values(variable, box, values);
                   if (values.count() == 0) return;
                   base::require_memory();
                   const hdf5::ErrorCapture capture;
                   OpenVariable& open = open_variable(id, box);
                   extend(open, box);
                   const Handle in_file =
                       select(open.extent, std::vector<std::size_t>(box.start.size(), 0), box);
                   const Handle in_memory = select(box.count, box.start, box);
                   call(H5Dwrite, open.dataset.id(), written_.types.native(*variable.type),
                        in_memory.id(), in_file.id(), H5P_DEFAULT,
                        static_cast<const void*>(values.data()));
                 });
}

Netcdf4Output::OpenVariable& Netcdf4Output::open_variable(VariableId id, const Box& box) {
  if (!current_ || current_->id != id) {
    if (current_) std::exchange(current_, std::nullopt)->dataset.close();
    const Handle access = access_for(schema(), id, box, tuning_);
    Handle dataset(call(H5Dopen2, file_.id(), written_.datasets[id].c_str(), access.id()),
                   &H5Dclose);
    std::vector<std::size_t> extent = extent_of(dataset);
    current_.emplace(OpenVariable{id, std::move(dataset), std::move(extent)});
  }
  return *current_;
}

void Netcdf4Output::extend(OpenVariable& variable, const Box& box) {
  const auto& dimensions = schema().variables[variable.id].dimensions;
  std::vector<hsize_t> extent;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    const std::size_t length = std::max(variable.extent[i], box.start[i] + box.count[i]);
    extent.push_back(length);
    model::Dimension& dimension = written_.schema.dimensions[dimensions[i]];
    if (!dimension.is_unlimited && length > dimension.length) {
      throw Error(ErrorCode::internal,
                  "values beyond the end of dimension " + schema().dimension_path(dimensions[i]));
    }
    dimension.length = std::max(dimension.length, length);
  }
  if (std::equal(extent.begin(), extent.end(), variable.extent.begin())) return;
  call(H5Dset_extent, variable.dataset.id(), extent.data());
  variable.extent.assign(extent.begin(), extent.end());
}

// A coordinate variable is as long as its dimension.
void Netcdf4Output::extend_coordinates() {
  for (model::DimensionId id = 0; id < written_.coordinates.size(); ++id) {
    const auto variable = written_.coordinates[id];
    if (!variable || !schema().dimensions[id].is_unlimited) continue;
    const Box all{std::vector<std::size_t>(schema().variables[*variable].dimensions.size(), 0),
                  schema().shape(schema().variables[*variable])};
    extend(open_variable(*variable, all), all);
  }
}

// Written before it is closed: what goes wrong then can still be told, and does no harm.
void Netcdf4Output::close() {
  base::require_memory();
  extend_coordinates();
  if (current_) std::exchange(current_, std::nullopt)->dataset.close();
  close_objects();
  call(H5Fflush, file_.id(), H5F_SCOPE_GLOBAL);
  file_.close();
}

void Netcdf4Output::close_objects() {
  current_.reset();
  written_.types = {};
}

// The file closes with its last handle.
std::unique_ptr<model::ChunkStore> Netcdf4Output::chunks(std::string name) const {
  return std::make_unique<Netcdf4ChunkStore>(Handle(call(H5Freopen, file_.id()), &hdf5::close_file),
                                             schema(), std::move(name));
}

}  // namespace ncf::store::netcdf4
