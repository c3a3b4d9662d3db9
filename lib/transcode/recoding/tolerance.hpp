// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How far values read back may differ from those written. Without lossy filters they must be equal.
// With one, the limit is the filter's error bound, if it has one. A filter that may be lossy or not
// adds nothing to the limit, and a change beyond it is accepted only if it was requested. Missing
// values stay missing and NaN stays NaN, whatever the bound.
// Immutable; any thread.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::transcode {

/// For each variable, its largest difference beyond its filters' error bound; infinite if the
/// difference is not a number.
using Excesses = std::map<model::VariableId, double>;

void add_excess(Excesses& excesses, model::VariableId variable, std::optional<double> excess);

class Tolerance {
 public:
  /// filters: encode the values, with the parameters that were asked for: what is stored need not
  /// tell the bound. missing: values that mark missing data.
  explicit Tolerance(const Chain& filters, std::vector<double> missing = {});

  /// For lossy filters, given as text, that must keep a bound whatever they promise.
  Tolerance(std::string filters, double bound, std::vector<double> missing);

  /// Returns whether a filter is lossy, or may be. For some values it may exceed its bound.
  [[nodiscard]] bool allows_changes() const noexcept { return !filters_.empty(); }
  /// Returns whether values that are not missing may differ without limit.
  [[nodiscard]] bool is_unbounded() const noexcept { return std::isinf(bound_); }
  /// Returns how many values along each dimension of a chunk change together; 0 if it may be all of
  /// them.
  [[nodiscard]] std::size_t block_edge() const noexcept { return block_edge_; }
  /// Returns whether a filter may be lossless, so that every change beyond the bounds of the others
  /// is an excess.
  [[nodiscard]] bool has_unknown_filters() const noexcept { return !unknown_.empty(); }
  /// Returns whether an excess breaks no promise, so that it is only to be reported if the filters
  /// were requested: they promise nothing, and no missing value or NaN appears or disappears.
  [[nodiscard]] bool breaks_no_promise(double excess) const noexcept {
    return is_unbounded() && std::isfinite(excess);
  }
  /// Returns the filters that are or may be lossy, as text; empty if there are none.
  [[nodiscard]] const std::string& filters() const noexcept { return filters_; }
  [[nodiscard]] const std::vector<double>& missing() const noexcept { return missing_; }

  /// Returns whether such values are certain to keep a lossy filter's bound, so that they need not
  /// be read back.
  /// written: as in find_excess.
  [[nodiscard]] bool is_kept_by(std::span<const std::byte> written, std::string_view element,
                                model::ByteOrder byte_order) const;

  /// Returns the largest difference among values that differ by more than the bound; without a
  /// bound, among those that change by more than half beside missing values. Infinite if a missing
  /// value or NaN appears or disappears, 0 if values that are not numbers change. Empty if there is
  /// none. written, read: the same number of elements of one type.
  /// source: model/dataset/stored_form.hpp
  /// throws: Error(corrupt) if any differ and no filter is lossy.
  [[nodiscard]] std::optional<double> find_excess(
      std::span<const std::byte> written, std::span<const std::byte> read, std::string_view element,
      model::ByteOrder byte_order = model::ByteOrder::native) const;

  /// Returns a sentence for an excess, with advice.
  [[nodiscard]] std::string describe(double excess) const;
  /// The same for an excess that may be left. throws: Error(corrupt) if a filter may be lossless,
  /// and its changes are not accepted.
  [[nodiscard]] std::string accept(double excess) const;

 private:
  double bound_ = 0;  ///< the largest allowed absolute difference; may be infinite
  std::size_t block_edge_ = 0;
  std::string filters_;
  Chain unknown_;                     ///< those that may be lossless
  std::optional<Filter> only_lossy_;  ///< if the bound is that of a single filter
  std::vector<double> missing_;
};

}  // namespace ncf::transcode
