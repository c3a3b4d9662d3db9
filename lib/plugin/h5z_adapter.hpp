// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libhdf5's filter table and filter classes as values, and kernels that run such a class. In this
// folder, only *_adapter files call libhdf5. HDF5's error stack is never printed.
//
// Thread rule: the thread that uses libhdf5.
// source: HDF5 reference manual, H5PL and H5Z
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "filter/kernels/kernel.hpp"
#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// Returns the plugin folder that libhdf5 was built with.
std::string hdf5_default_folder();

/// Returns false if the user disabled plugins with HDF5_PLUGIN_PRELOAD="::".
bool hdf5_loads_plugins();

/// Returns what libhdf5 can do with filter `id` as registered now. A search would load every
/// library of its folders until one provides the filter, so it is disabled. The result's library is
/// empty, because libhdf5 does not know it.
std::optional<FilterAvailability> find_in_libhdf5(std::uint32_t id);

/// Makes libhdf5 search its folders for filter `id`, one of its own that it was built without; a
/// program cannot register such ids. Returns whether libhdf5 has the filter now.
bool load_own_filter(std::uint32_t id);

/// A filter class from a library or a program.
struct FilterClass {
  FilterInterface facts;
  const void* address = nullptr;  ///< for register_filter_class; owned by the library or program
};

/// Reads a filter class of either version of H5Z_class_t. throws: Error(corrupt).
FilterClass read_filter_class(const void* address);

/// Calls a library's H5PLget_plugin_type and H5PLget_plugin_info at these addresses.
/// throws: Error(unsupported) for a plugin that is not a filter, Error(corrupt) for an invalid one.
FilterClass read_filter_class(void* get_type, void* get_info);

/// Registers a filter class of either version in libhdf5, replacing one with the same id.
/// throws: Error(internal).
void register_filter_class(const void* filter_class);

/// Unregisters a filter. Returns an empty text on success, otherwise libhdf5's message: the filter
/// is built in, not registered, or in use by an open object.
std::string unregister_filter_class(std::uint32_t id);

/// Makes a kernel of a filter that is available only as an HDF5 filter class: it calls the callback
/// with memory allocated as libhdf5 does. Foreign code is not assumed to be re-entrant, so its
/// functions may only run on the thread that uses libhdf5. It takes working parameters and cannot
/// bind visible ones. `filter` must outlive the kernel.
/// library: for messages; empty for a filter that the program registered.
/// source: HDF5 reference manual, H5Z_func_t
filter::Kernel kernel_of_filter_class(const FilterClass& filter, const std::string& library);

}  // namespace ncf::plugin
