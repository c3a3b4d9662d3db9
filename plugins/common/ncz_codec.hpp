// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The interface by which libnetcdf finds a Zarr codec in a plugin: version 1 of NCZ_codec_t, the
// struct that NCZ_get_codec_info returns. Declared here because netCDF's own header needs one that
// packages do not install; a test compares the two.
//
// Version 1 as of netCDF 4.9. The development branch after it hands every function an environment
// first, under the same version number.
// source: netCDF 4.9.0, netcdf_filter_build.h
#pragma once

#include <cstddef>

namespace ncf::plugins {

struct NczCodec {
  int version;  ///< 1
  int sort;     ///< 1: converts between JSON and HDF5 parameters
  const char* codec_id;
  unsigned hdf5_id;
  void (*initialize)();  ///< may be null, as may finalize and modify_parameters
  void (*finalize)();

  // Each returns an error code of netCDF. What they hand out is the caller's, to be freed by
  // free().

  /// JSON -> visible parameters.
  int (*codec_to_hdf5)(const char* json, std::size_t* count, unsigned** parameters);

  /// Visible parameters -> JSON.
  int (*hdf5_to_codec)(std::size_t count, const unsigned* parameters, char** json);

  /// Visible parameters and a variable -> working parameters, and visible ones to be stored.
  int (*modify_parameters)(int group, int variable, std::size_t* visible_count, unsigned** visible,
                           std::size_t* working_count, unsigned** working);
};

}  // namespace ncf::plugins

extern "C" __attribute__((visibility("default"))) const void* NCZ_get_codec_info();
