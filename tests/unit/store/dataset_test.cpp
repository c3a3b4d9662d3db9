// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of every type and shape, written and read back.
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "support/errors.hpp"
#include "unit/store/dataset_fixture.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;
using model::atomic_type;
using model::Schema;
using model::TypeClass;
using model::Values;
using model::Variable;
using test::error_of;
using test::one_variable;
using test::variable;

TEST_F(DatasetTest, EveryAtomicTypeKeepsItsExtremes) {
  Schema schema;
  schema.dimensions = {{"n", 2, false, 0}};
  std::vector<Values> written;
  const auto add = [&](TypeClass type, Values values) {
    schema.variables.push_back(variable(std::string("v_") + atomic_type(type)->name, type, {0}));
    written.push_back(std::move(values));
  };
  const auto extremes = [&]<class T>(TypeClass type, T) {
    add(type, test::values_of<T>(
                  type, {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()}));
  };
  extremes(TypeClass::byte_, std::int8_t{});
  extremes(TypeClass::char_, char{});
  extremes(TypeClass::short_, std::int16_t{});
  extremes(TypeClass::int_, std::int32_t{});
  extremes(TypeClass::float_, float{});
  extremes(TypeClass::double_, double{});
  extremes(TypeClass::ubyte, std::uint8_t{});
  extremes(TypeClass::ushort, std::uint16_t{});
  extremes(TypeClass::uint, std::uint32_t{});
  extremes(TypeClass::int64, std::int64_t{});
  extremes(TypeClass::uint64, std::uint64_t{});
  add(TypeClass::string, test::strings({"", "größer"}));

  const auto output = create_target(path_, {}, schema);
  for (std::size_t id = 0; id < written.size(); ++id) output->write(id, {{0}, {2}}, written[id]);
  const auto input = reopen(*output);
  ASSERT_EQ(input->schema().variables.size(), written.size());
  for (std::size_t id = 0; id < written.size(); ++id) {
    const Variable& read = input->schema().variables[id];
    EXPECT_EQ(read.type, schema.variables[id].type);
    Values values(read.type);
    input->read(id, {{0}, {2}}, values);
    EXPECT_TRUE(values == written[id]) << read.name;
  }
}

TEST_F(DatasetTest, UnlimitedDimensionsGrowByWriting) {
  for (const Format format : all_formats) {
    Schema schema = one_variable(TypeClass::int_, {{"time", 7, true}, {"x", 2}});
    schema.format = format;
    const auto output = create_target(path_, {}, schema);
    EXPECT_EQ(output->schema().dimensions[0].length, 0U);
    EXPECT_TRUE(output->schema().dimensions[0].is_unlimited);
    for (std::int32_t record = 0; record < 3; ++record) {
      output->write(0, {{static_cast<std::size_t>(record), 0}, {1, 2}},
                    test::values_of<std::int32_t>(TypeClass::int_, {record, -record}));
    }
    EXPECT_EQ(output->schema().dimensions[0].length, 3U);
    const auto input = reopen(*output);
    EXPECT_EQ(input->schema().dimensions[0].length, 3U);
    EXPECT_TRUE(input->schema().dimensions[0].is_unlimited);
    Values values(atomic_type(TypeClass::int_));
    input->read(0, {{1, 0}, {2, 2}}, values);
    EXPECT_TRUE(values == test::values_of<std::int32_t>(TypeClass::int_, {1, -1, 2, -2}));
    fs::remove(path_);
  }
}

TEST_F(DatasetTest, SeveralUnlimitedDimensionsAnywhere) {
  Schema schema;
  schema.groups.push_back({"g", 0, {}});
  schema.dimensions = {{"x", 2, false, 0}, {"t", 0, true, 0}, {"u", 0, true, 1}};
  schema.variables = {variable("v", TypeClass::byte_, {0, 1, 2})};
  schema.variables[0].group = 1;
  const auto output = create_target(path_, {}, schema);
  output->write(0, {{0, 0, 0}, {2, 3, 1}}, Values(atomic_type(TypeClass::byte_), 6));
  const auto input = reopen(*output);
  EXPECT_EQ(input->schema().shape(input->schema().variables[0]),
            (std::vector<std::size_t>{2, 3, 1}));
}

TEST_F(DatasetTest, ClassicModelTakesItsUnlimitedDimensionAnywhere) {
  Schema schema = one_variable(TypeClass::int_, {{"x", 2}, {"t", 0, true}});
  schema.format = Format::netcdf4_classic;
  const auto output = create_target(path_, {}, schema);
  output->write(0, {{0, 0}, {2, 3}}, Values(atomic_type(TypeClass::int_), 6));
  const auto input = reopen(*output);
  EXPECT_EQ(input->schema().format, Format::netcdf4_classic);
  EXPECT_EQ(input->schema().shape(input->schema().variables[0]), (std::vector<std::size_t>{2, 3}));
}

TEST_F(DatasetTest, EmptyBoxesAreNothing) {
  Schema schema = one_variable(TypeClass::byte_, {{"t", 0, true}});
  const auto output = create_target(path_, {}, schema);
  output->write(0, {{0}, {0}}, Values(atomic_type(TypeClass::byte_), 0));
  const auto input = reopen(*output);
  Values values(atomic_type(TypeClass::byte_), 5);
  input->read(0, {{0}, {0}}, values);
  EXPECT_EQ(values.count(), 0U);
}

