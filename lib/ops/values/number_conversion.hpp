// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts the numbers of a variable to another type: each to an equal one, or to one within an
// error bound. Immutable; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "model/grid/box.hpp"
#include "model/values/values.hpp"
#include "transcode/rounding/error_bound.hpp"

namespace ncf::ops {

/// Numbers that mark missing data, and what each of them becomes.
struct ConvertedMarkers {
  model::Values before;
  model::Values after;
};

class NumberConversion {
 public:
  /// markers: as many before as after, of the two types. bound: how far numbers may change; empty:
  /// not at all. advice: follows the message about a number that cannot be converted.
  NumberConversion(ConvertedMarkers markers, std::optional<transcode::ErrorBound> bound,
                   std::string advice)
      : markers_(std::move(markers)), bound_(bound), advice_(std::move(advice)) {}

  /// Converts the numbers of a box. throws: Error(unsupported) naming a number and its place if it
  /// has no counterpart, or only one that marks missing data.
  void operator()(const model::Box& box, std::span<const std::byte> numbers,
                  std::span<std::byte> converted) const;

 private:
  ConvertedMarkers markers_;
  std::optional<transcode::ErrorBound> bound_;
  std::string advice_;
};

}  // namespace ncf::ops
