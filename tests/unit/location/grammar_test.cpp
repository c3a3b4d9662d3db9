// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that grammar/location.ebnf, its samples, the fuzz dictionary and the parser agree.
#include "support/grammar.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "location/inference.hpp"
#include "ncf/error.hpp"

namespace ncf::location {
namespace {

/// Returns the inference without contents in folder /here, or the message.
test::ParseOutcome parse(const std::string& rule, std::string_view text) {
  if (rule == "url" && !claims_to_be_url(text)) return {false, "a path", "a path"};
  try {
    const Inference inference = infer(parse_location(text), {}, {.working_folder = "/here"});
    std::string printed(implementation_name(inference.implementation));
    if (inference.zarr_version) printed += ", version " + std::to_string(*inference.zarr_version);
    return {true, {}, printed + ": " + inference.canonical};
  } catch (const SyntaxError& error) {
    return {false, error.reason(), error.what()};
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage) << text;
    return {false, error.message(), error.what()};
  }
}

const test::GrammarCheck& check() {
  static const test::GrammarCheck instance(
      {.name = "location",
       .rules = {{"location", "location"}, {"url", "url"}},
       .parse = parse,
       .reasons_in_words = {"mode=", "unknown mode=", "no bucket", "incorrect S3 host",
                            "incorrect S3 region"},
       .spoilers = "://?#[]&=,@%\\.-+ 09afilehtpsd\n"});
  return instance;
}

TEST(LocationGrammar, DefinesEveryRuleItUsesAndUsesEveryRuleItDefines) {
  check().defines_every_rule_it_uses_and_uses_every_rule_it_defines();
}

TEST(LocationGrammar, ValidSamplesPrintAsExpected) { check().valid_samples_print_as_expected(); }

TEST(LocationGrammar, InvalidSamplesFailWithTheWholeMessage) {
  check().invalid_samples_fail_with_the_whole_message();
}

TEST(LocationGrammar, RecognisesEveryValidSample) { check().recognises_every_valid_sample(); }

TEST(LocationGrammar, RecognisesNoInvalidSampleExceptWhatItForbidsInWords) {
  check().recognises_no_invalid_sample_except_what_it_forbids_in_words();
}

TEST(LocationGrammar, ParserTakesRandomSentencesOfTheGrammar) {
  check().parser_takes_random_sentences();
}

TEST(LocationGrammar, ParserAndGrammarAgreeOnSpoiltSentences) {
  check().parser_and_grammar_agree_on_spoilt_sentences();
}

TEST(LocationGrammar, EveryTerminalStandsInAValidSample) {
  check().every_terminal_stands_in_a_valid_sample();
}

TEST(LocationGrammar, EveryTerminalStandsInTheFuzzDictionary) {
  check().every_terminal_stands_in_the_fuzz_dictionary();
}

}  // namespace
}  // namespace ncf::location
