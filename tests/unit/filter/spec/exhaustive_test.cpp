// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that both printers invert both parsers, on every spec of up to three operators. The
// operators are the "|" that binds filters, the "," before a parameter and the "=" in an argument;
// the operands are every kind of filter, every tag, cd_values and JSON.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ncf/filter_spec.hpp"

namespace ncf {
namespace {

constexpr int max_operators = 3;

using Tag = Constant::Tag;

/// Returns a constant of every tag, near the values that distinguish tags.
const std::vector<Constant>& constants() {
  static const std::vector<Constant> all = {
      {Tag::untagged, 9, {}},
      {Tag::untagged, 0x100000000, {}},
      {Tag::untagged, 0xFFFFFFFFFFFFFFFF, {}},
      {Tag::int32, 0xFFFFFFFFFFFFFFFF, {}},
      {Tag::int8, 0xFFFFFFFFFFFFFFEF, {}},
      {Tag::uint8, 239, {}},
      {Tag::int16, 0xFFFFFFFFFFFFFFE7, {}},
      {Tag::uint16, 65535, {}},
      {Tag::uint32, 0xFFFFFFFF, {}},
      {Tag::float32, 0x7F7FFFFF, {}},
      {Tag::int64, 0x8000000000000000, {}},
      {Tag::uint64, 0xFFFFFFFFFFFFFFFF, {}},
      {Tag::float64, 0x3FF8000000000000, {}},
  };
  return all;
}

/// Calls `visit` with every filter of at most `budget` operators, and with the number that remains.
using Visit = std::function<void(const FilterAsWritten&, int left)>;

void each_numeric_filter(NumericFilter filter, int budget, const Visit& visit) {
  visit(filter, budget);
  if (budget == 0) return;
  for (const Constant& constant : constants()) {
    NumericFilter longer = filter;
    longer.parameters.push_back(constant);
    each_numeric_filter(longer, budget - 1, visit);
  }
}

std::vector<std::variant<Constant, std::string>> argument_values() {
  std::vector<std::variant<Constant, std::string>> values{
      std::string("lz4"), std::string("a-b_1"), Constant{Tag::decimal, 0, {}},
      Constant{Tag::decimal, 0x3F50624DD2F1A9FC, {}}};
  for (const Constant& constant : constants()) values.emplace_back(constant);
  return values;
}

void each_named_filter(NamedFilter filter, int budget, const Visit& visit) {
  static const auto values = argument_values();
  visit(filter, budget);
  for (const auto& value : values) {
    for (const bool with_key : {false, true}) {
      const int cost = with_key ? 2 : 1;
      if (cost > budget) continue;
      NamedFilter longer = filter;
      longer.arguments.push_back({with_key ? "level" : "", value, {}});
      each_named_filter(longer, budget - cost, visit);
    }
  }
}

void each_filter(int budget, const Visit& visit) {
  for (const std::uint32_t id : {1U, 65535U}) each_numeric_filter({id, {}, {}, {}}, budget, visit);
  for (const char* name : {"zstd", "Nones"}) each_named_filter({name, {}, {}, {}}, budget, visit);
  for (const char* json : {"{}", R"({"id":"zstd","level":5})", R"({"a":["|",{"b":",\"}"}]})"}) {
    visit(JsonFilter{json, {}}, budget);
  }
}

void each_spec(const FilterSpec& begun, int budget,
               const std::function<void(const FilterSpec&)>& visit) {
  each_filter(budget, [&](const FilterAsWritten& filter, int left) {
    FilterSpec spec = begun;
    spec.filters.push_back(filter);
    visit(spec);
    if (left > 0) each_spec(spec, left - 1, visit);
  });
}

TEST(Exhaustive, ParsingInvertsFormatSpec) {
  std::size_t count = 0;
  each_spec({}, max_operators, [&](const FilterSpec& spec) {
    ++count;
    const std::string text = format_spec(spec);
    ASSERT_EQ(parse_filter_spec(text), spec) << text;
    ASSERT_EQ(format_spec(parse_filter_spec(text)), text);
  });
  EXPECT_GT(count, 10000U);
}

TEST(Exhaustive, ParsingInvertsFormatOption) {
  const std::vector<std::string> items = {"*",      "/a/b",      "t?m",      "[u,v]1",
                                          ":float", R"(a\,b\&)", R"(\none)", "**"};
  std::vector<Selector> selectors;
  for (const std::string& first : items) {
    selectors.push_back({{{first, {}}}});
    for (const std::string& second : items) selectors.push_back({{{first, {}}, {second, {}}}});
  }
  for (const Selector& selector : selectors) {
    std::vector<FilterOption> options{{selector, true, {}}};
    each_spec({}, 1, [&](const FilterSpec& spec) { options.push_back({selector, false, spec}); });
    for (const FilterOption& option : options) {
      const std::string text = format_option(option);
      ASSERT_EQ(parse_filter_option(text), option) << text;
    }
  }
}

/// Returns the cd_values of a spec of numbers, as `resolve` makes them.
Chain chain_of(const FilterSpec& spec) {
  Chain chain;
  for (const FilterAsWritten& filter : spec.filters) {
    const auto& numeric = std::get<NumericFilter>(filter);
    chain.push_back({numeric.id, {}});
    for (const Constant& constant : numeric.parameters) {
      for (const std::uint32_t value : cd_values_of(constant)) {
        chain.back().parameters.push_back(value);
      }
    }
  }
  return chain;
}

void each_chain(const Chain& begun, int budget, const std::function<void(const Chain&)>& visit) {
  for (const std::uint32_t id : {1U, 307U, 65535U}) {
    Chain chain = begun;
    chain.push_back({id, {}});
    const std::function<void(int)> extend = [&](int left) {
      visit(chain);
      if (left == 0) return;
      each_chain(chain, left - 1, visit);
      for (const std::uint32_t word : {0U, 9U, 4294967295U}) {
        chain.back().parameters.push_back(word);
        extend(left - 1);
        chain.back().parameters.pop_back();
      }
    };
    extend(budget);
  }
}

TEST(Exhaustive, ParsingInvertsFormatNumeric) {
  std::size_t count = 0;
  each_chain({}, max_operators, [&](const Chain& chain) {
    ++count;
    const std::string text = format_numeric(chain);
    ASSERT_EQ(chain_of(parse_filter_spec(text)), chain) << text;
  });
  EXPECT_GT(count, 500U);
}

/// A file holds only the cd_values: tags are lost, the values stay.
TEST(Exhaustive, CdValuesSurviveBothPrinters) {
  each_numeric_filter({307, {}, {}, {}}, max_operators, [](const FilterAsWritten& filter, int) {
    const FilterSpec spec{{filter}};
    ASSERT_EQ(chain_of(parse_filter_spec(format_numeric(chain_of(spec)))), chain_of(spec));
    ASSERT_EQ(chain_of(parse_filter_spec(format_spec(spec))), chain_of(spec));
  });
}

}  // namespace
}  // namespace ncf
