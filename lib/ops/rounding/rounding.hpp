// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The rounding of values: which precision `--quantize` requests, which variables may be rounded,
// and how each of them is, with its record in the output. Pure functions; any thread.
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
#include "transcode/recoding/tolerance.hpp"
#include "transcode/rounding/error_bound.hpp"
#include "transcode/rounding/quantizer.hpp"

namespace ncf::ops {

// ---- What is requested ----

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

/// `--quantize`, parsed and checked before any file is opened.
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
  /// why: from why_not_round or similar. named_by: the option, if a selector names the variable;
  /// else empty. throws: Error(unsupported) if one does.
  void add(const model::Schema& schema, model::VariableId id, const std::string& why,
           const std::string& named_by);

  /// Adds a note for each float and double, and one for all packed integers. Other types need none.
  void note(std::vector<std::string>& notes) const;

 private:
  std::vector<std::string> reals_;            ///< as notes
  std::vector<std::string> packed_integers_;  ///< paths
};

// ---- What is done ----

struct Rounding {
  model::Quantization quantization;
  std::optional<transcode::ErrorBound> bound = {};  ///< the bound for every value
  std::string why = {};  ///< the reason for these digits; empty if the user requested them
  std::vector<DimensionInformation> information = {};  ///< if that decided
};

/// One item for each variable; empty for variables that are not rounded.
using Roundings = std::vector<std::optional<Rounding>>;

/// The quantizer of each variable; empty for variables that are not rounded.
using Quantizers = std::vector<std::optional<transcode::Quantizer>>;

/// Records the rounding in the schema with netCDF's attribute. For values that were rounded before,
/// the attribute states the smaller number of digits, and a note says so.
void mark_quantized(model::Schema& schema, const Roundings& roundings,
                    std::vector<std::string>& notes);

/// Notes variables that are rounded but not compressed, which makes them no smaller. plan: with the
/// filters.
void note_uncompressed(const Roundings& roundings, CopyPlan& plan);

/// Returns the values that mark missing data and must not be rounded
/// (model/schema/fill_values.hpp).
[[nodiscard]] std::vector<double> missing_values_of(const model::Variable& variable);

/// Returns how far the filters of a variable to write may change its values.
[[nodiscard]] transcode::Tolerance tolerance_of(const model::Variable& variable);

[[nodiscard]] transcode::Quantizer make_quantizer(const model::Variable& variable,
                                                  const Rounding& rounding);
[[nodiscard]] Quantizers make_quantizers(const model::Schema& schema, const Roundings& roundings);

}  // namespace ncf::ops
