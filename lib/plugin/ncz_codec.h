/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The table a library's NCZ_get_codec_info returns, NCZ_codec_t of version 1, declared here because
 * the netcdf_filter_build.h of libnetcdf 4.9.0 includes a header that is not installed. Tests hold
 * the layout to that header's.
 *
 * Texts and words handed out are the caller's, to be freed with free().
 * source: netCDF documentation, "NetCDF-4 Filter Support", appendix "Codec API"
 */
#pragma once

/* NOLINTBEGIN(modernize-use-using,modernize-deprecated-headers): plugins in C read this too. */
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ncz_codec_version = 1, ncz_codec_sort_hdf5 = 1 };

typedef struct NczCodec {
  int version;
  int sort;                 /* what the rest of the table is */
  const char* codec_id;     /* "zstd" */
  unsigned int filter_id;   /* of HDF5 */
  void (*initialize)(void); /* these two may be NULL */
  void (*finalize)(void);
  int (*codec_to_hdf5)(const char* json, size_t* n_words, unsigned** words);
  int (*hdf5_to_codec)(size_t n_words, const unsigned* words, char** json);
  /* Visible parameters, which it may change, and a variable -> working parameters. May be NULL:
   * they are the visible ones. */
  int (*modify_parameters)(int ncid, int varid, size_t* n_visible, unsigned** visible,
                           size_t* n_working, unsigned** working);
} NczCodec;

typedef const void* (*NczGetCodecInfo)(void);      /* -> NczCodec */
typedef const void* (*NczCodecInfoDefaults)(void); /* -> NczCodec pointers, ended by NULL */

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-use-using,modernize-deprecated-headers) */
