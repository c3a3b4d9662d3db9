// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the registry's rows are made of: the words a filter takes, in order, each with its name,
// its type and the values it may have. Plain data that lives as long as the program, and pure
// functions on it; any thread.
//
// A filter has two forms of its words. The *user form* is what a user gives and what
// `H5Pset_filter` is called with. The *stored form* is what a file holds after the filter's
// `set_local` added what it knows about the variable. Each form is one or more `Layout`s.
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

/// What stands in a word, and who puts it there.
enum class Kind : std::uint8_t {
  integer,    ///< the user: a whole number; one below zero as 32-bit two's complement
  choice,     ///< the user: one of a list of names, each with its number
  real,       ///< the user: a double, in two words
  automatic,  ///< the filter, from the variable; a user leaves 0
  mode,       ///< the layout: the number that tells it from the filter's other layouts
};

/// One of the values of a `Kind::choice`.
struct Choice {
  std::string_view name;
  std::uint32_t number = 0;
};

inline constexpr double largest_word = 4294967295.0;

/// The `maximum` of a real that has none.
inline constexpr double unbounded = std::numeric_limits<double>::max();

/// One parameter: one word, two for a `real`.
struct Parameter {
  std::string_view name = {};
  Kind kind = Kind::integer;
  double minimum = 0;             ///< of integer and real, itself allowed
  double maximum = largest_word;  ///< likewise
  std::uint32_t multiple_of = 1;  ///< of integer
  std::span<const Choice> choices = {};
  std::span<const Choice> flags = {};  ///< of choice: bits a word may have beside the number
  bool high_word_first = false;        ///< of real
  /// The value when the user gives none, which is also what the filter does when the word is
  /// missing; of `mode` the number. None: the user must give it.
  std::optional<double> default_value = std::nullopt;
  /// Not given, the word is left out and so are those after it.
  bool may_be_left_out = false;
  std::string_view help = {};  ///< one sentence part, without a full stop
};

/// Words in order.
struct Layout {
  std::string_view mode = {};  ///< what people call it; empty when the filter has no others
  std::span<const Parameter> parameters = {};
  std::size_t min_words = 0;  ///< fewer are not this layout
};

/// "5", "0.001": a whole number without a fraction.
std::string format_number(double value);

/// Whether users give this parameter by name.
bool is_given(const Parameter& parameter) noexcept;

/// Words the parameter takes: 1 or 2.
std::size_t width(const Parameter& parameter) noexcept;

/// Words of the whole layout.
std::size_t width(const Layout& layout) noexcept;

/// The parameter users give by this name (letter case ignored), or null.
const Parameter* find_parameter(const Layout& layout, std::string_view name) noexcept;

/// The choice of this name (letter case ignored), or null.
const Choice* find_choice(const Parameter& parameter, std::string_view name) noexcept;

/// Whether the parameter may have this value; of a choice, its number.
bool allows(const Parameter& parameter, double value) noexcept;

/// What is allowed, for messages: "1 to 9", "none (0), byte (1) or bit (2)".
std::string expected(const Parameter& parameter);

/// The value for people, and as a user may write it again: "5", "byte", "0.001".
std::string format_value(const Parameter& parameter, double value);

/// The names of the flags a choice's value has beside its number: "allow_k13, raw".
std::string format_flags(const Parameter& parameter, double value);

/// The value in the words at `words[0]`. words: at least `width(parameter)`.
double read_value(const Parameter& parameter, std::span<const std::uint32_t> words);

/// The values of a layout's parameters, in order; empty where none is given.
using Values = std::vector<std::optional<double>>;

/// The words of a layout: each value, or the parameter's default. Stops at the first parameter
/// that is left out; automatic words at the end are left out too, down to the fewest words.
/// values: one per parameter; every parameter without a default has one or may be left out.
std::vector<std::uint32_t> write_words(const Layout& layout, const Values& values);

/// "a", "a or b", "a, b or c".
std::string alternatives(std::span<const std::string> texts);

}  // namespace ncf::filter
