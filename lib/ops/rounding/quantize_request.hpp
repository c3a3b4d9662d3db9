// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The requests of `--quantize`: the variables to round, and their precision.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/rounding/precision.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

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
  /// Parallel to `options_`.
  std::vector<Precision> precisions_;
  std::vector<bool> is_packed_;
};

}  // namespace ncf::ops
