// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The function by which libhdf5 converts values of variable length, wherever they are: in datasets,
// attributes, members of compounds, values of other values. libhdf5 lets a program replace it; ours
// makes preparations and calls libhdf5's. It checks references into the global heap before they are
// followed, and keeps values that were just written from being freed. I/O thread only.
// source: HDF5 reference manual, H5Tregister and H5Tfind
#pragma once

#include <hdf5.h>

namespace ncf::hdf5 {

/// Whether the function can be replaced: that of libhdf5 1.14 and later takes arguments that a
/// program cannot supply.
#if H5_VERSION_GE(1, 14, 0)
constexpr bool can_replace_vlen_conversion = false;
#else
constexpr bool can_replace_vlen_conversion = true;
#endif

/// Call it before opening or creating a file. throws: Error.
void replace_vlen_conversion();

/// While this object exists, values of variable length are checked against the file of one dataset
/// or attribute before libhdf5 converts them.
class HeapCheck {
 public:
  /// object: a dataset or an attribute.
  explicit HeapCheck(hid_t object) noexcept;
  HeapCheck(const HeapCheck&) = delete;
  HeapCheck& operator=(const HeapCheck&) = delete;
  ~HeapCheck();

 private:
  hid_t outer_;  ///< of the HeapCheck around this one
};

/// While this object exists, values of variable length are written as if nothing had been in their
/// place. libhdf5 frees the values that it overwrites; before 1.14.4 it mistakes an earlier element
/// of an array for such a value, and frees what it has just written. (Fill values that are
/// overwritten stay in the file.)
class WritingOverNothing {
 public:
  /// is_needed: whether there are arrays of such values.
  /// throws: Error(unsupported) if libhdf5 loses values and its function cannot be replaced.
  explicit WritingOverNothing(bool is_needed);
  WritingOverNothing(const WritingOverNothing&) = delete;
  WritingOverNothing& operator=(const WritingOverNothing&) = delete;
  ~WritingOverNothing();

 private:
  bool outer_;
};

}  // namespace ncf::hdf5
