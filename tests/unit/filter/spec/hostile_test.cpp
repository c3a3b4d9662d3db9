// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Hostile inputs end in an error or a result, in time proportional to their size. No clock is
// needed; anything slower would not finish.
#include <gtest/gtest.h>

#include <string>

#include "filter/spec/resolve.hpp"
#include "filter/spec/selector.hpp"
#include "ncf/filter_spec.hpp"
#include "support/errors.hpp"

namespace ncf {
namespace {

constexpr std::size_t megabyte = 1 << 20;

std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

std::string reason_of_refusal(std::string_view text) {
  try {
    parse_filter_spec(text);
  } catch (const SyntaxError& error) {
    EXPECT_LT(std::string_view(error.what()).size(), 1000U);
    return error.reason();
  }
  return "accepted";
}

TEST(Hostile, HundredThousandFiltersAreRead) {
  const FilterSpec spec = parse_filter_spec(repeated("307,9|", 100000) + "2");
  EXPECT_EQ(spec.filters.size(), 100001U);
}

TEST(Hostile, ThirtyThousandDifferentFiltersAreMerged) {
  Chain chain;
  for (std::uint32_t id = 33000; id < 63000; ++id) chain.push_back({id, {}});
  EXPECT_EQ(filter::merge_repeated(chain).size(), 30000U);
}

TEST(Hostile, ThirtyThousandFiltersInAWrongOrderAreRefusedInAShortMessage) {
  std::string text = "2";
  for (int id = 33000; id < 63000; ++id) text += '|' + std::to_string(id);
  EXPECT_EQ(resolve(parse_filter_spec(text), text).size(), 30001U);
  text += "|zfp,rate=8|scaleoffset,bits=1";
  const std::string reason =
      test::reason_of([&] { resolve(parse_filter_spec(text), text); }, ErrorCode::syntax);
  EXPECT_LT(reason.size(), 1000U);
  EXPECT_TRUE(
      reason.starts_with("zfp works on values, but shuffle before it leaves bytes, expected "
                         "one of the two\n"))
      << reason;
}

TEST(Hostile, AMillionParametersAreRead) {
  const FilterSpec spec = parse_filter_spec("1" + repeated(",9", 1000000));
  EXPECT_EQ(std::get<NumericFilter>(spec.filters[0]).parameters.size(), 1000000U);
}

TEST(Hostile, NumbersOfMegabytesAreOutOfRange) {
  const std::string digits(megabyte, '9');
  EXPECT_EQ(reason_of_refusal(digits), "filter id out of range, expected 1 to 65535");
  EXPECT_EQ(reason_of_refusal("1," + digits),
            "out of range without a tag, expected -2147483648 to 18446744073709551615");
  EXPECT_EQ(
      reason_of_refusal("1," + digits + "d"),
      "out of range for a float of 64 bits, expected a magnitude of 4.9e-324 to 1.7e308 or 0");
  EXPECT_EQ(reason_of_refusal("1,0." + digits + "d"), "accepted");
}

TEST(Hostile, NamesOfMegabytesAreRead) {
  const std::string name(megabyte, 'z');
  EXPECT_EQ(std::get<NamedFilter>(parse_filter_spec(name).filters[0]).name, name);
  EXPECT_EQ(parse_filter_option(name + ",1").selector.items[0].text, name);
}

TEST(Hostile, AMillionLossyConstantsGiveFewWarnings) {
  Warnings warnings;
  parse_filter_spec("1" + repeated(",999b", 1000000), &warnings);
  ASSERT_EQ(warnings.size(), 9U);
  EXPECT_EQ(warnings.back(), "999992 more constants lose bits");
}

TEST(Hostile, DeepJsonIsRefused) {
  EXPECT_EQ(reason_of_refusal(std::string(megabyte, '[')),
            "incorrect JSON: nested more than 64 levels deep");
  EXPECT_EQ(reason_of_refusal(repeated("{\"a\":", megabyte)),
            "incorrect JSON: nested more than 64 levels deep");
  EXPECT_EQ(reason_of_refusal("{\"a\":" + std::string(megabyte, '[')),
            "incorrect JSON: nested more than 64 levels deep");
}

TEST(Hostile, SixtyFourLevelsAreNotTooDeep) {
  EXPECT_EQ(reason_of_refusal(std::string(60, '[') + R"({"a":[[{"b":1}]]})" + std::string(60, ']')),
            "accepted");
  EXPECT_EQ(reason_of_refusal(std::string(61, '[') + R"({"a":[[{"b":1}]]})" + std::string(61, ']')),
            "incorrect JSON: nested more than 64 levels deep");
}

TEST(Hostile, JsonOfAHundredThousandKeysIsRead) {
  std::string json = "{";
  for (int i = 0; i < 100000; ++i) json += "\"k" + std::to_string(i) + "\":0,";
  EXPECT_EQ(reason_of_refusal(json + "\"last\":0}"), "accepted");
  EXPECT_EQ(reason_of_refusal(json + "\"k0\":0}"), "incorrect JSON: \"k0\" is given twice");
}

TEST(Hostile, KeysInMessagesAreShortAndPrintable) {
  const std::string key = "\\u001b[31m" + std::string(megabyte, 'k');
  EXPECT_EQ(reason_of_refusal("{\"" + key + "\":0,\"" + key + "\":0}"),
            "incorrect JSON: \"?[31m" + std::string(35, 'k') + "\" is given twice");
}

TEST(Hostile, NulBytesAreTextLikeAnyOther) {
  using namespace std::string_literals;
  EXPECT_EQ(reason_of_refusal("307,9\0,1"s),
            "text after a number, expected \",\", \"|\" or the end");
  EXPECT_EQ(parse_filter_option("a\0b,1"s).selector.items[0].text, "a\0b"s);
}

TEST(Hostile, ASelectorOfManyItemsOverManyVariablesIsMatched) {
  std::vector<filter::SelectableVariable> variables;
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    variables.push_back({"/v" + std::to_string(i), "float"});
    text += (i == 0 ? "v" : "&v") + std::to_string(i);
  }
  const std::vector<filter::GivenOption> options{{parse_filter_option(text + ",1"), text + ",1"}};
  const auto decisions = filter::SelectorMatcher(variables).decide(options);
  ASSERT_EQ(decisions.size(), variables.size());
  EXPECT_EQ(decisions.back()->item, 19999U);
}

}  // namespace
}  // namespace ncf
