// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading a filter's words by the registry's layouts, whichever form they are in. Pure functions,
// any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "filter/registry.hpp"
#include "filter/schema.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Where words come from: see schema.hpp.
enum class Form : std::uint8_t { user, stored };

/// A word that has a value its parameter does not allow.
struct WordFault {
  std::size_t word = 0;  ///< counted from 0
  const Parameter* parameter = nullptr;
  double value = 0;
};

/// Words as values.
struct Reading {
  const Layout* layout = nullptr;
  Values values;  ///< one per parameter of the layout; empty after the last word
  std::optional<WordFault> fault;
};

/// Reads words that may be in either form; those that fit both are read as `likely`.
/// Empty when they fit no layout by their number and mode.
std::optional<Reading> read_words(const FilterFacts& facts, std::span<const std::uint32_t> words,
                                  Form likely);

/// Whether a word that a user leaves 0 has a value: only a filter puts one there.
bool has_value_of_filter(const Reading& reading) noexcept;

/// The user layout of a mode that a stored layout or a codec of the filter names: the registry has
/// one for each.
const Layout& get_layout_of_mode(const FilterFacts& facts, std::string_view mode) noexcept;

/// The filter that words mean which may be in either form, as `ncf::user_form` gives it. Words in
/// user form, and words the registry cannot read, come back as they are.
/// likely: as for `read_words`.
Filter to_user_form(std::uint32_t id, std::vector<std::uint32_t> words, Form likely);

}  // namespace ncf::filter
