// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/syscall.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include <cerrno>
#include <cmath>
#include <limits>
#include <map>

#include "ncf/error.hpp"
#include "store/open.hpp"
#include "support/errors.hpp"
#include "support/file_size_limit.hpp"
#include "support/files.hpp"
#include "support/leaks_of_others.hpp"
#include "support/refused_call.hpp"
#include "support/values.hpp"

// Datasets as libnetcdf makes and reads them.
namespace ncf::store {
namespace {

using test::error_of;

namespace fs = std::filesystem;
using model::atomic_type;
using model::Attribute;
using model::Box;
using model::Schema;
using model::TypeClass;
using model::Values;
using model::Variable;

constexpr Format all_formats[] = {Format::classic, Format::offset64, Format::cdf5, Format::netcdf4,
                                  Format::netcdf4_classic};

Attribute attribute(const std::string& name, Values values) {
  return {name, std::make_shared<const Values>(std::move(values))};
}

/// A variable of the root group.
Variable variable(const std::string& name, TypeClass type,
                  std::vector<model::DimensionId> dimensions) {
  Variable made;
  made.name = name;
  made.type = atomic_type(type);
  made.dimensions = std::move(dimensions);
  return made;
}

class Store : public testing::Test {
 protected:
  /// Closes what was written and opens it for reading.
  std::unique_ptr<model::Source> reopen(model::Target& output) {
    output.close();
    return open_source(path_.string());
  }

