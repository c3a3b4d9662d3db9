// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Shows a kernel to HDF5 as a filter class. With it, a plugin has one class object and the two
// functions that HDF5 looks for:
//
//   namespace {
//   constexpr auto filter_class = make_filter_class<kernel>("name stored in files");
//   }
//   H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
//   const void* H5PLget_plugin_info() { return &filter_class; }
//
// HDF5 calls the filter on whatever thread holds its lock. Nothing is thrown across: a failure is
// pushed on HDF5's error stack, as "filter 307 (bzip2): ...", and returned as HDF5 expects.
// source: HDF5 reference manual, H5Zregister; HDF5 "Dynamically Loaded Filters"
#pragma once

#include <H5PLextern.h>

#include <cstddef>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// The filter callback's work. Replaces `*buffer` by memory of HDF5's own and returns the bytes in
/// it; on failure leaves both pointers alone, pushes an HDF5 error and returns 0.
std::size_t run_filter(const Kernel& kernel, unsigned flags, Parameters parameters,
                       std::size_t bytes, std::size_t* buffer_bytes, void** buffer) noexcept;

/// The can-apply callback's work: whether a user may ask for the parameters in
/// `creation_properties`. Returns 1, or pushes an HDF5 error and returns -1, so that a dataset with
/// wrong parameters is refused when it is created and not when its first chunk is written. An id of
/// -1 (HDF5 asks so for a group's heap) is answered by 1: a kernel takes any bytes.
htri_t can_apply(const Kernel& kernel, hid_t creation_properties) noexcept;

/// The set-local callback's work: replaces the parameters in `creation_properties` by those the
/// kernel binds to the type and the chunk. Returns 1, or pushes an HDF5 error and returns -1.
/// Leaves all as it is where an id is -1.
herr_t set_local(const Kernel& kernel, hid_t creation_properties, hid_t type) noexcept;

/// Returns the class HDF5 registers. `stored_name` goes into files and is what h5dump shows as
/// COMMENT.
template <const Kernel& kernel>
constexpr H5Z_class2_t make_filter_class(const char* stored_name) noexcept {
  H5Z_class2_t made{};
  made.version = H5Z_CLASS_T_VERS;
  made.id = static_cast<H5Z_filter_t>(kernel.id);
  made.encoder_present = 1;
  made.decoder_present = 1;
  made.name = stored_name;
  made.can_apply = [](hid_t creation_properties, hid_t, hid_t) noexcept {
    return can_apply(kernel, creation_properties);
  };
  if constexpr (kernel.bind) {
    made.set_local = [](hid_t creation_properties, hid_t type, hid_t) noexcept {
      return set_local(kernel, creation_properties, type);
    };
  }
  made.filter = [](unsigned flags, std::size_t count, const unsigned* values, std::size_t bytes,
                   std::size_t* buffer_bytes, void** buffer) noexcept {
    return run_filter(kernel, flags, {values, count}, bytes, buffer_bytes, buffer);
  };
  return made;
}

}  // namespace ncf::plugins
