// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The precision that values may lose, and the roundings that do not lose more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/schema/schema.hpp"
#include "ncf/tune.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

/// The precision that a value may lose.
struct Bound {
  enum class Kind {
    error,        ///< `limit` is the largest absolute error
    digits,       ///< `limit` significant decimal digits stay
    bits,         ///< `limit` bits of the significand stay
    information,  ///< bits with more than `limit`, a share of the values' information, stay
  };
  Kind kind = Kind::error;
  double limit = 0;
  bool by_name = false;  ///< requested for this variable by its own name
};

/// Returns "error,0.1".
std::string format_bound(const Bound& bound);

/// One bound for each variable; empty if it must stay exact.
using Bounds = std::vector<std::optional<Bound>>;

/// The options, parsed and checked before any file is opened.
class BoundRequest {
 public:
  /// throws: Error(usage) naming the option.
  explicit BoundRequest(const TuneOptions& options);

  /// Chooses a bound for each variable. A variable that cannot be rounded is an error if a selector
  /// names it; otherwise it is skipped, with a note if it is packed. Coordinates get a bound only
  /// if named, with a note.
  ///
  /// throws: Error(not_found) for a selector that matches nothing, unless that is allowed.
  [[nodiscard]] Bounds choose(const Subset& source, std::vector<std::string>& notes) const;

 private:
  void add(Bound::Kind kind, const std::vector<std::string>& texts);

  bool allow_absent_;
  std::vector<filter::GivenOption> options_;
  std::vector<Bound> bounds_;  ///< of `options_`, in order
};

/// Returns the roundings of values up to `largest` that respect the bound, which is not one of
/// information; empty if all digits are needed. type: float or double.
[[nodiscard]] std::vector<model::Quantization> roundings_within(const Bound& bound,
                                                                const model::Type& type,
                                                                double largest);

/// Returns "bitround,9", the syntax of `--quantize` after the variables.
[[nodiscard]] std::string format_rounding(const model::Quantization& rounding);

}  // namespace ncf::ops
