// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks references into the global heap before libhdf5 follows them, wherever they are: in
// datasets, attributes, members of compounds, values of other values. libhdf5 lets a program
// replace its function that converts values of variable length; ours checks the references and then
// calls libhdf5's. It also keeps libhdf5 1.10 from freeing, as values that are overwritten, what it
// has just written of arrays of compounds. I/O thread only.
// source: HDF5 reference manual, H5Tregister and H5Tfind
#pragma once

#include <hdf5.h>

#include <cstddef>

namespace ncf::hdf5 {

/// Whether the function is replaced: that of libhdf5 1.14 and later takes arguments that a program
/// cannot supply.
#if H5_VERSION_GE(1, 14, 0)
constexpr bool can_check_heap = false;
#else
constexpr bool can_check_heap = true;
#endif

/// Call it before opening or creating a file. throws: Error.
void register_heap_check();

/// While it lives, libhdf5 converts values of variable length only after checking them against the
/// file of one object.
class HeapCheck {
 public:
  /// object: a dataset or an attribute.
  explicit HeapCheck(hid_t object) noexcept;
  HeapCheck(const HeapCheck&) = delete;
  HeapCheck& operator=(const HeapCheck&) = delete;
  ~HeapCheck();

  /// The innermost living object, or null.
  static HeapCheck* current() noexcept;

  /// type: of the values that the references lead to. stride: bytes from one reference to the next;
  /// 0 if they are contiguous. throws: Error(corrupt).
  void check(hid_t type, const void* references, std::size_t count, std::size_t stride);

 private:
  hid_t object_;
  HeapCheck* outer_;
};

}  // namespace ncf::hdf5
