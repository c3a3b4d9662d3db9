// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/library.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <cstddef>
#include <exception>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/library/build_config.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/calls.hpp"
#include "ncf/error.hpp"

namespace ncf::hdf5 {
namespace {

bool loads_plugins() {
  unsigned allowed = 0;
  return H5PLget_loading_state(&allowed) >= 0 && (allowed & H5PL_FILTER_PLUGIN) != 0;
}

bool encodes_szip() {
  unsigned flags = 0;
  return H5Zfilter_avail(H5Z_FILTER_SZIP) > 0 && H5Zget_filter_info(H5Z_FILTER_SZIP, &flags) >= 0 &&
         (flags & H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0;
}

bool is_thread_safe() {
  hbool_t is_safe = false;
  return H5is_library_threadsafe(&is_safe) >= 0 && is_safe;
}

constexpr bool is_parallel() {
#ifdef H5_HAVE_PARALLEL
  return true;
#else
  return false;
#endif
}

}  // namespace

std::string running_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  H5get_libversion(&major, &minor, &patch);
  return fmt::format("{}.{}.{}", major, minor, patch);
}

std::string describe_library() {
  return fmt::format("libhdf5 {} (built for {})", running_version(), NCF_BUILT_WITH_HDF5);
}

base::LibraryFacts library_facts() {
  return {"libhdf5",
          running_version(),
          NCF_BUILT_WITH_HDF5,
          reinterpret_cast<const void*>(&H5get_libversion),
          {{"plugins", loads_plugins()},
           {"szip encoder", encodes_szip()},
           {"thread-safe", is_thread_safe()},
           {"parallel I/O", is_parallel()}}};
}

void skip_cleanup_at_exit() noexcept { H5dont_atexit(); }

std::vector<std::string> plugin_folders() {
  const ErrorCapture quiet;
  unsigned count = 0;
  call(H5PLsize, &count);
  std::vector<std::string> folders;
  for (unsigned i = 0; i < count; ++i) {
    const ssize_t length = H5PLget(i, nullptr, 0);
    if (length <= 0) continue;
    std::string folder(static_cast<std::size_t>(length) + 1, '\0');
    call(H5PLget, i, folder.data(), folder.size());
    folder.pop_back();
    folders.push_back(std::move(folder));
  }
  return folders;
}

void set_plugin_folders(const std::vector<std::string>& folders) {
  unsigned count = 0;
  call(H5PLsize, &count);
  for (; count > 0; --count) call(H5PLremove, count - 1);
  for (const std::string& folder : folders) call(H5PLappend, folder.c_str());
}

KeptPluginFolders::KeptPluginFolders() : folders_(plugin_folders()) {}

KeptPluginFolders::~KeptPluginFolders() {
  try {
    if (plugin_folders() != folders_) set_plugin_folders(folders_);
  } catch (const std::exception&) {
    // The search then fails with the names of the filter and of the remaining folders.
  }
}

void require_filter(std::uint32_t id) {
  ErrorCapture capture;
  const htri_t available = H5Zfilter_avail(static_cast<H5Z_filter_t>(id));
  if (available > 0) return;
  std::string message = "not available: no plugin with this id was found";
  if (!capture.text().empty()) message += " (HDF5: " + capture.text() + ")";
  throw Error(ErrorCode::not_found, message);
}

void require_filters(const StoredChain& filters) {
  for (const StoredFilter& filter : filters) {
    base::with_context(filter::filter_title(filter.id), [&] { require_filter(filter.id); });
  }
}

}  // namespace ncf::hdf5
