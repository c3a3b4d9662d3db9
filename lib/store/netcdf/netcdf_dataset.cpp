// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/netcdf_dataset.hpp"

#include <algorithm>
#include <cstring>

#include "store/netcdf/schema_writer.hpp"

namespace ncf::store::netcdf {

using location::Format;
using model::Box;
using model::Schema;
using model::Values;
using model::Variable;
using model::VariableId;

namespace {

int creation_mode(Format format) noexcept {
  switch (format) {
    case Format::classic:
      return 0;
    case Format::offset64:
      return NC_64BIT_OFFSET;
    case Format::cdf5:
      return NC_64BIT_DATA;
    case Format::netcdf4:
      return NC_NETCDF4;
    case Format::netcdf4_classic:
      return NC_NETCDF4 | NC_CLASSIC_MODEL;
  }
  return NC_NETCDF4;
}

std::unique_ptr<NetcdfDataset> make(const std::string& path, int mode, const Schema& schema) {
  initialize_library();
  int ncid = 0;
  call(nc_create, path.c_str(), mode | creation_mode(schema.format), &ncid);
  File file(ncid);
  write_schema(ncid, schema);
  return std::make_unique<NetcdfDataset>(std::move(file));
}

}  // namespace

std::unique_ptr<NetcdfDataset> NetcdfDataset::open(const std::string& path) {
  initialize_library();
  int ncid = 0;
  call(nc_open, path.c_str(), NC_NOWRITE, &ncid);
  return std::make_unique<NetcdfDataset>(File(ncid));
}

std::unique_ptr<NetcdfDataset> NetcdfDataset::create(const std::filesystem::path& path,
                                                     const Schema& schema) {
  return make(path.string(), NC_NOCLOBBER, schema);
}

std::unique_ptr<NetcdfDataset> NetcdfDataset::rehearse(const Schema& schema) {
  return make("rehearsal", NC_DISKLESS, schema);
}

NetcdfDataset::NetcdfDataset(File file)
    : file_(std::move(file)), open_(read_schema(file_.ncid())) {}

void NetcdfDataset::read(VariableId variable, const Box& box, Values& values) {
  at_place([&] { return "variable " + schema().variable_path(variable); },
           [&] {
             values.reset(box.value_count());
             if (values.count() == 0) return;
             const VariableHandle handle = open_.handles.at(variable);
             call(nc_get_vara, handle.ncid, handle.varid, box.start.data(), box.count.data(),
                  static_cast<void*>(values.data()));
           });
}

void NetcdfDataset::write(VariableId variable, const Box& box, const Values& values) {
  at_place([&] { return "variable " + schema().variable_path(variable); },
           [&] {
             if (values.count() != box.value_count()) {
               throw Error(ErrorCode::internal, "as many values are needed as the box holds");
             }
             if (values.count() == 0) return;
             const VariableHandle handle = open_.handles.at(variable);
             call(nc_put_vara, handle.ncid, handle.varid, box.start.data(), box.count.data(),
                  static_cast<const void*>(values.data()));
             grow_dimensions(schema().variables[variable], box);
           });
}

void NetcdfDataset::grow_dimensions(const Variable& variable, const Box& box) {
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    model::Dimension& dimension = open_.schema.dimensions[variable.dimensions[i]];
    if (dimension.is_unlimited) {
      dimension.length = std::max(dimension.length, box.start[i] + box.count[i]);
    }
  }
}

void NetcdfDataset::close() { file_.close(); }

}  // namespace ncf::store::netcdf
