// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The rounding of each variable's values, and its record in the output.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "transcode/recoding/tolerance.hpp"
#include "transcode/rounding/error_bound.hpp"
#include "transcode/rounding/quantizer.hpp"

namespace ncf::ops {

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
