/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Elements of any type, from C, beside libnetcdf. Run with valgrind, it also shows that nothing
 * leaks and nothing is freed twice. */
#include "ncf/dataset.h"

#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

static const char* const cdl =
    "netcdf d { types: string(*) words ; compound record { short number ; words names ; } "
    "record(*) records ; "
    "dimensions: x = 2 ; variables: records v(x) ; int n(x) ; words :note = {\"a\", \"b\"} ; "
    "double s ; }";

typedef struct record {
  short number;
  nc_vlen_t names;
} record;

static void check_text(const char* actual, const char* expected) {
  if (actual != NULL && strcmp(actual, expected) == 0) return;
  fprintf(stderr, "expected:\n%s\nbut got:\n%s\n", expected, actual != NULL ? actual : "(null)");
  ++failures;
}

static void check_cdl(const ncf_type* type, size_t count, const void* elements,
                      const char* expected) {
  char* text = NULL;
  CHECK(ncf_elements_cdl(type, count, elements, &text) == ncf_ok);
  check_text(text, expected);
  ncf_string_free(text);
}

static char* allocated(const char* text) {
  char* copy = malloc(strlen(text) + 1);
  return strcpy(copy, text);
}

/* Two lists: of one record with two names, and of none. */
static void fill(nc_vlen_t lists[2]) {
  record* one = calloc(1, sizeof *one);
  char** names = calloc(2, sizeof *names);
  one->number = 7;
  names[0] = allocated("first");
  one->names.len = 2;
  one->names.p = names;
  lists[0].len = 1;
  lists[0].p = one;
  lists[1].len = 0;
  lists[1].p = NULL;
}

static const char* const filled = "{{7, {\"first\", NIL}}}, {}";

static void knows_types(void) {
  ncf_type* type = NULL;
  char* message = NULL;
  CHECK(ncf_type_of_cdl(cdl, "/records", &type, &message) == ncf_ok);
  CHECK(message == NULL);
  check_text(ncf_type_name(type), "records");
  CHECK(ncf_type_bytes(type) == sizeof(nc_vlen_t));
  CHECK(ncf_type_is_fixed(type) == 0);
  ncf_type_free(type);
  CHECK(ncf_type_of_cdl(cdl, "/record", &type, NULL) == ncf_ok);
  CHECK(ncf_type_bytes(type) == sizeof(record));
  ncf_type_free(type);
  CHECK(ncf_type_of_cdl(NULL, "int", &type, NULL) == ncf_ok);
  CHECK(ncf_type_bytes(type) == 4 && ncf_type_is_fixed(type) == 1);
  ncf_type_free(type);
  CHECK(ncf_type_of_cdl(cdl, "/none", &type, &message) == ncf_not_found);
  check_text(message, "there is no type /none");
  ncf_string_free(message);
  CHECK(ncf_type_of_cdl("netcdf", "/none", &type, NULL) == ncf_syntax_error);
  CHECK(ncf_type_of_cdl(cdl, NULL, &type, NULL) == ncf_invalid_pointer);
  CHECK(ncf_type_of_cdl(cdl, "/records", NULL, NULL) == ncf_invalid_pointer);
}

static void copies_and_frees(void) {
  ncf_type* type = NULL;
  nc_vlen_t lists[2];
  nc_vlen_t copy[2];
  void* all = NULL;
  CHECK(ncf_type_of_cdl(cdl, "/records", &type, NULL) == ncf_ok);
  fill(lists);
  CHECK(ncf_elements_copy(type, 2, lists, copy) == ncf_ok);
  CHECK(ncf_elements_copy_all(type, 2, lists, &all) == ncf_ok);
  CHECK(ncf_elements_equal(type, 2, lists, copy) == 1);
  CHECK(ncf_elements_equal(type, 2, lists, all) == 1);
  ((record*)lists[0].p)->number = 8;
  CHECK(ncf_elements_equal(type, 2, lists, copy) == 0);
  ncf_elements_clear(type, 2, lists);
  CHECK(lists[0].len == 0 && lists[0].p == NULL);
  check_cdl(type, 2, copy, filled);
  check_cdl(type, 2, all, filled);
  ncf_elements_clear(type, 2, copy);
  ncf_elements_free(type, 2, all);
  ncf_elements_free(type, 2, NULL);
  CHECK(ncf_elements_copy(type, 0, NULL, NULL) == ncf_ok);
  CHECK(ncf_elements_copy(type, 1, NULL, copy) == ncf_invalid_pointer);
  ncf_type_free(type);
  ncf_type_free(NULL);
}