  test::TemporaryFolder folder_;
  fs::path path_ = folder_ / "file.nc";
};

TEST_F(Store, EveryAtomicTypeKeepsItsExtremes) {
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

TEST_F(Store, AttributesAreExact) {
  for (const Format format : all_formats) {
    Schema schema;
    schema.format = format;
    const float nan = std::nanf("5");
    auto& attributes = schema.groups[0].attributes;
    attributes = {attribute("title", model::text_values("a title\n")),
                  attribute("empty_text", model::text_values("")),
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

TEST_F(Store, UnlimitedDimensionsGrowByWriting) {
  for (const Format format : all_formats) {
    Schema schema;
    schema.format = format;
    schema.dimensions = {{"time", 7, true, 0}, {"x", 2, false, 0}};
    schema.variables = {variable("v", TypeClass::int_, {0, 1})};
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

TEST_F(Store, SeveralUnlimitedDimensionsAnywhere) {
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

TEST_F(Store, EmptyBoxesAreNothing) {
  Schema schema;
  schema.dimensions = {{"t", 0, true, 0}};
  schema.variables = {variable("v", TypeClass::byte_, {0})};
  const auto output = create_target(path_, {}, schema);
  output->write(0, {{0}, {0}}, Values(atomic_type(TypeClass::byte_), 0));
  const auto input = reopen(*output);
  Values values(atomic_type(TypeClass::byte_), 5);
  input->read(0, {{0}, {0}}, values);
  EXPECT_EQ(values.count(), 0U);
}

TEST_F(Store, ScalarsHoldOneValue) {
  for (const Format format : all_formats) {
    Schema schema;
    schema.format = format;
    schema.variables = {variable("s", TypeClass::double_, {})};
    const auto output = create_target(path_, {}, schema);
    output->write(0, {}, test::values_of<double>(TypeClass::double_, {2.5}));
    const auto input = reopen(*output);
    Values values(atomic_type(TypeClass::double_));
    input->read(0, {}, values);
    EXPECT_TRUE(values == test::values_of<double>(TypeClass::double_, {2.5}));
    fs::remove(path_);
  }
}

TEST_F(Store, StorageIsMadeAsAskedAndReadBack) {
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

TEST_F(Store, FillValuesComeWithTheirVariables) {
  for (const Format format : all_formats) {
    Schema schema;
    schema.format = format;
    schema.dimensions = {{"t", 0, true, 0}, {"x", 2, false, 0}};
    schema.variables = {variable("v", TypeClass::short_, {1}), variable("t", TypeClass::int_, {0})};
    schema.variables[0].attributes = {
        attribute("_FillValue", test::values_of<std::int16_t>(TypeClass::short_, {-99})),
        attribute("units", model::text_values("K"))};
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

TEST_F(Store, NoFillAndFillValueTogether) {
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

TEST_F(Store, FillValueOfAnotherType) {
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
                 "variable /z: attribute _FillValue: is of type double, not of the variable's "
                 "type short")
        << format_name(format);
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    fs::remove(path_);
  }
}

TEST_F(Store, FillValueOfManyValues) {
  Schema schema;
  schema.variables = {variable("v", TypeClass::short_, {})};
  schema.variables[0].attributes = {
      attribute("_FillValue", test::values_of<std::int16_t>(TypeClass::short_, {1, 2}))};
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "variable /v: attribute _FillValue: holds 2 values, not one");
}

TEST_F(Store, Quantization) {
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}};
  schema.variables = {variable("v", TypeClass::float_, {0})};
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

TEST_F(Store, VariablesKeepTheirIds) {
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

TEST_F(Store, NestedTypes) {
  const auto texts = test::vlen_of(atomic_type(TypeClass::string), "texts");
  const auto record = test::compound_of(
      {{"name", 0, atomic_type(TypeClass::string), {}}, {"texts", 8, texts, {2}}}, 40, "record");
  const auto records = test::vlen_of(record, "records");
  Schema schema;
  schema.groups.push_back({"g", 0, {}});
  schema.types = {{0, texts}, {0, record}, {1, records}};
  schema.dimensions = {{"x", 2, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0})};
  schema.variables[0].type = record;
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

TEST_F(Store, ATypeIsWhatItHasNotWhichOneItIs) {
  const auto record = [](TypeClass type) {
    return test::compound_of({{"n", 0, atomic_type(type), {}}}, 4, "record");
  };
  Schema schema;
  schema.types = {{0, record(TypeClass::int_)}};
  schema.variables = {variable("v", TypeClass::int_, {})};
  schema.variables[0].type = record(TypeClass::int_);
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

TEST_F(Store, AFailingEndOfDefinitionsNamesVariableAndFilter) {
  // libnetcdf never frees a file of which HDF5 could not make a dataset.
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler not_ours;
#endif
  // HDF5 checks the parameters of this filter when it makes the dataset.
  static const H5Z_class2_t picky = {H5Z_CLASS_T_VERS,
                                     H5Z_filter_t{300},
                                     1,
                                     1,
                                     "picky",
                                     nullptr,
                                     [](hid_t, hid_t, hid_t) -> herr_t { return -1; },
                                     [](unsigned, std::size_t, const unsigned*, std::size_t bytes,
                                        std::size_t*, void**) { return bytes; }};
  ASSERT_GE(H5Zregister(&picky), 0);
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}, {"y", 3, false, 0}};
  schema.variables = {variable("good", TypeClass::int_, {0}),
                      variable("bad", TypeClass::int_, {1})};
  schema.variables[0].asked_filters = Chain{{1, {1}}};
  schema.variables[1].asked_filters = Chain{{2, {}}, {300, {1, 2}}};
  const Error error = error_of([&] { create_in_memory(schema); });
  EXPECT_STREQ(error.what(),
               "variable /bad: filter 300: refuses these parameters, this type or this chunk "
               "(HDF5: error during user callback)");
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  // The same where filters are taken over as another file has them.
  schema.variables[1].asked_filters.reset();
  schema.variables[1].filters = {{1, {9}}, {300, {1, 2}}};
  schema.variables[1].keeps_stored_filters = true;
  EXPECT_EQ(test::reason_of([&] { create_in_memory(schema); }), error.what());
  H5Zunregister(300);
}

TEST_F(Store, ReadingWithoutTheFilterNamesIt) {
  static const H5Z_class2_t gone = {H5Z_CLASS_T_VERS,
                                    H5Z_filter_t{301},
                                    1,
                                    1,
                                    "gone",
                                    nullptr,
                                    nullptr,
                                    [](unsigned, std::size_t, const unsigned*, std::size_t bytes,
                                       std::size_t*, void**) { return bytes; }};
  ASSERT_GE(H5Zregister(&gone), 0);
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0})};
  schema.variables[0].asked_filters = Chain{{301, {}}};
  {
    const auto output = create_target(path_, {}, schema);
    output->write(0, {{0}, {2}}, Values(atomic_type(TypeClass::int_), 2));
    output->close();
  }
  H5Zunregister(301);
  const auto input = open_source(path_.string());
  EXPECT_EQ(input->schema().variables[0].filters, (StoredChain{{301, {}}}));
  Values values(atomic_type(TypeClass::int_));
  const Error error = error_of([&] { input->read(0, {{0}, {2}}, values); });
  EXPECT_EQ(error.what(),
            path_.string() +
                ": variable /v: filter 301: not available: no plugin with this id was found");
  EXPECT_EQ(error.code(), ErrorCode::not_found);
}

TEST_F(Store, ReadingDamagedValuesNamesTheVariable) {
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0})};
  schema.variables[0].asked_filters = Chain{{1, {1}}};
  create_target(path_, {}, schema)->close();
  const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, "/v", H5P_DEFAULT);
  const hsize_t start = 0;
  ASSERT_GE(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, &start, 4, "junk"), 0);
  H5Dclose(dataset);
  H5Fclose(file);
  const auto input = open_source(path_.string());
  Values values(atomic_type(TypeClass::int_));
  EXPECT_EQ(error_of([&] {
              input->read(0, {{0}, {2}}, values);
            }).what(),
            path_.string() + ": variable /v: chunk at (0): filter 1 (deflate): not deflate data");
}

// A coordinate of several dimensions says in an attribute of libnetcdf's which they are.
TEST_F(Store, ADimensionThatIsNowhere) {
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

TEST_F(Store, MisuseIsToldNotDone) {
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0})};
  const auto output = create_in_memory(schema);
  EXPECT_STREQ(error_of([&] {
                 output->write(0, {{0}, {2}}, Values(atomic_type(TypeClass::int_), 1));
               }).what(),
               "variable /v: the number of values differs from the size of the box");
  EXPECT_STREQ(error_of([&] {
                 output->write(0, {{0}, {2}}, Values(atomic_type(TypeClass::uint), 2));
               }).what(),
               "variable /v: is of type int, but the values are of type uint");
  EXPECT_STREQ(error_of([&] {
                 output->write(0, {{1}, {2}}, Values(atomic_type(TypeClass::int_), 2));
               }).what(),
               "variable /v: values beyond the end of dimension /x");
}

