/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plugin that encodes chunks at a known cost without using a processor: it waits for the
 * microseconds that the first parameter states, and stores only the number of bytes. All bytes of a
 * decoded chunk are 0. cores.py uses it to occupy more cores than the machine has. Only the kernel
 * works, which ncf calls on all threads at the same time; libhdf5's own filter always fails.
 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include <H5PLextern.h>
#include <ncf/kernel.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

enum { filter_id = 500 }; /* one of the numbers for tests */

static ncf_kernel_status check(ncf_kernel_cd_values visible, ncf_kernel_message message) {
  (void)message;
  return visible.count == 1 ? ncf_kernel_ok : ncf_kernel_wrong_parameters;
}

static size_t bound(ncf_kernel_cd_values working, size_t decoded_bytes) {
  (void)working;
  (void)decoded_bytes;
  return sizeof(uint64_t);
}

static char no_workspace;
static void* make_workspace(void) { return &no_workspace; }
static void free_workspace(void* workspace) { (void)workspace; }

static ncf_kernel_status encode(void* workspace, ncf_kernel_cd_values working,
                                ncf_kernel_input decoded, ncf_kernel_output* output,
                                size_t* written, ncf_kernel_message message) {
  const uint32_t microseconds = working.values[0];
  const struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000L};
  const uint64_t count = decoded.count;
  (void)workspace;
  (void)message;
  nanosleep(&time, NULL);
  memcpy(output->bytes, &count, sizeof count);
  *written = sizeof count;
  return ncf_kernel_ok;
}

static ncf_kernel_status decode(void* workspace, ncf_kernel_cd_values working,
                                ncf_kernel_input stored, ncf_kernel_output* output, size_t* written,
                                ncf_kernel_message message) {
  uint64_t count = 0;
  (void)workspace;
  (void)working;
  (void)message;
  if (stored.count != sizeof count) return ncf_kernel_wrong_data;
  memcpy(&count, stored.bytes, sizeof count);
  if (count > output->capacity) return ncf_kernel_wrong_data;
  memset(output->bytes, 0, count);
  *written = count;
  return ncf_kernel_ok;
}

static const ncf_kernel kernel = {.version = NCF_KERNEL_VERSION,
                                  .id = filter_id,
                                  .size = sizeof(ncf_kernel),
                                  .name = "waiting",
                                  .check = check,
                                  .bound = bound,
                                  .make_workspace = make_workspace,
                                  .free_workspace = free_workspace,
                                  .encode = encode,
                                  .decode = decode};

const ncf_kernel* ncf_get_kernel(void) { return &kernel; }

static size_t apply(unsigned flags, size_t n_cd_values, const unsigned* cd_values, size_t bytes,
                    size_t* capacity, void** buffer) {
  (void)flags, (void)n_cd_values, (void)cd_values, (void)bytes, (void)capacity, (void)buffer;
  return 0;
}

static const H5Z_class2_t filter_class = {H5Z_CLASS_T_VERS, filter_id, 1,    1,
                                          "waiting",        NULL,      NULL, apply};

H5PL_type_t H5PLget_plugin_type(void) { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info(void) { return &filter_class; }
