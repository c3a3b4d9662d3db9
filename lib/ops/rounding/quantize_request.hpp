// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The requests of `--quantize`: the variables to round, and their precision. Pure functions; any
// thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/select/subset.hpp"
#include "transcode/rounding/error_bound.hpp"

namespace ncf::ops {

/// The share of the values' information to keep, above 0 and at most 1.
struct InformationShare {
  double share = 0;
};

/// A number of digits, or a condition that determines the number of bits once the values are known.
using Precision = std::variant<model::Quantization, transcode::ErrorBound, InformationShare>;

/// Parses "MODE,DIGITS", "error,LIMIT", "relative,LIMIT" or "bitround,information=SHARE%".
/// option: the whole option, for messages. throws: Error(usage).
[[nodiscard]] Precision parse_precision(const std::string& option, std::string_view text);

/// Returns "bitround 10".
[[nodiscard]] std::string describe(const model::Quantization& quantization);

/// The requested precision, and the whole option, for messages.
struct AskedPrecision {
  Precision precision;
  bool is_packed;  ///< into integers, within an absolute error bound, rather than rounded
  std::string option;
};

/// One item for each variable; empty for variables that are not rounded.
using AskedPrecisions = std::vector<std::optional<AskedPrecision>>;

/// The options, parsed and checked before any file is opened.
class QuantizeRequest {
 public:
  /// throws: Error(usage) naming the option.
  explicit QuantizeRequest(const CopyOptions& options);

  /// Chooses a precision for each variable. If a variable cannot be rounded in this way, it is an
  /// error if a selector names it; otherwise it stays unchanged. Coordinates are rounded only if
  /// named, with a note.
  ///
  /// throws: Error(not_found) for a selector that matches nothing, Error(usage).
  [[nodiscard]] AskedPrecisions choose(const Subset& source, std::vector<std::string>& notes,
                                       std::vector<std::string>* absent) const;

 private:
  std::vector<filter::GivenOption> options_;
  std::vector<AskedPrecision> precisions_;  ///< of `options_`, in order
};

// ---- Which variables may be rounded, for all programs ----

/// What decides how many digits a rounded value keeps.
enum class RoundingBy {
  digits,  ///< the user alone
  values,  ///< the values, as the file stores them
};

/// Returns whether the type is float or double.
[[nodiscard]] bool is_real(const model::Variable& variable);

/// Returns why a variable cannot be rounded in this way; empty if it can.
[[nodiscard]] std::optional<std::string> why_not_round(const model::Variable& variable,
                                                       RoundingBy by);

/// Collects variables that a pattern selects and that cannot be rounded, for notes.
class NotRounded {
 public:
  /// why: from why_not_round or similar.
  void add(const model::Variable& variable, const std::string& path, const std::string& why);

  /// Adds a note for each float and double, and one for all packed integers. Other types need none.
  void note(std::vector<std::string>& notes) const;

 private:
  std::vector<std::string> reals_;            ///< as notes
  std::vector<std::string> packed_integers_;  ///< paths
};

}  // namespace ncf::ops
