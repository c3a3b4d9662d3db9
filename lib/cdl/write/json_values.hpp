// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values as JSON. Numbers are as short as possible without loss; NaN and infinities are null.
// Characters are strings along the last dimension, enumeration values are names, compounds are
// objects, variable-length values are lists, and opaque values are texts as in CDL.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/write/time_axis.hpp"
#include "model/schema/schema.hpp"

namespace ncf::cdl {

/// Appends a text in quotes, without NULs at its end. A byte that is not UTF-8 becomes the
/// character of its number.
void append_json_text(std::string& out, std::string_view text);

/// Appends one value of `type`.
void append_json_value(std::string& out, const model::Type& type, const std::byte* value);

/// How to write dates instead of numbers.
struct JsonDates {
  TimeAxis axis;
  char separator = ' ';
};

/// The values of one variable as nested lists. They come in C order, any number at a time.
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
  std::optional<model::Values> fill_;  ///< written as a number, not as a date
  std::vector<std::size_t> shape_;     ///< of the lists; for characters without the last dimension
  std::vector<std::size_t> index_;     ///< of the next value in the lists
  std::size_t row_length_ = 1;         ///< characters in a string
  std::string row_;                    ///< the characters of the next string
};

}  // namespace ncf::cdl
