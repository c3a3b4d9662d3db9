// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks of a level, the values of the last two dimensions at one position of the others. Pure
// functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ncf::ops {

struct Level {
  std::size_t columns = 1;
  std::span<const double> first;   ///< row by row; NaN for values to ignore
  std::span<const double> second;  ///< NaN at the same places
};

/// Empty if there are no values; the correlation also if either level is constant.
struct LevelCheck {
  std::optional<double> correlation;
  std::optional<double> ks_p_value;
  std::optional<double> ssim;

  /// Whether each that is not empty is at least what ldcpy requires: 0.99999, 0.05 and 0.995.
  /// source: NCAR's ldcpy, check_metrics, after A. H. Baker and others, "Toward a multi-method
  /// approach: lossy data compression for climate simulation data", 2017
  [[nodiscard]] bool is_passed() const noexcept;
};

/// The correlation is Pearson's. The p-value is that of the two-sample Kolmogorov-Smirnov test, in
/// the limit of many values. The structural similarity is that of ldcpy for data: both levels are
/// scaled by their common range, rounded to 256 different numbers, and compared in windows of 11 by
/// 11 values with Gaussian weights; the result is the mean of all windows.
/// source: ldcpy, ssim_value_fp; A. H. Baker and others, "Evaluating image quality measures to
/// assess the impact of lossy data compression applied to climate simulation data", 2019
[[nodiscard]] LevelCheck check_level(const Level& level);

}  // namespace ncf::ops
