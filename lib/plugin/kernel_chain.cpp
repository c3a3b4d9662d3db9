// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/kernel_chain.hpp"

#include <utility>
#include <vector>

#include "filter/kernels/codec_kernels.hpp"
#include "ncf/error.hpp"
#include "plugin/loader.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf::plugin {

std::optional<filter::Kernel> KernelChains::kernel_of(std::uint32_t id) {
  const auto known = kernels_.find(id);
  if (known != kernels_.end()) return known->second;
  if (const auto of_codec = filter::find_codec_kernel(id)) return kernels_[id] = of_codec;
  const auto found = find_kernel(id);
  return kernels_[id] = found ? std::optional(found->kernel) : std::nullopt;
}

std::optional<filter::PreparedChain> KernelChains::prepare(const StoredChain& filters,
                                                           std::uint32_t optional_filters) {
  std::vector<filter::Kernel> kernels;
  for (const StoredFilter& filter : filters) {
    const auto kernel = kernel_of(filter.id);
    if (!kernel) return std::nullopt;
    kernels.push_back(*kernel);
  }
  return filter::PreparedChain(filters, std::move(kernels), optional_filters);
}

std::optional<filter::PreparedChain> KernelChains::prepare_beside_libhdf5(
    const StoredChain& filters, std::uint32_t optional_filters) {
  PluginFilters source;
  std::vector<filter::Kernel> kernels;
  try {
    for (const StoredFilter& filter : filters) {
      kernels.push_back(source.get_kernel(filter.id, FilterUse::encode));
    }
  } catch (const Error&) {
    return std::nullopt;  // built into libhdf5, which runs it itself
  }
  return filter::PreparedChain(filters, std::move(kernels), optional_filters);
}

}  // namespace ncf::plugin
