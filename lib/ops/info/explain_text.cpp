// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/json/json.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/explain.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"

namespace ncf {
namespace {

using base::Json;
using base::json_object;
using base::json_text_or_null;

std::string_view form_name(CdValuesForm form) {
  switch (form) {
    case CdValuesForm::visible:
      return "visible";
    case CdValuesForm::working:
      return "working";
    case CdValuesForm::same:
      return "same";
    case CdValuesForm::ambiguous:
      return "ambiguous";
  }
  return "";
}

std::string_view form_sentence(CdValuesForm form) {
  switch (form) {
    case CdValuesForm::visible:
      return "visible parameters, as a user gives them";
    case CdValuesForm::working:
      return "working parameters, as a file stores them";
    case CdValuesForm::same:
      return "parameters (the same from a user and in a file)";
    case CdValuesForm::ambiguous:
      return "parameters that mean one thing from a user and another in a file";
  }
  return "";
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

Json explained_parameter_json(const ParameterExplanation& parameter) {
  return json_object({{"cd_values", parameter.cd_values},
                      {"name", parameter.name},
                      {"value", parameter.value},
                      {"flags", json_text_or_null(parameter.flags)},
                      {"allowed", json_text_or_null(parameter.allowed)},
                      {"help", parameter.help},
                      {"set_by_filter", parameter.is_set_by_filter}});
}

Json explained_filter_json(const FilterExplanation& one) {
  return json_object({{"id", one.filter.id},
                      {"parameters", one.filter.parameters},
                      {"flag", filter::name_of(one.filter.flag)},
                      {"summary", one.summary},
                      {"description", json_text_or_null(one.description)},
                      {"provided_by", json_text_or_null(one.provided_by)},
                      {"form", form_name(one.form)},
                      {"explanations", json_list(one.parameters, explained_parameter_json)},
                      {"notes", one.notes}});
}

}  // namespace

std::string format_explanation(const Explanation& explanation) {
  std::string text;
  for (const FilterExplanation& one : explanation.filters) text += format_filter(one);
  return text + format_notations(explanation.notations);
}

std::string format_explanation_json(const Explanation& explanation) {
  const Json json =
      json_object({{"filters", json_list(explanation.filters, explained_filter_json)},
                   {"notations", base::json_list(explanation.notations, ops::notation_json)}});
  return format_json(json, base::JsonTexts::standard);
}

}  // namespace ncf
