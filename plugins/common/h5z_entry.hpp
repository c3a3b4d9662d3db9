// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Shows a kernel to HDF5 as a filter class. With it, a plugin's h5z.cpp is one class object and the
// two functions HDF5 looks for:
//
//   namespace {
//   constexpr auto filter_class = make_filter_class<kernel>("name stored in files");
//   }
//   H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
//   const void* H5PLget_plugin_info() { return &filter_class; }
//
// HDF5 calls the filter on whatever thread holds its lock. Nothing is thrown across: a failure is
// pushed on HDF5's error stack, as "filter 307 (bzip2): ...", and returned as HDF5 wants it.
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

/// The can-apply callback's work: whether the parameters in `creation_properties` can encode.
/// Returns 1, or pushes an HDF5 error and returns -1, so that a dataset with wrong parameters is
/// refused when it is created and not when its first chunk is written. An id of -1 (HDF5 asks so
/// for a group's heap) is answered by 1: a kernel takes any bytes.
htri_t check_parameters(const Kernel& kernel, hid_t creation_properties) noexcept;

/// The class HDF5 registers. `stored_name` goes into files and is what h5dump shows as COMMENT.
template <const Kernel& kernel>
constexpr H5Z_class2_t make_filter_class(const char* stored_name) noexcept {
  return {H5Z_CLASS_T_VERS,
          static_cast<H5Z_filter_t>(kernel.id),
          1,  // encodes
          1,  // decodes
          stored_name,
          [](hid_t creation_properties, hid_t, hid_t) noexcept {
            return check_parameters(kernel, creation_properties);
          },
          nullptr,  // set_local: the parameters do not depend on the dataset
          [](unsigned flags, std::size_t count, const unsigned* values, std::size_t bytes,
             std::size_t* buffer_bytes, void** buffer) noexcept {
            return run_filter(kernel, flags, {values, count}, bytes, buffer_bytes, buffer);
          }};
}

}  // namespace ncf::plugins
