// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunks/values_block.hpp"

#include "model/grid/box.hpp"
#include "store/zarr/metadata/element.hpp"

namespace ncf::store::zarr {

using model::Box;
using model::Values;

void copy_part(const Box& part, const Box& from, const Values& source, const Box& to,
               Values& target) {
  const model::Type& type = *source.type();
  if (type.is_fixed_size) {
    return model::copy_part(part, from, source.data(), to, target.data(), {type.size_bytes});
  }
  model::for_each_run(part, from, to, [&](const model::Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
      set_string(target, run.to + i, get_string(source, run.from + i));
    }
  });
}

void fill_part(const Box& part, const Values& one, const Box& to, Values& target) {
  const model::Type& type = *one.type();
  if (type.is_fixed_size) {
    return model::fill_part(part, {one.data(), type.size_bytes}, to, target.data());
  }
  model::for_each_run(part, to, to, [&](const model::Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
      set_string(target, run.to + i, get_string(one, 0));
    }
  });
}

}  // namespace ncf::store::zarr
