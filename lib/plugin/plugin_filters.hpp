// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// All available filters: their kernels, which also bind their parameters; without a kernel, libhdf5
// binds them by calling the filter's can_apply and set_local. Also the Zarr codecs that only
// plugins provide, and names for the filters of plugins in filter specs.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "ncf/plugins.hpp"

namespace ncf::plugin {

using filter::FilterUse;

class PluginFilters final : public filter::FilterSource {
 public:
  [[nodiscard]] StoredFilter bind(const Filter& visible, const filter::ChunkLayout& layout,
                                  FilterUse use) override;
  [[nodiscard]] StoredFilter bind_codec(const Filter& visible, const filter::ChunkLayout& layout,
                                        const filter::CodecVariable& variable,
                                        FilterUse use) override;
  [[nodiscard]] filter::Kernel get_kernel(std::uint32_t id, FilterUse use) override;
  [[nodiscard]] bool register_with_libhdf5(std::uint32_t id) override;
  [[nodiscard]] std::optional<std::uint32_t> find_id(std::string_view name) override;
  [[nodiscard]] std::optional<Filter> find_filter(const filter::Codec& codec) override;
  [[nodiscard]] std::optional<filter::Codec> find_codec(
      const Filter& visible, filter::ZarrFormat format, const filter::ChunkLayout& layout,
      const filter::CodecVariable& variable) override;
};

/// Prepares the filters of variables to run with the available kernels. Each kernel is looked up
/// once.
///
/// Thread rule: as in ncf/plugins.hpp; any thread for the result of `prepare`.
class KernelChains {
 public:
  /// Prepares a chain. Returns empty if a filter has no kernel: it is missing, or only libhdf5 can
  /// run it. An empty chain can always run.
  /// optional_filters: as for PreparedChain.
  [[nodiscard]] std::optional<filter::PreparedChain> prepare(const StoredChain& filters,
                                                             std::uint32_t optional_filters = 0);

  /// Does the same, including filters that libhdf5 loads from plugins; for encoding on the thread
  /// that uses libhdf5.
  [[nodiscard]] static std::optional<filter::PreparedChain> prepare_beside_libhdf5(
      const StoredChain& filters, std::uint32_t optional_filters = 0);

 private:
  std::optional<filter::Kernel> kernel_of(std::uint32_t id);

  std::map<std::uint32_t, std::optional<filter::Kernel>> kernels_;
};

/// Maps ids to names: the first of the registry's name, the codec's and the HDF5 class's that is a
/// valid name in a spec and unique. Filters without such a name are left out.
std::map<std::uint32_t, std::string> spec_names(const std::vector<PairedFilter>& filters);

}  // namespace ncf::plugin
