// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats the values of one variable as CDL or JSON. Any thread prepares boxes independently; one
// thread appends them in order.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "cdl/write/cdl_writer.hpp"
#include "cdl/write/json_writer.hpp"
#include "cdl/write/value_formatter.hpp"
#include "model/schema/schema.hpp"

namespace ncf::ops {

/// A box of values and its formatted text.
struct PreparedBox {
  std::span<const std::byte> values;
  cdl::ValueTexts texts;
};

class ValueOutput {
 public:
  ValueOutput() = default;
  ValueOutput(const ValueOutput&) = delete;
  ValueOutput& operator=(const ValueOutput&) = delete;
  virtual ~ValueOutput() = default;

  /// Formats a box. Any thread, several boxes at a time.
  virtual void prepare(PreparedBox& box) const = 0;
  /// Call it before the first box.
  virtual void begin() = 0;
  /// Call it with the boxes in C order.
  virtual void append(const PreparedBox& box) = 0;
  /// Call it instead of the missing boxes.
  virtual void cut_short() = 0;
};

/// The writers must outlive the result.
[[nodiscard]] std::unique_ptr<ValueOutput> make_cdl_output(cdl::CdlWriter& writer,
                                                           const model::Schema& schema,
                                                           model::VariableId variable);
/// dates: of a variable whose times are shown as dates.
[[nodiscard]] std::unique_ptr<ValueOutput> make_json_output(
    cdl::JsonWriter& writer, const model::Schema& schema, model::VariableId variable,
    const std::optional<cdl::JsonDates>& dates);

}  // namespace ncf::ops
