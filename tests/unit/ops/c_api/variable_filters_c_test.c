/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Filters of variables and of properties, from C, beside libnetcdf and libhdf5 themselves. */
#include "ncf/variable_filters.h"

#include <hdf5.h>
#include <netcdf.h>
#include <netcdf_filter.h>
#include <stdio.h>
#include <string.h>

#include "support/check.h"

static int file = 0;
static int ncid = 0; /* of a group */
static int v = 0;
static int scalar = 0;
static int next_name = 0;

static void check_text(const char* actual, const char* expected) {
  if (actual != NULL && strcmp(actual, expected) == 0) return;
  fprintf(stderr, "expected:\n%s\nbut got:\n%s\n", expected, actual != NULL ? actual : "(null)");
  ++failures;
}

/* A file in memory, in define mode: group g with float v(x) and a scalar s. */
static ncf_filter_owner begin(void) {
  char name[32];
  int x = 0;
  snprintf(name, sizeof name, "memory-%d", ++next_name);
  CHECK(nc_create(name, NC_NETCDF4 | NC_DISKLESS, &file) == NC_NOERR);
  CHECK(nc_def_grp(file, "g", &ncid) == NC_NOERR);
  CHECK(nc_def_dim(file, "x", 1000, &x) == NC_NOERR);
  CHECK(nc_def_var(ncid, "v", NC_FLOAT, 1, &x, &v) == NC_NOERR);
  CHECK(nc_def_var(ncid, "s", NC_FLOAT, 0, NULL, &scalar) == NC_NOERR);
  return ncf_filters_of_variable(ncid, v);
}

static void end(void) { CHECK(nc_close(file) == NC_NOERR); }

static ncf_filter_owner begin_properties(void) {
  const hsize_t chunk = 100;
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  CHECK(H5Pset_chunk(properties, 1, &chunk) >= 0);
  return ncf_filters_of_properties(properties);
}

static void end_properties(ncf_filter_owner owner) { CHECK(H5Pclose(owner.properties) >= 0); }

static void no_filters_is_no_error(ncf_filter_owner owner) {
  size_t count = 7;
  uint32_t id = 7;
  char* message = NULL;
  CHECK(ncf_inquire_filter_ids(owner, &count, NULL, NULL) == ncf_nc_noerr);
  CHECK(count == 0);
  CHECK(ncf_inquire_first_filter(owner, &id, &count, NULL, &message) == ncf_nc_noerr);
  CHECK(id == 0 && count == 0 && message == NULL);
  CHECK(ncf_inquire_filter(owner, 307, &count, NULL, &message) == NC_ENOFILTER);
  CHECK(strstr(message, ": filter 307 (bzip2) is not attached") != NULL);
  ncf_string_free(message);
  CHECK(ncf_inquire_filter_by_name(owner, "bzip2", &id, &count, NULL, NULL) == NC_ENOFILTER);
  CHECK(id == 307);
}

