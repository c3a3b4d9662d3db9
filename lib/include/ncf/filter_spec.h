/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The filter-spec language for C: text to filter ids and 32-bit words, as ncf/filter_spec.hpp has
 * it for C++. Names, aliases and JSON are read too, and every parameter is checked against what is
 * known of its filter.
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
 * What a function hands out belongs to the caller and goes back through the matching _free, which
 * takes NULL too. All functions may be called from any thread; none prints or ends the program.
 *
 * source: grammar/filter-spec.ebnf (normative)
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-use-using): C has no others. */
#include <stddef.h>
#include <stdint.h>

#include "ncf/export.hpp"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ncf_status {
  ncf_ok = 0,
  ncf_syntax_error = 1,    /* the text, or a parameter in it, is wrong */
  ncf_invalid_pointer = 2, /* a pointer that must not be NULL is */
  ncf_no_memory = 3,
  ncf_internal_error = 4, /* a bug in this library */
  /* Of <ncf/ncf.h> alone: */
  ncf_usage_error = 5, /* the request makes no sense, whatever the files hold */
  ncf_not_found = 6,   /* a file, variable or filter that was named is not there */
  ncf_unsupported = 7, /* a correct request that this build or this format cannot serve */
  ncf_corrupt = 8,     /* stored bytes contradict their format */
  ncf_io_error = 9,    /* the system refused to read or write */
  ncf_interrupted = 10 /* a handler stopped the call */
} ncf_status;

/* One filter: its registered id and its parameters as HDF5's cd_values. */
typedef struct ncf_filter {
  uint32_t id;
  size_t parameter_count;
  uint32_t* parameters; /* NULL when there are none */
  int is_optional;      /* not 0 for one written with "?": a chunk that it cannot encode is stored
                         * without it */
} ncf_filter;

/* Parses exactly one filter: "307,9", "zstd,level=19", "{\"id\":\"zstd\"}". On success `*filter` is
 * to be given to ncf_filter_free; on failure it is empty.
 *
 * `message` may be NULL. Else `*message` becomes a text for ncf_string_free, or NULL: on failure
 * what is wrong, with the text and a caret under the place; on success the warnings, if any. It is
 * NULL when memory is short. */
NCF_API ncf_status ncf_filter_parse(const char* text, ncf_filter* filter, char** message);

/* Parses filters bound by "|". On success `*filters` has `*count` elements, of which there is at
 * least one, and is to be given to ncf_filter_list_free; on failure it is NULL and `*count` is 0.
 * `message` as for ncf_filter_parse. A filter named twice keeps its first place and its last
 * parameters. */
NCF_API ncf_status ncf_filter_parse_list(const char* text, size_t* count, ncf_filter** filters,
                                         char** message);

/* Frees what ncf_filter_parse made and empties `*filter`, which itself is the caller's. */
NCF_API void ncf_filter_free(ncf_filter* filter);

/* Frees what ncf_filter_parse_list made, the array included. */
NCF_API void ncf_filter_list_free(size_t count, ncf_filter* filters);

/* Frees a message. */
NCF_API void ncf_string_free(char* text);

/* Between the 8 bytes of a value in memory and those of the two 32-bit words that stand for it,
 * also in memory: `decode` 0 before giving words to a filter, 1 inside the filter. Does nothing on
 * a little-endian host.
 * source: netCDF filter documentation, "Parameter Encoding" */
NCF_API void ncf_filter_fix8(unsigned char value[8], int decode);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-use-using) */
