// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A variable for codecs that ask libnetcdf about theirs: a netCDF-4 file in memory holds one with
// the same name, type, byte order, dimensions, chunks and attributes, but no values. It is in the
// root group. Element types that libnetcdf lacks, for example float16 or text longer than one
// character, become opaque values of the same size. A dimension shorter than a chunk becomes
// unlimited, because libnetcdf does not allow such chunks otherwise.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf.
#pragma once

#include "filter/codec_variable.hpp"
#include "filter/kernel.hpp"

namespace ncf::plugin {

class ShadowVariable {
 public:
  /// Unknown dimensions get the length of the chunk. throws: Error(internal).
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
