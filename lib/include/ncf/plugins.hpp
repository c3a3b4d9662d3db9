// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Filter plugins: the folders they are looked for in, what the libraries there are, which filters
// that gives, and filters a program brings itself.
//
// Folders are searched in this order, and the first library that provides a filter is used:
//
//   1. those of a PluginPathScope, a program's --plugin-path
//   2. those of the environment variable HDF5_PLUGIN_PATH, separated by ':'
//   3. ncf's own, found from where the library stands: an installation's lib/ncf/plugins, or a
//      build tree's plugins/
//   4. the one compiled into libhdf5, unless HDF5_PLUGIN_PATH is set and empty
//
// The same folders, as far as they can be read, are handed to libhdf5 (and libnetcdf, where it
// keeps a list), so that all parts of a program find the same plugins. They replace libhdf5's own
// list, which belongs to the process. A filter once found stays loaded, whatever the folders
// become.
//
// These functions call libhdf5 and keep process-wide state: call them from the one thread that uses
// libhdf5 and libnetcdf.
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

/// Words for people: "--plugin-path", "HDF5_PLUGIN_PATH", "ncf's own", "HDF5's default".
NCF_API std::string_view describe(PluginFolderOrigin origin) noexcept;

/// A folder that is searched. One named twice is listed once, at its first place.
struct PluginFolder {
  std::string path;
  PluginFolderOrigin origin = PluginFolderOrigin::option;
  /// Whether it is a folder that can be listed. Others are skipped; libhdf5 alone would end its
  /// search there and find nothing in the folders after.
  bool readable = false;

  friend bool operator==(const PluginFolder&, const PluginFolder&) = default;
};

/// While it lives, `folders` are searched before all others, also before those of a scope around
/// it. Its begin and its end read HDF5_PLUGIN_PATH again. Scopes end in the reverse order of their
/// begin. A filter that was found stays loaded after the end.
class NCF_API PluginPathScope {
 public:
  /// throws: Error(usage) for an empty path, Error(internal) where libhdf5 refuses.
  explicit PluginPathScope(const std::vector<std::string>& folders);
  PluginPathScope(const PluginPathScope&) = delete;
  PluginPathScope& operator=(const PluginPathScope&) = delete;
  ~PluginPathScope();

 private:
  std::vector<std::string> outer_;  ///< folders of the scopes around it
};

/// The folders in the order they are searched. throws: as PluginPathScope.
NCF_API std::vector<PluginFolder> plugin_folders();

/// What a filter that is here can do.
struct FilterAvailability {
  bool encode = false;
  bool decode = false;
  std::string library;  ///< the plugin's file; empty for a filter that came without a plugin

  friend bool operator==(const FilterAvailability&, const FilterAvailability&) = default;
};

/// What HDF5 filter `id` can do here, loading its plugin if needed; empty if it is nowhere found.
/// throws: as PluginPathScope.
NCF_API std::optional<FilterAvailability> find_availability(std::uint32_t id);

/// Makes a filter class of a program's own known to libhdf5, and so to everything here: the address
/// of an `H5Z_class2_t`, or of an `H5Z_class1_t` of old, that lives until it is unregistered. It
/// goes before plugins with the same id, and replaces a class registered for it.
/// throws: Error(usage) where libhdf5 does not take it.
NCF_API void register_filter(const void* filter_class);

/// Takes back what register_filter, or the loading of a plugin, made known; a plugin is found again
/// when the filter is next needed.
/// throws: Error(usage) where there is no such filter, it is built into HDF5, or an object that is
/// open uses it.
NCF_API void unregister_filter(std::uint32_t id);

// ---------------------------------------------------------------------------------------------
// Libraries: each is asked for three interfaces, any of which it may have

/// An HDF5 filter (`H5PLget_plugin_type`, `H5PLget_plugin_info`).
struct FilterInterface {
  std::uint32_t id = 0;
  std::string name;       ///< as files store it
  int class_version = 2;  ///< of `H5Z_class_t`; libhdf5 alone passes over plugins of version 1
  bool encode = true;
  bool decode = true;

  friend bool operator==(const FilterInterface&, const FilterInterface&) = default;
};

/// A Zarr codec (`NCZ_get_codec_info`, or one of those of `NCZ_codec_info_defaults`).
struct CodecInterface {
  std::string name;  ///< numcodecs' id, "zstd"
  std::uint32_t filter_id = 0;
  bool is_default = false;  ///< used only where no other library gives the filter's codec

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
  ignored,  ///< nothing to do with filters and Zarr codecs, or another name of a file seen before
  failed,   ///< claims to be a plugin, or has the name of one, and cannot be used
};

/// A file in a plugin folder with the name of a library, `lib*.so*`.
struct PluginLibrary {
  std::string path;
  LibraryVerdict verdict = LibraryVerdict::usable;
  std::string reason;  ///< why it is not usable
  std::optional<FilterInterface> filter;
  std::vector<CodecInterface> codecs;
  std::optional<KernelInterface> kernel;
  /// Why its kernel is not used, if it has one that cannot be: its filter then runs on one thread.
  std::string kernel_fault;

  friend bool operator==(const PluginLibrary&, const PluginLibrary&) = default;
};

/// Every library of every folder, in the order of the search, within a folder by name. Those whose
/// files hold the name of an interface's function are loaded, each in a child process, so that one
/// that crashes is a verdict; this process loads nothing.
/// throws: as PluginPathScope; Error(io) where no child process can be made.
NCF_API std::vector<PluginLibrary> survey_libraries();

/// A filter put together from libraries: what the first that has it gives for each interface.
struct PairedFilter {
  std::uint32_t id = 0;
  std::optional<FilterInterface> filter;
  std::string filter_library;  ///< path; empty without `filter`
  std::optional<CodecInterface> codec;
  std::string codec_library;
  std::optional<KernelInterface> kernel;
  std::string kernel_library;
  std::vector<std::string> shadowed;  ///< libraries with an interface that another gave before

  friend bool operator==(const PairedFilter&, const PairedFilter&) = default;
};

/// Pairs the interfaces of libraries by filter id. `libraries` are in the order of the search; of
/// one folder's, one that is named after the filter goes first. Filters by id.
NCF_API std::vector<PairedFilter> pair_libraries(const std::vector<PluginLibrary>& libraries);

enum class TripResult {
  exact,
  near,       ///< the filter is lossy, and values come back nearly as they were
  failed,     ///< see `reason`
  not_tried,  ///< likewise: nobody knows which parameters it takes
};

/// A chunk of numbers through a filter and back.
struct RoundTrip {
  TripResult result = TripResult::exact;
  std::string reason;
  std::uint64_t raw_bytes = 0;
  std::uint64_t stored_bytes = 0;
  bool ends_process = false;  ///< by a crash, exit or hanging, as the reason says
};

}  // namespace ncf
