/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An HDF5 plugin as others write them, of HDF5's headers alone: every byte is XORed with a key.
 * A user gives [key]; set-local adds the bytes of a value, [key, bytes]. Not for floating values
 * unless FLOATS, and a key of 0 encodes nothing: it fails.
 */
#include <H5PLextern.h>

#ifndef FILTER_ID
#define FILTER_ID 400
#endif
#ifndef ENCODER_PRESENT
#define ENCODER_PRESENT 1
#endif
#ifndef FLOATS
#define FLOATS 0
#endif

static const H5Z_filter_t filter_id = FILTER_ID;

static htri_t can_apply(hid_t properties, hid_t type, hid_t space) {
  (void)properties;
  (void)space;
  if (type < 0) return 1; /* HDF5 asks so for what is no dataset */
  return FLOATS || H5Tget_class(type) != H5T_FLOAT;
}

static herr_t set_local(hid_t properties, hid_t type, hid_t space) {
  unsigned flags = 0;
  unsigned cd_values[2] = {0, 0};
  size_t count = 1;
  (void)space;
  if (H5Pget_filter_by_id2(properties, filter_id, &flags, &count, cd_values, 0, NULL, NULL) < 0) {
    return -1;
  }
  if (count == 0) return -1; /* a key is needed */
  cd_values[1] = (unsigned)H5Tget_size(type);
  return H5Pmodify_filter(properties, filter_id, flags, 2, cd_values);
}

/* libhdf5 1.14.5 and later drop what is pushed while a filter runs, but keep a stack that replaces
 * the current one. */
static size_t fail(const char* reason) {
  hid_t stack = H5Ecreate_stack();
  H5Epush2(stack, __FILE__, "apply", __LINE__, H5E_ERR_CLS, H5E_PLINE, H5E_CANTFILTER, "%s",
           reason);
  H5Eset_current_stack(stack);
  return 0;
}

static size_t apply(unsigned flags, size_t n_cd_values, const unsigned* cd_values, size_t bytes,
                    size_t* capacity, void** buffer) {
  unsigned char* values = *buffer;
  (void)capacity;
  if (n_cd_values == 0) return fail("no key to xor with");
  if (cd_values[0] == 0 && (flags & H5Z_FLAG_REVERSE) == 0) return fail("a key of 0 hides nothing");
  for (size_t i = 0; i < bytes; ++i) values[i] = (unsigned char)(values[i] ^ cd_values[0]);
  return bytes;
}

static const H5Z_class2_t filter_class = {
    H5Z_CLASS_T_VERS,        FILTER_ID, ENCODER_PRESENT, 1,
    "xor, of somebody else", can_apply, set_local,       apply};

H5PL_type_t H5PLget_plugin_type(void) { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info(void) { return &filter_class; }

#ifdef CODEC_VERSION /* a codec of another version beside it */
#include <stddef.h>

#include <netcdf_filter_build.h>

static const NCZ_codec_t codec = {CODEC_VERSION, NCZ_CODEC_HDF5, "later", FILTER_ID, NULL,
                                  NULL,          NULL,           NULL,    NULL};

const void* NCZ_get_codec_info(void) { return &codec; }
#endif
