// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/json/json.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/explain.hpp"
#include "ops/report_json.hpp"
#include "ops/text_table.hpp"

namespace ncf {
namespace {

using base::Json;
using base::json_object;
using base::json_text_or_null;

std::string_view form_name(WordsForm form) {
  switch (form) {
    case WordsForm::visible:
      return "visible";
    case WordsForm::working:
      return "working";
    case WordsForm::same:
      return "same";
    case WordsForm::ambiguous:
      return "ambiguous";
  }
  return "";
}

std::string_view form_sentence(WordsForm form) {
  switch (form) {
    case WordsForm::visible:
      return "visible parameters, as a user gives them";
    case WordsForm::working:
      return "working parameters, as a file stores them";
    case WordsForm::same:
      return "parameters (the same from a user and in a file)";
    case WordsForm::ambiguous:
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

std::string value_text(const WordExplanation& word) {
  const std::string flags = word.flags.empty() ? "" : " with " + word.flags;
  return fmt::format("{}={}{}", word.name, word.value, flags);
}

std::string meaning_text(const WordExplanation& word) {
  if (word.is_set_by_filter) return word.help + "; the filter sets it";
  return word.allowed.empty() ? word.help : fmt::format("{}: {}", word.allowed, word.help);
}

std::string format_word_table(const std::vector<WordExplanation>& words) {
  std::vector<ops::TableRow> rows;
  for (const WordExplanation& word : words) {
    rows.push_back(
        {fmt::format("{}", fmt::join(word.words, ",")), value_text(word), meaning_text(word)});
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
  text += format_word_table(one.words);
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

Json word_json(const WordExplanation& word) {
  return json_object({{"words", word.words},
                      {"name", word.name},
                      {"value", word.value},
                      {"flags", json_text_or_null(word.flags)},
                      {"allowed", json_text_or_null(word.allowed)},
                      {"help", word.help},
                      {"set_by_filter", word.is_set_by_filter}});
}

Json filter_json(const FilterExplanation& one) {
  return json_object({{"id", one.filter.id},
                      {"parameters", one.filter.parameters},
                      {"flag", filter::name_of(one.filter.flag)},
                      {"summary", one.summary},
                      {"description", json_text_or_null(one.description)},
                      {"provided_by", json_text_or_null(one.provided_by)},
                      {"form", form_name(one.form)},
                      {"words", json_list(one.words, word_json)},
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
      json_object({{"filters", json_list(explanation.filters, filter_json)},
                   {"notations", base::json_list(explanation.notations, ops::notation_json)}});
  return format_json(json, base::JsonTexts::standard);
}

}  // namespace ncf
