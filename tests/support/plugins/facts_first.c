/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A filter that puts facts about the chunk before the user's parameters: it clears the lowest
 * PARAMETER bits of each int, and stores the length of a row, or with MIXED that length plus the
 * parameter, before it.
 */
#include <H5PLextern.h>
#include <hdf5.h>
#include <string.h>

static herr_t set_local(hid_t properties, hid_t type, hid_t space) {
  unsigned flags = 0;
  unsigned given[16] = {0};
  unsigned stored[17];
  size_t count = 16;
  hsize_t chunk[H5S_MAX_RANK];
  const int rank = H5Pget_chunk(properties, H5S_MAX_RANK, chunk);
  (void)type;
  (void)space;
  if (rank < 1) return -1;
  if (H5Pget_filter_by_id2(properties, FILTER_ID, &flags, &count, given, 0, NULL, NULL) < 0) {
    return -1;
  }
  if (count == 0) return -1; /* a number of bits is needed */
  stored[0] = (unsigned)chunk[rank - 1];
#ifdef MIXED
  stored[1] = given[0] + stored[0];
  return H5Pmodify_filter(properties, FILTER_ID, flags, 2, stored);
#else
  memcpy(stored + 1, given, count * sizeof *given);
  return H5Pmodify_filter(properties, FILTER_ID, flags, count + 1, stored);
#endif
}

static size_t apply(unsigned flags, size_t n_cd_values, const unsigned* cd_values, size_t bytes,
                    size_t* capacity, void** buffer) {
  unsigned* values = *buffer;
  (void)capacity;
  if ((flags & H5Z_FLAG_REVERSE) != 0 || n_cd_values < 2) return bytes;
  for (size_t i = 0; i < bytes / sizeof *values; ++i) values[i] &= ~0U << (cd_values[1] & 31U);
  return bytes;
}

static const H5Z_class2_t filter_class = {H5Z_CLASS_T_VERS,  FILTER_ID, 1,         1,
                                          "clears low bits", NULL,      set_local, apply};

H5PL_type_t H5PLget_plugin_type(void) { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info(void) { return &filter_class; }
