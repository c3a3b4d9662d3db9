// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libhdf5's filter table as values; in this folder only the *_adapter files call
// libhdf5. HDF5's error stack is never printed from here.
//
// Thread rule: the thread that uses libhdf5.
// source: HDF5 reference manual, H5PL and H5Z
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// The plugin folder libhdf5 was built with.
std::string hdf5_default_folder();

/// False where the user forbade plugins by HDF5_PLUGIN_PRELOAD="::".
bool hdf5_loads_plugins();

/// What libhdf5 can do with filter `id`, of what it has registered: it is kept from searching,
/// which would load every library of its folders until one is the filter. The library is not known
/// to libhdf5 and left empty.
std::optional<FilterAvailability> find_in_libhdf5(std::uint32_t id);

/// Lets libhdf5 search its folders for filter `id`, one of its own that it was built without; such
/// ids cannot be registered. Whether it has the filter now.
bool load_own_filter(std::uint32_t id);

/// A filter class as a library or a program gives it.
struct FilterClass {
  FilterInterface facts;
  const void* address = nullptr;  ///< what register_filter_class takes; who gave it owns it
};

/// Reads a filter class of either version of H5Z_class_t. throws: Error(corrupt).
FilterClass read_filter_class(const void* address);

/// Asks a library by the addresses of its H5PLget_plugin_type and H5PLget_plugin_info.
/// throws: Error(unsupported) for a plugin of another kind than filters, Error(corrupt) for one
/// that does not say what it must.
FilterClass read_filter_class(void* get_type, void* get_info);

/// Makes a filter class of either version known to libhdf5, in place of one of the same id.
/// throws: Error(internal).
void register_filter_class(const void* filter_class);

/// Takes it back. Returns libhdf5's words where it is built in, not there, or used by an object
/// that is open, and nothing where it is done.
std::string unregister_filter_class(std::uint32_t id);

}  // namespace ncf::plugin
