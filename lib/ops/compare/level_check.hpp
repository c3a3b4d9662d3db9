// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks all levels of a variable (`--maps`), some at a time on any thread. A level is the values
// of the last two dimensions at one position of the others.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "ncf/compare.hpp"

namespace ncf::ops {

/// Checks the levels of a box. first, second: the values of `box`, which consists of whole levels,
/// in C order.
using LevelChecker = std::function<LevelChecks(const model::Box& box, const std::byte* first,
                                               const std::byte* second)>;

/// Makes a checker that any thread may call. first, second: numeric variables of this shape.
/// level_dimension: the first dimension of a level. The correlation is Pearson's; it is left out if
/// either level is constant. The p-value is that of the two-sample Kolmogorov-Smirnov test, in the
/// limit of many values. The structural similarity is that of ldcpy for data: both levels are
/// scaled by their common range, rounded to 256 different numbers, and compared in windows of 11 by
/// 11 values with Gaussian weights; the result is the mean of all windows.
/// source: ldcpy, ssim_value_fp; A. H. Baker and others, "Evaluating image quality measures to
/// assess the impact of lossy data compression applied to climate simulation data", 2019
[[nodiscard]] LevelChecker make_level_checker(const model::Variable& first,
                                              const model::Variable& second,
                                              const std::vector<std::size_t>& shape,
                                              std::size_t level_dimension);

/// Adds `others` to `checks`. Of equal results, that of the first level in C order is kept.
void merge(const LevelChecks& others, LevelChecks& checks);

}  // namespace ncf::ops
