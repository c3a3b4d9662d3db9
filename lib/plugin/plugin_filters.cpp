// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_filters.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text/characters.hpp"
#include "filter/codecs/codec_interpreter.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "plugin/availability.hpp"
#include "plugin/codec_adapter.hpp"
#include "plugin/dataset_adapter.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/loader.hpp"
#include "plugin/registration_adapter.hpp"

namespace ncf::plugin {
namespace {

/// Finds the codec that determines the working parameters in Zarr, where nothing calls set_local.
/// Only for filters without a kernel, because a kernel binds parameters itself.
std::optional<PluginCodec> find_binding_codec(std::uint32_t id) {
  if (find_kernel(id)) return std::nullopt;
  const auto table = load_codec(id);
  return table ? std::optional<PluginCodec>(*table) : std::nullopt;
}

/// Returns whether the registry names codecs to use in Zarr v3, where names are registered, in
/// place of a plugin's.
bool has_other_codec(std::uint32_t id) {
  const filter::FilterFacts* const facts = filter::find_filter(id);
  return facts != nullptr && !facts->in_zarr.empty();
}

/// source: grammar/filter-spec.ebnf, rule name
bool is_spec_name(std::string_view text) {
  return !text.empty() && base::is_letter(text.front()) &&
         std::ranges::all_of(text, base::is_name_character) &&
         !base::equals_ignoring_case(text, "none");
}

}  // namespace

StoredFilter PluginFilters::bind(const Filter& visible, const filter::ChunkLayout& layout,
                                 FilterUse use) {
  if (const auto kernel = find_kernel(visible.id)) {
    return {visible.id, kernel->kernel.bind(visible.parameters, layout)};
  }
  require_filter(visible.id, use);
  if (use == FilterUse::decode && !find_in_libhdf5(visible.id)->encode) {
    return {visible.id, visible.parameters};
  }
  return ScratchDataset(visible, layout).stored_filter();
}

StoredFilter PluginFilters::bind_codec(const Filter& visible, const filter::ChunkLayout& layout,
                                       const filter::CodecVariable& variable, FilterUse use) {
  if (const auto codec = find_binding_codec(visible.id)) {
    require_filter(visible.id, use);
    return codec->modify(visible, layout, variable).working;
  }
  return bind(visible, layout, use);
}

filter::Kernel PluginFilters::get_kernel(std::uint32_t id, FilterUse use) {
  if (const auto kernel = find_kernel(id)) return kernel->kernel;
  require_filter(id, use);
  if (const void* own = class_of_program(id)) {
    return kernel_of_filter_class(read_filter_class(own), {});
  }
  if (const auto foreign = load_filter(id)) {
    return kernel_of_filter_class(foreign->filter, foreign->library);
  }
  throw Error(
      ErrorCode::unsupported,
      filter::filter_title(id) + " is known to libhdf5 alone, which does not run it for Zarr");
}

bool PluginFilters::register_with_libhdf5(std::uint32_t id) {
  return !is_placeholder(id) && register_missing(id);
}

std::optional<std::uint32_t> PluginFilters::find_id(std::string_view name) {
  for (const auto& [id, known] : spec_names(pair_libraries(survey_libraries()))) {
    if (base::equals_ignoring_case(known, name)) return id;
  }
  return std::nullopt;
}

std::optional<Filter> PluginFilters::find_filter(const filter::Codec& codec) {
  const std::string id(filter::numcodecs_id_of(codec).value_or(codec.name));
  const auto table = load_codec(id);
  if (!table) return std::nullopt;
  return PluginCodec(*table).filter_of(format_compact_json(
      filter::make_codec(filter::ZarrFormat::v2, id, filter::configuration_of(codec)).json));
}

// Like libnetcdf, asks for the JSON of the modified parameters.
std::optional<filter::Codec> PluginFilters::find_codec(const Filter& visible,
                                                       filter::ZarrFormat format,
                                                       const filter::ChunkLayout& layout,
                                                       const filter::CodecVariable& variable) {
  if (format == filter::ZarrFormat::v3 && has_other_codec(visible.id)) return std::nullopt;
  const auto table = load_codec(visible.id);
  if (!table) return std::nullopt;
  Filter shown = visible;
  if (const auto codec = find_binding_codec(visible.id)) {
    shown = codec->modify(visible, layout, variable).visible;
  }
  const filter::Codec codec = filter::parse_codec(
      base::parse_json(PluginCodec(*table).json_of(shown)), filter::ZarrFormat::v2);
  return filter::make_codec(format, filter::plugin_codec_name(codec.name, format),
                            filter::configuration_of(codec));
}

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

std::map<std::uint32_t, std::string> spec_names(const std::vector<PairedFilter>& filters) {
  std::map<std::uint32_t, std::string> names;
  const auto is_free = [&](std::string_view name) {
    return filter::find_filter(name) == nullptr &&
           std::ranges::none_of(names, [name](const auto& taken) {
             return base::equals_ignoring_case(taken.second, name);
           });
  };
  for (const PairedFilter& paired : filters) {
    if (const filter::FilterFacts* facts = filter::find_filter(paired.id)) {
      names[paired.id] = facts->name;
      continue;
    }
    for (const std::string& name : {paired.codec ? paired.codec->name : std::string(),
                                    paired.filter ? paired.filter->name : std::string()}) {
      if (names.contains(paired.id) || !is_spec_name(name) || !is_free(name)) continue;
      names[paired.id] = name;
    }
  }
  return names;
}

}  // namespace ncf::plugin
