// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How far values that are read back may be from those that were written: not at all, unless a
// filter changes values. Then as far as the filter promises, and any distance if it promises
// nothing: such values need only be readable. A value; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/schema.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::transcode {

class Tolerance {
 public:
  /// For values that these filters encode and decode.
  explicit Tolerance(const StoredChain& filters);

  /// Whether values may change without limit.
  [[nodiscard]] bool is_unbounded() const noexcept { return !bound_; }
  /// The filters that change values, as text; empty if there are none.
  [[nodiscard]] const std::string& filters() const noexcept { return filters_; }

  /// written, read: as many elements of one type. source: model/element.hpp
  /// throws: Error(corrupt) if any of them differ by more than is allowed.
  void require_alike(std::span<const std::byte> written, std::span<const std::byte> read,
                     std::string_view element,
                     model::ByteOrder byte_order = model::ByteOrder::native) const;

 private:
  std::optional<double> bound_;  ///< the largest absolute difference
  std::string filters_;
};

}  // namespace ncf::transcode
