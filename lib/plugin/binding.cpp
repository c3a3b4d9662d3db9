// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/binding.hpp"

#include "plugin/availability.hpp"
#include "plugin/dataset_adapter.hpp"
#include "plugin/loader.hpp"

namespace ncf::plugin {

filter::WorkingParameters FilterBinding::bind(std::uint32_t id,
                                              const filter::VisibleParameters& visible,
                                              const filter::ChunkLayout& layout) {
  if (const auto kernel = find_kernel(id)) return {kernel->kernel.bind(visible.words, layout)};
  require_filter({.id = id, .variable = {}, .use = FilterUse::decode});
  return ScratchDataset({id, visible.words}, layout).working_parameters();
}

}  // namespace ncf::plugin
