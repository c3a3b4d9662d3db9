// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/c_api/requests.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::ops {
namespace {

template <class Options>
Options options(std::string_view text, std::initializer_list<const char*> required = {}) {
  const base::Json json = parse_request(text);
  base::JsonReader request(json, base::JsonReader::By::user);
  return options_of<Options>(request, required);
}

CopyOptions copy_options(std::string_view text) {
  return options<CopyOptions>(text, {"input", "output"});
}

std::string refusal(std::string_view request) {
  const Error error = test::error_of([&] { static_cast<void>(copy_options(request)); });
  EXPECT_EQ(error.code(), ErrorCode::usage) << request;
  return error.what();
}

TEST(OptionsOfRequest, AreThoseOfACopy) {
  const CopyOptions options = copy_options(R"({
    "input": "in.nc", "output": "out.zarr", "format": "zarr3", "filters": ["*,zstd,3"],
    "deflate": 4, "shuffle": true, "chunks": ["x/5"], "shards": ["x/10"], "layout": "paged",
    "shard_bytes": 7, "fix_unlimited": true,
    "variables": {"names": ["v"], "others_defined": true}, "with_coordinates": true,
    "groups": {"names": ["g"]}, "smallest_chunk_bytes": 1, "buffer_bytes": 2, "cache_bytes": 3,
    "cache_slots": 4, "input_in_memory": true, "follow_external": true, "output_in_memory": true,
    "history": "line", "strict": true, "quantize": ["v,bitround,3"],
    "allow_absent": true, "strings": "characters", "verify": true,
    "preserve": true, "in_place": true, "if_smaller": "link", "threads": 5,
    "max_memory_bytes": 6, "connections": 7})");
  CopyOptions expected;
  expected.input = "in.nc";
  expected.output = "out.zarr";
  expected.format = Format::zarr3;
  expected.filters = {"*,zstd,3"};
  expected.deflate = 4;
  expected.shuffle = true;
  expected.chunks = {"x/5"};
  expected.shards = {"x/10"};
  expected.layout = "paged";
  expected.shard_bytes = 7;
  expected.fix_unlimited = true;
  expected.variables = PartialCopy{{"v"}, true};
  expected.with_coordinates = true;
  expected.groups = PartialCopy{{"g"}, false};
  expected.smallest_chunk_bytes = 1;
  expected.buffer_bytes = 2;
  expected.cache_bytes = 3;
  expected.cache_slots = 4;
  expected.input_in_memory = true;
  expected.follow_external = true;
  expected.output_in_memory = true;
  expected.history = "line";
  expected.strict = true;
  expected.quantize = {"v,bitround,3"};
  expected.allow_absent = true;
  expected.strings = StringForm::characters;
  expected.verify = true;
  expected.preserve = true;
  expected.in_place = true;
  expected.if_smaller = Otherwise::link;
  expected.threads = 5;
  expected.max_memory_bytes = 6;
  expected.connections = 7;
  EXPECT_EQ(options, expected);

  CopyOptions defaults;
  defaults.input = "in.nc";
  defaults.output = "out.nc";
  EXPECT_EQ(copy_options(R"({"input": "in.nc", "output": "out.nc"})"), defaults);
}

TEST(OptionsOfRequest, AreThoseOfADump) {
  const auto dump = options<DumpOptions>(R"({
    "input": "in.nc", "name": "n", "language": "ncml", "values": "coordinates",
    "variables": ["v"], "groups": ["g"], "threads": 2,
    "style": {"line_length": 20, "exact": true, "date_separator": "T", "index_order": "fortran"}})");
  EXPECT_EQ(dump.input, "in.nc");
  EXPECT_EQ(dump.name, "n");
  EXPECT_EQ(dump.language, DumpLanguage::ncml);
  EXPECT_EQ(dump.values, DumpedValues::coordinates);
  EXPECT_EQ(dump.variables, std::vector<std::string>{"v"});
  EXPECT_EQ(dump.groups, std::vector<std::string>{"g"});
  EXPECT_EQ(dump.threads, 2U);
  EXPECT_EQ(dump.style.line_length, 20U);
  EXPECT_TRUE(dump.style.exact);
  EXPECT_EQ(dump.style.date_separator, 'T');
  EXPECT_EQ(dump.style.index_order, IndexOrder::fortran);
}

TEST(OptionsOfRequest, AreThoseOfAGeneration) {
  const auto generation = options<GenerateOptions>(
      R"({"input": "in.cdl", "output": "o.nc", "extension": ".x", "dataset_name": "d",
          "format": "nc5", "layout": "paged", "header_only": true, "no_fill": true,
          "output_in_memory": true, "threads": 3, "max_memory_bytes": 4})");
  EXPECT_EQ(generation.input, "in.cdl");
  EXPECT_EQ(generation.output, "o.nc");
  EXPECT_EQ(generation.extension, ".x");
  EXPECT_EQ(generation.dataset_name, "d");
  EXPECT_EQ(generation.format, Format::cdf5);
  EXPECT_EQ(generation.layout, "paged");
  EXPECT_TRUE(generation.header_only && generation.no_fill && generation.output_in_memory);
  EXPECT_EQ(generation.threads, 3U);
  EXPECT_EQ(generation.max_memory_bytes, 4U);
}

TEST(OptionsOfRequest, AreChecked) {
  test::expect_table(refusal, R"(
    // No member is ignored.
    {"filter": "zstd"}           -> filter: unknown member
    {"variables": {"name": "v"}} -> variables.name: unknown member

    // What is missing is named.
    {"input": "in.nc"}                     -> output: missing
    {"output": "out.nc"}                   -> input: missing
    {"input": "in.nc", "output": ""}       -> output: expected a text that is not empty
    {"input": "in.nc", "outptu": "out.nc"} -> outptu: unknown member

    // Errors say what a member is.
    []                           -> request: expected an object
    {"variables": []}            -> variables: expected an object
    {"input": 1}                 -> input: expected a text
    {"shuffle": 1}               -> shuffle: expected true or false
    {"input": "in.nc\u0000.bak"} -> input: expected no NUL in a text
    {"filters": ["\u0000"]}      -> filters: expected no NUL in a text
    {"filters": "zstd"}          -> filters: expected a list of texts
    {"filters": [1]}             -> filters: expected a list of texts
    {"threads": -1}              -> threads: expected a whole number in its range
    {"threads": 1.5}             -> threads: expected a whole number in its range
    {"format": "nc9"}            -> format: expected the name of a format, as for ncfcopy -k
    {"if_smaller": "no"}         -> if_smaller: expected one of none, copy, link
  )");
}

TEST(OptionsOfRequest, StandAlone) {
  const Error error = test::error_of([] { static_cast<void>(copy_options("{} x")); });
  EXPECT_EQ(error.code(), ErrorCode::syntax);
  EXPECT_EQ(error.message(), "text after the request\n  {} x\n     ^");
}

}  // namespace
}  // namespace ncf::ops
