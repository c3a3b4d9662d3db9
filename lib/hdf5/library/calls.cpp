// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/calls.hpp"

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "base/errors/error_context.hpp"

namespace ncf::hdf5 {
namespace {

/// The error that a callback gave last, because libhdf5 passes only its text on.
std::optional<Error> last_given;

}  // namespace

std::optional<int> errno_in(const std::string& hdf5_text) {
  constexpr std::string_view key = "errno = ";
  const std::size_t at = hdf5_text.find(key);
  if (at == std::string::npos) return std::nullopt;
  int number = 0;
  const char* begin = hdf5_text.data() + at + key.size();
  std::from_chars(begin, hdf5_text.data() + hdf5_text.size(), number);
  return number > 0 ? std::optional(number) : std::nullopt;
}

Error error_of(const std::string& hdf5_text) {
  if (last_given && hdf5_text == last_given->what()) return *last_given;
  if (const std::optional<int> number = errno_in(hdf5_text)) {
    const Error error = base::system_error(*number);
    return *number == ENOENT ? Error(ErrorCode::not_found, error.message()) : error;
  }
  return {ErrorCode::io, hdf5_text.empty() ? "HDF5 fails without a reason" : "HDF5: " + hdf5_text};
}

void give_error(hid_t major, hid_t minor, const Error& error) noexcept {
  last_given = error;
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, major, minor, "%s",
           error.what());
}

void Handle::close() { call(close_, std::exchange(id_, H5I_INVALID_HID)); }

std::uint64_t storage_bytes(hid_t dataset) {
  const ErrorCapture capture;
  const hsize_t bytes = H5Dget_storage_size(dataset);
  if (bytes == 0 && !capture.text().empty()) throw error_of(capture.text());
  return bytes;
}

// libhdf5 counts entries by their size in the file; decoded, those of datasets are ten times as
// large. We visit one object after the other, so a cache of many objects saves nothing and costs
// memory. libhdf5 enlarges the cache if entries are needed again.
Handle make_file_access() {
  Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
  H5AC_cache_config_t cache{};
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  call(H5Pget_mdc_config, access.id(), &cache);
  cache.set_initial_size = true;
  cache.initial_size = cache.min_size = std::size_t{128} << 10;
  call(H5Pset_mdc_config, access.id(), &cache);
  return access;
}

}  // namespace ncf::hdf5
