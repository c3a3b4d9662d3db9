/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A codec library as others write them, of netCDF's headers alone: {"id":"xor","key":90} is the
 * filter of xor_filter.c with the word 90.
 */
#include <netcdf.h>
#include <netcdf_filter_build.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CODEC_NAME
#define CODEC_NAME "xor"
#endif

#ifndef FILTER_ID
#define FILTER_ID 400
#endif

/* For the tests to look at. */
int xor_codec_initialised = 0;

static void initialize(void) { ++xor_codec_initialised; }
static void finalize(void) { --xor_codec_initialised; }

static int set_cd_values(unsigned first, unsigned second, size_t count, size_t* n_cd_values,
                         unsigned** cd_values) {
  *cd_values = malloc(2 * sizeof(unsigned));
  if (*cd_values == NULL) return NC_ENOMEM;
  (*cd_values)[0] = first;
  (*cd_values)[1] = second;
  *n_cd_values = count;
  return NC_NOERR;
}

static int codec_to_hdf5(const char* json, size_t* n_cd_values, unsigned** cd_values) {
  unsigned key = 0;
  const char* member = strstr(json, "\"key\":");
  if (member == NULL || sscanf(member, "\"key\":%u", &key) != 1) return NC_EFILTER;
  return set_cd_values(key, 0, 1, n_cd_values, cd_values);
}

static int hdf5_to_codec(size_t n_cd_values, const unsigned* cd_values, char** json) {
  if (n_cd_values < 1) return NC_EFILTER;
  *json = malloc(64);
  if (*json == NULL) return NC_ENOMEM;
  (void)snprintf(*json, 64, "{\"id\":\"" CODEC_NAME "\",\"key\":%u}", cd_values[0]);
  return NC_NOERR;
}

#ifdef WITHOUT_MODIFY
#define modify_parameters NULL
#else
/* Asks libnetcdf about the variable, and brings the visible key into one byte. */
static int modify_parameters(int ncid, int varid, size_t* n_visible, unsigned** visible,
                             size_t* n_working, unsigned** working) {
  nc_type type = NC_NAT;
  size_t bytes = 0;
  int storage = NC_CONTIGUOUS;
  int status = nc_inq_vartype(ncid, varid, &type);
  if (status == NC_NOERR) status = nc_inq_type(ncid, type, NULL, &bytes);
  if (status == NC_NOERR) status = nc_inq_var_chunking(ncid, varid, &storage, NULL);
  if (status != NC_NOERR) return status;
  if (*n_visible < 1 || storage != NC_CHUNKED) return NC_EFILTER;
  (*visible)[0] &= 0xff;
  return set_cd_values((*visible)[0], (unsigned)bytes, 2, n_working, working);
}
#endif

static const NCZ_codec_t codec = {NCZ_CODEC_CLASS_VER, NCZ_CODEC_HDF5, CODEC_NAME,
                                  FILTER_ID,           initialize,     finalize,
                                  codec_to_hdf5,       hdf5_to_codec,  modify_parameters};

#ifdef DEFAULTS
static const NCZ_codec_t second = {NCZ_CODEC_CLASS_VER, NCZ_CODEC_HDF5, "not", 401, NULL, NULL,
                                   codec_to_hdf5,       hdf5_to_codec,  NULL};
static const NCZ_codec_t* const codecs[] = {&codec, &second, NULL};
const void* NCZ_codec_info_defaults(void) { return codecs; }
#else
const void* NCZ_get_codec_info(void) { return &codec; }
#endif
