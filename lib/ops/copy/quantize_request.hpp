// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// `--quantize`: which variables are rounded, and how.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filter/selector.hpp"
#include "model/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/subset.hpp"
#include "transcode/quantizer.hpp"

namespace ncf::ops {

/// One for each variable; empty for variables that are not rounded.
using Quantizations = std::vector<std::optional<model::Quantization>>;

/// The quantizer of each variable; empty for variables that are not rounded.
using Quantizers = std::vector<std::optional<transcode::Quantizer>>;

/// The options, parsed and checked before any file is opened.
class QuantizeRequest {
 public:
  /// throws: Error(usage) naming the option.
  explicit QuantizeRequest(const CopyOptions& options);

  /// A variable that is neither float nor double is an error if a selector names it; otherwise it
  /// stays unchanged. Coordinates are rounded only if named, with a note.
  /// throws: Error(not_found) for a selector that matches nothing, Error(usage).
  [[nodiscard]] Quantizations choose(const Subset& source, std::vector<std::string>& notes) const;

 private:
  std::vector<filter::GivenOption> options_;
  Quantizations modes_;  ///< of `options_`, in order
};

/// "bitround 10".
[[nodiscard]] std::string describe(const model::Quantization& quantization);

/// Records the rounding in the schema with netCDF's attribute. For values that were rounded before,
/// the attribute states the smaller number of digits, and a note says so.
void mark_quantized(model::Schema& schema, const Quantizations& quantizations,
                    std::vector<std::string>& notes);

/// The values that mark missing data and must stay as they are (model/missing_markers.hpp).
[[nodiscard]] std::vector<double> missing_values_of(const model::Variable& variable);

[[nodiscard]] Quantizers make_quantizers(const model::Schema& schema,
                                         const Quantizations& quantizations);

}  // namespace ncf::ops
