/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Defines and inquires filters, for C: of a variable in a netCDF-4 file that the caller has opened
 * with libnetcdf, or of the properties with which the caller creates an HDF5 dataset. What the
 * functions do is said in <ncf/variable_filters.hpp>; both are the same code.
 *
 *   const ncf_filter_owner t2m = ncf_filters_of_variable(ncid, varid);
 *   char* message = NULL;
 *   if (ncf_define_filters(t2m, "shuffle|zstd,level=3", &message) != ncf_nc_noerr) {
 *     fprintf(stderr, "%s\n", message != NULL ? message : "out of memory");
 *   }
 *   ncf_string_free(message);
 *
 * Functions return a code of netcdf.h, so nc_strerror describes it: 0, one of those below, or the
 * code with which libnetcdf failed. `message`, the last argument, may be NULL. Otherwise `*message`
 * becomes a text to free with ncf_string_free, or NULL: after an error, what failed, on which
 * variable and why.
 *
 * Results may be NULL if they are not needed. Lists are asked for in two calls, as in libnetcdf:
 * the first, with NULL for the list, gives its length.
 *
 * Thread rule: as <ncf/ncf.h>. No function prints or ends the program.
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-use-using): C has no others. */
#include <stddef.h>
#include <stdint.h>

#include "ncf/export.h"
#include "ncf/filter_spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The codes that these functions choose themselves. netcdf.h calls them NC_ENOFILTER etc. */
enum ncf_nc_status {
  ncf_nc_noerr = 0,
  ncf_nc_einval = -36,     /* wrong parameters, or a variable or filter that does not allow this */
  ncf_nc_enotvar = -49,    /* no such variable */
  ncf_nc_enomem = -61,     /* out of memory */
  ncf_nc_einternal = -92,  /* a bug in this library */
  ncf_nc_ehdferr = -101,   /* libhdf5 failed */
  ncf_nc_efilter = -132,   /* a wrong number of parameters */
  ncf_nc_enofilter = -136, /* the filter is not available, or not attached */
};

/* What has filters. Made by one of the two functions below. */
typedef struct ncf_filter_owner {
  int ncid;
  int varid;
  int64_t properties; /* -1 for a variable */
} ncf_filter_owner;

static inline ncf_filter_owner ncf_filters_of_variable(int ncid, int varid) {
  const ncf_filter_owner owner = {ncid, varid, -1};
  return owner;
}

/* properties: a dataset creation property list of libhdf5, a hid_t. */
static inline ncf_filter_owner ncf_filters_of_properties(int64_t properties) {
  const ncf_filter_owner owner = {-1, -1, properties};
  return owner;
}

/* ---- By id, or by name ---- */

/* Defines one filter. parameters: visible ones, or as a file stores them. */
NCF_API int ncf_define_filter(ncf_filter_owner owner, uint32_t id, size_t count,
                              const uint32_t* parameters, char** message);
/* Defines the filters of a spec, by id or by name: "shuffle|zstd,level=3", "307,9". */
NCF_API int ncf_define_filters(ncf_filter_owner owner, const char* spec, char** message);

/* The same for filters that are left out, without an error, if they are missing or cannot be
 * applied. `*defined` is the number of filters that were defined, and `*message` says why others
 * were not. */
NCF_API int ncf_define_optional_filter(ncf_filter_owner owner, uint32_t id, size_t count,
                                       const uint32_t* parameters, size_t* defined, char** message);
NCF_API int ncf_define_optional_filters(ncf_filter_owner owner, const char* spec, size_t* defined,
                                        char** message);

/* The ids of all filters, in the order of encoding. `*count` is 0 if there are none. */
NCF_API int ncf_inquire_filter_ids(ncf_filter_owner owner, size_t* count, uint32_t* ids,
                                   char** message);
/* The parameters of one. Returns ncf_nc_enofilter if it is not attached. */
NCF_API int ncf_inquire_filter(ncf_filter_owner owner, uint32_t id, size_t* count,
                               uint32_t* parameters, char** message);
NCF_API int ncf_inquire_filter_by_name(ncf_filter_owner owner, const char* name, uint32_t* id,
                                       size_t* count, uint32_t* parameters, char** message);
/* The first filter. `*id` and `*count` are 0 if there are none. */
NCF_API int ncf_inquire_first_filter(ncf_filter_owner owner, uint32_t* id, size_t* count,
                                     uint32_t* parameters, char** message);

/* Whether this process can encode and decode with a filter: ncf_nc_noerr or ncf_nc_enofilter. */
NCF_API int ncf_filter_available(uint32_t id, char** message);
NCF_API int ncf_filter_available_by_name(const char* name, uint32_t* id, char** message);

/* ---- Filters with parameters of their own ----
 *
 * `*has` becomes 1 or 0. Without the filter, the other results stay as they were. A filter whose
 * number of parameters is not that of libnetcdf's functions is ncf_nc_efilter. Inquiring does not
 * need the plugin. */

NCF_API int ncf_define_deflate(ncf_filter_owner owner, int level, char** message);
NCF_API int ncf_inquire_deflate(ncf_filter_owner owner, int* has, int* level, char** message);

NCF_API int ncf_define_shuffle(ncf_filter_owner owner, char** message);
NCF_API int ncf_inquire_shuffle(ncf_filter_owner owner, int* has, char** message);

NCF_API int ncf_define_fletcher32(ncf_filter_owner owner, char** message);
NCF_API int ncf_inquire_fletcher32(ncf_filter_owner owner, int* has, char** message);

/* coding: 4 for entropy coding, 32 for nearest neighbour (NC_SZIP_EC, NC_SZIP_NN). */
NCF_API int ncf_define_szip(ncf_filter_owner owner, int coding, int pixels_per_block,
                            char** message);
NCF_API int ncf_inquire_szip(ncf_filter_owner owner, int* has, int* coding, int* pixels_per_block,
                             char** message);

NCF_API int ncf_define_bzip2(ncf_filter_owner owner, int level, char** message);
NCF_API int ncf_inquire_bzip2(ncf_filter_owner owner, int* has, int* level, char** message);

NCF_API int ncf_define_zstandard(ncf_filter_owner owner, int level, char** message);
NCF_API int ncf_inquire_zstandard(ncf_filter_owner owner, int* has, int* level, char** message);

/* codec: 0 blosclz, 1 lz4, 2 lz4hc, 3 snappy, 4 zlib, 5 zstd. shuffle: 0 none, 1 bytes, 2 bits.
 * (There is no block size: the filter overwrites that parameter with the size of a chunk.) */
NCF_API int ncf_define_blosc(ncf_filter_owner owner, int codec, int level, int shuffle,
                             char** message);
NCF_API int ncf_inquire_blosc(ncf_filter_owner owner, int* has, int* codec, int* level,
                              int* shuffle, char** message);

/* mode: 0 none, 1 bitgroom, 2 granular bitround, 3 bitround. digits: significant decimal digits,
 * for 3 bits. Only variables of libnetcdf are quantized: properties have mode 0. */
NCF_API int ncf_define_quantization(ncf_filter_owner owner, int mode, int digits, char** message);
NCF_API int ncf_inquire_quantization(ncf_filter_owner owner, int* mode, int* digits,
                                     char** message);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-use-using) */
