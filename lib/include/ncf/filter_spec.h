/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The filter-spec language for C: converts text to filter ids and 32-bit parameters, as
 * ncf/filter_spec.hpp does for C++. Names, aliases and JSON are accepted, and every parameter is
 * checked against what is known about its filter.
 *
 *   ncf_filter* filters = NULL;
 *   size_t count = 0;
 *   char* message = NULL;
 *   if (ncf_filter_parse_list("shuffle|zstd,level=19", &count, &filters, &message) != ncf_ok) {
 *     fprintf(stderr, "%s\n", message != NULL ? message : "out of memory");
 *   }
 *   ncf_string_free(message);
 *   ncf_filter_list_free(count, filters);
 *
 * What a function returns belongs to the caller, who frees it with the matching _free, which
 * accepts NULL. All functions may be called from any thread; no function prints or ends the
 * program.
 *
 * source: grammar/filter-spec.ebnf (normative)
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-use-using): C has no others. */
#include <stddef.h>
#include <stdint.h>

#include "ncf/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ncf_status {
  ncf_ok = 0,
  ncf_syntax_error = 1,    /* the text, or a parameter in it, is wrong */
  ncf_invalid_pointer = 2, /* a pointer that must not be NULL is */
  ncf_no_memory = 3,
  ncf_internal_error = 4, /* a bug in this library */
  /* Only from <ncf/ncf.h>: */
  ncf_usage_error = 5,   /* the request is invalid, whatever the files contain */
  ncf_not_found = 6,     /* a named file, variable or filter does not exist */
  ncf_unsupported = 7,   /* a correct request that this build or this format cannot serve */
  ncf_corrupt = 8,       /* stored bytes contradict their format */
  ncf_io_error = 9,      /* the system refused to read or write for another reason than below */
  ncf_interrupted = 10,  /* the caller stopped the call */
  ncf_no_space = 11,     /* the disk, or the user's share of it, is full */
  ncf_no_permission = 12 /* the user may not read or write a file */
} ncf_status;

/* One filter: its registered id and its parameters as HDF5's cd_values. */
typedef struct ncf_filter {
  uint32_t id;
  size_t parameter_count;
  uint32_t* parameters; /* NULL when there are none */
  int is_optional;      /* not 0 if written with "?": a chunk that it cannot encode is stored
                         * without it */
} ncf_filter;

/* Parses exactly one filter: "307,9", "zstd,level=19", "{\"id\":\"zstd\"}". On success, free
 * `*filter` with ncf_filter_free; on failure it is empty.
 *
 * `message` may be NULL. Otherwise `*message` becomes a text to free with ncf_string_free, or NULL:
 * on failure the error, with the text and a caret under its position; on success the warnings, if
 * any. It is NULL if memory is short. */
NCF_API ncf_status ncf_filter_parse(const char* text, ncf_filter* filter, char** message);

/* Parses filters joined by "|". On success `*filters` has `*count` elements, at least one; free it
 * with ncf_filter_list_free. On failure it is NULL and `*count` is 0. `message` is as for
 * ncf_filter_parse. A filter given twice keeps its first position and its last parameters. */
NCF_API ncf_status ncf_filter_parse_list(const char* text, size_t* count, ncf_filter** filters,
                                         char** message);

/* Frees what ncf_filter_parse made, and empties `*filter`, which itself belongs to the caller. */
NCF_API void ncf_filter_free(ncf_filter* filter);

/* Frees what ncf_filter_parse_list made, including the array. */
NCF_API void ncf_filter_list_free(size_t count, ncf_filter* filters);

/* Frees a message. */
NCF_API void ncf_string_free(char* text);

/* Converts between the 8 bytes of a value and those of the two 32-bit parameters that represent it,
 * both as in memory. decode: 0 before parameters are given to a filter, 1 inside the filter. Does
 * nothing on a little-endian host.
 * source: netCDF filter documentation, "Parameter Encoding" */
NCF_API void ncf_filter_fix8(unsigned char value[8], int decode);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-use-using) */
