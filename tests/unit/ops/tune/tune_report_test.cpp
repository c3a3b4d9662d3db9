// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "ncf/tune.hpp"

namespace ncf {
namespace {

/// Returns the text of a variable of which these chunks were read.
std::string text_of(std::uint64_t chunks_read, std::optional<double> uncertainty) {
  TunedVariable variable;
  variable.path = "/v";
  variable.chunk_count = 100;
  variable.chunks_read = chunks_read;
  variable.uncertainty = uncertainty;
  TuneReport report;
  report.variables = {variable};
  return format_tuning(report);
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(TuneText, TellsHowFarSizesOfASampleMayBeOff) {
  EXPECT_TRUE(says(text_of(7, 0.0123), "7 of 100 chunks read, sizes to within 1.2 %\n"));
  EXPECT_TRUE(says(text_of(7, 0.25), "7 of 100 chunks read, sizes to within 25 %\n"));
  EXPECT_TRUE(says(text_of(7, 0.0), "7 of 100 chunks read\n"));
  EXPECT_TRUE(says(text_of(1, std::nullopt), "1 of 100 chunks read\n"));
  EXPECT_TRUE(says(text_of(100, 0.0), "all chunks read\n"));
}

TEST(TuneText, ShowsTheInformationInTheBitsOfTheSignificand) {
  TunedVariable variable;
  variable.path = "/v";
  variable.rounding = "bitround,2";
  DimensionInformation along{"x", 99, std::vector<double>(32), 2};
  along.information[0] = 1;     // the sign
  along.information[9] = 0.75;  // the highest bit of the significand
  along.information[10] = 0.001234;
  variable.information = {along};
  TuneReport report;
  report.variables = {variable};
  EXPECT_TRUE(says(format_tuning(report),
                   "information along x: 2 bits; in the sign and exponent 1, in the bits of the "
                   "significand: 0.75 0.00123 0 0\n"));
  report.variables[0].information[0] = {"x", 99, std::vector<double>(32), 0};
  EXPECT_TRUE(says(format_tuning(report), "information along x: none\n"));
}

}  // namespace
}  // namespace ncf
