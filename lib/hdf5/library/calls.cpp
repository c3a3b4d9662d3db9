// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/calls.hpp"

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <new>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"

namespace ncf::hdf5 {
namespace {

/// The error that a callback gave last, because libhdf5 passes only its text on.
std::optional<Error> last_given;

// Called for each record of the stack, the innermost first; a positive result ends the walk.
herr_t find_first_text(unsigned, const H5E_error2_t* error, void* text) noexcept {
  if (error->desc == nullptr || *error->desc == '\0') return 0;
  *static_cast<const char**>(text) = error->desc;
  return 1;
}

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

std::string innermost_text(hid_t stack) {
  const char* found = "";
  H5Ewalk2(stack, H5E_WALK_UPWARD, &find_first_text, &found);
  return found;
}

void give_reason(hid_t major, hid_t minor, const char* reason) noexcept {
  const hid_t stack = H5Ecreate_stack();
  H5Epush2(stack, __FILE__, __func__, __LINE__, H5E_ERR_CLS, major, minor, "%s", reason);
  H5Eset_current_stack(stack);  // closes it too
}

ErrorCapture* ErrorCapture::innermost_ = nullptr;

ErrorCapture::ErrorCapture() noexcept : outer_(std::exchange(innermost_, this)) {
  if (outer_ != nullptr) return;
  H5Eget_auto2(H5E_DEFAULT, &previous_function_, &previous_data_);
  H5Eset_auto2(H5E_DEFAULT, &keep_text, nullptr);
}

ErrorCapture::~ErrorCapture() {
  innermost_ = outer_;
  if (outer_ == nullptr) H5Eset_auto2(H5E_DEFAULT, previous_function_, previous_data_);
}

// HDF5 calls this at the end of every API call that fails; no exception may pass through it. Later
// failures are only clean-up after the first, so they are ignored.
herr_t ErrorCapture::keep_text(hid_t stack, void* /*unused*/) {
  std::string& text = innermost_->text_;
  if (!text.empty()) return 0;
  try {
    text = innermost_text(stack);
  } catch (const std::bad_alloc&) {
    // The failure itself is still reported, without its reason.
  }
  return 0;
}

}  // namespace ncf::hdf5
