// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that grammar/cdl.ebnf, its samples, the fuzz dictionary and the parser agree.
#include "support/grammar.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/read/array_reader.hpp"
#include "cdl/read/parser.hpp"
#include "cdl/read/value_reader.hpp"
#include "ncf/error.hpp"

namespace ncf::cdl {
namespace {

/// Reads a text twice, as ncfgen does.
class Reading {
 public:
  explicit Reading(std::string_view text) {
    Diagnostics silent("in.cdl", {});
    read(text, silent, [&](const model::Schema& schema, model::VariableId id, Lexer& lexer) {
      lengths_.resize(schema.dimensions.size());
      LengthCounter(schema, id, lexer, silent, lengths_).count();
    });
    lengths_.resize(document_.schema.dimensions.size());
    Diagnostics diagnostics("in.cdl",
                            [&](const std::string& message) { messages_ += message + "\n"; });
    read(text, diagnostics, [&](const model::Schema& schema, model::VariableId id, Lexer& lexer) {
      read_values(schema, id, lexer, diagnostics);
    });
    is_faulty_ = diagnostics.errors() > 0;
  }

  [[nodiscard]] bool is_faulty() const { return is_faulty_; }
  [[nodiscard]] const std::string& messages() const { return messages_; }

  /// Returns a line for each thing that was read.
  [[nodiscard]] std::string summary() const {
    std::string text = fmt::format("netcdf {}\n", document_.name);
    const model::Schema& schema = document_.schema;
    for (const model::UserType& type : schema.types) {
      text += fmt::format("type {} of {} bytes\n", type.type->name, type.type->size_bytes);
    }
    for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
      const model::Dimension& dimension = schema.dimensions[id];
      text +=
          dimension.is_unlimited
              ? fmt::format("dimension {} unlimited, {}\n", schema.dimension_path(id), lengths_[id])
              : fmt::format("dimension {} = {}\n", schema.dimension_path(id), dimension.length);
    }
    for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
      text += attributes(schema.group_path(id), schema.groups[id].attributes);
    }
    for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
      const model::Variable& variable = schema.variables[id];
      text += fmt::format("variable {} {}, {} dimensions\n", variable.type->name,
                          schema.variable_path(id), variable.dimensions.size());
      text += attributes(schema.variable_path(id), variable.attributes);
    }
    return text + values_ + messages_;
  }

 private:
  static std::string attributes(const std::string& owner,
                                const std::vector<model::Attribute>& attributes) {
    std::string text;
    for (const model::Attribute& attribute : attributes) {
      text += fmt::format("attribute {} {}:{}, {} values\n", attribute.values->type()->name, owner,
                          attribute.name, attribute.values->count());
    }
    return text;
  }

  void read(std::string_view text, Diagnostics& diagnostics, const DataHandler& on_data) {
    TextWindow window(source_of(text));
    document_ = Parser(window, diagnostics, on_data).parse();
  }

  void read_values(const model::Schema& schema, model::VariableId id, Lexer& lexer,
                   Diagnostics& diagnostics) {
    const model::Variable& variable = schema.variables[id];
    std::vector<std::size_t> shape = schema.shape(variable);
    std::size_t total = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (schema.dimensions[variable.dimensions[i]].is_unlimited) {
        shape[i] = lengths_[variable.dimensions[i]];
      }
      total *= shape[i];
    }
    const model::Values fill = fill_value(variable.type);
    ValueStream stream(fill, {total, std::max<std::size_t>(1, total), 64},
                       [](std::size_t, const model::Values&) {});
    ArrayReader(schema, id, shape, lexer, diagnostics, stream).read();
    values_ += fmt::format("data {}: {} of {} values\n", schema.variable_path(id),
                           stream.position(), total);
  }

  Document document_;
  std::vector<std::size_t> lengths_;
  std::string values_;
  std::string messages_;
  bool is_faulty_ = false;
};

std::string without_last_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

test::ParseOutcome parse(const std::string& rule, std::string_view text) {
  const std::string whole =
      rule == "values" ? fmt::format("netcdf v {{ :a = {} ; }}", text) : std::string(text);
  const Reading reading(whole);
  if (!reading.is_faulty()) return {true, {}, without_last_line_end(reading.summary())};
  const std::string& messages = reading.messages();
  const std::string first = messages.substr(0, messages.find('\n'));
  return {false, first.substr(first.find("error: ") + std::string_view("error: ").size()),
          without_last_line_end(messages)};
}

const test::GrammarCheck& check() {
  static const test::GrammarCheck instance(
      {.name = "cdl",
       .rules = {{"cdl", "cdl"}, {"values", "values"}},
       .parse = parse,
       .reasons_in_words = {"dimension ", "variable ", "type ", "attribute ", "member ",
                            "text among", "more than the", "does not fit", "expected {...}",
                            "an attribute cannot", "_Storage"},
       .spoilers = ""});
  return instance;
}

TEST(CdlGrammar, DefinesEveryRuleItUsesAndUsesEveryRuleItDefines) {
  check().defines_every_rule_it_uses_and_uses_every_rule_it_defines();
}

TEST(CdlGrammar, ValidSamplesPrintAsExpected) { check().valid_samples_print_as_expected(); }

TEST(CdlGrammar, InvalidSamplesFailWithTheWholeMessage) {
  check().invalid_samples_fail_with_the_whole_message();
}

TEST(CdlGrammar, RecognisesEveryValidSample) { check().recognises_every_valid_sample(); }

TEST(CdlGrammar, RecognisesNoInvalidSampleExceptWhatItForbidsInWords) {
  check().recognises_no_invalid_sample_except_what_it_forbids_in_words();
}

TEST(CdlGrammar, EveryTerminalStandsInAValidSample) {
  check().every_terminal_stands_in_a_valid_sample();
}

TEST(CdlGrammar, EveryTerminalStandsInTheFuzzDictionary) {
  check().every_terminal_stands_in_the_fuzz_dictionary();
}

}  // namespace
}  // namespace ncf::cdl
