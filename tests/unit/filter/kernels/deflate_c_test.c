/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The C interface, used as C. */
#include "ncf/deflate.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "support/check.h"

enum { elements = 50000, element_bytes = 4, data_bytes = elements * element_bytes };

static unsigned char data[data_bytes];
static unsigned char decoded[data_bytes];

/* The planes of a counter. */
static void make_data(void) {
  size_t i;
  for (i = 0; i < elements; ++i) {
    data[i] = (unsigned char)(i * 2654435761U >> 24);
    data[elements + i] = (unsigned char)i;
    data[2 * elements + i] = (unsigned char)(i >> 8);
  }
}

static void check_stream(const unsigned char* stream, size_t written, size_t expected) {
  uLongf bytes = data_bytes;
  CHECK(uncompress(decoded, &bytes, stream, written) == Z_OK);
  CHECK(bytes == expected);
  CHECK(memcmp(decoded, data, expected) == 0);
}

static void writes_what_zlib_reads(ncf_deflate_context* context) {
  const size_t capacity = ncf_deflate_bound(data_bytes);
  unsigned char* stream = malloc(capacity);
  int level;
  for (level = 0; level <= 9; ++level) {
    size_t size;
    for (size = 0; size <= 16; ++size) {
      const size_t written = ncf_deflate(context, level, size, data, data_bytes, stream, capacity);
      CHECK(written > 0 && written <= capacity);
      check_stream(stream, written, data_bytes);
    }
  }
  check_stream(stream, ncf_deflate(context, 1, 4, NULL, 0, stream, capacity), 0);
  check_stream(stream, ncf_deflate(context, 1, 4, data, 1, stream, capacity), 1);
  free(stream);
}

static void knows_planes(ncf_deflate_context* context) {
  const size_t capacity = ncf_deflate_bound(data_bytes);
  unsigned char* stream = malloc(capacity);
  const size_t known = ncf_deflate(context, 5, 4, data, data_bytes, stream, capacity);
  CHECK(known < ncf_deflate(context, 5, 1, data, data_bytes, stream, capacity));
  free(stream);
}

static void refuses_what_is_wrong(ncf_deflate_context* context) {
  const size_t capacity = ncf_deflate_bound(data_bytes);
  unsigned char* stream = malloc(capacity);
  CHECK(ncf_deflate(NULL, 1, 4, data, data_bytes, stream, capacity) == 0);
  CHECK(ncf_deflate(context, 1, 4, NULL, data_bytes, stream, capacity) == 0);
  CHECK(ncf_deflate(context, 1, 4, data, data_bytes, NULL, capacity) == 0);
  CHECK(ncf_deflate(context, 1, 4, NULL, 0, stream, capacity) > 0);
  CHECK(ncf_deflate(context, -1, 4, data, data_bytes, stream, capacity) == 0);
  CHECK(ncf_deflate(context, 10, 4, data, data_bytes, stream, capacity) == 0);
  CHECK(ncf_deflate(context, 1, 4, data, data_bytes, stream, capacity - 1) == 0);
  free(stream);
}

int main(void) {
  ncf_deflate_context* context = ncf_deflate_context_make();
  CHECK(context != NULL);
  make_data();
  writes_what_zlib_reads(context);
  knows_planes(context);
  refuses_what_is_wrong(context);
  ncf_deflate_context_free(context);
  ncf_deflate_context_free(NULL);
  return failures != 0;
}
