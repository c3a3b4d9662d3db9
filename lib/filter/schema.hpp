// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the registry's rows consist of: the words of a filter, in order, each with its name, type
// and allowed values. Constant data, and pure functions on it; any thread.
//
// The words of a filter have two forms. The *user form* is what a user gives and `H5Pset_filter`
// receives. The *stored form* is what a file holds after the filter's `set_local` has added facts
// about the variable. Each form is one or more `Layout`s.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::filter {

/// What a word holds, and who sets it.
enum class Kind : std::uint8_t {
  integer,    ///< set by the user: an integer; negative ones as 32-bit two's complement
  choice,     ///< set by the user: one of several names, each with a number
  real,       ///< set by the user: a double in two words
  automatic,  ///< set by the filter from the variable; a user leaves 0
  mode,  ///< set by the layout: the number that distinguishes it from the filter's other layouts
};

/// One of the values of a `Kind::choice`.
struct Choice {
  std::string_view name;
  std::uint32_t number = 0;
};

inline constexpr double largest_word = 4294967295.0;

/// The `maximum` of a real without a limit.
inline constexpr double unbounded = std::numeric_limits<double>::max();

/// One parameter: one word, two for a `real`.
struct Parameter {
  std::string_view name = {};
  Kind kind = Kind::integer;
  double minimum = 0;             ///< for integer and real, inclusive
  double maximum = largest_word;  ///< for integer and real, inclusive
  std::uint32_t multiple_of = 1;  ///< for integer
  std::span<const Choice> choices = {};
  std::span<const Choice> flags = {};  ///< for choice: bits that may be added to the number
  bool high_word_first = false;        ///< for real
  /// The value if the user gives none, and what the filter does if the word is missing; for `mode`
  /// the number. If empty, the user must give a value.
  std::optional<double> default_value = std::nullopt;
  /// If it is not given, this word and all later ones are left out.
  bool may_be_left_out = false;
  std::string_view help = {};  ///< a phrase without a full stop
};

/// The words of a filter in one form and mode.
struct Layout {
  std::string_view mode = {};  ///< name for users; empty if the filter has only one layout
  std::span<const Parameter> parameters = {};
  std::size_t min_words = 0;  ///< with fewer words it is not this layout
};

/// "5", "0.001": a whole number without a fraction.
std::string format_number(double value);

/// Whether users can give this parameter.
bool is_given(const Parameter& parameter) noexcept;

/// Words the parameter takes: 1 or 2.
std::size_t width(const Parameter& parameter) noexcept;

/// Words of the whole layout.
std::size_t width(const Layout& layout) noexcept;

/// The parameter with this name, ignoring case, or null.
const Parameter* find_parameter(const Layout& layout, std::string_view name) noexcept;

/// The choice with this name, ignoring case, or null.
const Choice* find_choice(const Parameter& parameter, std::string_view name) noexcept;

/// Whether the parameter allows this value; for a choice, its number.
bool allows(const Parameter& parameter, double value) noexcept;

/// What is allowed, for messages: "1 to 9", "none (0), byte (1) or bit (2)".
std::string expected(const Parameter& parameter);

/// The value as text that a user can write: "5", "byte", "0.001".
std::string format_value(const Parameter& parameter, double value);

/// The names of the flags in a choice's value: "allow_k13, raw".
std::string format_flags(const Parameter& parameter, double value);

/// The value in the words at `words[0]`. words: at least `width(parameter)`.
double read_value(const Parameter& parameter, std::span<const std::uint32_t> words);

/// The values of a layout's parameters, in order; empty where not given.
using Values = std::vector<std::optional<double>>;

/// The words of a layout: each value, or the parameter's default. Stops at the first parameter that
/// is left out; trailing automatic words are left out too, down to min_words.
/// values: one for each parameter; only a parameter with a default, or one that may be left out,
/// may be empty.
std::vector<std::uint32_t> write_words(const Layout& layout, const Values& values);

/// "a", "a or b", "a, b or c".
std::string alternatives(std::span<const std::string> texts);

}  // namespace ncf::filter
