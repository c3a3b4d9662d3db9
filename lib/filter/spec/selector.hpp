// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the variables that a selector matches, and the `-F` that wins if several match a variable.
// An item is read in this order:
//
//   *            alone: every variable of every group
//   name         the variable that exists by exactly the text written, backslashes removed and a
//                missing "/" in front added, whatever characters it holds
//   :type        every variable of a type: :float, :int64, or a user's type by its name
//   :data        every variable that is not a coordinate, if no type has this name
//   :coordinates every coordinate, likewise
//   pattern      see filter/spec/glob.hpp
//
// An item without a match is an error, except the lone `*` and the last two. This code knows no
// files: the caller passes the variables. Pure; a SelectorMatcher may be shared by threads.
//
// source: grammar/filter-spec.ebnf, rule selector
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ncf/filter_spec.hpp"

namespace ncf::filter {

struct SelectorReading {
  Selector selector;
  std::size_t end = 0;  ///< end of the selector: at a "," or the end of the text
};

/// Reads the selector at the beginning of `text`. throws: SyntaxError.
SelectorReading read_selector(std::string_view text);

/// A variable as seen by selectors.
struct SelectableVariable {
  std::string path;  ///< "/t2m", "/forecast/t2m"
  std::string type;  ///< "float", or a user's type without its group
  /// By CF. Options that change values apply to it only if they name it.
  bool is_coordinate = false;
};

/// How exactly an item selects its variables; the highest rank wins.
enum class SelectorRank { all, role, type, pattern, name };

/// The variables of one item.
struct ItemMatch {
  SelectorRank rank = SelectorRank::all;
  std::vector<std::size_t> variables;  ///< indices of the given variables, ascending
};

/// An `-F` option, parsed, with its text for messages.
struct GivenOption {
  FilterOption option;
  std::string text;
  bool changes_values = false;  ///< by rounding, or a filter that is or may be lossy
};

/// The `-F` option that wins for a variable.
struct Decision {
  std::size_t option = 0;  ///< index of the option
  std::size_t item = 0;    ///< index of the winning item in its selector
  SelectorRank rank = SelectorRank::all;
};

/// Returns advice for an option whose text has only filters.
[[nodiscard]] std::string advice_without_selector(std::string_view text);

class SelectorMatcher {
 public:
  /// Keeps a reference to `variables`, which must outlive the matcher.
  explicit SelectorMatcher(std::span<const SelectableVariable> variables);

  /// Returns the variables that `item` matches. text: what it was parsed from.
  /// throws: Error(not_found), with a caret, if there are none; SyntaxError for a malformed
  /// `[...]`.
  [[nodiscard]] ItemMatch match(const SelectorItem& item, std::string_view text) const;

  /// Returns for each variable the option whose item has the highest rank, or empty. An option that
  /// changes values applies to a coordinate only if it names it; coordinates that such an option
  /// would otherwise change are added to `spared`. Items without a match are added to `absent`.
  /// throws: as `match` if `absent` is null; Error(usage), with both texts, if two options match a
  /// variable with the same highest rank.
  [[nodiscard]] std::vector<std::optional<Decision>> decide(
      std::span<const GivenOption> options, std::vector<std::size_t>* spared = nullptr,
      std::vector<std::string>* absent = nullptr) const;

 private:
  [[nodiscard]] ItemMatch match_or_add(const SelectorItem& item, std::string_view text,
                                       std::vector<std::string>* absent) const;
  [[nodiscard]] std::vector<std::size_t> of_type(std::string_view type) const;
  [[nodiscard]] std::vector<std::size_t> of_role(bool is_coordinate) const;
  [[noreturn]] void fail_unknown_name(const SelectorItem& item, std::string_view text,
                                      std::string_view path) const;
  [[nodiscard]] std::string advice(const SelectorItem& item, std::string_view text,
                                   std::string_view path) const;

  std::span<const SelectableVariable> variables_;
  std::unordered_map<std::string_view, std::size_t> by_path_;
};

}  // namespace ncf::filter