static void write_file(const char* path) {
  ncf_target* target = NULL;
  nc_vlen_t lists[2];
  const int numbers[2] = {3, 4};
  const size_t start = 1;
  const size_t length = 1;
  const double scalar = 2.5;
  char* message = NULL;
  ncf_type* type = NULL;
  fill(lists);
  CHECK(ncf_target_create(path, cdl, &target, &message) == ncf_ok);
  CHECK(message == NULL);
  CHECK(ncf_target_write(target, "/v", NULL, NULL, lists, NULL) == ncf_ok);
  CHECK(ncf_target_write(target, "/n", &start, &length, &numbers[1], NULL) == ncf_ok);
  CHECK(ncf_target_write(target, "/s", NULL, NULL, &scalar, NULL) == ncf_ok);
  CHECK(ncf_target_write(target, "/w", NULL, NULL, numbers, &message) == ncf_not_found);
  CHECK(message != NULL);
  ncf_string_free(message);
  CHECK(ncf_target_commit(target, NULL) == ncf_ok);
  ncf_target_free(target);
  CHECK(ncf_type_of_cdl(cdl, "/records", &type, NULL) == ncf_ok);
  ncf_elements_clear(type, 2, lists);
  ncf_type_free(type);
}

static void reads_elements(const char* path) {
  ncf_source* source = NULL;
  ncf_type* type = NULL;
  size_t rank = 0;
  size_t shape = 0;
  size_t count = 0;
  void* elements = NULL;
  const size_t start = 1;
  const size_t length = 1;
  char* message = NULL;
  CHECK(ncf_source_open(path, &source, NULL) == ncf_ok);
  CHECK(ncf_source_shape(source, "/v", &rank, &shape, NULL) == ncf_ok);
  CHECK(rank == 1 && shape == 2);
  CHECK(ncf_source_read(source, "/v", NULL, NULL, &type, &count, &elements, NULL) == ncf_ok);
  CHECK(count == 2);
  int* number = NULL;
  CHECK(ncf_source_read(source, "/n", &start, &length, NULL, &count, (void**)&number, NULL) ==
        ncf_ok);
  CHECK(count == 1 && number[0] == 4);
  free(number);
  ncf_type* words = NULL;
  void* note = NULL;
  CHECK(ncf_source_attribute(source, "/", "note", &words, &count, &note, NULL) == ncf_ok);
  CHECK(ncf_source_read(source, "/v", &start, NULL, NULL, &count, &elements, NULL) ==
        ncf_invalid_pointer);
  CHECK(ncf_source_attribute(source, "/v", "note", NULL, &count, &note, &message) == ncf_not_found);
  check_text(message, "there is no attribute /v:note");
  ncf_string_free(message);
  ncf_source_close(source);
  ncf_source_close(NULL);
  /* The file is closed. */
  void* copy = NULL;
  CHECK(ncf_elements_copy_all(type, 2, elements, &copy) == ncf_ok);
  ncf_elements_free(type, 2, elements);
  check_cdl(type, 2, copy, filled);
  ncf_elements_free(type, 2, copy);
  ncf_type_free(type);
  check_cdl(words, 1, note, "{\"a\", \"b\"}");
  ncf_elements_free(words, 1, note);
  ncf_type_free(words);
}

/* What nc_get_var returned is copied and freed after nc_close, unlike by nc_reclaim_data. */
static void frees_what_libnetcdf_read(const char* path) {
  int ncid = 0;
  int v = 0;
  nc_type id = NC_NAT;
  nc_vlen_t lists[2];
  nc_vlen_t copy[2];
  ncf_type* type = NULL;
  char* message = NULL;
  CHECK(nc_open(path, NC_NOWRITE, &ncid) == NC_NOERR);
  CHECK(nc_inq_varid(ncid, "v", &v) == NC_NOERR);
  CHECK(nc_inq_vartype(ncid, v, &id) == NC_NOERR);
  CHECK(ncf_type_of_netcdf(ncid, id, &type, NULL) == ncf_ok);
  CHECK(nc_get_var(ncid, v, lists) == NC_NOERR);
  ncf_type* none = NULL;
  CHECK(ncf_type_of_netcdf(ncid, 999, &none, &message) == ncf_unsupported);
  check_text(message, "libnetcdf does not know the type of its values");
  ncf_string_free(message);
  CHECK(nc_close(ncid) == NC_NOERR);
  CHECK(ncf_elements_copy(type, 2, lists, copy) == ncf_ok);
  ncf_elements_clear(type, 2, lists);
  check_cdl(type, 2, copy, filled);
  ncf_elements_clear(type, 2, copy);
  ncf_type_free(type);
}

static void an_unfinished_target_leaves_nothing(const char* path) {
  ncf_target* target = NULL;
  ncf_source* source = NULL;
  char* message = NULL;
  CHECK(ncf_target_create(path, cdl, &target, NULL) == ncf_ok);
  ncf_target_free(target);
  ncf_target_free(NULL);
  CHECK(ncf_source_open(path, &source, &message) == ncf_not_found);
  CHECK(message != NULL);
  ncf_string_free(message);
  CHECK(ncf_target_create(path,
                          "netcdf d { types: int(*) l ; dimensions: x = 2 ; variables: "
                          "l v(x) ; :_Format = \"classic\" ; }",
                          &target, &message) == ncf_unsupported);
  ncf_string_free(message);
}

/* argument: a file for this test alone */
int main(int count, char** arguments) {
  if (count != 2) return 2;
  const char* const file = arguments[1];
  remove(file);
  knows_types();
  copies_and_frees();
  an_unfinished_target_leaves_nothing(file);
  write_file(file);
  reads_elements(file);
  frees_what_libnetcdf_read(file);
  CHECK(remove(file) == 0);
  return failures != 0;
}
