// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Holds grammar/filter-spec.ebnf, its samples, the fuzz dictionary and the parser together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "filter/characters.hpp"
#include "ncf/filter_spec.hpp"
#include "support/ebnf.hpp"

namespace ncf {
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

std::string without_last_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

/// A file under grammar/valid or grammar/invalid.
struct Sample {
  fs::path path;
  std::string text;
  std::string expected;

  [[nodiscard]] std::string rule() const {
    return path.extension() == ".option" ? "option" : "speclist";
  }
};

std::vector<Sample> read_samples(const std::string& folder) {
  std::vector<Sample> samples;
  for (const fs::directory_entry& entry : fs::directory_iterator(grammar_folder() / folder)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".option" && path.extension() != ".spec") continue;
    samples.push_back({path, without_last_line_end(read_file(path)),
                       without_last_line_end(read_file(path.string() + ".expect"))});
  }
  if (samples.empty()) throw std::runtime_error("no samples in grammar/" + folder);
  return samples;
}

const test::Ebnf& grammar() {
  static const test::Ebnf instance(read_file(grammar_folder() / "filter-spec.ebnf"));
  return instance;
}

/// What the parser makes of a text: the canonical text and then the warnings, or the message.
struct Outcome {
  bool accepted = false;
  std::string reason;  ///< of a refusal, without the text
  std::string printed;
};

Outcome parse(const std::string& rule, std::string_view text) {
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

/// Refusals for reasons that grammar/filter-spec.ebnf gives in words only.
bool is_beyond_grammar(const std::string& reason) {
  static const char* const reasons[] = {"filter id out of range",
                                        "out of range",
                                        "JSON nested too deep",
                                        "JSON object with the key",
                                        "incorrect JSON: number out of range",
                                        "incorrect JSON: invalid string: surrogate"};
  return std::any_of(std::begin(reasons), std::end(reasons),
                     [&](const char* known) { return reason.starts_with(known); });
}

TEST(FilterSpecGrammar, DefinesEveryRuleItUsesAndUsesEveryRuleItDefines) {
  EXPECT_EQ(grammar().undefined_rules(), std::set<std::string>());
  EXPECT_EQ(grammar().unreachable_rules({"option", "speclist"}), std::set<std::string>());
}

TEST(FilterSpecGrammar, ValidSamplesPrintAsExpected) {
  for (const Sample& sample : read_samples("valid")) {
    const Outcome outcome = parse(sample.rule(), sample.text);
    EXPECT_TRUE(outcome.accepted) << sample.path;
    EXPECT_EQ(outcome.printed, sample.expected) << sample.path;
  }
}

TEST(FilterSpecGrammar, InvalidSamplesFailWithTheWholeMessage) {
  for (const Sample& sample : read_samples("invalid")) {
    const Outcome outcome = parse(sample.rule(), sample.text);
    EXPECT_FALSE(outcome.accepted) << sample.path;
    EXPECT_EQ(outcome.printed, sample.expected) << sample.path;
  }
}

TEST(FilterSpecGrammar, RecognisesEveryValidSample) {
  for (const Sample& sample : read_samples("valid")) {
    EXPECT_TRUE(grammar().recognises(sample.rule(), sample.text)) << sample.path;
  }
}

TEST(FilterSpecGrammar, RecognisesNoInvalidSampleExceptWhatItForbidsInWords) {
  for (const Sample& sample : read_samples("invalid")) {
    const bool in_words = is_beyond_grammar(parse(sample.rule(), sample.text).reason);
    EXPECT_EQ(grammar().recognises(sample.rule(), sample.text), in_words) << sample.path;
  }
}

TEST(FilterSpecGrammar, ParserTakesRandomSentencesOfTheGrammar) {
  std::mt19937 random(307);
  int accepted = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string rule = i % 2 == 0 ? "option" : "speclist";
    const std::string sentence = grammar().derive(rule, random, 20 + i / 20);
    const Outcome outcome = parse(rule, sentence);
    accepted += outcome.accepted ? 1 : 0;
    EXPECT_TRUE(outcome.accepted || is_beyond_grammar(outcome.reason)) << outcome.printed;
  }
  EXPECT_GT(accepted, 2000);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

/// A sentence with a byte put in, taken out or replaced is in the language of both or of neither.
TEST(FilterSpecGrammar, ParserAndGrammarAgreeOnSpoiltSentences) {
  std::mt19937 random(32015);
  const std::string inserts = ",|&=*:?![]{}\\\"-+._ 09abdefglnsu\n";
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string rule = i % 2 == 0 ? "option" : "speclist";
    std::string sentence = grammar().derive(rule, random, 20 + i / 100);
    if (!is_ascii(sentence)) continue;  // half a code point is no text that a grammar speaks of
    const std::size_t at = random() % (sentence.size() + 1);
    const char insert = inserts[random() % inserts.size()];
    sentence.replace(at, random() % 2, random() % 3 == 0 ? "" : std::string(1, insert));
    const Outcome outcome = parse(rule, sentence);
    refused += outcome.accepted ? 0 : 1;
    if (outcome.accepted) {
      EXPECT_TRUE(grammar().recognises(rule, sentence)) << sentence;
    } else if (grammar().recognises(rule, sentence)) {
      EXPECT_TRUE(is_beyond_grammar(outcome.reason)) << outcome.printed;
    }
  }
  EXPECT_GT(refused, 500);
}

std::string lower_case(std::string text) {
  for (char& c : text) c = filter::to_lower(c);
  return text;
}

TEST(FilterSpecGrammar, EveryTerminalStandsInAValidSample) {
  std::string all;
  for (const Sample& sample : read_samples("valid")) all += lower_case(sample.text) + '\n';
  for (const std::string& terminal : grammar().terminals()) {
    EXPECT_NE(all.find(terminal), std::string::npos) << terminal;
  }
}

/// The quoted entries of a libFuzzer dictionary, unescaped.
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

TEST(FilterSpecGrammar, EveryTerminalStandsInTheFuzzDictionary) {
  const std::set<std::string> entries =
      read_dictionary(grammar_folder() / "tokens" / "filter-spec.dict");
  for (const std::string& terminal : grammar().terminals()) {
    EXPECT_EQ(entries.count(terminal), 1U) << terminal;
  }
}

}  // namespace
}  // namespace ncf
