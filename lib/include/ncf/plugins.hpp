// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Filter plugins: the folders that are searched for them, the libraries there, the filters that
// these provide, and filters that a program registers itself.
//
// Folders are searched in this order, and the first library that provides a filter is used:
//
//   1. those of a PluginPathScope, a program's --plugin-path
//   2. those of the environment variable HDF5_PLUGIN_PATH, separated by ':'
//   3. ncf's own, relative to the library: an installation's lib/ncf/plugins, or a build tree's
//      plugins/
//   4. the one compiled into libhdf5, unless HDF5_PLUGIN_PATH is set and empty
//
// libhdf5, and libnetcdf if it keeps a list, get the same folders, as far as they can be read, so
// that all parts of a program find the same plugins. The folders replace libhdf5's own list, which
// belongs to the process. A filter that was found stays loaded, even if the folders change.
//
// libhdf5 has one list of folders and one table of loaded filters in a process. So a scope sets the
// list for the calls made while it exists, one call or several (a request in C has the folders as
// "plugin_path"), also for those of other threads, and a filter that a call loaded is available to
// later calls. Only another process starts without it. Scopes of several threads must not overlap;
// in C, the calls of other threads wait until a request with folders is done. Thread rule
// otherwise: as ncf/copy.hpp.
//
//   {
//     const ncf::PluginPathScope plugin_path({"/opt/filters"});
//     ncf::copy(options);  // finds the filters there
//   }
//
// source: HDF5 reference manual, H5PL and H5Z; netCDF documentation, "NetCDF-4 Plugin Path Support"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/export.hpp"

namespace ncf {

/// Why a folder is searched; in the order of the search.
enum class PluginFolderOrigin { option, environment, own, hdf5_default };

/// Returns a text for people: "--plugin-path", "HDF5_PLUGIN_PATH", "ncf's own", "HDF5's default".
NCF_API std::string_view describe(PluginFolderOrigin origin) noexcept;

/// A folder that is searched. If it is given twice, it is listed once, at its first position.
struct PluginFolder {
  std::string path;
  PluginFolderOrigin origin = PluginFolderOrigin::option;
  /// Whether it is a folder that can be listed. Others are skipped; libhdf5 itself would end its
  /// search there and not search the folders after it.
  bool readable = false;

  friend bool operator==(const PluginFolder&, const PluginFolder&) = default;
};

/// Searches `folders` before all others while it exists, even before those of an outer scope. Reads
/// HDF5_PLUGIN_PATH again when it begins and when it ends. Scopes must end in reverse order. A
/// filter that was found stays loaded afterwards.
class NCF_API PluginPathScope {
 public:
  /// throws: Error(usage) for an empty path, Error(internal) if libhdf5 refuses.
  explicit PluginPathScope(const std::vector<std::string>& folders);
  PluginPathScope(const PluginPathScope&) = delete;
  PluginPathScope& operator=(const PluginPathScope&) = delete;
  ~PluginPathScope();

 private:
  std::vector<std::string> outer_;  ///< folders of the outer scopes
};

/// Returns the folders in the order of the search. throws: as PluginPathScope.
NCF_API std::vector<PluginFolder> plugin_folders();

/// What an available filter can do.
struct FilterAvailability {
  bool encode = false;
  bool decode = false;
  std::string library;  ///< the plugin's file; empty for a filter without a plugin

