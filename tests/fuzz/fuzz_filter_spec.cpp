// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as the argument of `-F` and as a `_Filter`: they are refused with an ncf::Error,
// or they keep the laws of ncf/filter_spec.hpp. Accepted specs are also resolved and matched.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "filter/spec/selector.hpp"
#include "ncf/filter_spec.hpp"
#include "support/law.hpp"

namespace {

using ncf::test::require;

void check_resolving(const ncf::FilterSpec& spec, std::string_view text) {
  ncf::Chain chain;
  try {
    chain = ncf::resolve(spec, text);
  } catch (const ncf::Error&) {
    return;
  }
  for (ncf::Filter& filter : chain) filter.flag = ncf::FilterFlag::usual;  // words have no flags
  const std::string words = ncf::format_numeric(chain);
  require(ncf::resolve(ncf::parse_filter_spec(words)) == chain, "words read back", words);
}

void check_spec(std::string_view text) {
  try {
    ncf::Warnings warnings;
    const ncf::FilterSpec spec = ncf::parse_filter_spec(text, &warnings);
    const std::string printed = ncf::format_spec(spec);
    require(ncf::parse_filter_spec(printed) == spec, "a printed spec reads back", printed);
    check_resolving(spec, text);
  } catch (const ncf::SyntaxError&) {
    return;
  }
}

void match(const ncf::FilterOption& option, std::string_view text) {
  static const std::array<ncf::filter::SelectableVariable, 4> variables{
      {{"/t2m", "float"},
       {"/a,b*", "double"},
       {"/forecast/t2m", "float"},
       {"/f/h\xC3\xB6he", "int"}}};
  static const ncf::filter::SelectorMatcher matcher(variables);
  for (const ncf::SelectorItem& item : option.selector.items) {
    try {
      static_cast<void>(matcher.match(item, text));
    } catch (const ncf::Error&) {
      continue;
    }
  }
}

void check_option(std::string_view text) {
  try {
    const ncf::FilterOption option = ncf::parse_filter_option(text);
    const std::string printed = ncf::format_option(option);
    require(ncf::parse_filter_option(printed) == option, "a printed option reads back", printed);
    match(option, text);
  } catch (const ncf::SyntaxError&) {
    return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_spec(text);
  check_option(text);
  return 0;
}
