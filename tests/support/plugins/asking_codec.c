/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A codec that asks libnetcdf all it can about its variable, {"id":"asking","key":90}. The key is
 * left to modify_parameters where the user gives none: it is the variable's attribute "key".
 */
#include <netcdf.h>
#include <netcdf_filter_build.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_dimensions = 8 };

/* For the tests to look at: what the codec saw last. */
char asking_codec_seen[4096] = "";

static void see(const char* text) {
  (void)strncat(asking_codec_seen, text, sizeof asking_codec_seen - strlen(asking_codec_seen) - 1);
}

static void see_number(const char* before, size_t number) {
  char text[32];
  (void)snprintf(text, sizeof text, "%s%zu", before, number);
  see(text);
}

static int see_dimensions(int ncid, int rank, const int* dimensions) {
  see("(");
  for (int i = 0; i < rank; ++i) {
    char name[NC_MAX_NAME + 1] = "";
    size_t length = 0;
    const int status = nc_inq_dim(ncid, dimensions[i], name, &length);
    if (status != NC_NOERR) return status;
    see(i == 0 ? "" : " ");
    see(name);
    see_number("=", length);
  }
  see(")");
  return NC_NOERR;
}

static int see_attributes(int ncid, int varid, int count) {
  for (int i = 0; i < count; ++i) {
    char name[NC_MAX_NAME + 1] = "";
    char type_name[NC_MAX_NAME + 1] = "";
    nc_type type = NC_NAT;
    size_t length = 0;
    int status = nc_inq_attname(ncid, varid, i, name);
    if (status == NC_NOERR) status = nc_inq_att(ncid, varid, name, &type, &length);
    if (status == NC_NOERR) status = nc_inq_type(ncid, type, type_name, NULL);
    if (status != NC_NOERR) return status;
    see(" ");
    see(name);
    see(":");
    see(type_name);
    see_number("*", length);
  }
  return NC_NOERR;
}

static int see_variable(int ncid, int varid, size_t* bytes) {
  char group[NC_MAX_NAME + 1] = "";
  char name[NC_MAX_NAME + 1] = "";
  char type_name[NC_MAX_NAME + 1] = "";
  nc_type type = NC_NAT;
  int rank = 0;
  int dimensions[most_dimensions];
  size_t chunks[most_dimensions];
  int attributes = 0;
  int storage = NC_CONTIGUOUS;
  int endian = NC_ENDIAN_NATIVE;
  int status = nc_inq_varndims(ncid, varid, &rank);
  if (status == NC_NOERR && rank > most_dimensions) status = NC_EDIMSIZE;
  if (status == NC_NOERR) {
    status = nc_inq_var(ncid, varid, name, &type, NULL, dimensions, &attributes);
  }
  if (status == NC_NOERR) status = nc_inq_type(ncid, type, type_name, bytes);
  if (status == NC_NOERR) status = nc_inq_var_chunking(ncid, varid, &storage, chunks);
  if (status == NC_NOERR) status = nc_inq_var_endian(ncid, varid, &endian);
  if (status == NC_NOERR) status = nc_inq_grpname_full(ncid, NULL, group);
  if (status != NC_NOERR) return status;
  asking_codec_seen[0] = '\0';
  see(type_name);
  see(" ");
  if (strcmp(group, "/") != 0) {
    see(group);
    see("/");
  }
  see(name);
  status = see_dimensions(ncid, rank, dimensions);
  if (status != NC_NOERR) return status;
  see(" chunks");
  for (int i = 0; i < rank; ++i) see_number(" ", chunks[i]);
  if (endian != NC_ENDIAN_NATIVE) see(endian == NC_ENDIAN_BIG ? " big" : " little");
  return see_attributes(ncid, varid, attributes);
}

static int set_cd_values(unsigned first, unsigned second, size_t count, size_t* n_cd_values,
                         unsigned** cd_values) {
  free(*cd_values);
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
  *n_cd_values = 0;
  *cd_values = NULL;
  if (member == NULL) return NC_NOERR;
  if (sscanf(member, "\"key\":%u", &key) != 1) return NC_EFILTER;
  return set_cd_values(key, 0, 1, n_cd_values, cd_values);
}

static int hdf5_to_codec(size_t n_cd_values, const unsigned* cd_values, char** json) {
  if (n_cd_values != 1) return NC_EFILTER;
  *json = malloc(64);
  if (*json == NULL) return NC_ENOMEM;
  (void)snprintf(*json, 64, "{\"id\":\"asking\",\"key\":%u}", cd_values[0]);
  return NC_NOERR;
}

static int modify_parameters(int ncid, int varid, size_t* n_visible, unsigned** visible,
                             size_t* n_working, unsigned** working) {
  size_t bytes = 0;
  unsigned key = 0;
  int status = see_variable(ncid, varid, &bytes);
  if (status == NC_NOERR && *n_visible == 0) {
    status = nc_get_att_uint(ncid, varid, "key", &key);
    if (status == NC_NOERR) status = set_cd_values(key, 0, 1, n_visible, visible);
  }
  if (status != NC_NOERR) return status;
  return set_cd_values((*visible)[0], (unsigned)bytes, 2, n_working, working);
}

static const NCZ_codec_t codec = {
    NCZ_CODEC_CLASS_VER, NCZ_CODEC_HDF5, "asking",         404, NULL, NULL,
    codec_to_hdf5,       hdf5_to_codec,  modify_parameters};

const void* NCZ_get_codec_info(void) { return &codec; }
