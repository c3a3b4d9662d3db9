// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The libhdf5 that calls a plugin. A process may have several: the wheels of h5py and netCDF4 bring
// their own, and the bundle and the wheel of ncf have another. An id or memory of one means nothing
// to another, so a plugin calls the functions of the one that called it, not of one it is linked
// with. Thread rule: any thread.
#pragma once

#include <hdf5.h>

namespace ncf::plugins {

/// Functions and classes of errors of one libhdf5; null if it lacks one.
struct Hdf5Functions {
  decltype(&H5free_memory) free_memory = nullptr;
  decltype(&H5resize_memory) resize_memory = nullptr;
  decltype(&H5Pget_chunk) get_chunk = nullptr;
  decltype(&H5Pget_filter_by_id2) get_filter = nullptr;
  decltype(&H5Pmodify_filter) modify_filter = nullptr;
  decltype(&H5Tcopy) copy_type = nullptr;
  decltype(&H5Tclose) close_type = nullptr;
  decltype(&H5Tget_class) get_class = nullptr;
  decltype(&H5Tget_size) get_size = nullptr;
  decltype(&H5Tget_order) get_order = nullptr;
  decltype(&H5Tget_super) get_super = nullptr;
  decltype(&H5Tget_array_dims2) get_array_lengths = nullptr;
  decltype(&H5Ecreate_stack) create_stack = nullptr;
  decltype(&H5Epush2) push_error = nullptr;
  decltype(&H5Eset_current_stack) set_current_stack = nullptr;
  const hid_t* error_class = nullptr;
  const hid_t* pipeline = nullptr;  ///< the major number of errors in filters
  const hid_t* cannot_apply = nullptr;
  const hid_t* cannot_set_local = nullptr;
  const hid_t* cannot_read = nullptr;
  const hid_t* cannot_write = nullptr;
};

/// While it exists, `hdf5()` are the functions of the libhdf5 that contains `return_address`, the
/// place in it to which a callback returns.
class CallingHdf5 {
 public:
  explicit CallingHdf5(const void* return_address) noexcept;
  CallingHdf5(const CallingHdf5&) = delete;
  CallingHdf5& operator=(const CallingHdf5&) = delete;
  ~CallingHdf5();

  /// Returns whether all functions were found; otherwise none may be called.
  [[nodiscard]] bool is_usable() const noexcept { return is_usable_; }

 private:
  const Hdf5Functions* outer_;
  bool is_usable_;
};

/// Returns the functions of the libhdf5 that called this thread. Only while a CallingHdf5 exists.
const Hdf5Functions& hdf5() noexcept;

}  // namespace ncf::plugins
