// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "support/grammar.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/text/characters.hpp"
#include "support/caret.hpp"

namespace ncf::test {
namespace {

namespace fs = std::filesystem;

fs::path grammar_folder() {
  const char* const source = std::getenv("NCF_SOURCE_DIR");
  if (source == nullptr) throw std::runtime_error("NCF_SOURCE_DIR is not set");
  return fs::path(source) / "grammar";
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

std::string lower_case(std::string text) {
  for (char& c : text) c = base::to_lower(c);
  return text;
}

/// Returns the quoted entries of a libFuzzer dictionary, unescaped.
std::set<std::string> read_dictionary(const fs::path& path) {
  std::set<std::string> entries;
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('"')) continue;
    std::string entry;
    for (std::size_t i = 1; i + 1 < line.size(); ++i) {
      if (line[i] == '\\') ++i;
      entry += line[i];
    }
    entries.insert(entry);
  }
  return entries;
}

}  // namespace

GrammarCheck::GrammarCheck(Language language)
    : language_(std::move(language)),
      grammar_(read_file(grammar_folder() / (language_.name + ".ebnf"))) {
  for (const auto& [table, rule] : language_.rules) {
    start_rules_.push_back(rule);
    for (GrammarSample& sample :
         read_grammar_samples(grammar_folder() / "samples" / (table + ".txt"))) {
      (sample.is_valid ? valid_ : invalid_).push_back({rule, std::move(sample)});
    }
  }
}

bool GrammarCheck::is_beyond_grammar(const std::string& reason) const {
  const std::vector<std::string>& known = language_.reasons_in_words;
  return std::any_of(known.begin(), known.end(),
                     [&](const std::string& beginning) { return reason.starts_with(beginning); });
}

const std::string& GrammarCheck::rule_of_turn(int turn) const {
  return start_rules_[static_cast<std::size_t>(turn) % start_rules_.size()];
}

void GrammarCheck::defines_every_rule_it_uses_and_uses_every_rule_it_defines() const {
  EXPECT_EQ(grammar_.undefined_rules(), std::set<std::string>());
  EXPECT_EQ(grammar_.unreachable_rules({start_rules_.begin(), start_rules_.end()}),
            std::set<std::string>());
}

void GrammarCheck::valid_samples_print_as_expected() const {
  for (const auto& [rule, sample] : valid_) {
    const ParseOutcome outcome = language_.parse(rule, sample.text);
    EXPECT_TRUE(outcome.accepted) << sample;
    EXPECT_EQ(outcome.printed, sample.expected) << sample;
  }
}

void GrammarCheck::invalid_samples_fail_with_the_whole_message() const {
  for (const auto& [rule, sample] : invalid_) {
    const ParseOutcome outcome = language_.parse(rule, sample.text);
    EXPECT_FALSE(outcome.accepted) << sample;
    EXPECT_EQ(under_text(sample.text, outcome.printed), sample.expected) << sample;
  }
}

void GrammarCheck::recognises_every_valid_sample() const {
  for (const auto& [rule, sample] : valid_) {
    EXPECT_TRUE(grammar_.recognises(rule, sample.text)) << sample;
  }
}

void GrammarCheck::recognises_no_invalid_sample_except_what_it_forbids_in_words() const {
  for (const auto& [rule, sample] : invalid_) {
    const bool in_words = is_beyond_grammar(language_.parse(rule, sample.text).reason);
    EXPECT_EQ(grammar_.recognises(rule, sample.text), in_words) << sample;
  }
}

void GrammarCheck::parser_takes_random_sentences() const {
  std::mt19937 random(307);
  int accepted = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string& rule = rule_of_turn(i);
    const std::string sentence = grammar_.derive(rule, random, 20 + i / 20);
    const ParseOutcome outcome = language_.parse(rule, sentence);
    accepted += outcome.accepted ? 1 : 0;
    EXPECT_TRUE(outcome.accepted || is_beyond_grammar(outcome.reason)) << outcome.printed;
  }
  EXPECT_GT(accepted, 2000);
}

void GrammarCheck::parser_and_grammar_agree_on_spoilt_sentences() const {
  std::mt19937 random(32015);
  const std::string& spoilers = language_.spoilers;
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string& rule = rule_of_turn(i);
    std::string sentence = grammar_.derive(rule, random, 20 + i / 100);
    if (!is_ascii(sentence)) continue;  // grammars describe whole code points
    const std::size_t at = random() % (sentence.size() + 1);
    const char spoiler = spoilers[random() % spoilers.size()];
    sentence.replace(at, random() % 2, random() % 3 == 0 ? "" : std::string(1, spoiler));
    const ParseOutcome outcome = language_.parse(rule, sentence);
    refused += outcome.accepted ? 0 : 1;
    if (outcome.accepted) {
      EXPECT_TRUE(grammar_.recognises(rule, sentence)) << sentence;
    } else if (grammar_.recognises(rule, sentence)) {
      EXPECT_TRUE(is_beyond_grammar(outcome.reason)) << outcome.printed;
    }
  }
  EXPECT_GT(refused, 500);
}

void GrammarCheck::every_terminal_stands_in_a_valid_sample() const {
  std::string all;
  for (const auto& [rule, sample] : valid_) all += lower_case(sample.text) + '\n';
  for (const std::string& terminal : grammar_.terminals()) {
    EXPECT_NE(all.find(lower_case(terminal)), std::string::npos) << terminal;
  }
}

void GrammarCheck::every_terminal_stands_in_the_fuzz_dictionary() const {
  const std::set<std::string> entries =
      read_dictionary(grammar_folder() / "tokens" / (language_.name + ".dict"));
  for (const std::string& terminal : grammar_.terminals()) {
    EXPECT_EQ(entries.count(terminal), 1U) << terminal;
  }
}

}  // namespace ncf::test
