// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/box_copy.hpp"

#include <cstring>

#include "store/zarr/element.hpp"

namespace ncf::store::zarr {
namespace {

using Lengths = std::vector<std::size_t>;

/// The place of the element at `start` + `at` in a block.
std::size_t place_of(const Lengths& shape, const Lengths& start, const Lengths& at) {
  std::size_t place = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) place = place * shape[d] + start[d] + at[d];
  return place;
}

void copy_row(const model::Values& from, std::size_t from_place, model::Values& to,
              std::size_t to_place, std::size_t count) {
  const model::Type& type = *from.type();
  if (type.is_fixed_size) {
    std::memcpy(to.data() + to_place * type.size_bytes, from.data() + from_place * type.size_bytes,
                count * type.size_bytes);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    set_string(to, to_place + i, get_string(from, from_place + i));
  }
}

/// Goes through the rows along the last dimension.
template <class Visit>
void visit_rows(const BoxCopy& copy, Visit visit) {
  const std::size_t rank = copy.count.size();
  const std::size_t row = rank == 0 ? 1 : copy.count.back();
  Lengths at(rank, 0);
  for (bool more = true; more;) {
    visit(place_of(copy.first_shape, copy.first_start, at),
          place_of(copy.second_shape, copy.second_start, at), row);
    more = false;
    for (std::size_t d = rank < 2 ? 0 : rank - 1; d-- > 0;) {
      if (++at[d] < copy.count[d]) {
        more = true;
        break;
      }
      at[d] = 0;
    }
  }
}

}  // namespace

void copy_to_second(const BoxCopy& copy, const model::Values& first, model::Values& second) {
  visit_rows(copy, [&](std::size_t first_place, std::size_t second_place, std::size_t count) {
    copy_row(first, first_place, second, second_place, count);
  });
}

void copy_to_first(const BoxCopy& copy, const model::Values& second, model::Values& first) {
  visit_rows(copy, [&](std::size_t first_place, std::size_t second_place, std::size_t count) {
    copy_row(second, second_place, first, first_place, count);
  });
}

}  // namespace ncf::store::zarr
