/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Deflate for shuffled data, for programs that write chunks themselves. It makes what netCDF-4,
 * HDF5 and Zarr files store for a variable with shuffle and deflate, faster and smaller than zlib
 * does. One call makes one ordinary zlib stream (RFC 1950), which every inflate can read.
 *
 *   ncf_deflate_context* context = ncf_deflate_context_make();
 *   void* memory = malloc(ncf_deflate_bound(bytes));
 *   size_t written = ncf_deflate(context, 1, sizeof(float), shuffled, bytes, memory,
 *                                ncf_deflate_bound(bytes));
 *   if (written == 0) ...
 *   ncf_deflate_context_free(context);
 *
 * Threads: any number at once, each with its own context. The stream depends only on the level, the
 * element size and the data, not on earlier uses of the context. It may differ in another version.
 * No function prints or ends the program.
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-redundant-void-arg,modernize-use-using): C. */
#include <stddef.h>

#include "ncf/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory that is reused from one call to the next. */
typedef struct ncf_deflate_context ncf_deflate_context;

/* Returns NULL if memory is short. */
NCF_API ncf_deflate_context* ncf_deflate_context_make(void);

/* Accepts NULL. */
NCF_API void ncf_deflate_context_free(ncf_deflate_context* context);

/* The most bytes that `bytes` of any data become at any level. */
NCF_API size_t ncf_deflate_bound(size_t bytes);

/* Writes the stream of `bytes` bytes at `data` to the beginning of `output`, and returns its
 * length. Returns 0 if memory is short, a pointer is NULL that must not be, `level` is not 0 to 9,
 * or `capacity` is less than ncf_deflate_bound(bytes).
 *
 * level: as in zlib. At 1 to 9, shuffled data become about as small as zlib makes them at that
 * level, or smaller; 0 stores.
 * element_bytes: the element size with which the data were shuffled: this many planes of equal
 * length, followed by the rest after the last element. 0 or 1 for data that were not shuffled.
 *
 * data: may be NULL if `bytes` is 0. Does not overlap `output`. */
NCF_API size_t ncf_deflate(ncf_deflate_context* context, int level, size_t element_bytes,
                           const void* data, size_t bytes, void* output, size_t capacity);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-redundant-void-arg,modernize-use-using) */
