// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Exposes a kernel to HDF5 as a filter class. A plugin then has one class object and the two
// functions that HDF5 looks for:
//
//   namespace {
//   constexpr auto filter_class = make_filter_class<kernel>("name stored in files");
//   }
//   H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
//   const void* H5PLget_plugin_info() { return &filter_class; }
//
// HDF5 calls the filter on the thread that holds its lock. No exception crosses this interface: a
// failure is pushed on HDF5's error stack, as "filter 307 (bzip2): ...", and returned as HDF5
// expects.
// source: HDF5 reference manual, H5Zregister; HDF5 "Dynamically Loaded Filters"
#pragma once

#include <H5PLextern.h>

#include <cstddef>

#include "common/kernel.hpp"

namespace ncf::plugins {

struct Hdf5Functions;

/// The libhdf5 that calls a plugin. A process may have several: the wheels of h5py and netCDF4
/// bring their own, and the bundle and the wheel of ncf have another. An id or memory of one means
/// nothing to another, so a plugin calls the functions of the one that called it, not of one it is
/// linked with. While this object exists, they are those of the libhdf5 that contains
/// `return_address`, the place in it to which a callback returns. Any thread.
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

/// Implements the filter callback. Replaces `*buffer` by memory from HDF5's allocator and returns
/// the bytes in it. On failure leaves both pointers unchanged, pushes an HDF5 error and returns 0.
std::size_t run_filter(const Kernel& kernel, unsigned flags, Parameters parameters,
                       std::size_t bytes, std::size_t* buffer_bytes, void** buffer) noexcept;

/// Implements the can-apply callback: checks whether a user may request the parameters in
/// `creation_properties`. Returns 1, or pushes an HDF5 error and returns -1, so that a dataset with
/// wrong parameters is refused when it is created and not when its first chunk is written. Returns
/// 1 for an id of -1, which HDF5 passes for a group's heap, because a kernel accepts any bytes.
htri_t can_apply(const Kernel& kernel, hid_t creation_properties) noexcept;

/// Implements the set-local callback: replaces the parameters in `creation_properties` by those
/// that the kernel binds to the type and the chunk. Returns 1, or pushes an HDF5 error and returns
/// -1. Changes nothing if an id is -1.
herr_t set_local(const Kernel& kernel, hid_t creation_properties, hid_t type) noexcept;

// What HDF5 calls: each calls the functions above, which call the libhdf5 that called it.

template <const Kernel& kernel>
htri_t call_can_apply(hid_t creation_properties, hid_t /*type*/, hid_t /*space*/) noexcept {
  const CallingHdf5 caller(__builtin_return_address(0));
  return caller.is_usable() ? can_apply(kernel, creation_properties) : -1;
}

template <const Kernel& kernel>
herr_t call_set_local(hid_t creation_properties, hid_t type, hid_t /*space*/) noexcept {
  const CallingHdf5 caller(__builtin_return_address(0));
  return caller.is_usable() ? set_local(kernel, creation_properties, type) : -1;
}

template <const Kernel& kernel>
std::size_t call_filter(unsigned flags, std::size_t count, const unsigned* values,
                        std::size_t bytes, std::size_t* buffer_bytes, void** buffer) noexcept {
  const CallingHdf5 caller(__builtin_return_address(0));
  if (!caller.is_usable()) return 0;
  return run_filter(kernel, flags, {values, count}, bytes, buffer_bytes, buffer);
}

/// Returns the class that HDF5 registers. `stored_name` is stored in files, and h5dump shows it as
/// COMMENT.
template <const Kernel& kernel>
constexpr H5Z_class2_t make_filter_class(const char* stored_name) noexcept {
  H5Z_class2_t made{};
  made.version = H5Z_CLASS_T_VERS;
  made.id = static_cast<H5Z_filter_t>(kernel.id);
  made.encoder_present = 1;
  made.decoder_present = 1;
  made.name = stored_name;
  made.can_apply = call_can_apply<kernel>;
  if constexpr (kernel.bind) made.set_local = call_set_local<kernel>;
  made.filter = call_filter<kernel>;
  return made;
}

}  // namespace ncf::plugins
