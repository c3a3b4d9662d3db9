/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An HDF5 plugin with a filter class of version 1: every bit is turned over.
 */
#include <H5PLextern.h>

static size_t apply(unsigned flags, size_t n_cd_values, const unsigned* cd_values, size_t bytes,
                    size_t* capacity, void** buffer) {
  unsigned char* values = *buffer;
  (void)flags;
  (void)n_cd_values;
  (void)cd_values;
  (void)capacity;
  for (size_t i = 0; i < bytes; ++i) values[i] = (unsigned char)~values[i];
  return bytes;
}

static const H5Z_class1_t filter_class = {401, "not, of long ago", NULL, NULL, apply};

H5PL_type_t H5PLget_plugin_type(void) { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info(void) { return &filter_class; }
