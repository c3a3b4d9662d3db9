// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the values of one variable become: CDL or JSON. What can be done for each box alone is done
// on any thread; the rest in order.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "cdl/write/cdl_writer.hpp"
#include "cdl/write/json_writer.hpp"
#include "cdl/write/value_formatter.hpp"
#include "model/schema.hpp"

namespace ncf::ops {

/// A box of values with what was made of it.
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

  /// Any thread, for several boxes at a time.
  virtual void prepare(PreparedBox& box) const = 0;
  /// Before the first box.
  virtual void begin() = 0;
  /// The boxes in C order.
  virtual void append(const PreparedBox& box) = 0;
  /// Instead of boxes that are missing, or of all.
  virtual void cut_short() = 0;
};

/// The writers outlive what is made.
[[nodiscard]] std::unique_ptr<ValueOutput> make_cdl_output(cdl::CdlWriter& writer,
                                                           const model::Schema& schema,
                                                           model::VariableId variable);
/// style: of which dates are heeded.
[[nodiscard]] std::unique_ptr<ValueOutput> make_json_output(cdl::JsonWriter& writer,
                                                            const model::Schema& schema,
                                                            model::VariableId variable,
                                                            const CdlStyle& style);

}  // namespace ncf::ops
