// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/array_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "cdl/read/fill.hpp"
#include "support/schema.hpp"
#include "unit/cdl/read/text_pieces.hpp"

namespace ncf::cdl {
namespace {

/// Returns a variable of dimensions of these lengths, 0 for unlimited.
model::Schema schema_of(model::TypeClass type, const std::vector<std::size_t>& lengths) {
  std::vector<model::Dimension> dimensions;
  for (const std::size_t length : lengths) dimensions.push_back({"d", length, length == 0});
  return test::one_variable(type, std::move(dimensions));
}

struct Outcome {
  std::vector<std::size_t> lengths;
  std::string bytes;  ///< of all values
  std::size_t blocks = 0;
  std::string warnings;
};

/// Reads the data by both readings, in blocks of a few values. throws: Fault.
Outcome read(const model::Schema& schema, const std::string& text, std::size_t block = 3) {
  Outcome outcome;
  outcome.lengths.resize(schema.dimensions.size());
  Diagnostics silent("in.cdl", [](const std::string&) {});
  Diagnostics diagnostics("in.cdl", [&](const std::string& message) {
    outcome.warnings += message.substr(0, message.find('\n')) + "\n";
  });
  {
    TextWindow window(in_pieces(text), 16);
    Lexer lexer(window);
    LengthCounter(schema, 0, lexer, silent, outcome.lengths).count();
    EXPECT_TRUE(lexer.peek().is(';')) << text;
  }
  std::vector<std::size_t> shape = schema.shape(schema.variables[0]);
  std::size_t total = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) shape[i] = outcome.lengths[i];
    total *= shape[i];
  }
  TextWindow window(in_pieces(text), 16);
  Lexer lexer(window);
  const model::Values fill = fill_value(schema.variables[0].type);
  ValueStream stream(fill, {total, total == 0 ? 1 : total, block},
                     [&](std::size_t first, const model::Values& values) {
                       EXPECT_EQ(first * values.type()->size_bytes, outcome.bytes.size());
                       outcome.bytes.append(reinterpret_cast<const char*>(values.data()),
                                            values.size_bytes());
                       ++outcome.blocks;
                     });
  ArrayReader(schema, 0, shape, lexer, diagnostics, stream).read();
  if (!lexer.peek().is(';')) throw unexpected(lexer, "';'");
  stream.fill(total - stream.position());
  stream.finish();
  return outcome;
}

std::vector<int> ints(const std::vector<std::size_t>& lengths, const std::string& text) {
  const Outcome outcome = read(schema_of(model::TypeClass::int_, lengths), text);
  std::vector<int> values(outcome.bytes.size() / sizeof(int));
  if (!values.empty()) std::memcpy(values.data(), outcome.bytes.data(), outcome.bytes.size());
  return values;
}

std::string chars(const std::vector<std::size_t>& lengths, const std::string& text) {
  std::string bytes = read(schema_of(model::TypeClass::char_, lengths), text).bytes;
  std::replace(bytes.begin(), bytes.end(), '\0', '.');
  return bytes;
}

constexpr int none = -2147483647;

