// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/program_notation.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "filter/registry.hpp"
#include "filter/words.hpp"

namespace ncf::ops {
namespace {

using filter::Choice;
using filter::Parameter;
using filter::ProgramNotation;
using filter::Reading;

const ProgramNotation* find_notation(const filter::FilterFacts& facts, filter::Program program,
                                     filter::Words visible) {
  for (const ProgramNotation& one : facts.notations) {
    if (one.program == program && (one.applies == nullptr || one.applies(visible))) return &one;
  }
  return nullptr;
}

/// The text for a choice among texts that are separated by bars.
std::string_view choose(const Parameter& parameter, double value, std::string_view texts) {
  const std::string name = format_value(parameter, value);
  for (const Choice& choice : parameter.choices) {
    const std::size_t end = std::min(texts.find('|'), texts.size());
    if (choice.name == name) return texts.substr(0, end);
    texts.remove_prefix(std::min(end + 1, texts.size()));
  }
  return "";
}

/// What stands between braces: "level", "mask:EC|NN". A parameter that is left out is 0.
std::string text_of(const Reading& reading, std::string_view placeholder) {
  const std::size_t colon = std::min(placeholder.find(':'), placeholder.size());
  const auto parameters = reading.layout->parameters;
  const auto found = std::find_if(
      parameters.begin(), parameters.end(),
      [&](const Parameter& parameter) { return parameter.name == placeholder.substr(0, colon); });
  const auto given = reading.values.at(static_cast<std::size_t>(found - parameters.begin()));
  const double value = given.value_or(found->default_value.value_or(0));
  if (colon == placeholder.size()) return format_value(*found, value);
  return std::string(choose(*found, value, placeholder.substr(colon + 1)));
}

std::string filled_in(std::string_view text, const Reading& reading) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    filled += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find('}');
    filled += text_of(reading, text.substr(1, close - 1));
    text.remove_prefix(close + 1);
  }
  return filled;
}

}  // namespace

std::optional<FilterNotation> notation_in(filter::Program program, const Filter& one) {
  const filter::FilterFacts* facts = filter::find_filter(one.id);
  if (facts == nullptr) return std::nullopt;
  const ProgramNotation* notation = find_notation(*facts, program, one.parameters);
  if (notation == nullptr) return std::nullopt;
  const auto reading = filter::read_words(*facts, one.parameters, filter::Form::visible);
  if (!reading || reading->fault) return std::nullopt;
  return FilterNotation{filled_in(notation->text, *reading), std::string(notation->note)};
}

}  // namespace ncf::ops
