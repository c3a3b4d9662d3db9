// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How far values may differ: the precision that roundings may lose, and the roundings that do not
// lose more; and the limits for the difference of numbers that are compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/schema/schema.hpp"
#include "ncf/tune.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

// ---- Rounding ----

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

/// `--error`, `--digits`, `--bits` and `--information` of a tuning, parsed and checked before any
/// file is opened.
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

// ---- Comparisons ----

/// Allows differences up to `absolute`, or up to `relative` times the first value.
struct ErrorLimit {
  double absolute = 0;
  double relative = 0;
};

/// Returns "0.01", "relative,0.0001"; empty if nothing may differ.
[[nodiscard]] std::string format_limit(const ErrorLimit& limit);

/// `--error` of a comparison, parsed and checked before any file is opened.
class ErrorLimitRequest {
 public:
  /// allow_absent: selectors may match nothing. throws: Error(usage).
  explicit ErrorLimitRequest(const std::vector<std::string>& texts, bool allow_absent = false);

  /// Returns one limit for each variable of the first dataset. Coordinates and variables that are
  /// not numbers must be equal unless a selector names them; naming the latter is an error.
  /// throws: Error(not_found) for a selector that matches nothing, unless that is allowed;
  /// Error(unsupported).
  [[nodiscard]] std::vector<ErrorLimit> choose(const model::Schema& schema) const;

 private:
  std::vector<filter::GivenOption> options_;
  std::vector<ErrorLimit> limits_;  ///< parallel to `options_`
  bool allow_absent_;
};

}  // namespace ncf::ops
