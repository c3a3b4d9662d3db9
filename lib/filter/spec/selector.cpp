// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/selector.hpp"

#include <algorithm>
#include <numeric>

#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/glob.hpp"

namespace ncf::filter {
namespace {

constexpr std::string_view data_role = ":data";
constexpr std::string_view coordinates_role = ":coordinates";

class SelectorReader {
 public:
  explicit SelectorReader(std::string_view text) : text_(text) {}

  SelectorReading read() {
    Selector selector;
    selector.items.push_back(read_item());
    while (at('&')) {
      ++at_;
      selector.items.push_back(read_item());
    }
    return {std::move(selector), at_};
  }

 private:
  bool at_end() const { return at_ == text_.size(); }
  bool at(char c) const { return !at_end() && text_[at_] == c; }

  SelectorItem read_item() {
    while (!at_end() && base::is_blank(text_[at_])) ++at_;
    const std::size_t begin = at_;
    std::size_t end = begin;  // after the last character that is not a blank
    while (!at_end() && !at(',') && !at('&')) {
      const bool blank = base::is_blank(text_[at_]);
      skip_element();
      if (!blank) end = at_;
    }
    if (begin == end) {
      throw SyntaxError(text_, {begin, begin},
                        "empty selector, expected a variable, a pattern, a type (for example "
                        ":float), :data, or *");
    }
    const std::string_view written = text_.substr(begin, end - begin);
    if (written == ":") {
      throw SyntaxError(text_, {end, end}, "empty type, expected its name, for example float");
    }
    return {std::string(written), {begin, end}};
  }

  /// Skips one character, a backslash with the character it escapes, or a whole `[...]`.
  void skip_element() {
    if (at('[')) {
      skip_brackets();
    } else {
      skip_character();
    }
  }

  void skip_character() {
    if (!at('\\')) {
      ++at_;
      return;
    }
    if (at_ + 1 == text_.size()) {
      throw SyntaxError(text_, {at_, at_ + 1},
                        "backslash at the end, expected the character it protects");
    }
    at_ += 2;
  }

  void skip_brackets() {
    const std::size_t open = at_;
    ++at_;
    while (!at_end() && !at(']')) skip_character();
    if (at_end()) {
      throw SyntaxError(text_, {open, open + 1},
                        R"(bracket without its end, expected "]" (\[ is the character itself))");
    }
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool has_wildcard(std::string_view written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '\\') {
      ++i;
    } else if (written[i] == '*' || written[i] == '?' || written[i] == '[') {
      return true;
    }
  }
  return false;
}

/// Returns whether the text begins with a filter's name or id, which suggests that the selector is
/// missing.
bool begins_with_filter(std::string_view item) {
  const std::string_view text = item.substr(0, item.find('|'));
  return std::ranges::all_of(text, base::is_digit) || find_filter(text) != nullptr;
}

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Returns the paths whose last name equals or resembles that of `path`.
std::vector<std::string> similar_paths(std::span<const SelectableVariable> variables,
                                       std::string_view path) {
  std::vector<std::string_view> names;
  for (const SelectableVariable& variable : variables) names.push_back(last_name(variable.path));
  const std::string_view name = last_name(path);
  std::vector<std::string> paths;
  for (const std::size_t i : base::find_similar(name, names, name.size() / 3)) {
    paths.push_back(variables[i].path);
  }
  return paths;
}

std::string_view describe(SelectorRank rank) {
  constexpr std::string_view names[] = {"*", "role", "type", "pattern", "name"};
  return names[static_cast<std::size_t>(rank)];
}

/// Returns the variable whose path equals `path` in Unicode normalization form C.
std::optional<std::size_t> find_composed(std::span<const SelectableVariable> variables,
                                         std::string_view path) {
  const std::string composed = base::to_nfc(path);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (base::to_nfc(variables[i].path) == composed) return i;
  }
  return std::nullopt;
}

[[noreturn]] void fail_not_found(const SelectorItem& item, std::string_view text,
                                 std::string_view reason) {
  throw Error(ErrorCode::not_found, base::with_caret(text, item.span, reason));
}

/// Collects the options that select one variable and finds the winner.
class Contest {
 public:
  void enter(const Decision& claim, std::span<const GivenOption> options) {
    if (!best_ || claim.rank > best_->rank || gives_way(*best_, claim, options)) {
      best_ = claim;
      rival_.reset();
    } else if (claim.rank == best_->rank && claim.option != best_->option && !rival_ &&
               !gives_way(claim, *best_, options)) {
      rival_ = claim;
    }
  }

  /// Records a claim that does not count because it would change a coordinate's values.
  void refuse(const Decision& claim) {
    if (!refused_ || claim.rank > *refused_) refused_ = claim.rank;
  }

  [[nodiscard]] const std::optional<Decision>& best() const { return best_; }
  [[nodiscard]] const std::optional<Decision>& rival() const { return rival_; }
  /// Returns whether a refused claim would have won.
  [[nodiscard]] bool is_spared() const { return refused_ && (!best_ || *refused_ > best_->rank); }

 private:
  /// Returns whether a claim gives way to another of the same rank. A repeated `none` is not a
  /// conflict; `none` for all variables yields to filters for all.
  static bool gives_way(const Decision& claim, const Decision& other,
                        std::span<const GivenOption> options) {
    if (claim.rank != other.rank || !options[claim.option].option.none) return false;
    return claim.rank == SelectorRank::all || options[other.option].option.none;
  }

