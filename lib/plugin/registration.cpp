// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ncf/error.hpp"
#include "ncf/plugins.hpp"
#include "plugin/availability.hpp"
#include "plugin/h5z_adapter.hpp"

namespace ncf {

void register_filter(const void* filter_class) {
  plugin::ensure_search_path();
  if (filter_class == nullptr) throw Error(ErrorCode::usage, "no filter class was given");
  try {
    plugin::register_filter_class(filter_class);
  } catch (const Error& error) {
    throw Error(ErrorCode::usage, error.message());
  }
}

void unregister_filter(std::uint32_t id) {
  const std::string title = plugin::filter_title(id);
  if (!plugin::find_in_libhdf5(id, plugin::PluginSearch::no)) {
    throw Error(ErrorCode::usage, fmt::format("{} is not registered", title));
  }
  try {
    plugin::unregister_filter_class(id);
  } catch (const Error& error) {
    throw Error(ErrorCode::usage,
                fmt::format("{} cannot be unregistered: {}", title, error.message()));
  }
}

}  // namespace ncf
