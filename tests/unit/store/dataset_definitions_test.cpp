// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes, fill values, storage and types, defined and read back.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>

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
using test::attribute;
using test::error_of;
using test::one_variable;
using test::text_attribute;
using test::variable;

using DatasetDefinitions = DatasetTest;

TEST_F(DatasetDefinitions, AttributesAreExact) {
  for (const Format format : all_formats) {
    Schema schema;
    schema.format = format;
    const float nan = std::nanf("5");
    auto& attributes = schema.groups[0].attributes;
    attributes = {text_attribute("title", "a title\n"),
                  text_attribute("empty_text", ""),
                  attribute("no_ints", Values(atomic_type(TypeClass::int_))),
                  attribute("zeros", model::text_values(std::string_view("a\0b\0", 4))),
                  attribute("nan", test::values_of<float>(TypeClass::float_, {nan, -0.0F})),
                  attribute("shorts", test::values_of<std::int16_t>(TypeClass::short_, {1, -2}))};
    if (format == Format::netcdf4) {
      Values with_null(atomic_type(TypeClass::string), 2);
      test::set(with_null, 1, test::allocate_string("b"));
      attributes.push_back(attribute("strings", test::strings({"a", "", "c"})));
      attributes.push_back(attribute("null", with_null));
      attributes.push_back(attribute("no_strings", Values(atomic_type(TypeClass::string))));
      attributes.push_back(
          attribute("large", test::values_of<std::uint64_t>(TypeClass::uint64, {~0ULL})));
    }
    const auto output = create_target(path_, {}, schema);
    const auto input = reopen(*output);
    const auto& read = input->schema().groups[0].attributes;
    ASSERT_EQ(read.size(), attributes.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
      EXPECT_EQ(read[i].name, attributes[i].name);
      EXPECT_TRUE(*read[i].values == *attributes[i].values)
          << format_name(format) << " " << read[i].name;
    }
    fs::remove(path_);
  }
}

TEST_F(DatasetDefinitions, StorageIsMadeAsAskedAndReadBack) {
  Schema schema;
  schema.dimensions = {{"y", 20, false, 0}, {"x", 30, false, 0}};
  Variable one = variable("contiguous", TypeClass::float_, {0, 1});
  schema.variables.push_back(one);
  one.name = "compact";
  one.storage.layout = model::Layout::compact;
  schema.variables.push_back(one);
  one.name = "chunked";
  one.storage = {model::Layout::chunked, {5, 30}};
  one.asked_filters = Chain{{3, {}}, {2, {}}, {1, {4}}};
  one.byte_order = model::ByteOrder::big;
  one.no_fill = true;
  schema.variables.push_back(one);
  const auto output = create_target(path_, {}, schema);
  const auto input = reopen(*output);
  for (std::size_t id = 0; id < 3; ++id) {
    const Variable& read = input->schema().variables[id];
    EXPECT_EQ(read.storage, schema.variables[id].storage) << read.name;
    EXPECT_EQ(read.no_fill, schema.variables[id].no_fill) << read.name;
  }
  EXPECT_EQ(input->schema().variables[2].byte_order, model::ByteOrder::big);
  // What HDF5 stored of shuffle is the size of an element.
  EXPECT_EQ(input->schema().variables[2].filters, (StoredChain{{3, {}}, {2, {4}}, {1, {4}}}));
}

TEST_F(DatasetDefinitions, FillValuesComeWithTheirVariables) {
  for (const Format format : all_formats) {
    Schema schema;
    schema.format = format;
    schema.dimensions = {{"t", 0, true, 0}, {"x", 2, false, 0}};
    schema.variables = {variable("v", TypeClass::short_, {1}), variable("t", TypeClass::int_, {0})};
    schema.variables[0].attributes = {
        attribute("_FillValue", test::values_of<std::int16_t>(TypeClass::short_, {-99})),
        text_attribute("units", "K")};
    const auto output = create_target(path_, {}, schema);
    const auto input = reopen(*output);
    EXPECT_EQ(input->schema().variables[0].attributes.size(), 2U);
    Values values(atomic_type(TypeClass::short_));
    input->read(0, {{0}, {2}}, values);
    EXPECT_TRUE(values == test::values_of<std::int16_t>(TypeClass::short_, {-99, -99}))
        << format_name(format);
    fs::remove(path_);
  }
}

TEST_F(DatasetDefinitions, NoFillAndFillValueTogether) {
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}};
  schema.variables = {variable("v", TypeClass::short_, {0}), variable("n", TypeClass::string, {0})};
  for (Variable& each : schema.variables) each.no_fill = true;
  schema.variables[0].attributes = {
      attribute("_FillValue", test::values_of<std::int16_t>(TypeClass::short_, {-99}))};
  const auto output = create_target(path_, {}, schema);
  const auto input = reopen(*output);
  EXPECT_TRUE(input->schema().variables[0].no_fill);
  EXPECT_EQ(input->schema().variables[0].attributes.size(), 1U);
  EXPECT_FALSE(input->schema().variables[1].no_fill);  // strings always have a fill value
}

