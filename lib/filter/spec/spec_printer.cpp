// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "filter/spec/constant.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf {
namespace {

void append(std::string& text, const FilterMarks& marks) {
  if (marks.is_optional) text += '?';
  if (marks.accepts_changes) text += '~';
}

void append(std::string& text, const NumericFilter& filter) {
  text += std::to_string(filter.id);
  append(text, filter.marks);
  for (const Constant& parameter : filter.parameters) {
    text += ',' + filter::format_constant(parameter);
  }
}

void append(std::string& text, const NamedFilter& filter) {
  text += filter.name;
  append(text, filter.marks);
  for (const Argument& argument : filter.arguments) {
    text += ',';
    if (!argument.key.empty()) text += argument.key + '=';
    const auto* const constant = std::get_if<Constant>(&argument.value);
    text += constant != nullptr ? filter::format_constant(*constant)
                                : std::get<std::string>(argument.value);
  }
}

void append(std::string& text, const JsonFilter& filter) { text += filter.text; }

void append(std::string& text, const Selector& selector) {
  const char* separator = "";
  for (const SelectorItem& item : selector.items) {
    text += separator + item.text;
    separator = "&";
  }
}

FilterMarks marks_of(const Filter& filter) {
  return {filter.flag == FilterFlag::optional, filter.accepts_changes};
}

FilterMarks marks_of(const StoredFilter& filter) {
  return {filter.flag == FilterFlag::optional, false};
}

template <typename AnyChain>
std::string join_numbers(const AnyChain& chain) {
  std::string text;
  const char* separator = "";
  for (const auto& filter : chain) {
    text += separator + std::to_string(filter.id);
    append(text, marks_of(filter));
    for (const std::uint32_t value : filter.parameters) text += ',' + std::to_string(value);
    separator = "|";
  }
  return text;
}

}  // namespace

std::string format_spec(const FilterSpec& spec) {
  std::string text;
  const char* separator = "";
  for (const FilterAsWritten& filter : spec.filters) {
    text += separator;
    std::visit([&text](const auto& as_written) { append(text, as_written); }, filter);
    separator = "|";
  }
  return text;
}

std::string format_option(const FilterOption& option) {
  std::string text;
  append(text, option.selector);
  text += ',';
  text += option.none ? "none" : format_spec(option.spec);
  return text;
}

std::string format_numeric(const Chain& chain) { return join_numbers(chain); }

std::string format_numeric(const StoredChain& chain) { return join_numbers(chain); }

}  // namespace ncf
