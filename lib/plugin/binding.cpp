// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/binding.hpp"

#include "plugin/availability.hpp"
#include "plugin/dataset_adapter.hpp"
#include "plugin/loader.hpp"

namespace ncf::plugin {

StoredFilter FilterBinding::bind(const Filter& visible, const filter::ChunkLayout& layout) {
  if (const auto kernel = find_kernel(visible.id)) {
    return {visible.id, kernel->kernel.bind(visible.parameters, layout)};
  }
  require_filter({.id = visible.id, .variable = {}, .use = FilterUse::decode});
  return ScratchDataset(visible, layout).stored_filter();
}

}  // namespace ncf::plugin
