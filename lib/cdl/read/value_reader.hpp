// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads constants as values of any type: numbers, text, enumerations, and lists in braces for
// compounds and sequences. The type directs the reading, so there is no table of constants, and
// nesting is never deeper than the type's.
//
// source: grammar/cdl.ebnf, rule item; ncgen(1), "Data Section"
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "cdl/read/lexer.hpp"
#include "cdl/read/number.hpp"
#include "cdl/read/text.hpp"
#include "model/values/values.hpp"

namespace ncf::cdl {

/// How strings become an array of characters.
struct TextShape {
  std::size_t length = 0;       ///< maximum number of characters
  std::size_t unit_length = 0;  ///< each string is padded to a multiple of this; 0: never
  char fill = '\0';
  std::string owner = "a list";  ///< for messages
};

/// Receives the characters of an array in order, in pieces.
using TextSink = std::function<void(std::string_view)>;

/// Returns one value, the default fill value of `type`. For an enumeration this is its first
/// member, for a sequence one fill value of its base, for a compound those of its fields, for an
/// opaque type zeros. source: netCDF C API reference, NC_FILL_BYTE and the other defaults;
/// ncgen/getfill.c
model::Values fill_value(const model::TypeRef& type);

class PaddedText;
class Sequence;

class ValueReader {
 public:
  ValueReader(Lexer& lexer, Diagnostics& diagnostics) : lexer_(lexer), diagnostics_(diagnostics) {}

  /// Reads one item to `to`, zeroed memory that the owner frees even if this throws.
  /// fill: one value, the meaning of `_`; null for the type's default.
  /// throws: Fault.
  void read(const model::Type& type, std::byte* to, const model::Values* fill = nullptr);

  /// Reads any number of items separated by commas up to the `;`, which is not taken. For
  /// characters, texts are joined. throws: Fault.
  model::Values read_list(const model::TypeRef& type);

  /// Reads characters and strings up to `close`, which is not taken, and pads each string.
  /// Consecutive characters are one string. nesting: the number of braces around some of them,
  /// which have no meaning.
  /// Returns the number of characters that `sink` received. throws: Fault, also if they do not fit.
  std::size_t read_text(const TextShape& shape, char close, std::size_t nesting,
                        const TextSink& sink);

  /// Reads a number of an attribute, which has its own type. throws: Fault.
  Number read_checked_number();

  /// Stores a number as a value of the numeric `type`, with a warning if its value changes.
  /// throws: Fault at `span` if the type cannot hold it.
  void store(const Number& number, const Span& span, const model::Type& type, std::byte* to);

  /// From now on `_` is a fault: attributes have no fill value.
  void forbid_fill() noexcept { allows_fill_ = false; }

  /// From now on an integer beyond the range of its type is a fault, even if its bits fit.
  void forbid_other_bits() noexcept { allows_other_bits_ = false; }

 private:
  void read_text_item(const TextShape& shape, PaddedText& text);
  void read_numeric(const model::Type& type, std::byte* to);
  void read_character(std::byte* to);
  void read_string(std::byte* to);
  void read_opaque(const model::Type& type, std::byte* to);
  void read_member(const model::Type& type, std::byte* to);
  void read_sequence(const model::Type& type, std::byte* to);
  void read_items(const model::Type& base, char close, Sequence& sequence);
  void read_compound(const model::Type& type, std::byte* to);
  void read_field(const model::CompoundField& field, std::byte* to);
  std::size_t read_field_values(const model::CompoundField& field, std::byte* to);
  /// Reads a number, a character, a string that contains a number, or a call of time().
  Number read_number(const std::string& expected);
  Number read_function(const Token& name);
  void warn_if_adjusted(const Number& number, const Span& span);
  bool is_fill_next();
  void refuse_fill();
  bool take_fill();
  void expect_open(const std::string& what);

  Lexer& lexer_;
  Diagnostics& diagnostics_;
  bool allows_fill_ = true;
  bool allows_other_bits_ = true;
};

}  // namespace ncf::cdl
