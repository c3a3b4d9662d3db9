// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A variable for codecs that ask libnetcdf about theirs: a netCDF-4 file that exists in memory only
// holds one with the same name, type, byte order, dimensions, chunks and attributes, and no values.
// It is in the root group. Elements that libnetcdf has no type for, such as float16, are opaque
// values of the same size; so are texts of more than one character. A dimension that is shorter
// than a chunk is unlimited, because libnetcdf allows no other.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf.
#pragma once

#include "filter/codec_variable.hpp"
#include "filter/kernel.hpp"

namespace ncf::plugin {

class ShadowVariable {
 public:
  /// Unknown dimensions are as long as the chunk. throws: Error(internal).
  ShadowVariable(const filter::ChunkLayout& layout, const filter::CodecVariable& variable);
  ShadowVariable(const ShadowVariable&) = delete;
  ShadowVariable& operator=(const ShadowVariable&) = delete;
  ~ShadowVariable();

  [[nodiscard]] int ncid() const noexcept { return ncid_; }
  [[nodiscard]] int varid() const noexcept { return varid_; }

 private:
  void define(const filter::ChunkLayout& layout, const filter::CodecVariable& variable);
  [[nodiscard]] int define_type(const filter::ChunkLayout& layout, bool is_unsigned) const;

  int ncid_ = -1;
  int varid_ = -1;
};

}  // namespace ncf::plugin
