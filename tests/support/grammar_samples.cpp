// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "support/grammar_samples.hpp"

#include <fstream>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace ncf::test {
namespace {

/// Collects the rows of a table, line by line.
class Table {
 public:
  explicit Table(std::string file) : file_(std::move(file)) {}

  void add(const std::string& line) {
    ++line_number_;
    if (line.empty() || line.front() == '#') return;
    if (line.front() == ' ') {
      add_to_row(line);
    } else {
      begin_row(line);
    }
  }

  std::vector<GrammarSample> finish() && {
    end_row();
    return std::move(samples_);
  }

 private:
  void begin_row(const std::string& name) {
    end_row();
    if (!names_.insert(name).second) fail("another row has this name");
    samples_.push_back({place(), name, false, {}, {}});
  }

  void add_to_row(const std::string& line) {
    if (samples_.empty() || line.size() < 3 || line[1] != ' ') fail("expected a name");
    const char mark = line[2];
    if (!may_follow(mark)) fail("expected lines of >, and then lines of = or of !");
    GrammarSample& sample = samples_.back();
    std::string& text = mark == '>' ? sample.text : sample.expected;
    if (mark == last_mark_) text += '\n';
    text += unquoted(std::string_view(line).substr(3));
    sample.is_valid = mark == '=';
    last_mark_ = mark;
  }

  [[nodiscard]] bool may_follow(char mark) const {
    if (mark == last_mark_) return true;
    return mark == '>' ? last_mark_ == no_mark : last_mark_ == '>' && (mark == '=' || mark == '!');
  }

  void end_row() {
    if (!samples_.empty() && (last_mark_ == no_mark || last_mark_ == '>')) {
      fail("the row before does not say what is expected");
    }
    last_mark_ = no_mark;
  }

  /// Returns what follows a mark: nothing, a blank and a text, or a text in quotes.
  [[nodiscard]] std::string_view unquoted(std::string_view rest) const {
    if (rest.empty()) return rest;
    if (rest.front() == ' ' && rest.back() != ' ' && rest.back() != '\t') return rest.substr(1);
    if (rest.size() < 2 || rest.front() != '"' || rest.back() != '"') {
      fail("expected a blank and a text, or quotes around a text that ends in a blank");
    }
    return rest.substr(1, rest.size() - 2);
  }

  [[nodiscard]] std::string place() const { return file_ + ":" + std::to_string(line_number_); }

  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(place() + ": " + why);
  }

  static constexpr char no_mark = '\0';

  std::string file_;
  int line_number_ = 0;
  char last_mark_ = no_mark;
  std::set<std::string> names_;
  std::vector<GrammarSample> samples_;
};

}  // namespace

std::vector<GrammarSample> read_grammar_samples(const std::filesystem::path& table) {
  std::ifstream file(table, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + table.string());
  Table rows(table.string());
  for (std::string line; std::getline(file, line);) rows.add(line);
  return std::move(rows).finish();
}

}  // namespace ncf::test
