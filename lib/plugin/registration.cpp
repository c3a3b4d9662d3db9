// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>

#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "ncf/plugins.hpp"
#include "plugin/folders.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/placeholder_adapter.hpp"
#include "plugin/program_filters.hpp"

namespace ncf {

void register_filter(const void* filter_class) {
  base::library_call([&] {
    plugin::ensure_search_path();
    if (filter_class == nullptr) throw Error(ErrorCode::usage, "no filter class was given");
    std::string title = "a program's filter";
    try {
      const std::uint32_t id = plugin::read_filter_class(filter_class).facts.id;
      title = filter::filter_title(id);
      plugin::register_filter_class(filter_class);
      plugin::set_class_of_program(id, filter_class);
      plugin::forget_placeholder(id);
    } catch (const Error& error) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} cannot be registered: {}", title, error.message()));
    }
  });
}

void unregister_filter(std::uint32_t id) {
  base::library_call([&] {
    const std::string title = filter::filter_title(id);
    if (!plugin::find_in_libhdf5(id)) {
      throw Error(ErrorCode::usage, fmt::format("{} is not registered", title));
    }
    const std::string reason = plugin::unregister_filter_class(id);
    if (!reason.empty()) {
      throw Error(ErrorCode::usage, fmt::format("{} cannot be unregistered: {}", title, reason));
    }
    plugin::set_class_of_program(id, nullptr);
    plugin::forget_placeholder(id);
  });
}

}  // namespace ncf
