// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What may be lost of values, as a user says it, and which of netCDF's roundings lose no more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filter/selector.hpp"
#include "model/schema.hpp"
#include "ncf/tune.hpp"
#include "ops/copy/subset.hpp"

namespace ncf::ops {

/// What may be lost of a value.
struct Bound {
  enum class Kind {
    error,   ///< `limit` is the largest absolute error
    digits,  ///< `limit` significant decimal digits stay
    bits,    ///< `limit` bits of the significand stay
  };
  Kind kind = Kind::error;
  double limit = 0;
};

/// One a variable; empty where nothing may be lost.
using Bounds = std::vector<std::optional<Bound>>;

/// The options, read and checked before any file is opened.
class BoundRequest {
 public:
  /// throws: Error(usage) naming the option.
  explicit BoundRequest(const TuneOptions& options);

  /// A variable that is not a float or double is an error if a selector names it, and is left out
  /// otherwise. Coordinates get a bound by their names only, and notes say so.
  /// throws: Error(not_found) for a selector that matches nothing.
  [[nodiscard]] Bounds choose(const Subset& source, std::vector<std::string>& notes) const;

 private:
  void add(Bound::Kind kind, const std::vector<std::string>& texts);

  std::vector<filter::GivenOption> options_;
  std::vector<Bound> bounds_;  ///< of `options_`, in order
};

/// The roundings of values up to `largest` that lose no more than the bound allows; none where all
/// digits are needed. type: float or double.
[[nodiscard]] std::vector<model::Quantization> roundings_within(const Bound& bound,
                                                                const model::Type& type,
                                                                double largest);

/// "bitround,9", as `--quantize` takes it after the variables.
[[nodiscard]] std::string format_rounding(const model::Quantization& rounding);

}  // namespace ncf::ops
