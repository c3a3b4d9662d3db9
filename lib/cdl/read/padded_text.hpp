// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Strings and characters that become one array of characters: each string is padded, and
// consecutive characters are one string.
//
// source: ncgen(1), "Data Section"; ncgen/genchar.c
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "cdl/read/diagnostics.hpp"

namespace ncf::cdl {

/// How strings become an array of characters.
struct TextShape {
  std::size_t length = 0;       ///< characters maximum number of characters
  std::size_t unit_length = 0;  ///< each string is padded to a multiple of this; 0: never
  char fill = '\0';
  std::string owner = "a list";  ///< for messages
};

/// Receives the characters of an array in order, in pieces.
using TextSink = std::function<void(std::string_view)>;

class PaddedText {
 public:
  /// Both arguments must outlive this.
  PaddedText(const TextShape& shape, const TextSink& sink) : shape_(shape), sink_(sink) {}

  /// Returns how many characters were passed to the sink.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// throws: Fault with `span` if the array is full, as do the other functions.
  void add_string(std::string_view string, const Span& span);
  void add_character(char character, const Span& span);
  /// Ends the current string. An empty string takes up space, too.
  void finish_string(const Span& span);

 private:
  void add(std::string_view text, const Span& span);

  const TextShape& shape_;
  const TextSink& sink_;
  std::size_t size_ = 0;
  std::size_t in_string_ = 0;
  bool is_open_ = false;
};

}  // namespace ncf::cdl
