// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// `--quantize`: which variables' values are rounded on their way, and how.
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

/// One a variable; empty where nothing is rounded.
using Quantizations = std::vector<std::optional<model::Quantization>>;

/// What rounds the values of each variable; empty where nothing does.
using Quantizers = std::vector<std::optional<transcode::Quantizer>>;

/// The options, read and checked before any file is opened.
class QuantizeRequest {
 public:
  /// throws: Error(usage) naming the option.
  explicit QuantizeRequest(const CopyOptions& options);

  /// A variable of another type than float or double is an error where a selector names it, else
  /// it is left as it is. Coordinates are rounded by their names only, and notes say so.
  /// throws: Error(not_found) for a selector that matches nothing, Error(usage).
  [[nodiscard]] Quantizations choose(const Subset& source, std::vector<std::string>& notes) const;

 private:
  std::vector<filter::GivenOption> options_;
  Quantizations modes_;  ///< of `options_`, in order
};

/// "bitround 10".
[[nodiscard]] std::string describe(const model::Quantization& quantization);

/// Says in the schema that the values are rounded, with netCDF's attribute. If they were before, it
/// states the fewest digits, and notes say so.
void mark_quantized(model::Schema& schema, const Quantizations& quantizations,
                    std::vector<std::string>& notes);

/// What marks missing values of a float or double variable, and is left as it is: its `_FillValue`,
/// or netCDF's own, and its `missing_value`; as the variable's type has them.
[[nodiscard]] std::vector<double> missing_values_of(const model::Variable& variable);

[[nodiscard]] Quantizers make_quantizers(const model::Schema& schema,
                                         const Quantizations& quantizations);

}  // namespace ncf::ops
