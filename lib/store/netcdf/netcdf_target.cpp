// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new classic, 64-bit offset or CDF-5 file, written through libnetcdf.
#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "base/threads/machine.hpp"
#include "model/schema/fill_values.hpp"
#include "store/common/tuning.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/functions.hpp"
#include "store/netcdf/schema_reader.hpp"
#include "store/netcdf/type_reader.hpp"

namespace ncf::store::netcdf {
namespace {

using model::Attribute;
using model::Box;
using model::Schema;
using model::Variable;
using model::VariableId;

// ---- The definitions ----------------------------------------------------------------------------

/// An attribute `_FillValue` that is not one value of its variable's type. Such files exist, but
/// libnetcdf fails to fill with it. So it has a temporary name until everything is written.
struct OddFillValue {
  int varid = 0;
  std::string name;  ///< the temporary name
};
using OddFillValues = std::vector<OddFillValue>;

// The macro in netcdf.h for it depends on the release.
constexpr const char* fill_value_name = "_FillValue";

/// Returns a temporary name of the same length, so that the attribute can be renamed in place.
std::string name_meanwhile(const Variable& variable) {
  std::string name = fill_value_name;
  while (model::find_attribute(variable.attributes, name) != nullptr) ++name.back();
  return name;
}

void put_attribute(int ncid, int varid, const Attribute& attribute, const std::string& name) {
  with_context("attribute " + attribute.name, [&] {
    const model::Values& values = *attribute.values;
    static constexpr char nothing = 0;  // libnetcdf requires a pointer even without values
    const void* data = values.count() > 0 ? static_cast<const void*>(values.data())
                                          : static_cast<const void*>(&nothing);
    call(nc_put_att, ncid, varid, name.c_str(), atomic_id(values.type()->type_class),
         values.count(), data);
  });
}

int define_dimension(int ncid, const model::Dimension& dimension) {
  int dimid = 0;
  call(nc_def_dim, ncid, dimension.name.c_str(),
       dimension.is_unlimited ? NC_UNLIMITED : dimension.length, &dimid);
  return dimid;
}

void define_variable(int ncid, const Variable& variable, const std::vector<int>& dimids_of_all,
                     OddFillValues& odd_fill_values) {
  std::vector<int> dimids;
  for (const model::DimensionId id : variable.dimensions) dimids.push_back(dimids_of_all.at(id));
  int varid = 0;
  call(nc_def_var, ncid, variable.name.c_str(), atomic_id(variable.type->type_class),
       static_cast<int>(dimids.size()), static_cast<const int*>(dimids.data()), &varid);
  if (variable.no_fill) {
    call(nc_def_var_fill, ncid, varid, NC_NOFILL, static_cast<const void*>(nullptr));
  }
  for (const Attribute& attribute : variable.attributes) {
    if (attribute.name == fill_value_name && model::has_odd_fill_value(variable)) {
      odd_fill_values.push_back({varid, name_meanwhile(variable)});
      put_attribute(ncid, varid, attribute, odd_fill_values.back().name);
    } else {
      put_attribute(ncid, varid, attribute, attribute.name);
    }
  }
}

/// Defines `schema` in the new, empty file `ncid` and leaves it in define mode. A variable's
/// `no_fill` is not stored: it avoids writing fill values that data replaces at once, and is only
/// for variables that are written completely.
/// throws: Error naming the dimension, variable or attribute that libnetcdf rejects.
OddFillValues define_schema(int ncid, const Schema& schema) {
  OddFillValues odd_fill_values;
  std::vector<int> dimids;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    with_context("dimension " + schema.dimension_path(id),
                 [&] { dimids.push_back(define_dimension(ncid, schema.dimensions[id])); });
  }
  with_context("group " + schema.group_path(0), [&] {
    for (const Attribute& attribute : schema.groups.front().attributes) {
      put_attribute(ncid, NC_GLOBAL, attribute, attribute.name);
    }
  });
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    with_context(schema.variable_title(id),
                 [&] { define_variable(ncid, schema.variables[id], dimids, odd_fill_values); });
  }
  return odd_fill_values;
}

/// Gives the attributes their final names. The file is in data mode, and all values are written.
void rename_fill_values(int ncid, const OddFillValues& odd_fill_values) {
  for (const auto& [varid, name] : odd_fill_values) {
    call(nc_rename_att, ncid, varid, name.c_str(), fill_value_name);
  }
}

// ---- The file -----------------------------------------------------------------------------------

int creation_mode(Format format) noexcept {
  if (format == Format::offset64) return NC_64BIT_OFFSET;
  return format == Format::cdf5 ? NC_64BIT_DATA : 0;
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

class NetcdfTarget final : public model::Target {
 public:
  NetcdfTarget(std::string name, File file, OpenSchema schema, OddFillValues odd_fill_values)
      : Target(std::move(name)),
        file_(std::move(file)),
        open_(std::move(schema)),
        odd_fill_values_(std::move(odd_fill_values)) {}

  [[nodiscard]] const Schema& schema() const override { return open_.schema; }

 private:
  void do_write(VariableId id, const Box& box, const model::Values& values) override {
    base::require_memory();
    const VariableHandle handle = open_.handles[id];
    call(nc_put_vara, handle.ncid, handle.varid, box.start.data(), box.count.data(),
         static_cast<const void*>(values.data()));
    grow_dimensions(schema().variables[id], box);
  }

  // libnetcdf fills the records up to the last one.
  void do_extend(VariableId id, std::span<const std::size_t> extent) override {
    const Variable& variable = schema().variables[id];
    const std::vector<std::size_t> wanted(extent.begin(), extent.end());
    if (wanted == schema().shape(variable)) return;
    Box last{wanted, std::vector<std::size_t>(wanted.size(), 1)};
    for (std::size_t& start : last.start) --start;
    do_write(id, last, model::fill_value_of(variable));
  }

  void grow_dimensions(const Variable& variable, const Box& box) {
    for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
      model::Dimension& dimension = open_.schema.dimensions[variable.dimensions[i]];
      if (dimension.is_unlimited) {
        dimension.length = std::max(dimension.length, box.start[i] + box.count[i]);
      }
    }
  }

  void do_close() override {
    base::require_memory();
    rename_fill_values(file_.ncid(), odd_fill_values_);
    file_.close();
  }

  File file_;
  OpenSchema open_;
  OddFillValues odd_fill_values_;
};

std::unique_ptr<model::Target> fill_new_file(std::string name, File file, const Schema& schema) {
  OddFillValues odd_fill_values = define_schema(file.ncid(), schema);
  base::require_memory();
  const int ncid = file.ncid();
  call(nc_enddef, ncid);
  return std::make_unique<NetcdfTarget>(std::move(name), std::move(file), read_schema(ncid),
                                        std::move(odd_fill_values));
}

}  // namespace

std::unique_ptr<model::Target> create_target(const std::filesystem::path& path, std::string name,
                                             const Schema& schema, const Tuning& tuning) {
  initialize_library();
  File file =
      tuning.in_memory ? create_image(path, schema.format) : create_on_disk(path, schema.format);
  return fill_new_file(std::move(name), std::move(file), schema);
}

std::unique_ptr<model::Target> create_in_memory(const Schema& schema) {
  initialize_library();
  return fill_new_file({}, create_scratch(schema.format), schema);
}

}  // namespace ncf::store::netcdf
