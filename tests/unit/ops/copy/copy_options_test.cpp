// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_options.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "ncf/copy.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/chunk_spec.hpp"

namespace ncf::ops {
namespace {

using Change = std::function<void(CopyOptions&)>;

bool is_same_record(const Change& change) {
  CopyOptions options;
  change(options);
  return record_of_options(options) == record_of_options(CopyOptions());
}

TEST(OptionsRecord, HoldsWhatChangesTheOutput) {
  const Change changes[] = {
      [](auto& o) { o.format = Format::netcdf4; },
      [](auto& o) { o.filters = {"*,zstd,3"}; },
      [](auto& o) { o.deflate = 0; },
      [](auto& o) { o.shuffle = true; },
      [](auto& o) { o.chunks = {"/"}; },
      [](auto& o) { o.shards = {"/"}; },
      [](auto& o) { o.shard_bytes = 1; },
      [](auto& o) { o.layout = "paged"; },
      [](auto& o) { o.fix_unlimited = true; },
      [](auto& o) {
        o.variables = PartialCopy{{"v"}, false};
      },
      [](auto& o) {
        o.groups = PartialCopy{{"g"}, true};
      },
      [](auto& o) { o.with_coordinates = true; },
      [](auto& o) { o.history = "a line"; },
      [](auto& o) { o.smallest_chunk_bytes = 0; },
      [](auto& o) { o.strict = true; },
      [](auto& o) { o.quantize = {"v,bitround,3"}; },
      [](auto& o) { o.preserve = true; },
      [](auto& o) { o.if_smaller = Otherwise::none; },
  };
  for (const Change& change : changes) EXPECT_FALSE(is_same_record(change));
}

TEST(OptionsRecord, LeavesOutHowTheOutputIsMade) {
  EXPECT_TRUE(is_same_record([](auto& o) {
    o.input = "a.nc";
    o.output = "out/a.nc";
    o.buffer_bytes = 1;
    o.cache_bytes = 1;
    o.cache_slots = 1;
    o.input_in_memory = true;
    o.output_in_memory = true;
    o.verify = true;
    o.threads = 1;
    o.max_memory_bytes = 1;
    o.connections = 1;
  }));
}

TEST(OptionsRecord, TellsPartsApart) {
  CopyOptions defined;
  defined.variables = PartialCopy{{"v"}, true};
  CopyOptions alone;
  alone.variables = PartialCopy{{"v"}, false};
  EXPECT_NE(record_of_options(defined), record_of_options(alone));
}

// ---- Texts ----

TEST(OptionTexts, OfLengthsAreThoseOfTheCommand) {
  CopyOptions options;
  options.chunks = {VariableLengths{"/g/t2m", {1, 90, 180}}, VariableLengths{"odd:,name\\", {}},
                    DimensionLengths{{{"time", 1}, {"lat", 0}}}};
  EXPECT_EQ(options.chunks,
            (std::vector<std::string>{"/g/t2m:1,90,180", R"(odd\:\,name\\:)", "time/1,lat/"}));
  const ChunkSpec spec = parse_chunk_specs(options.chunks);
  EXPECT_EQ(spec.variables[1].variable, "/odd:,name\\");
  EXPECT_EQ(spec.variables[0].lengths, (std::vector<std::size_t>{1, 90, 180}));
  EXPECT_EQ(spec.dimensions[0].length, 1U);
  EXPECT_FALSE(spec.dimensions[1].length);
}

TEST(OptionTexts, OfRoundingsAreThoseOfTheCommand) {
  using By = ValueRounding::By;
  CopyOptions options;
  options.quantize = {
      ValueRounding{"t2m", By::bitround, 10}, ValueRounding{"*", By::error, 0.01, true},
      ValueRounding{"*", By::relative, 1e-4}, ValueRounding{":float", By::information, 99.5}};
  EXPECT_EQ(options.quantize,
            (std::vector<std::string>{"t2m,bitround,10", "*,error,0.01,pack=int16",
                                      "*,relative,0.0001", ":float,bitround,information=99.5%"}));
  for (const char* const precision :
       {"bitround,10", "error,0.01", "relative,0.0001", "bitround,information=99.5%"}) {
    EXPECT_NO_THROW((void)parse_precision(precision, precision));
  }
}

}  // namespace
}  // namespace ncf::ops