  friend bool operator==(const FilterAvailability&, const FilterAvailability&) = default;
};

/// Finds out what HDF5 filter `id` can do here, and loads its plugin if needed. Returns nothing if
/// the filter is not found. throws: as PluginPathScope.
NCF_API std::optional<FilterAvailability> find_availability(std::uint32_t id);

/// Registers a program's own filter class with libhdf5, and so with everything here: the address of
/// an `H5Z_class2_t`, or of an old `H5Z_class1_t`, that lives until it is unregistered. It takes
/// precedence over plugins with the same id, and replaces a class registered for it.
/// throws: Error(usage) if libhdf5 rejects it.
NCF_API void register_filter(const void* filter_class);

/// Unregisters a filter that register_filter, or the loading of a plugin, registered; a plugin is
/// found again when the filter is next needed.
/// throws: Error(usage) if there is no such filter, it is built into HDF5, or an open object uses
/// it.
NCF_API void unregister_filter(std::uint32_t id);

// ---------------------------------------------------------------------------------------------
// Libraries: each may have any of three interfaces

/// An HDF5 filter (`H5PLget_plugin_type`, `H5PLget_plugin_info`).
struct FilterInterface {
  std::uint32_t id = 0;
  std::string name;       ///< as files store it
  int class_version = 2;  ///< of `H5Z_class_t`; libhdf5 itself skips plugins of version 1
  bool encode = true;
  bool decode = true;

  friend bool operator==(const FilterInterface&, const FilterInterface&) = default;
};

/// A Zarr codec (`NCZ_get_codec_info`, or one from `NCZ_codec_info_defaults`).
struct CodecInterface {
  std::string name;  ///< numcodecs' id, "zstd"
  std::uint32_t filter_id = 0;
  bool is_default = false;  ///< used only if no other library has the filter's codec

  friend bool operator==(const CodecInterface&, const CodecInterface&) = default;
};

/// A kernel (`ncf_get_kernel`).
struct KernelInterface {
  std::uint32_t id = 0;
  std::string name;

  friend bool operator==(const KernelInterface&, const KernelInterface&) = default;
};

enum class LibraryVerdict {
  usable,
  ignored,  ///< it has no filter and no codec, or is another name of a file seen before
  failed,   ///< it claims to be a plugin, or has the name of one, but cannot be used
};

/// A file in a plugin folder with the name of a library, `lib*.so*`.
struct PluginLibrary {
  std::string path;
  LibraryVerdict verdict = LibraryVerdict::usable;
  std::string reason;  ///< why it is not usable
  std::optional<FilterInterface> filter;
  std::vector<CodecInterface> codecs;
  std::optional<KernelInterface> kernel;
  /// Why one of its codecs or its kernel is not used, although the library is usable. Without its
  /// kernel, a filter runs on one thread.
  std::vector<std::string> faults;

  friend bool operator==(const PluginLibrary&, const PluginLibrary&) = default;
};

/// Examines every library in every folder, in the order of the search, and in a folder by name.
/// Those whose files contain the name of an interface's function are loaded, each in a child
/// process, so that a crash is only a verdict; this process loads nothing. throws: as
/// PluginPathScope; Error(io) if no child process can be created.
NCF_API std::vector<PluginLibrary> survey_libraries();

/// A filter with interfaces from several libraries: each from the first library that has it, in the
/// order of pair_libraries.
struct PairedFilter {
  std::uint32_t id = 0;
  std::optional<FilterInterface> filter;
  std::string filter_library;  ///< path; empty without `filter`
  std::optional<CodecInterface> codec;
  std::string codec_library;
  std::optional<KernelInterface> kernel;
  std::string kernel_library;
  std::vector<std::string> shadowed;  ///< libraries with an interface that another provides

  friend bool operator==(const PairedFilter&, const PairedFilter&) = default;
};

/// Pairs the interfaces of libraries by filter id. libraries: in the order of the search; in a
/// folder, one that is named after the filter comes first. A filter class in a library that also
/// has a kernel for the filter comes before all others. Returns the filters by id.
NCF_API std::vector<PairedFilter> pair_libraries(const std::vector<PluginLibrary>& libraries);

enum class TripResult {
  exact,
  near,       ///< the filter is lossy, and restores values nearly
  failed,     ///< see `reason`
  not_tried,  ///< see `reason`: its parameters are unknown
};

/// The result of encoding and decoding a chunk of numbers with a filter.
struct RoundTrip {
  TripResult result = TripResult::exact;
  std::string reason;
  std::uint64_t raw_bytes = 0;
  std::uint64_t stored_bytes = 0;
  bool ends_process = false;  ///< it crashes, exits or hangs, as the reason says
};

}  // namespace ncf
