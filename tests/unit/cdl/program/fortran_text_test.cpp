// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/program/fortran_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>

namespace ncf::cdl {
namespace {

using model::TypeClass;

template <class Number>
std::optional<std::string> constant(TypeClass type, Number number) {
  return fortran_constant(type, reinterpret_cast<const std::byte*>(&number));
}

std::string expression(std::string_view text) {
  std::string out;
  { FortranStatement(out).put_string(text); }
  return out;
}

TEST(FortranConstants, NumbersThatHaveOne) {
  EXPECT_EQ(constant(TypeClass::float_, 1e10F), "1.e+10");
  EXPECT_EQ(constant(TypeClass::float_, 0.0F), "0.");
  EXPECT_EQ(constant(TypeClass::double_, 0.1), "0.1d0");
  EXPECT_EQ(constant(TypeClass::double_, -1e100), "-1.d+100");
  EXPECT_EQ(constant(TypeClass::short_, std::int16_t{-32768}), "-32768");
}

TEST(FortranConstants, OthersAreSetByTheirBits) {
  for (const double number : {double{NAN}, double{INFINITY}, -0.0, 5e-324}) {
    EXPECT_FALSE(constant(TypeClass::double_, number)) << number;
  }
  const std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
  EXPECT_FALSE(constant(TypeClass::int_, lowest));
  const auto assignment = [](TypeClass type, auto number) {
    return fortran_assignment(type, reinterpret_cast<const std::byte*>(&number), "v", "b", 7);
  };
  EXPECT_EQ(assignment(TypeClass::int_, lowest), "v(7) = -2147483647 - 1");
  EXPECT_EQ(assignment(TypeClass::float_, INFINITY), "b(7) = 2139095040");
  EXPECT_EQ(assignment(TypeClass::float_, -0.0F), "b(7) = -2147483647 - 1");
  EXPECT_EQ(assignment(TypeClass::double_, -0.0), "b(7) = -9223372036854775807_8 - 1");
  EXPECT_EQ(assignment(TypeClass::double_, double{INFINITY}), "b(7) = 9218868437227405312_8");
}

TEST(FortranStrings, QuotesAreDoubledAndOtherBytesAreCharacters) {
  EXPECT_EQ(expression("it's"), "      'it''s'\n");
  EXPECT_EQ(expression("a\nb"), "      'a'//char(10)//'b'\n");
  EXPECT_EQ(expression("\xC3\xA9"), "      char(195)//char(169)\n");
}

TEST(FortranStatements, NoLineIsLongerThanTheFormAllows) {
  std::istringstream lines(expression(std::string(500, '\'')));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 72U);
  EXPECT_GT(count, 10U);
}

TEST(FortranTexts, ManyZerosAreALoop) {
  std::string out;
  int labels = 0;
  append_text_assignments(out, "text", "ab" + std::string(100, '\0'), labels);
  EXPECT_EQ(labels, 10);
  EXPECT_NE(out.find("do 10 i = "), std::string::npos) << out;
}

}  // namespace
}  // namespace ncf::cdl