TEST_F(DatasetTest, ScalarsHoldOneValue) {
  for (const Format format : all_formats) {
    Schema schema = one_variable(TypeClass::double_);
    schema.format = format;
    const auto output = create_target(path_, {}, schema);
    output->write(0, {}, test::values_of<double>(TypeClass::double_, {2.5}));
    const auto input = reopen(*output);
    Values values(atomic_type(TypeClass::double_));
    input->read(0, {}, values);
    EXPECT_TRUE(values == test::values_of<double>(TypeClass::double_, {2.5}));
    fs::remove(path_);
  }
}

TEST_F(DatasetTest, VariablesKeepTheirIds) {
  Schema schema;
  schema.groups.push_back({"g", 0, {}});
  schema.variables = {variable("a", TypeClass::int_, {}), variable("b", TypeClass::int_, {}),
                      variable("c", TypeClass::int_, {})};
  schema.variables[0].group = 1;
  const auto output = create_target(path_, {}, schema);
  for (std::int32_t id = 0; id < 3; ++id) {
    EXPECT_EQ(output->schema().variables[static_cast<std::size_t>(id)].name,
              schema.variables[static_cast<std::size_t>(id)].name);
    output->write(static_cast<std::size_t>(id), {},
                  test::values_of<std::int32_t>(TypeClass::int_, {id}));
  }
  const auto input = reopen(*output);
  for (std::size_t id = 0; id < 3; ++id) {
    const std::map<std::string, std::int32_t> values{{"a", 0}, {"b", 1}, {"c", 2}};
    Values value(atomic_type(TypeClass::int_));
    input->read(id, {}, value);
    EXPECT_EQ(test::get<std::int32_t>(value, 0), values.at(input->schema().variables[id].name));
  }
}

TEST_F(DatasetTest, CutChunksAreReadRight) {
  Schema schema = one_variable(TypeClass::int_, {{"y", 50}, {"x", 40}});
  schema.variables[0].storage = {model::Layout::chunked, {7, 9}};
  schema.variables[0].asked_filters = Chain{{1, {1}}};
  schema.variables.push_back(schema.variables[0]);
  schema.variables[1].name = "w";
  std::vector<std::int32_t> numbers(2000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i);
  const auto output = create_target(path_, {}, schema);
  for (std::size_t y = 0; y < 50; ++y) {
    const std::vector<std::int32_t> row(numbers.begin() + static_cast<std::ptrdiff_t>(y) * 40,
                                        numbers.begin() + static_cast<std::ptrdiff_t>(y + 1) * 40);
    // In turns, so that the caches come and go.
    output->write(0, {{y, 0}, {1, 40}}, test::values_of(TypeClass::int_, row));
    output->write(1, {{y, 0}, {1, 40}}, test::values_of(TypeClass::int_, row));
  }
  const auto input = reopen(*output);
  for (std::size_t id = 0; id < 2; ++id) {
    for (std::size_t x = 0; x < 40; ++x) {
      Values column(atomic_type(TypeClass::int_));
      input->read(id, {{0, x}, {50, 1}}, column);
      for (std::size_t y = 0; y < 50; ++y) {
        ASSERT_EQ(test::get<std::int32_t>(column, y), numbers[y * 40 + x]);
      }
    }
  }
}

TEST_F(DatasetTest, NestedTypes) {
  const auto texts = test::vlen_of(atomic_type(TypeClass::string), "texts");
  const auto record = test::compound_of(
      {{"name", 0, atomic_type(TypeClass::string), {}}, {"texts", 8, texts, {2}}}, 40, "record");
  const auto records = test::vlen_of(record, "records");
  Schema schema = one_variable(record, {{"x", 2}});
  schema.groups.push_back({"g", 0, {}});
  schema.types = {{0, texts}, {0, record}, {1, records}};
  Values values(record, 2);
  test::set(values, 0, test::allocate_string("first"), 0);
  test::set(values, 1, test::allocate_string("second"), 0);
  test::set(values, 1,
            test::allocate_vlen<char*>({test::allocate_string("x"), test::allocate_string("")}),
            24);

  const auto output = create_target(path_, {}, schema);
  output->write(0, {{0}, {2}}, values);
  const auto input = reopen(*output);
  ASSERT_EQ(input->schema().types.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(same_type(*input->schema().types[i].type, *schema.types[i].type));
    EXPECT_EQ(input->schema().types[i].group, schema.types[i].group);
  }
  Values back(record);
  input->read(0, {{0}, {2}}, back);
  EXPECT_TRUE(back == values);
}

TEST_F(DatasetTest, LongPathsAreNoTrouble) {
  fs::path folder = folder_ / std::string(200, 'a');
  fs::create_directory(folder);
  path_ = folder / (std::string(200, 'b') + ".nc");
  Schema schema = one_variable(TypeClass::int_, {{"x", 2}});
  { const auto unfinished = create_target(path_, {}, schema); }
  fs::remove(path_);
  schema.variables[0].name = "a/b";
  EXPECT_STREQ(error_of([&] { create_target(path_, {}, schema); }).what(),
               "variable /a/b: netCDF's names have no slashes and no control characters");
  fs::remove(path_);
  schema.variables[0].name = "v";
  const auto output = create_target(path_, {}, schema);
  EXPECT_EQ(reopen(*output)->schema().variables.size(), 1U);
}

}  // namespace
}  // namespace ncf::store
