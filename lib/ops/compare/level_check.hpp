// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks all levels of a variable (`--maps`), some at a time on any thread. A level is the values
// of the last two dimensions at one position of the others.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"
#include "ncf/compare.hpp"
#include "ops/definitions/unpacking.hpp"

namespace ncf::ops {

/// Checks levels. Immutable; any thread.
class LevelChecker {
 public:
  /// first, second: numeric variables of this shape, which must outlive this object.
  /// level_dimension: the first dimension of a level.
  LevelChecker(const model::Variable& first, const model::Variable& second,
               const std::vector<std::size_t>& shape, std::size_t level_dimension);

  /// Checks the levels of a box. first, second: the values of `box`, which consists of whole
  /// levels, in C order.
  [[nodiscard]] LevelChecks check(const model::Box& box, const std::byte* first,
                                  const std::byte* second) const;

 private:
  std::optional<Unpackers> unpackers_;  ///< if the variables are packed differently
  model::Values first_markers_;
  model::Values second_markers_;
  std::size_t level_dimension_;
  std::size_t level_values_;
  std::size_t columns_;
};

/// Adds `others` to `checks`. Of equal results, that of the first level in C order is kept.
void merge(const LevelChecks& others, LevelChecks& checks);

}  // namespace ncf::ops
