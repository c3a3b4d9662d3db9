// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values as JSON. Numbers are as short as they can be without loss; what is not finite is null.
// Characters are strings along the last dimension, values of enumerations are names, of compounds
// objects, of variable length lists, of opaque types texts as in CDL.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/write/time_axis.hpp"
#include "model/schema.hpp"

namespace ncf::cdl {

/// Appends a text in quotes; zeros at its end are left out, and bytes that are no UTF-8 stand for
/// the character of their number.
void append_json_text(std::string& out, std::string_view text);

/// Appends one value of `type`.
void append_json_value(std::string& out, const model::Type& type, const std::byte* value);

/// Dates instead of numbers.
struct JsonDates {
  TimeAxis axis;
  char separator = ' ';
};

/// The values of one variable as nested lists. They come in C order, as many at a time as one
/// likes.
class JsonValues {
 public:
  JsonValues(const model::Schema& schema, const model::Variable& variable,
             std::optional<JsonDates> dates);

  void append(std::string& out, const std::byte* values, std::size_t count);
  /// Ends the lists before their end, with null for the first value that is missing.
  void cut_short(std::string& out);

 private:
  void append_characters(std::string& out, std::string_view characters);
  void append_one(std::string& out, const std::byte* value) const;
  void open_lists(std::string& out) const;
  void close_lists(std::string& out);

  model::TypeRef type_;
  std::optional<JsonDates> dates_;
  std::vector<std::size_t> shape_;  ///< of the lists: of characters without the last dimension
  std::vector<std::size_t> index_;  ///< of the next value in them
  std::size_t row_length_ = 1;      ///< characters in a string
  std::string row_;                 ///< those of the next string
};

}  // namespace ncf::cdl
