// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How far values that are read back may be from those that were written: not at all, unless a
// filter changes values. Then as far as the filter promises, and any distance if it promises
// nothing: such values need only be readable. Missing values stay missing, and NaN stays NaN: no
// bound allows for that. A value; any thread.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::transcode {

/// The largest difference of a value that breaks the bound of its filters, by variable; infinite
/// where no number says it.
using Excesses = std::map<model::VariableId, double>;

void add_excess(Excesses& excesses, model::VariableId variable, std::optional<double> excess);

class Tolerance {
 public:
  /// For values that these filters encode and decode.
  /// missing: values that mark missing ones, if the type is float or double.
  explicit Tolerance(const StoredChain& filters, std::vector<double> missing = {});

  /// Whether values may change without limit.
  [[nodiscard]] bool is_unbounded() const noexcept { return !bound_; }
  /// Whether values may change up to a limit, which the values themselves may make a filter break.
  [[nodiscard]] bool promises_bound() const noexcept { return bound_ && !filters_.empty(); }
  /// The filters that change values, as text; empty if there are none.
  [[nodiscard]] const std::string& filters() const noexcept { return filters_; }

  /// By how much a value differs most of those that differ by more than the bound; empty if none
  /// does, infinite where missing values or NaN come or go.
  /// written, read: as many elements of one type. source: model/element.hpp
  /// throws: Error(corrupt) if any of them differ and no filter changes values.
  [[nodiscard]] std::optional<double> find_excess(
      std::span<const std::byte> written, std::span<const std::byte> read, std::string_view element,
      model::ByteOrder byte_order = model::ByteOrder::native) const;

  /// What to say of that, and what helps.
  [[nodiscard]] std::string describe(double excess) const;

 private:
  std::optional<double> bound_;  ///< the largest absolute difference
  std::string filters_;
  std::vector<double> missing_;
};

}  // namespace ncf::transcode
