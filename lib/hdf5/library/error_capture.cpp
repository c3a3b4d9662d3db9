// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/error_capture.hpp"

#include <new>
#include <utility>

namespace ncf::hdf5 {

namespace {

// Called for each record of the stack, the innermost first; a positive result ends the walk.
herr_t find_first_text(unsigned, const H5E_error2_t* error, void* text) noexcept {
  if (error->desc == nullptr || *error->desc == '\0') return 0;
  *static_cast<const char**>(text) = error->desc;
  return 1;
}

}  // namespace

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
