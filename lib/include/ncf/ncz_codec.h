/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The interface by which libnetcdf finds a Zarr codec in a plugin: the table that a library's
 * NCZ_get_codec_info returns, NCZ_codec_t of version 1. Declared here because netCDF 4.9.0's
 * netcdf_filter_build.h includes a header that is not installed; a test compares the two. The
 * development branch after it passes an environment as the first argument of every function, under
 * the same version.
 *
 * The functions return an error code of netCDF. JSON and parameters that they return belong to the
 * caller, who frees them with free(). For visible and working parameters see ncf/kernel.h.
 * source: netCDF 4.9.0, netcdf_filter_build.h; netCDF documentation, "NetCDF-4 Filter Support",
 * appendix "Codec API"
 *
 *   static const ncf_ncz_codec codec = {
 *       ncf_ncz_codec_version, ncf_ncz_codec_sort_hdf5, "zstd", 32015, NULL, NULL,
 *       codec_to_hdf5, hdf5_to_codec, NULL};
 *   const void* NCZ_get_codec_info(void) { return &codec; }
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-redundant-void-arg,modernize-use-using): C. */
#include <stddef.h>

#include "ncf/export.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ncf_ncz_codec_version = 1, ncf_ncz_codec_sort_hdf5 = 1 };

typedef struct ncf_ncz_codec {
  int version;              /* ncf_ncz_codec_version */
  int sort;                 /* ncf_ncz_codec_sort_hdf5: what the rest of the table is */
  const char* codec_id;     /* "zstd" */
  unsigned filter_id;       /* HDF5's */
  void (*initialize)(void); /* may be NULL */
  void (*finalize)(void);   /* may be NULL */

  /* JSON -> visible parameters. */
  int (*codec_to_hdf5)(const char* json, size_t* count, unsigned** visible);

  /* Visible parameters -> JSON. */
  int (*hdf5_to_codec)(size_t count, const unsigned* visible, char** json);

  /* Computes working parameters from visible ones, which it may change, and a variable. NULL if the
   * working parameters are the visible ones. */
  int (*modify_parameters)(int ncid, int varid, size_t* visible_count, unsigned** visible,
                           size_t* working_count, unsigned** working);
} ncf_ncz_codec;

/* The function that a plugin exports, and its type. libncf itself has no such symbol. */
NCF_API const void* NCZ_get_codec_info(void); /* -> ncf_ncz_codec */
typedef const void* (*ncf_ncz_get_codec_info_function)(void);

/* A library of several codecs exports this: pointers to ncf_ncz_codec, terminated by NULL. */
typedef const void* (*ncf_ncz_codec_info_defaults_function)(void);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-redundant-void-arg,modernize-use-using) */
