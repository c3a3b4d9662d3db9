// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that grammar/filter-spec.ebnf, its samples, the fuzz dictionary and the parser agree.
#include "support/grammar.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ncf/filter_spec.hpp"

namespace ncf {
namespace {

/// Returns the canonical text and then the warnings, or the message.
test::ParseOutcome parse(const std::string& rule, std::string_view text) {
  try {
    Warnings warnings;
    std::string printed = rule == "option" ? format_option(parse_filter_option(text, &warnings))
                                           : format_spec(parse_filter_spec(text, &warnings));
    for (const std::string& warning : warnings) printed += "\nwarning: " + warning;
    return {true, {}, printed};
  } catch (const SyntaxError& error) {
    return {false, error.reason(), error.what()};
  }
}

const test::GrammarCheck& check() {
  static const test::GrammarCheck instance(
      {.name = "filter-spec",
       .rules = {{"option", "option"}, {"spec", "speclist"}},
       .parse = parse,
       .reasons_in_words = {"filter id out of range", "out of range",
                            "incorrect JSON: nested more than", "incorrect JSON: \"",
                            "incorrect JSON: a number too large",
                            "incorrect JSON: half a surrogate pair"},
       .spoilers = ",|&=*:?![]{}\\\"-+._ 09abdefglnsu\n"});
  return instance;
}

TEST(FilterSpecGrammar, DefinesEveryRuleItUsesAndUsesEveryRuleItDefines) {
  check().defines_every_rule_it_uses_and_uses_every_rule_it_defines();
}

TEST(FilterSpecGrammar, ValidSamplesPrintAsExpected) { check().valid_samples_print_as_expected(); }

TEST(FilterSpecGrammar, InvalidSamplesFailWithTheWholeMessage) {
  check().invalid_samples_fail_with_the_whole_message();
}

TEST(FilterSpecGrammar, RecognisesEveryValidSample) { check().recognises_every_valid_sample(); }

TEST(FilterSpecGrammar, RecognisesNoInvalidSampleExceptWhatItForbidsInWords) {
  check().recognises_no_invalid_sample_except_what_it_forbids_in_words();
}

TEST(FilterSpecGrammar, ParserTakesRandomSentencesOfTheGrammar) {
  check().parser_takes_random_sentences();
}

TEST(FilterSpecGrammar, ParserAndGrammarAgreeOnSpoiltSentences) {
  check().parser_and_grammar_agree_on_spoilt_sentences();
}

TEST(FilterSpecGrammar, EveryTerminalStandsInAValidSample) {
  check().every_terminal_stands_in_a_valid_sample();
}

TEST(FilterSpecGrammar, EveryTerminalStandsInTheFuzzDictionary) {
  check().every_terminal_stands_in_the_fuzz_dictionary();
}

}  // namespace
}  // namespace ncf
