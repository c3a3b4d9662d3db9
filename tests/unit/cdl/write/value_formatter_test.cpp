// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/value_formatter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "unit/cdl/write/data_text.hpp"

namespace ncf::cdl {
namespace {

using model::Schema;
using model::TypeClass;
using model::Values;
using test::one_variable;
using test::values_of;

TEST(CFormat, DecidesUnlessDigitsAreAskedFor) {
  Schema schema = one_variable(TypeClass::float_, {fixed(2)});
  add_text_attribute(schema, "C_format", "%8.3f");
  const Values values = values_of<float>(TypeClass::float_, {1.5F, NAN});
  EXPECT_EQ(data_text(schema, values), "\n v =    1.500, NaNf ;\n");
  CdlStyle style;
  style.float_digits = 3;
  EXPECT_EQ(data_text(schema, values, style), "\n v =    1.500, NaNf ;\n");
  style.float_digits_rule = true;
  EXPECT_EQ(data_text(schema, values, style), "\n v = 1.5, NaNf ;\n");
}

TEST(CFormat, OneThatDoesNotFitIsNotUsed) {
  const Values values = values_of<float>(TypeClass::float_, {1.5F});
  for (const char* format : {"%s", "%d", "%n", "%*f", "%f %f", "%", "%5", "text", "%9999f"}) {
    Schema schema = one_variable(TypeClass::float_, {fixed(1)});
    add_text_attribute(schema, "C_format", format);
    EXPECT_EQ(data_text(schema, values), "\n v = 1.5 ;\n") << format;
  }
}

TEST(CFormat, OneOfIntegersKnowsTheirSize) {
  Schema schema = one_variable(TypeClass::short_, {fixed(2)});
  add_text_attribute(schema, "C_format", "0x%04lx");
  EXPECT_EQ(data_text(schema, values_of<std::int16_t>(TypeClass::short_, {-1, 10})),
            "\n v = 0xffffffff, 0x000a ;\n");
}

TEST(CFormat, OneOfWideIntegersKnowsTheirSign) {
  Schema schema = one_variable(TypeClass::int64, {fixed(2)});
  add_text_attribute(schema, "C_format", "%d%%");
  const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(data_text(schema, values_of<std::int64_t>(TypeClass::int64, {lowest, 7})),
            "\n v = -9223372036854775808%, 7% ;\n");
  schema = one_variable(TypeClass::uint64, {fixed(2)});
  add_text_attribute(schema, "C_format", "%u%%");
  EXPECT_EQ(data_text(schema, values_of<std::uint64_t>(TypeClass::uint64, {~std::uint64_t{0}, 7})),
            "\n v = 18446744073709551615%, 7% ;\n");
}

TEST(CFormat, OneThatIsNoShortTextIsNotUsed) {
  const Values values = values_of<std::int32_t>(TypeClass::int_, {7});
  Schema numbers = one_variable(TypeClass::int_, {});
  add_attribute(numbers, "C_format", values_of<std::int32_t>(TypeClass::int_, {5}));
  EXPECT_EQ(data_text(numbers, values), "\n v = 7 ;\n");
  for (const std::size_t length : {97U, 98U}) {
    Schema schema = one_variable(TypeClass::int_, {});
    add_text_attribute(schema, "C_format", "%d" + std::string(length, 'm'));
    EXPECT_EQ(data_text(schema, values),
              length == 97 ? "\n v = \n    7" + std::string(97, 'm') + " ;\n" : "\n v = 7 ;\n");
  }
}

TEST(CFormat, CharactersAreTextsUnlessItSaysOtherwise) {
  Schema schema = one_variable(TypeClass::char_, {fixed(2), fixed(3)});
  const Values values = model::text_values(std::string_view("ab\0cde", 6));
  const std::string texts = "\n v =\n  \"ab\",\n  \"cde\" ;\n";
  EXPECT_EQ(data_text(schema, values), texts);
  EXPECT_EQ(data_text(schema, values, {}, 1), texts);
  const auto with_format = [&](const char* format, const CdlStyle& style = {}) {
    Schema formatted = schema;
    add_text_attribute(formatted, "C_format", format);
    return data_text(formatted, values, style);
  };
  for (const char* format : {"", "%s", "text", "%f"}) EXPECT_EQ(with_format(format), texts);
  EXPECT_EQ(with_format("%3d"), "\n v =\n   97,  98, _,\n   99, 100, 101 ;\n");
  EXPECT_EQ(with_format("%c"), "\n v =\n  a, b, _,\n  c, d, e ;\n");
  CdlStyle exact;
  exact.exact = true;
  EXPECT_EQ(with_format("%c", exact), texts);
}

}  // namespace
}  // namespace ncf::cdl
