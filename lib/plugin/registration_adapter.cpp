// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/registration_adapter.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <map>
#include <string>

#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/calls.hpp"
#include "ncf/error.hpp"
#include "ncf/plugins.hpp"
#include "plugin/folders.hpp"
#include "plugin/h5z_adapter.hpp"

namespace ncf {
namespace plugin {
namespace {

std::map<std::uint32_t, const void*>& classes_of_program() {
  static std::map<std::uint32_t, const void*> classes;
  return classes;
}

// One list for the process, like libhdf5's filter table, which refers to the names.
filter::FilterNames& placeholders() {
  static filter::FilterNames names;
  return names;
}

std::size_t refuse(unsigned, std::size_t, const unsigned*, std::size_t, std::size_t*,
                   void**) noexcept {
  hdf5::give_reason(H5E_PLINE, H5E_CANTFILTER, "a filter that was only to be stored was run");
  return 0;
}

/// name: exists as long as the placeholder.
H5Z_class2_t placeholder_for(std::uint32_t id, const std::string& name) {
  H5Z_class2_t placeholder{};
  placeholder.version = H5Z_CLASS_T_VERS;
  placeholder.id = static_cast<H5Z_filter_t>(id);
  placeholder.encoder_present = 1;
  placeholder.decoder_present = 1;
  placeholder.name = name.c_str();
  placeholder.filter = &refuse;
  return placeholder;
}

std::ptrdiff_t open_file_count() noexcept {
  return H5Fget_obj_count(static_cast<hid_t>(H5F_OBJ_ALL), H5F_OBJ_FILE);
}

}  // namespace

const void* class_of_program(std::uint32_t id) noexcept {
  const auto found = classes_of_program().find(id);
  return found == classes_of_program().end() ? nullptr : found->second;
}

PlaceholderFilters::PlaceholderFilters() noexcept : files_before_(open_file_count()) {}

void PlaceholderFilters::add(const filter::FilterNames& names) {
  for (const auto& [id, name] : names) {
    if (id < H5Z_FILTER_RESERVED || id > H5Z_FILTER_MAX) continue;
    const H5Z_class2_t placeholder =
        placeholder_for(id, placeholders().insert_or_assign(id, name).first->second);
    register_filter_class(&placeholder);
    ids_.push_back(id);
  }
}

// Unregistering makes HDF5 look through all open files, and it crashes on one that it failed to
// close. If a file is still open, placeholders stay until their filter is needed.
PlaceholderFilters::~PlaceholderFilters() {
  if (open_file_count() > files_before_) return;
  for (const std::uint32_t id : ids_) {
    if (!is_placeholder(id) || !unregister_filter_class(id).empty()) continue;
    forget_placeholder(id);
    if (const void* own = class_of_program(id)) register_filter_class(own);
  }
}

bool is_placeholder(std::uint32_t id) noexcept { return placeholders().count(id) > 0; }

void forget_placeholder(std::uint32_t id) noexcept { placeholders().erase(id); }

}  // namespace plugin

void register_filter(const void* filter_class) {
  base::library_call([&] {
    plugin::ensure_search_path();
    if (filter_class == nullptr) throw Error(ErrorCode::usage, "no filter class was given");
    std::string title = "a program's filter";
    try {
      const std::uint32_t id = plugin::read_filter_class(filter_class).facts.id;
      title = filter::filter_title(id);
      plugin::register_filter_class(filter_class);
      plugin::classes_of_program()[id] = filter_class;
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
    plugin::classes_of_program().erase(id);
    plugin::forget_placeholder(id);
  });
}

}  // namespace ncf
