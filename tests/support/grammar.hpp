// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that a grammar under grammar/, its samples, its fuzz dictionary and a hand-written parser
// agree. A test describes the language and calls each check in one TEST; disagreements are failures
// of GoogleTest.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/ebnf.hpp"
#include "support/grammar_samples.hpp"

namespace ncf::test {

/// The result of parsing a text.
struct ParseOutcome {
  bool accepted = false;
  std::string reason;   ///< the reason of a refusal, without the text
  std::string printed;  ///< what the parser understood, or the whole message
};

struct Language {
  std::string name;                          ///< of grammar/NAME.ebnf and grammar/tokens/NAME.dict
  std::map<std::string, std::string> rules;  ///< the rule that each table of samples follows
  std::function<ParseOutcome(const std::string& rule, std::string_view text)> parse;
  /// The beginnings of refusals for reasons that the grammar states in words only.
  std::vector<std::string> reasons_in_words;
  std::string spoilers;  ///< bytes worth putting into a sentence to spoil it
};

class GrammarCheck {
 public:
  /// throws: std::runtime_error if a file is missing or the grammar does not follow the notation.
  explicit GrammarCheck(Language language);

  void defines_every_rule_it_uses_and_uses_every_rule_it_defines() const;
  void valid_samples_print_as_expected() const;
  void invalid_samples_fail_with_the_whole_message() const;
  void recognises_every_valid_sample() const;
  void recognises_no_invalid_sample_except_what_it_forbids_in_words() const;
  void parser_takes_random_sentences() const;
  /// Checks that the parser and the grammar agree on sentences in which a byte was inserted,
  /// removed or replaced.
  void parser_and_grammar_agree_on_spoilt_sentences() const;
  void every_terminal_stands_in_a_valid_sample() const;
  void every_terminal_stands_in_the_fuzz_dictionary() const;

 private:
  using SampleOfRule = std::pair<std::string, GrammarSample>;

  [[nodiscard]] bool is_beyond_grammar(const std::string& reason) const;
  [[nodiscard]] const std::string& rule_of_turn(int turn) const;

  Language language_;
  std::vector<std::string> start_rules_;
  std::vector<SampleOfRule> valid_;
  std::vector<SampleOfRule> invalid_;
  Ebnf grammar_;
};

}  // namespace ncf::test
