// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/filter_source.hpp"

#include "filter/codecs/codec_json.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

class BuiltinFilters final : public FilterSource {
 public:
  StoredFilter bind(const Filter& visible, const ChunkLayout& layout, FilterUse use) override {
    return {visible.id, get_kernel(visible.id, use).bind(visible.parameters, layout)};
  }

  StoredFilter bind_codec(const Filter& visible, const ChunkLayout& layout,
                          const CodecVariable& /*variable*/, FilterUse use) override {
    return bind(visible, layout, use);
  }

  Kernel get_kernel(std::uint32_t id, FilterUse /*use*/) override {
    const ncf_kernel* const table = find_builtin_kernel(id);
    if (table == nullptr) {
      throw Error(ErrorCode::not_found,
                  filter_title(id) + " is not built in, and no plugins are looked for");
    }
    return Kernel(*table);
  }

  bool register_with_libhdf5(std::uint32_t /*id*/) override { return false; }
  std::optional<std::uint32_t> find_id(std::string_view /*name*/) override { return std::nullopt; }
  std::optional<Filter> find_filter(const Codec& /*codec*/) override { return std::nullopt; }
  std::optional<Codec> find_codec(const Filter& /*visible*/, ZarrFormat /*format*/,
                                  const ChunkLayout& /*layout*/,
                                  const CodecVariable& /*variable*/) override {
    return std::nullopt;
  }
};

}  // namespace

FilterSource& builtin_filters() {
  static BuiltinFilters filters;
  return filters;
}

}  // namespace ncf::filter