TEST(ArrayReader, OneListForFixedDimensions) {
  EXPECT_EQ(ints({2, 2}, "1, 2, 3, 4;"), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(ints({2, 2}, "1, _ /* c */, 3;"), (std::vector<int>{1, none, 3, none}));
  EXPECT_EQ(ints({2}, ";"), (std::vector<int>{none, none}));
  EXPECT_EQ(ints({}, "5;"), (std::vector<int>{5}));
  EXPECT_EQ(ints({0, 2}, "1, 2, 3;"), (std::vector<int>{1, 2, 3, none}));
}

TEST(ArrayReader, AListForEachFurtherUnlimitedDimension) {
  EXPECT_EQ(ints({2, 0}, "{1, 2, 3}, {4};"), (std::vector<int>{1, 2, 3, 4, none, none}));
  EXPECT_EQ(ints({0, 0}, "{1}, {}, {2, 3};"), (std::vector<int>{1, none, none, none, 2, 3}));
  EXPECT_EQ(ints({0, 0, 2}, "{1, 2, 3}, {4};"),
            (std::vector<int>{1, 2, 3, none, 4, none, none, none}));
  EXPECT_EQ(ints({0, 2, 0}, "{1}, {2, 3}, {4};"),
            (std::vector<int>{1, none, 2, 3, 4, none, none, none}));
}

TEST(ArrayReader, ListsMayAllBeEmpty) {
  EXPECT_EQ(ints({3, 0}, "{}, {}, {};"), std::vector<int>());
  EXPECT_EQ(ints({0, 0}, "{}, {};"), std::vector<int>());
  EXPECT_EQ(ints({2, 0, 3}, "{}, {};"), std::vector<int>());
  EXPECT_THROW(ints({3, 0}, "{}, {}, {}, {};"), Fault);
}

TEST(ArrayReader, RefusesWhatDoesNotFitTheShape) {
  EXPECT_THROW(ints({2}, "1, 2, 3;"), Fault);
  EXPECT_THROW(ints({}, "1, 2;"), Fault);
  EXPECT_THROW(ints({2}, "{1, 2};"), Fault);
  EXPECT_THROW(ints({2, 0}, "1, 2;"), Fault);
  EXPECT_THROW(ints({2, 0}, "{1}, {2}, {3};"), Fault);
  EXPECT_THROW(ints({2}, "1 2;"), Fault);
  EXPECT_THROW(ints({2}, "1,, 2;"), Fault);
}

TEST(ArrayReader, StringsFillRows) {
  EXPECT_EQ(chars({2, 3}, R"("ab", "cde";)"), "ab.cde");
  EXPECT_EQ(chars({2, 3}, R"("abcd";)"), "abcd..");
  EXPECT_EQ(chars({2, 3}, R"("", "x";)"), "...x..");
  EXPECT_EQ(chars({2, 3}, R"('a', 'b', "c";)"), "ab.c..");
  EXPECT_EQ(chars({2, 3}, R"({"a"}, {"b"};)"), "a..b..");
  EXPECT_EQ(chars({4}, R"("ab", 'c';)"), "abc.");
  EXPECT_EQ(chars({0, 3}, R"("a", "bcde", "f";)"), "a..bcde..f..");
  EXPECT_EQ(chars({2, 0}, R"({"ab"}, {"cde"};)"), "ab.cde");
  EXPECT_THROW(chars({2, 3}, R"("ab", "cdef", "g";)"), Fault);
  EXPECT_THROW(chars({2}, "65, 66;"), Fault);
}

TEST(ArrayReader, ACharacterWithoutDimensionsIsOneValue) {
  EXPECT_EQ(chars({}, R"("a";)"), "a");
  EXPECT_EQ(chars({}, "'b';"), "b");
  EXPECT_EQ(chars({}, ";"), ".");
  EXPECT_THROW(chars({}, R"("ab";)"), Fault);
  EXPECT_THROW(chars({}, "'a', 'b';"), Fault);
}

TEST(ArrayReader, WarnsOnceOfWhatNumbersLose) {
  const Outcome outcome = read(schema_of(model::TypeClass::float_, {0}), "1, 1e39, 2;");
  EXPECT_EQ(outcome.lengths, std::vector<std::size_t>{3});
  EXPECT_EQ(outcome.warnings, "in.cdl:1:4: warning: too large for type float: infinite\n");
}

// Wherever the window ends, even between a backslash and the escaped character.
TEST(ItemCount, EscapedCharactersPartNothing) {
  const std::string text = R"(, e.a\,b, /g/e.c\;d, {"x,y", ','}, a\}\,\;z, /* , */ last;)";
  for (std::size_t digits = 1; digits < 150; ++digits) {
    TextWindow window(in_pieces(std::string(digits, '1') + text), 16);
    Lexer lexer(window);
    EXPECT_EQ(count_items(lexer), 6U) << digits;
    EXPECT_TRUE(lexer.take().is(';')) << digits;
    EXPECT_EQ(lexer.peek().kind, TokenKind::end) << digits;
  }
}

TEST(ArrayReader, BlocksEndWithLines) {
  const model::Schema schema = schema_of(model::TypeClass::int_, {5});
  EXPECT_EQ(read(schema, "1, 2, 3, 4, 5;", 2).blocks, 3U);
  EXPECT_EQ(read(schema, "1, 2, 3, 4, 5;", 9).blocks, 1U);
}

}  // namespace
}  // namespace ncf::cdl