  std::optional<Decision> best_;
  std::optional<Decision> rival_;        ///< same rank, from another option
  std::optional<SelectorRank> refused_;  ///< the highest rank refused
};

[[noreturn]] void fail_ambiguous(const SelectableVariable& variable, const Contest& contest,
                                 std::span<const GivenOption> options) {
  const auto quotation = [options](const Decision& claim) {
    const GivenOption& given = options[claim.option];
    return base::with_caret(given.text, given.option.selector.items[claim.item].span, "");
  };
  throw Error(ErrorCode::usage, "variable " + variable.path + " is selected twice by " +
                                    std::string(describe(contest.best()->rank)) +
                                    ", expected one option for it" + quotation(*contest.best()) +
                                    quotation(*contest.rival()));
}

}  // namespace

SelectorReading read_selector(std::string_view text) { return SelectorReader(text).read(); }

std::string advice_without_selector(std::string_view text) {
  return "a selector comes before the filters: \"*," + std::string(text) + "\"";
}

SelectorMatcher::SelectorMatcher(std::span<const SelectableVariable> variables)
    : variables_(variables) {
  for (std::size_t i = 0; i < variables.size(); ++i) by_path_.emplace(variables[i].path, i);
}

ItemMatch SelectorMatcher::match(const SelectorItem& item, std::string_view text) const {
  if (item.text == "*") {
    ItemMatch all{SelectorRank::all, std::vector<std::size_t>(variables_.size())};
    std::iota(all.variables.begin(), all.variables.end(), std::size_t{0});
    return all;
  }
  std::string path = base::without_backslashes(item.text);
  if (!path.starts_with('/')) path.insert(path.begin(), '/');
  const auto exact = by_path_.find(path);
  if (exact != by_path_.end()) return {SelectorRank::name, {exact->second}};
  if (const auto same = find_composed(variables_, path)) return {SelectorRank::name, {*same}};

  if (item.text.starts_with(':')) {
    ItemMatch typed{SelectorRank::type, of_type(base::without_backslashes(item.text.substr(1)))};
    if (!typed.variables.empty()) return typed;
    if (item.text == data_role) return {SelectorRank::role, of_role(false)};
    if (item.text == coordinates_role) return {SelectorRank::role, of_role(true)};
    fail_not_found(item, text, "no variable has this type");
  }
  if (!has_wildcard(item.text)) fail_unknown_name(item, text, path);

  ItemMatch matched{SelectorRank::pattern, {}};
  const Glob glob(text, item.span);
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (glob.matches(variables_[i].path)) matched.variables.push_back(i);
  }
  if (matched.variables.empty()) fail_not_found(item, text, "no variable fits this pattern");
  return matched;
}

void SelectorMatcher::fail_unknown_name(const SelectorItem& item, std::string_view text,
                                        std::string_view path) const {
  fail_not_found(item, text, "no variable has this name" + advice(item, text, path));
}

/// Returns what the user may have meant by a name that does not exist.
std::string SelectorMatcher::advice(const SelectorItem& item, std::string_view text,
                                    std::string_view path) const {
  const std::string group = std::string(path) + '/';
  const bool is_group = std::ranges::any_of(variables_, [&](const SelectableVariable& variable) {
    return variable.path.starts_with(group);
  });
  if (is_group) return " (" + item.text + "/** selects all variables of this group)";
  const auto similar = similar_paths(variables_, path);
  if (!similar.empty()) return ", did you mean " + alternatives(similar) + "?";
  if (begins_with_filter(item.text)) return "; " + advice_without_selector(text);
  if (path.find('|') != std::string_view::npos) return " (& joins variables, | joins filters)";
  return {};
}

std::vector<std::size_t> SelectorMatcher::of_type(std::string_view type) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (base::to_nfc(variables_[i].type) == base::to_nfc(type)) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> SelectorMatcher::of_role(bool is_coordinate) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (variables_[i].is_coordinate == is_coordinate) found.push_back(i);
  }
  return found;
}

ItemMatch SelectorMatcher::match_or_add(const SelectorItem& item, std::string_view text,
                                        std::vector<std::string>* absent) const {
  try {
    return match(item, text);
  } catch (const Error& error) {
    if (absent == nullptr || error.code() != ErrorCode::not_found) throw;
    absent->push_back(item.text);
    return {};
  }
}

std::vector<std::optional<Decision>> SelectorMatcher::decide(
    std::span<const GivenOption> options, std::vector<std::size_t>* spared,
    std::vector<std::string>* absent) const {
  std::vector<Contest> contests(variables_.size());
  for (std::size_t option = 0; option < options.size(); ++option) {
    const GivenOption& given = options[option];
    const std::vector<SelectorItem>& items = given.option.selector.items;
    for (std::size_t item = 0; item < items.size(); ++item) {
      const ItemMatch matched = match_or_add(items[item], given.text, absent);
      const bool must_be_exact = given.changes_values && matched.rank != SelectorRank::name;
      for (const std::size_t variable : matched.variables) {
        const Decision claim{option, item, matched.rank};
        if (must_be_exact && variables_[variable].is_coordinate) {
          contests[variable].refuse(claim);
        } else {
          contests[variable].enter(claim, options);
        }
      }
    }
  }

  std::vector<std::optional<Decision>> decisions;
  decisions.reserve(variables_.size());
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (contests[i].rival()) fail_ambiguous(variables_[i], contests[i], options);
    decisions.push_back(contests[i].best());
    if (spared != nullptr && contests[i].is_spared()) spared->push_back(i);
  }
  return decisions;
}

}  // namespace ncf::filter
