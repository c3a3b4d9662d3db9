// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which variables a selector means, and which `-F` decides for a variable when several name it.
// An item is read in this order:
//
//   *            alone: every variable of every group
//   name         the variable that exists by exactly the text written, backslashes removed and a
//                missing "/" in front added, whatever characters it holds
//   :type        every variable of a type: :float, :int64, or a user's type by its name
//   pattern      see filter/glob.hpp
//
// An item that means no variable is an error, except the lone `*`. Nothing here knows files: the
// caller says which variables there are. Pure; a SelectorMatcher may be shared by threads.
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

/// A variable as selectors see it.
struct SelectableVariable {
  std::string path;  ///< "/t2m", "/forecast/t2m"
  std::string type;  ///< "float", or a user's type without its group
  /// Options that change values reach it by its own name only.
  bool is_coordinate = false;
};

/// How exactly an item speaks of its variables; a greater rank wins.
enum class SelectorRank { all, type, pattern, name };

/// What one item means.
struct ItemMatch {
  SelectorRank rank = SelectorRank::all;
  std::vector<std::size_t> variables;  ///< indices of the variables given, ascending
};

/// An `-F` as given: parsed, and the text it was parsed from, for messages.
struct GivenOption {
  FilterOption option;
  std::string text;
  bool changes_values = false;  ///< by a lossy filter, or by rounding
};

/// The `-F` that decides for a variable.
struct Decision {
  std::size_t option = 0;  ///< index of the options given
  std::size_t item = 0;    ///< index of the item of its selector that won
  SelectorRank rank = SelectorRank::all;
};

/// What to say of an option whose text, `text`, has filters only.
[[nodiscard]] std::string advice_without_selector(std::string_view text);

class SelectorMatcher {
 public:
  /// Keeps a reference to `variables`, which must outlive the matcher.
  explicit SelectorMatcher(std::span<const SelectableVariable> variables);

  /// The variables `item` means; `text` is what it was parsed from.
  /// throws: Error not_found, with caret, when there is none; SyntaxError for a malformed `[...]`.
  [[nodiscard]] ItemMatch match(const SelectorItem& item, std::string_view text) const;

  /// For each variable the option that decides, or none: of several the one whose item has the
  /// greatest rank. An option that changes values means a coordinate by its name only; the
  /// coordinates that such an option would otherwise decide for are added to `spared`.
  /// throws: as `match`, and Error usage, with both texts, when two options with items of equal
  /// rank mean the same variable and no better item settles it.
  [[nodiscard]] std::vector<std::optional<Decision>> decide(
      std::span<const GivenOption> options, std::vector<std::size_t>* spared = nullptr) const;

 private:
  [[nodiscard]] std::vector<std::size_t> of_type(std::string_view type) const;
  [[noreturn]] void fail_unknown_name(const SelectorItem& item, std::string_view text,
                                      std::string_view path) const;
  [[nodiscard]] std::string advice(const SelectorItem& item, std::string_view text,
                                   std::string_view path) const;

  std::span<const SelectableVariable> variables_;
  std::unordered_map<std::string_view, std::size_t> by_path_;
};

}  // namespace ncf::filter
