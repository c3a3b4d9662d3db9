// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "ncf/copy.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/chunk_spec.hpp"

namespace ncf::ops {
namespace {

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
