// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr codecs of plugin libraries: their C tables as values, their callbacks as functions that
// throw.
//
// libnetcdf calls modify_parameters before it uses the working parameters, and hdf5_to_codec when
// it writes metadata, thus with the visible parameters as the former left them.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf; codecs may call either.
// source: netCDF documentation, "NetCDF-4 Filter Support", appendix "Codec API"
#pragma once

#include <string>
#include <vector>

#include "filter/codec_variable.hpp"
#include "filter/kernel.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/ncz_codec.h"
#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// A codec table as a library gives it.
struct CodecTable {
  CodecInterface facts;
  const ncf_ncz_codec* table = nullptr;  ///< the library's
};

/// Asks a library by the address of its NCZ_get_codec_info. throws: Error(corrupt).
CodecTable read_codec(void* get_info);

/// Asks a library by the address of its NCZ_codec_info_defaults. throws: Error(corrupt).
std::vector<CodecTable> read_default_codecs(void* get_defaults);

/// A codec ready for use: initialised when it is first used in this process, finalised when the
/// process ends.
class PluginCodec {
 public:
  explicit PluginCodec(const CodecTable& codec);

  /// The filter of a numcodecs object. throws: Error(unsupported).
  [[nodiscard]] Filter filter_of(const std::string& json) const;

  /// The numcodecs object of the filter. throws: Error(unsupported).
  [[nodiscard]] std::string json_of(const Filter& visible) const;

  /// Visible and working parameters for a variable, which the codec may inquire about.
  struct Parameters {
    Filter visible;
    StoredFilter working;
  };

  /// throws: Error(unsupported).
  [[nodiscard]] Parameters modify(const Filter& visible, const filter::ChunkLayout& layout,
                                  const filter::CodecVariable& variable) const;

 private:
  void require_ok(int status, const char* callback) const;

  const ncf_ncz_codec* table_;
};

}  // namespace ncf::plugin
