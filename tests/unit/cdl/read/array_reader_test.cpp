// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/array_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "cdl/read/value_reader.hpp"
#include "support/schema.hpp"
#include "support/table.hpp"
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
  if (!lexer.peek().is(';')) throw lexer.unexpected("';'");
  stream.fill(total - stream.position());
  stream.finish();
  return outcome;
}

/// Reads "(LENGTHS) DATA" as values of a type; 0 is the length of an unlimited dimension.
std::string bytes_of(model::TypeClass type, const std::string& text) {
  const std::size_t end = text.find(')');
  std::istringstream list(text.substr(1, end - 1));
  std::vector<std::size_t> lengths;
  for (std::string length; std::getline(list, length, ',');) lengths.push_back(std::stoul(length));
  return read(schema_of(type, lengths), text.substr(end + 1)).bytes;
}

/// Returns the numbers, with _ for the fill value, or why the data is refused.
std::string ints(const std::string& text) {
  try {
    const std::string bytes = bytes_of(model::TypeClass::int_, text);
    std::vector<int> values(bytes.size() / sizeof(int));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    std::string all;
    for (const int value : values) {
      all += (all.empty() ? "" : " ") + (value == -2147483647 ? "_" : std::to_string(value));
    }
    return all;
  } catch (const Fault& fault) {
    return fault.reason;
  }
}

/// Returns the characters, with . for the fill value, or why the data is refused.
std::string chars(const std::string& text) {
  try {
    std::string bytes = bytes_of(model::TypeClass::char_, text);
    std::replace(bytes.begin(), bytes.end(), '\0', '.');
    return bytes;
  } catch (const Fault& fault) {
    return fault.reason;
  }
}

TEST(ArrayReader, PutsNumbersInTheirPlaces) {
  test::expect_table(ints, R"(
    // One list for fixed dimensions.
    (2,2) 1, 2, 3, 4;      -> 1 2 3 4
    (2,2) 1, _ /* c */, 3; -> 1 _ 3 _
    (2) ;                  -> _ _
    () 5;                  -> 5
    (0,2) 1, 2, 3;         -> 1 2 3 _

    // A list for each further unlimited dimension.
    (2,0) {1, 2, 3}, {4};     -> 1 2 3 4 _ _
    (0,0) {1}, {}, {2, 3};    -> 1 _ _ _ 2 3
    (0,0,2) {1, 2, 3}, {4};   -> 1 2 3 _ 4 _ _ _
    (0,2,0) {1}, {2, 3}, {4}; -> 1 _ 2 3 4 _ _ _

    // Lists may all be empty.
    (3,0) {}, {}, {};     ->
    (0,0) {}, {};         ->
    (2,0,3) {}, {};       ->
    (3,0) {}, {}, {}, {}; -> more than the 3 lists of variable v

    // What does not fit the shape is refused.
    (2) 1, 2, 3;         -> more than the 2 values of variable v
    () 1, 2;             -> more than the 1 values of variable v
    (2) {1, 2};          -> expected a value of type int, not {
    (2,0) 1, 2;          -> expected {...} around an unlimited dimension, not 1
    (2,0) {1}, {2}, {3}; -> more than the 2 lists of variable v
    (2) 1 2;             -> expected ';', not 2
    (2) 1,, 2;           -> expected a value of type int, not ,
  )");
}

TEST(ArrayReader, PutsCharactersInTheirPlaces) {
  test::expect_table(chars, R"(
    // Strings fill rows.
    (2,3) "ab", "cde";       -> ab.cde
    (2,3) "abcd";            -> abcd..
    (2,3) "", "x";           -> ...x..
    (2,3) 'a', 'b', "c";     -> ab.c..
    (2,3) {"a"}, {"b"};      -> a..b..
    (4) "ab", 'c';           -> abc.
    (0,3) "a", "bcde", "f";  -> a..bcde..f..
    (2,0) {"ab"}, {"cde"};   -> ab.cde
    (2,3) "ab", "cdef", "g"; -> more than the 6 characters of variable v
    (2) 65, 66;              -> not a character; write it as '\ooo' or as a string

    // A character without dimensions is one value.
    () "a";      -> a
    () 'b';      -> b
    () ;         -> .
    () "ab";     -> a string where one character is expected
    () 'a', 'b'; -> more than the 1 values of variable v
  )");
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
