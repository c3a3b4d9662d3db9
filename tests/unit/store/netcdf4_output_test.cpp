// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libnetcdf can modify the netCDF-4 files that we write.
#include <gtest/gtest.h>
#include <netcdf.h>

#include "store/open/open.hpp"
#include "support/files.hpp"
#include "support/little_endian.hpp"
#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::store {
namespace {

using model::atomic_type;
using model::TypeClass;
using test::variable;

/// Returns a coordinate, one of several dimensions, a variable with a dimension's name, groups and
/// types.
model::Schema make_schema() {
  auto point = std::make_shared<model::Type>();
  point->type_class = model::TypeClass::compound;
  point->name = "point";
  point->size_bytes = 8;
  point->fields = {{"x", 0, atomic_type(TypeClass::float_), {}},
                   {"y", 4, atomic_type(TypeClass::float_), {}}};
  model::Schema schema;
  schema.groups.push_back({"inner", 0, {}});
  schema.types = {{0, point}};
  schema.dimensions = {
      {"time", 2, true, 0}, {"x", 3, false, 0}, {"y", 2, false, 0}, {"z", 4, false, 1}};
  schema.variables = {
      variable("time", TypeClass::double_, {0}), variable("v", TypeClass::int_, {0, 1}),
      variable("x", TypeClass::float_, {1, 2}),  variable("y", TypeClass::short_, {0}),
      variable("w", TypeClass::int_, {3, 1}),    variable("p", point, {2})};
  schema.variables[4].group = 1;
  schema.variables[1].asked_filters = Chain{{2, {}}, {1, {1}}};
  return schema;
}

class Netcdf4Outputs : public testing::Test {
 protected:
  void SetUp() override {
    const auto output = create_target(path_, {}, make_schema());
    output->write(1, {{0, 0}, {2, 3}},
                  test::values_of<std::int32_t>(TypeClass::int_, {1, 2, 3, 4, 5, 6}));
    output->close();
  }

  test::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "file.nc";
};

TEST_F(Netcdf4Outputs, AreOpenedByLibnetcdfAsTheyWereMeant) {
  int ncid = 0;
  ASSERT_EQ(nc_open(path_.c_str(), NC_NOWRITE, &ncid), NC_NOERR);
  const model::Schema schema = make_schema();
  for (std::size_t id = 0; id < 3; ++id) {
    char name[NC_MAX_NAME + 1];  // NOLINT(modernize-avoid-c-arrays): as libnetcdf wants it
    std::size_t length = 0;
    ASSERT_EQ(nc_inq_dim(ncid, static_cast<int>(id), name, &length), NC_NOERR);
    EXPECT_EQ(name, schema.dimensions[id].name);
    EXPECT_EQ(length, schema.dimensions[id].length);
  }
  for (const char* name : {"time", "v", "x", "y", "p"}) {
    int varid = 0;
    ASSERT_EQ(nc_inq_varid(ncid, name, &varid), NC_NOERR);
  }
  int varid = 0;
  int dimids[2];  // NOLINT(modernize-avoid-c-arrays): as libnetcdf wants it
  ASSERT_EQ(nc_inq_varid(ncid, "x", &varid), NC_NOERR);
  ASSERT_EQ(nc_inq_vardimid(ncid, varid, dimids), NC_NOERR);
  // The ids are little-endian, and libnetcdf reads them as they are.
  EXPECT_EQ(dimids[0], test::to_little_endian(1));
  EXPECT_EQ(dimids[1], test::to_little_endian(2));
  ASSERT_EQ(nc_close(ncid), NC_NOERR);
}

TEST_F(Netcdf4Outputs, AreAppendedToByLibnetcdf) {
  int ncid = 0;
  int varid = 0;
  int dimids[2] = {0, 0};  // NOLINT(modernize-avoid-c-arrays): as libnetcdf wants it
  ASSERT_EQ(nc_open(path_.c_str(), NC_WRITE, &ncid), NC_NOERR);
  ASSERT_EQ(nc_inq_varid(ncid, "v", &varid), NC_NOERR);
  const std::size_t start[] = {3, 0};  // NOLINT(modernize-avoid-c-arrays)
  const std::size_t count[] = {1, 3};  // NOLINT(modernize-avoid-c-arrays)
  const int record[] = {7, 8, 9};      // NOLINT(modernize-avoid-c-arrays)
  ASSERT_EQ(nc_put_vara_int(ncid, varid, start, count, record), NC_NOERR);
  ASSERT_EQ(nc_redef(ncid), NC_NOERR);
  ASSERT_EQ(nc_put_att_text(ncid, varid, "units", 1, "K"), NC_NOERR);
  ASSERT_EQ(nc_def_dim(ncid, "new", 5, &dimids[1]), NC_NOERR);
  int added = 0;
  ASSERT_EQ(nc_def_var(ncid, "added", NC_INT, 2, dimids, &added), NC_NOERR);
  ASSERT_EQ(nc_enddef(ncid), NC_NOERR);
  ASSERT_EQ(nc_close(ncid), NC_NOERR);

  const auto input = open_source(path_.string());
  const model::Schema& schema = input->schema();
  EXPECT_TRUE(schema.findings.empty());
  ASSERT_EQ(schema.dimensions.size(), 5U);
  EXPECT_EQ(schema.dimensions[0].length, 4U);
  model::Values values(atomic_type(TypeClass::int_));
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (schema.variables[id].name != "v") continue;
    input->read(id, {{3, 0}, {1, 3}}, values);
    EXPECT_TRUE(values == test::values_of<std::int32_t>(TypeClass::int_, {7, 8, 9}));
  }
}

}  // namespace
}  // namespace ncf::store
