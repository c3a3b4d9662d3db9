// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// All available filters: their kernels, which also bind their parameters; without a kernel, libhdf5
// binds them by calling the filter's can_apply and set_local. Also the Zarr codecs that only
// plugins provide.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include "filter/kernels/filter_source.hpp"

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

}  // namespace ncf::plugin
