// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/availability.hpp"

#include "filter/known_ids.hpp"
#include "ncf/error.hpp"
#include "plugin/folders.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/inspect.hpp"
#include "plugin/loader.hpp"
#include "plugin/missing_filter.hpp"
#include "plugin/named_after.hpp"
#include "plugin/placeholder_adapter.hpp"
#include "plugin/program_filters.hpp"
#include "plugin/shared_library.hpp"

namespace ncf {
namespace plugin {
namespace {

bool is_library_of(const SharedLibrary& library, std::uint32_t id) {
  try {
    const LibraryInterfaces found = ask_library(library);
    return found.filter && found.filter->facts.id == id;
  } catch (const Error&) {
    return false;
  }
}

// libhdf5 does not report where a filter came from: it is the first loaded library, in search
// order, that provides the filter. libhdf5's own filters come from no plugin, whatever libraries
// claim.
std::string library_of(std::uint32_t id) {
  if (id < filter::first_registered_id) return {};
  for (const std::string& folder : searched_folders()) {
    for (const std::string& file : likely_first(library_files(folder), id)) {
      const auto library = SharedLibrary::find_loaded(file);
      if (library && is_library_of(*library, id)) return file;
    }
  }
  return {};
}

// Registers a filter that libhdf5 lacks or has only a placeholder for: the program's own, else a
// plugin's. We search ourselves because libhdf5 opens every library until it finds the filter,
// ignores filter classes of version 1, and abandons the search, later folders included, at a
// dangling link. Only libhdf5 itself can register ids that are reserved for its own filters.
bool register_where_found(std::uint32_t id) {
  if (id >= filter::first_registered_id) {
    const void* filter_class = class_of_program(id);
    if (filter_class == nullptr) {
      if (const auto loaded = load_filter(id)) filter_class = loaded->filter.address;
    }
    if (filter_class == nullptr) return false;
    register_filter_class(filter_class);
  } else if (!load_own_filter(id)) {
    return false;
  }
  forget_placeholder(id);
  return true;
}

std::optional<FilterAvailability> find_registered(std::uint32_t id) {
  ensure_search_path();
  return is_placeholder(id) ? std::nullopt : find_in_libhdf5(id);
}

/// Registers the filter if necessary. Without the library's path, which is slow to find.
std::optional<FilterAvailability> find_filter_class(std::uint32_t id) {
  auto found = find_registered(id);
  if (!found && register_where_found(id)) found = find_registered(id);
  return found;
}

void require_filter(std::uint32_t id, FilterUse use) {
  const auto found = find_filter_class(id);
  if (!found) throw missing_filter(id);
  const bool is_able = use == FilterUse::encode ? found->encode : found->decode;
  if (!is_able) throw half_filter(id, use, library_of(id));
}

}  // namespace

bool register_missing(std::uint32_t id) { return !find_registered(id) && register_where_found(id); }

bool can_decode(std::uint32_t id) {
  const auto found = find_filter_class(id);
  return found && found->decode;
}

void require_filter(const FilterNeed& need) {
  try {
    require_filter(need.id, need.use);
  } catch (Error& error) {
    if (!need.variable.empty()) error.add_context("variable " + need.variable);
    throw;
  }
}

}  // namespace plugin

std::optional<FilterAvailability> find_availability(std::uint32_t id) {
  auto found = plugin::find_filter_class(id);
  if (found) found->library = plugin::library_of(id);
  return found;
}

}  // namespace ncf
