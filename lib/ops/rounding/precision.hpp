// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The precision of rounded values: the part of `--quantize` after the variables.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "model/schema/schema.hpp"
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

/// throws: Error(usage) if values of the type, float or double, do not have that many digits.
void check_digits(const std::string& option, const model::Quantization& quantization,
                  const model::Type& type);

/// Returns "bitround 10".
[[nodiscard]] std::string describe(const model::Quantization& quantization);

}  // namespace ncf::ops
