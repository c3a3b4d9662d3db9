// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr codecs of plugin libraries: their C tables as values, their callbacks as functions that
// throw.
//
// Like libnetcdf, we call modify_parameters before using the working parameters, and hdf5_to_codec
// when writing metadata, with the visible parameters that modify_parameters returned.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf; codecs may call either.
// source: netCDF documentation, "NetCDF-4 Filter Support", appendix "Codec API"
#pragma once

#include <string>
#include <vector>

#include "filter/codecs/codec_variable.hpp"
#include "filter/kernels/kernel.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/ncz_codec.h"
#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// A codec table as provided by a library.
struct CodecTable {
  CodecInterface facts;
  const ncf_ncz_codec* table = nullptr;  ///< owned by the library
};

/// Calls a library's NCZ_get_codec_info at this address. The table may be null or invalid.
const void* codec_at(void* get_info);

/// Calls a library's NCZ_codec_info_defaults at this address: one null table if it returns nothing.
std::vector<const void*> default_codecs_at(void* get_defaults);

/// Reads a codec's table. throws: Error(corrupt).
CodecTable read_codec(const void* table, bool is_default);

/// A codec ready for use: initialized at its first use in this process, finalized when the process
/// ends.
class PluginCodec {
 public:
  explicit PluginCodec(const CodecTable& codec);

  /// Returns the filter that a numcodecs object describes. throws: Error(unsupported).
  [[nodiscard]] Filter filter_of(const std::string& json) const;

  /// Returns the numcodecs object that describes the filter. throws: Error(unsupported).
  [[nodiscard]] std::string json_of(const Filter& visible) const;

  /// Visible and working parameters for one variable.
  struct Parameters {
    Filter visible;
    StoredFilter working;
  };

  /// Calls modify_parameters, which may inquire about the variable. throws: Error(unsupported).
  [[nodiscard]] Parameters modify(const Filter& visible, const filter::ChunkLayout& layout,
                                  const filter::CodecVariable& variable) const;

 private:
  void require_ok(int status, const char* callback) const;

  const ncf_ncz_codec* table_;
};

}  // namespace ncf::plugin
