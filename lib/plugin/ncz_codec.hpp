// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The table a library's NCZ_get_codec_info returns, NCZ_codec_t of version 1, declared here because
// the netcdf_filter_build.h of libnetcdf 4.9.0 includes a header that is not installed. A test
// holds the layout to that header's. The development branch after it hands every function an
// environment first, under the same version number.
//
// Texts and words handed out are the caller's, to be freed with free().
// source: netCDF documentation, "NetCDF-4 Filter Support", appendix "Codec API"
#pragma once

#include <cstddef>

namespace ncf::plugin {

inline constexpr int ncz_codec_version = 1;
inline constexpr int ncz_codec_sort_hdf5 = 1;

struct NczCodec {
  int version;
  int sort;              ///< what the rest of the table is
  const char* codec_id;  ///< "zstd"
  unsigned filter_id;    ///< of HDF5
  void (*initialize)();  ///< may be null
  void (*finalize)();    ///< may be null
  int (*codec_to_hdf5)(const char* json, std::size_t* n_words, unsigned** words);
  int (*hdf5_to_codec)(std::size_t n_words, const unsigned* words, char** json);
  /// Visible parameters, which it may change, and a variable -> working parameters. May be null:
  /// they are the visible ones.
  int (*modify_parameters)(int ncid, int varid, std::size_t* n_visible, unsigned** visible,
                           std::size_t* n_working, unsigned** working);
};

using NczGetCodecInfo = const void* (*)();       ///< -> NczCodec
using NczCodecInfoDefaults = const void* (*)();  ///< -> NczCodec pointers, ended by a null one

}  // namespace ncf::plugin
