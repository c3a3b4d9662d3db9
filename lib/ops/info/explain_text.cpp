// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>

#include "filter/registry/registry.hpp"
#include "ncf/explain.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"

namespace ncf {

constexpr auto names_of(CdValuesForm /*any*/) {
  return std::to_array<std::string_view>({"visible", "working", "same", "ambiguous"});
}

namespace {

std::string_view form_sentence(CdValuesForm form) {
  constexpr std::string_view sentences[] = {
      "visible parameters, as a user gives them", "working parameters, as a file stores them",
      "parameters (the same from a user and in a file)",
      "parameters that mean one thing from a user and another in a file"};
  return sentences[static_cast<std::size_t>(form)];
}

std::string indented(const std::string& lines) {
  std::string text;
  std::size_t begin = 0;
  while (begin < lines.size()) {
    const std::size_t end = lines.find('\n', begin) + 1;
    text += "    " + lines.substr(begin, end - begin);
    begin = end;
  }
  return text;
}

std::string value_text(const ParameterExplanation& parameter) {
  const std::string flags = parameter.flags.empty() ? "" : " with " + parameter.flags;
  return fmt::format("{}={}{}", parameter.name, parameter.value, flags);
}

std::string meaning_text(const ParameterExplanation& parameter) {
  if (parameter.is_set_by_filter) return parameter.help + "; the filter sets it";
  return parameter.allowed.empty() ? parameter.help
                                   : fmt::format("{}: {}", parameter.allowed, parameter.help);
}

std::string format_parameter_table(const std::vector<ParameterExplanation>& parameters) {
  std::vector<ops::TableRow> rows;
  for (const ParameterExplanation& parameter : parameters) {
    rows.push_back({fmt::format("{}", fmt::join(parameter.cd_values, ",")), value_text(parameter),
                    meaning_text(parameter)});
  }
  return indented(ops::format_table(rows));
}

std::string format_filter(const FilterExplanation& one) {
  std::string text = one.summary + '\n';
  const auto add = [&text](const std::string& line) {
    if (!line.empty()) text += "  " + line + '\n';
  };
  add(one.description);
  add(fmt::format("filter {}{}", one.filter.id,
                  one.provided_by.empty() ? "" : ", from " + one.provided_by));
  add(fmt::format("{}", form_sentence(one.form)));
  text += format_parameter_table(one.parameters);
  for (const std::string& note : one.notes) add(note);
  return text + '\n';
}

std::string format_notations(const std::vector<Notation>& notations) {
  std::size_t width = 0;
  for (const Notation& notation : notations) width = std::max(width, notation.name.size());
  std::string text;
  const auto add = [&](const std::string& name, const std::string& line) {
    text += fmt::format("{:<{}}  {}\n", name, width, line);
  };
  for (const Notation& notation : notations) {
    if (!notation.text.empty()) add(notation.name, notation.text);
    if (!notation.note.empty()) {
      add(notation.text.empty() ? notation.name : "", '(' + notation.note + ')');
    }
  }
  return text;
}

}  // namespace

std::string format_explanation(const Explanation& explanation) {
  std::string text;
  for (const FilterExplanation& one : explanation.filters) text += format_filter(one);
  return text + format_notations(explanation.notations);
}

void fields(auto& archive, ParameterExplanation& parameter) {
  archive("cd_values", parameter.cd_values, "name", parameter.name, "value", parameter.value,
          "flags", base::json_text_or_null(parameter.flags), "allowed",
          base::json_text_or_null(parameter.allowed), "help", parameter.help, "set_by_filter",
          parameter.is_set_by_filter);
}

void fields(auto& archive, FilterExplanation& one) {
  archive("id", one.filter.id, "parameters", one.filter.parameters, "flag",
          filter::name_of(one.filter.flag), "summary", one.summary, "description",
          base::json_text_or_null(one.description), "provided_by",
          base::json_text_or_null(one.provided_by), "form", one.form, "explanations",
          one.parameters, "notes", one.notes);
}

void fields(auto& archive, Explanation& explanation) {
  archive("filters", explanation.filters, "notations", explanation.notations);
}

std::string format_explanation_json(const Explanation& explanation) {
  return format_record(explanation);
}

}  // namespace ncf