static void defines_by_id_and_by_name(ncf_filter_owner owner) {
  const uint32_t level = 7;
  const uint32_t again = 3;
  uint32_t ids[2] = {0, 0};
  uint32_t id = 0;
  uint32_t parameter = 0;
  size_t count = 0;
  CHECK(ncf_define_filters(owner, "shuffle", NULL) == ncf_nc_noerr);
  CHECK(ncf_define_filter(owner, 1, 1, &level, NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_filter_ids(owner, &count, ids, NULL) == ncf_nc_noerr);
  CHECK(count == 2 && ids[0] == 2 && ids[1] == 1);
  CHECK(ncf_define_filters(owner, "shuffle|zstd,level=-5", NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_filter_by_name(owner, "zstd", &id, &count, &parameter, NULL) == ncf_nc_noerr);
  CHECK(id == 32015 && count == 1 && (int)parameter == -5);
  CHECK(ncf_define_filter(owner, 1, 1, &again, NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_filter(owner, 1, NULL, &parameter, NULL) == ncf_nc_noerr);
  CHECK(parameter == 3);
  CHECK(ncf_inquire_filter_ids(owner, &count, NULL, NULL) == ncf_nc_noerr);
  CHECK(count == 3);
  CHECK(ncf_inquire_first_filter(owner, &id, NULL, NULL, NULL) == ncf_nc_noerr);
  CHECK(id == 2);
}

static void agrees_with_libnetcdf(void) {
  const ncf_filter_owner owner = begin();
  const unsigned level = 9;
  size_t count = 0;
  unsigned ids[2] = {0, 0};
  CHECK(ncf_define_filters(owner, "shuffle|bzip2,4", NULL) == ncf_nc_noerr);
  CHECK(nc_inq_var_filter_ids(ncid, v, &count, ids) == NC_NOERR);
  CHECK(count == 2 && ids[0] == 2 && ids[1] == 307);
  CHECK(nc_def_var_filter(ncid, v, 307, 1, &level) == NC_NOERR);
  int has = 0;
  int found = 0;
  CHECK(ncf_inquire_bzip2(owner, &has, &found, NULL) == ncf_nc_noerr);
  CHECK(has == 1 && found == 9);
  end();
}

static void wrong_parameters(ncf_filter_owner owner, const char* place) {
  const uint32_t two[2] = {1, 2};
  const uint32_t large = 12;
  char expected[200];
  char* message = NULL;
  CHECK(ncf_define_filter(owner, 1, 2, two, &message) == NC_EFILTER);
  snprintf(expected, sizeof expected,
           "%s: deflate takes 1 parameter (level), not 2\n  1,1,2\n  ^~~~~", place);
  check_text(message, expected);
  ncf_string_free(message);
  CHECK(ncf_define_filter(owner, 1, 0, NULL, NULL) == NC_EFILTER);
  CHECK(ncf_define_filters(owner, "shuffle|1,2,3", NULL) == NC_EFILTER);
  CHECK(ncf_define_filter(owner, 1, 1, &large, NULL) == NC_EINVAL);
  CHECK(ncf_define_filter(owner, 1, 1, NULL, &message) == NC_EINVAL);
  check_text(message, "parameters is NULL");
  ncf_string_free(message);
  CHECK(ncf_define_bzip2(owner, 10, NULL) == NC_EINVAL);
  CHECK(ncf_define_szip(owner, 36, 8, NULL) == NC_EINVAL);
  CHECK(ncf_define_blosc(owner, 6, 5, 1, NULL) == NC_EINVAL);
  CHECK(ncf_define_filters(owner, "zstd,level=", NULL) == NC_EINVAL);
  CHECK(ncf_define_filters(owner, NULL, NULL) == NC_EINVAL);
  CHECK(ncf_define_filter(owner, 399, 0, NULL, NULL) == NC_ENOFILTER);
  size_t count = 1;
  CHECK(ncf_inquire_filter_ids(owner, &count, NULL, NULL) == ncf_nc_noerr);
  CHECK(count == 0);
}

static void a_filter_with_another_number_of_parameters(void) {
  const unsigned two[2] = {9, 9};
  const ncf_filter_owner owner = begin_properties();
  int has = 0;
  int level = 0;
  char* message = NULL;
  CHECK(ncf_filter_available(307, NULL) == ncf_nc_noerr);
  CHECK(H5Pset_filter(owner.properties, 307, H5Z_FLAG_MANDATORY, 2, two) >= 0);
  CHECK(ncf_inquire_bzip2(owner, &has, &level, &message) == NC_EFILTER);
  CHECK(strstr(message, ": filter 307 (bzip2) has 2 parameters, expected 1") != NULL);
  ncf_string_free(message);
  end_properties(owner);
}

static void availability(void) {
  uint32_t id = 0;
  char* message = NULL;
  CHECK(ncf_filter_available(1, NULL) == ncf_nc_noerr);
  CHECK(ncf_filter_available_by_name("zstandard", &id, &message) == ncf_nc_noerr);
  CHECK(id == 32015 && message == NULL);
  CHECK(ncf_filter_available(399, &message) == NC_ENOFILTER);
  CHECK(message != NULL && strncmp(message, "filter 399 is not available", 27) == 0);
  ncf_string_free(message);
  CHECK(ncf_filter_available_by_name("zstt", &id, &message) == NC_ENOFILTER);
  CHECK(message != NULL && strstr(message, "zstd") != NULL);
  ncf_string_free(message);
}

static void optional_filters(ncf_filter_owner owner) {
  const uint32_t level = 5;
  size_t defined = 7;
  char* message = NULL;
  CHECK(ncf_define_optional_filter(owner, 399, 0, NULL, &defined, &message) == ncf_nc_noerr);
  CHECK(defined == 0);
  CHECK(message != NULL && strstr(message, "filter 399 is not available") != NULL);
  ncf_string_free(message);
  CHECK(ncf_define_optional_filter(owner, 1, 1, &level, &defined, &message) == ncf_nc_noerr);
  CHECK(defined == 1 && message == NULL);
  CHECK(ncf_define_optional_filters(owner, "399|shuffle|bzip2,2", &defined, &message) ==
        ncf_nc_noerr);
  CHECK(defined == 2 && message != NULL);
  ncf_string_free(message);
  CHECK(ncf_define_optional_filter(owner, 1, 0, NULL, NULL, NULL) == NC_EFILTER);
}

static void typed_forms(ncf_filter_owner owner) {
  int has = 7;
  int level = 7;
  int codec = 0;
  int shuffle = 0;
  CHECK(ncf_inquire_deflate(owner, &has, &level, NULL) == ncf_nc_noerr);
  CHECK(has == 0 && level == 7);
  CHECK(ncf_inquire_shuffle(owner, &has, NULL) == ncf_nc_noerr && has == 0);
  CHECK(ncf_define_shuffle(owner, NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_shuffle(owner, &has, NULL) == ncf_nc_noerr && has == 1);
  CHECK(ncf_define_deflate(owner, 0, NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_deflate(owner, &has, &level, NULL) == ncf_nc_noerr);
  CHECK(has == 1 && level == 0);
  CHECK(ncf_define_bzip2(owner, 4, NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_bzip2(owner, &has, &level, NULL) == ncf_nc_noerr);
  CHECK(has == 1 && level == 4);
  CHECK(ncf_define_zstandard(owner, -7, NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_zstandard(owner, &has, &level, NULL) == ncf_nc_noerr);
  CHECK(has == 1 && level == -7);
  CHECK(ncf_inquire_blosc(owner, &has, &codec, &level, &shuffle, NULL) == ncf_nc_noerr);
  CHECK(has == 0);
  if (ncf_filter_available(32001, NULL) == ncf_nc_noerr) {
    CHECK(ncf_define_blosc(owner, 1, 6, 2, NULL) == ncf_nc_noerr);
    CHECK(ncf_inquire_blosc(owner, &has, &codec, &level, &shuffle, NULL) == ncf_nc_noerr);
    CHECK(has == 1 && codec == 1 && level == 6 && shuffle == 2);
  }
  CHECK(ncf_define_fletcher32(owner, NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_fletcher32(owner, &has, NULL) == ncf_nc_noerr && has == 1);
}

static void szip(ncf_filter_owner owner) {
  int has = 0;
  int coding = 0;
  int pixels = 0;
  CHECK(ncf_define_szip(owner, NC_SZIP_NN, 8, NULL) == ncf_nc_noerr);
  CHECK(ncf_define_szip(owner, NC_SZIP_EC, 16, NULL) == ncf_nc_noerr);
  CHECK(ncf_inquire_szip(owner, &has, &coding, &pixels, NULL) == ncf_nc_noerr);
  CHECK(has == 1 && coding == NC_SZIP_EC && pixels == 16);
}

static void quantization(void) {
  const ncf_filter_owner owner = begin();
  int mode = 7;
  int digits = 7;
  char* message = NULL;
  CHECK(ncf_inquire_quantization(owner, &mode, &digits, NULL) == ncf_nc_noerr);
  CHECK(mode == NC_NOQUANTIZE);
  CHECK(ncf_define_quantization(owner, NC_QUANTIZE_BITROUND, 24, NULL) == NC_EINVAL);
  CHECK(ncf_define_quantization(owner, NC_QUANTIZE_BITROUND, 10, NULL) == ncf_nc_noerr);
  CHECK(nc_inq_var_quantize(ncid, v, &mode, &digits) == NC_NOERR);
  CHECK(mode == NC_QUANTIZE_BITROUND && digits == 10);
  CHECK(ncf_inquire_quantization(owner, &mode, &digits, NULL) == ncf_nc_noerr);
  CHECK(mode == NC_QUANTIZE_BITROUND && digits == 10);
  end();
  const ncf_filter_owner properties = begin_properties();
  CHECK(ncf_define_quantization(properties, NC_QUANTIZE_BITROUND, 10, &message) == NC_EINVAL);
  check_text(message, "property list: only libnetcdf quantizes values");
  ncf_string_free(message);
  CHECK(ncf_inquire_quantization(properties, &mode, NULL, NULL) == ncf_nc_noerr);
  CHECK(mode == NC_NOQUANTIZE);
  end_properties(properties);
}

static void what_has_no_filters(void) {
  const ncf_filter_owner owner = begin();
  CHECK(ncf_define_shuffle(ncf_filters_of_variable(ncid, scalar), NULL) == NC_EINVAL);
  CHECK(ncf_define_shuffle(ncf_filters_of_variable(ncid, 99), NULL) == NC_ENOTVAR);
  CHECK(ncf_define_shuffle(ncf_filters_of_variable(12345, 0), NULL) == NC_EBADID);
  CHECK(ncf_inquire_filter_ids(ncf_filters_of_variable(12345, 0), NULL, NULL, NULL) == NC_EBADID);
  CHECK(nc_enddef(file) == NC_NOERR);
  CHECK(ncf_define_shuffle(owner, NULL) == NC_EINDEFINE);
  end();
  int classic = 0;
  int x = 0;
  int w = 0;
  CHECK(nc_create("memory-classic", NC_DISKLESS, &classic) == NC_NOERR);
  CHECK(nc_def_dim(classic, "x", 10, &x) == NC_NOERR);
  CHECK(nc_def_var(classic, "w", NC_INT, 1, &x, &w) == NC_NOERR);
  CHECK(ncf_define_shuffle(ncf_filters_of_variable(classic, w), NULL) == NC_ENOTNC4);
  CHECK(nc_close(classic) == NC_NOERR);
}

/* A dataset that libhdf5 creates with the properties. */
static void properties_make_a_dataset(void) {
  const ncf_filter_owner owner = begin_properties();
  const hsize_t length = 1000;
  float values[1000];
  float read[1000];
  for (int i = 0; i < 1000; ++i) values[i] = (float)(i / 10);
  CHECK(ncf_define_filters(owner, "shuffle|zstd,3|fletcher32", NULL) == ncf_nc_noerr);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  CHECK(H5Pset_fapl_core(access, 65536, 0) >= 0);
  const hid_t made = H5Fcreate("properties.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const hid_t space = H5Screate_simple(1, &length, NULL);
  const hid_t dataset =
      H5Dcreate2(made, "v", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, owner.properties, H5P_DEFAULT);
  CHECK(H5Dwrite(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  CHECK(H5Dread(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, read) >= 0);
  CHECK(memcmp(values, read, sizeof values) == 0);
  CHECK(H5Dget_storage_size(dataset) < sizeof values / 2);
  uint32_t ids[3] = {0, 0, 0};
  const ncf_filter_owner stored = ncf_filters_of_properties(H5Dget_create_plist(dataset));
  CHECK(ncf_inquire_filter_ids(stored, NULL, ids, NULL) == ncf_nc_noerr);
  CHECK(ids[0] == 2 && ids[1] == 32015 && ids[2] == 3);
  end_properties(stored);
  H5Dclose(dataset);
  H5Sclose(space);
  H5Fclose(made);
  H5Pclose(access);
  end_properties(owner);
}

static void with_both(void (*test)(ncf_filter_owner owner)) {
  test(begin());
  end();
  const ncf_filter_owner properties = begin_properties();
  test(properties);
  end_properties(properties);
}

int main(void) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  with_both(&no_filters_is_no_error);
  with_both(&defines_by_id_and_by_name);
  agrees_with_libnetcdf();
  wrong_parameters(begin(), "variable /g/v");
  end();
  const ncf_filter_owner properties = begin_properties();
  wrong_parameters(properties, "property list");
  end_properties(properties);
  a_filter_with_another_number_of_parameters();
  availability();
  with_both(&optional_filters);
  with_both(&typed_forms);
  with_both(&szip);
  quantization();
  what_has_no_filters();
  properties_make_a_dataset();
  return failures != 0;
}
