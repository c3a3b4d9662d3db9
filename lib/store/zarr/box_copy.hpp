// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A part of one block of values copied to a part of another, both in C order. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

#include "model/values.hpp"

namespace ncf::store::zarr {

/// Which part of two blocks is the same; one length per dimension each.
struct BoxCopy {
  std::vector<std::size_t> count;
  std::vector<std::size_t> first_shape;
  std::vector<std::size_t> first_start;
  std::vector<std::size_t> second_shape;
  std::vector<std::size_t> second_start;
};

/// Both of one type; where that is string, texts are copied.
void copy_to_second(const BoxCopy& copy, const model::Values& first, model::Values& second);
void copy_to_first(const BoxCopy& copy, const model::Values& second, model::Values& first);

/// one: the value that all of the part in the second becomes.
void fill_second(const BoxCopy& copy, const model::Values& one, model::Values& second);

}  // namespace ncf::store::zarr