TEST_F(Store, DefinitionsTheLibraryRefuses) {
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0})};
  schema.dimensions.push_back({"x", 3, false, 0});
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "dimension /x: netCDF-4 files cannot contain it and dimension /x: both would be "
               "named 'x' there; rename one of them");
  schema.dimensions.pop_back();
  schema.groups.push_back({"a/b", 0, {}});
  EXPECT_STREQ(error_of([&] { create_in_memory(schema); }).what(),
               "group /a/b: netCDF's names have no slashes and no control characters");
}

TEST_F(Store, CutChunksAreReadRight) {
  Schema schema;
  schema.dimensions = {{"y", 50, false, 0}, {"x", 40, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0, 1}),
                      variable("w", TypeClass::int_, {0, 1})};
  schema.variables[0].storage = {model::Layout::chunked, {7, 9}};
  schema.variables[0].asked_filters = Chain{{1, {1}}};
  schema.variables[1] = schema.variables[0];
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

TEST_F(Store, WhatTheSystemRefusesIsToldInItsWords) {
  for (const Format format : all_formats) {
    Schema schema;
    schema.format = format;
    schema.dimensions = {{"x", 1 << 20, false, 0}};
    schema.variables = {variable("v", TypeClass::int_, {0})};
    schema.variables[0].no_fill = true;
    {
      const test::FileSizeLimit limit(64 << 10);
      const auto output = create_target(path_, {}, schema);
      const Error error = error_of([&] {
        output->write(0, {{0}, {1 << 20}}, Values(atomic_type(TypeClass::int_), 1 << 20));
      });
      EXPECT_STREQ(error.what(), "variable /v: File too large") << format_name(format);
      EXPECT_EQ(error.code(), ErrorCode::io);
    }
    fs::remove(path_);
  }
}

TEST_F(Store, FailingToCloseIsTold) {
  const test::LeaksOfOthers leaks;
  // Values wait in HDF5's chunk cache, which closing writes out.
  Schema schema;
  schema.dimensions = {{"x", 1 << 20, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0})};
  schema.variables[0].storage = {model::Layout::chunked, {1 << 20}};
  const auto output = create_target(path_, {}, schema);
  output->write(0, {{0}, {1 << 19}}, Values(atomic_type(TypeClass::int_), 1 << 19));
  const test::FileSizeLimit limit(64 << 10);
  const Error error = error_of([&] { output->close(); });
  EXPECT_STREQ(error.what(), "File too large");
  EXPECT_EQ(error.code(), ErrorCode::io);
}

TEST_F(Store, AFailedWriteIsToldAndTheFileIsClosed) {
  Schema schema;
  schema.dimensions = {{"x", 1 << 20, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0})};
  const Values values(atomic_type(TypeClass::int_), 1 << 20);
  for (const bool is_full_at_once : {true, false}) {
    auto output = create_target(path_, {}, schema);
    if (!is_full_at_once) output->write(0, {{0}, {1 << 20}}, values);
    test::with_refused({SYS_pwrite64}, ENOSPC, [&] {
      EXPECT_EQ(
          test::reason_of([&] {
            if (is_full_at_once) output->write(0, {{0}, {1 << 20}}, values);
            output->close();
          }),
          is_full_at_once ? "variable /v: No space left on device" : "No space left on device");
      output.reset();
      EXPECT_EQ(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_FILE), 0);
    });
    output.reset();
    fs::remove(path_);
  }
}

TEST_F(Store, LongPathsAreNoTrouble) {
  fs::path folder = folder_ / std::string(200, 'a');
  fs::create_directory(folder);
  path_ = folder / (std::string(200, 'b') + ".nc");
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0})};
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

TEST_F(Store, ClassicModelTakesItsUnlimitedDimensionAnywhere) {
  Schema schema;
  schema.format = Format::netcdf4_classic;
  schema.dimensions = {{"x", 2, false, 0}, {"t", 0, true, 0}};
  schema.variables = {variable("v", TypeClass::int_, {0, 1})};
  const auto output = create_target(path_, {}, schema);
  output->write(0, {{0, 0}, {2, 3}}, Values(atomic_type(TypeClass::int_), 6));
  const auto input = reopen(*output);
  EXPECT_EQ(input->schema().format, Format::netcdf4_classic);
  EXPECT_EQ(input->schema().shape(input->schema().variables[0]), (std::vector<std::size_t>{2, 3}));
}

}  // namespace
}  // namespace ncf::store
