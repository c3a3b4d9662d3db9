// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/netcdf_target.hpp"

#include <netcdf_mem.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/threads/machine.hpp"
#include "model/schema/fill_values.hpp"

namespace ncf::store::netcdf {

using model::Box;
using model::Schema;
using model::Values;
using model::Variable;
using model::VariableId;

namespace {

int creation_mode(Format format) noexcept {
  switch (format) {
    case Format::offset64:
      return NC_64BIT_OFFSET;
    case Format::cdf5:
      return NC_64BIT_DATA;
    default:
      return 0;
  }
}

// libnetcdf requires a name even without a file.
std::string name_in_memory() {
  static std::uint64_t files = 0;
  return "ncf-in-memory-" + std::to_string(++files);
}

File create_scratch(Format format) {
  int ncid = 0;
  call(nc_create, name_in_memory().c_str(), NC_DISKLESS | creation_mode(format), &ncid);
  return {ncid, File::Use::scratch};
}

/// Creates an image that is written to `path` when it is closed.
File create_image(const std::filesystem::path& path, Format format) {
  constexpr std::size_t initial_bytes = 0;
  int ncid = 0;
  call(nc_create_mem, name_in_memory().c_str(), creation_mode(format), initial_bytes, &ncid);
  return {ncid, File::Use::image, path};
}

File create_on_disk(const std::filesystem::path& path, Format format) {
  int ncid = 0;
  call(nc_create, path.c_str(), NC_CLOBBER | creation_mode(format), &ncid);
  return {ncid, File::Use::write, path};
}

std::unique_ptr<model::Target> fill_new_file(std::string name, File file, const Schema& schema) {
  OddFillValues odd_fill_values = define_schema(file.ncid(), schema);
  base::require_memory();
  const int ncid = file.ncid();
  call(nc_enddef, ncid);
  return std::make_unique<NetcdfTarget>(std::move(name), std::move(file), read_schema(ncid),
                                        std::move(odd_fill_values));
}

}  // namespace

std::unique_ptr<model::Target> NetcdfTarget::create(const std::filesystem::path& path,
                                                    std::string name, const Schema& schema,
                                                    const Tuning& tuning) {
  initialize_library();
  File file =
      tuning.in_memory ? create_image(path, schema.format) : create_on_disk(path, schema.format);
  return fill_new_file(std::move(name), std::move(file), schema);
}

std::unique_ptr<model::Target> NetcdfTarget::create_in_memory(const Schema& schema) {
  initialize_library();
  return fill_new_file({}, create_scratch(schema.format), schema);
}

NetcdfTarget::NetcdfTarget(std::string name, File file, OpenSchema schema,
                           OddFillValues odd_fill_values)
    : Target(std::move(name)),
      file_(std::move(file)),
      open_(std::move(schema)),
      odd_fill_values_(std::move(odd_fill_values)) {}

void NetcdfTarget::do_write(VariableId id, const Box& box, const Values& values) {
  base::require_memory();
  const VariableHandle handle = open_.handles[id];
  call(nc_put_vara, handle.ncid, handle.varid, box.start.data(), box.count.data(),
       static_cast<const void*>(values.data()));
  grow_dimensions(schema().variables[id], box);
}

// libnetcdf fills the records up to the last one.
void NetcdfTarget::do_extend(VariableId id, std::span<const std::size_t> extent) {
  const Variable& variable = schema().variables[id];
  const std::vector<std::size_t> wanted(extent.begin(), extent.end());
  if (wanted == schema().shape(variable)) return;
  Box last{wanted, std::vector<std::size_t>(wanted.size(), 1)};
  for (std::size_t& start : last.start) --start;
  do_write(id, last, model::fill_value_of(variable));
}

void NetcdfTarget::grow_dimensions(const Variable& variable, const Box& box) {
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    model::Dimension& dimension = open_.schema.dimensions[variable.dimensions[i]];
    if (dimension.is_unlimited) {
      dimension.length = std::max(dimension.length, box.start[i] + box.count[i]);
    }
  }
}

void NetcdfTarget::do_close() {
  base::require_memory();
  rename_fill_values(file_.ncid(), odd_fill_values_);
  file_.close();
}

}  // namespace ncf::store::netcdf