TEST_F(DatasetDefinitions, FillValueOfAnotherType) {
  for (const Format format : all_formats) {
    Schema schema;
    schema.format = format;
    schema.dimensions = {{"x", 2, false, 0}};
    schema.variables = {variable("z", TypeClass::short_, {0})};
    schema.variables[0].attributes = {
        attribute("_FillValue", test::values_of<double>(TypeClass::double_, {1}))};
    if (!is_netcdf4(format)) {
      create_target(path_, {}, schema)->close();
      EXPECT_EQ(*open_source(path_.string())->schema().variables[0].attributes.at(0).values,
                *schema.variables[0].attributes[0].values);
      fs::remove(path_);
      continue;
    }
    const Error error = error_of([&] { create_target(path_, {}, schema); });
    EXPECT_STREQ(error.what(),
                 "variable /z: attribute _FillValue: is not one value of the variable's type, "
                 "short")
        << format_name(format);
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    fs::remove(path_);
  }
}

TEST_F(DatasetDefinitions, FillValueOfManyValues) {
  Schema schema = one_variable(TypeClass::short_);
  schema.variables[0].attributes = {
      attribute("_FillValue", test::values_of<std::int16_t>(TypeClass::short_, {1, 2}))};
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "variable /v: attribute _FillValue: is not one value of the variable's type, short");
}

TEST_F(DatasetDefinitions, Quantization) {
  Schema schema = one_variable(TypeClass::float_, {{"x", 2}});
  schema.variables[0].quantization = {model::Quantization::Mode::granular_bit_round, 3};
  const std::string name = "_QuantizeGranularBitRoundNumberOfSignificantDigits";
  schema.variables[0].attributes = {
      attribute(name, test::values_of<std::int32_t>(TypeClass::int_, {3}))};
  const auto output = create_target(path_, {}, schema);
  const auto input = reopen(*output);
  const Variable& read = input->schema().variables[0];
  EXPECT_EQ(read.quantization, schema.variables[0].quantization);
  ASSERT_EQ(read.attributes.size(), 1U);
  EXPECT_EQ(read.attributes[0].name, name);

  // The attribute alone says that values are rounded already, and rounds nothing.
  schema.variables[0].quantization.reset();
  fs::remove(path_);
  const auto copy = create_target(path_, {}, schema);
  const auto values = test::values_of<float>(TypeClass::float_, {1.23456789F, 9.87654321F});
  copy->write(0, {{0}, {2}}, values);
  const auto copied = reopen(*copy);
  Values back(atomic_type(TypeClass::float_));
  copied->read(0, {{0}, {2}}, back);
  EXPECT_TRUE(back == values);
}

TEST_F(DatasetDefinitions, ATypeIsWhatItHasNotWhichOneItIs) {
  const auto record = [](TypeClass type) {
    return test::compound_of({{"n", 0, atomic_type(type), {}}}, 4, "record");
  };
  Schema schema = one_variable(record(TypeClass::int_));
  schema.types = {{0, record(TypeClass::int_)}};
  EXPECT_TRUE(
      same_type(*create_in_memory(schema)->schema().variables[0].type, *schema.variables[0].type));
  schema.variables[0].type = record(TypeClass::float_);
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "variable /v: type record is not defined in the output");
  schema.variables.clear();
  schema.groups.push_back({"g", 0, {attribute("a", Values(record(TypeClass::float_), 1))}});
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "group /g: attribute a: type record is not defined in the output");
  schema.types.insert(schema.types.begin(), {0, test::vlen_of(record(TypeClass::int_), "records")});
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "type records: type record is not defined in the output");
}

TEST_F(DatasetDefinitions, DefinitionsTheLibraryRefuses) {
  Schema schema = one_variable(TypeClass::int_, {{"x", 2}});
  schema.dimensions.push_back({"x", 3, false, 0});
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "dimension /x: netCDF-4 files cannot contain it and dimension /x: both would be "
               "named 'x' there; rename one of them");
  schema.dimensions.pop_back();
  schema.groups.push_back({"a/b", 0, {}});
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "group /a/b: netCDF's names have no slashes and no control characters");
}

// A coordinate of several dimensions says in an attribute of libnetcdf's which they are.
TEST_F(DatasetDefinitions, ADimensionThatIsNowhere) {
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}, {"y", 3, false, 0}};
  schema.variables = {variable("x", TypeClass::int_, {0, 1})};
  create_target(path_, {}, schema)->close();
  const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const hid_t dataset = H5Dopen2(file, "/x", H5P_DEFAULT);
  const hid_t ids = H5Aopen(dataset, "_Netcdf4Coordinates", H5P_DEFAULT);
  ASSERT_GE(ids, 0);
  const int damaged[] = {0, 99};
  ASSERT_GE(H5Awrite(ids, H5T_NATIVE_INT, damaged), 0);
  H5Aclose(ids);
  H5Dclose(dataset);
  H5Fclose(file);
  const auto opened = open_source(path_.string());
  ASSERT_EQ(opened->schema().findings.size(), 1U);
  EXPECT_EQ(opened->schema().findings[0].message(),
            "/x is read without the dimension with id 99, which is not defined");
  EXPECT_EQ(opened->schema().shape(opened->schema().variables[0]),
            (std::vector<std::size_t>{2, 3}));
}

}  // namespace
}  // namespace ncf::store
