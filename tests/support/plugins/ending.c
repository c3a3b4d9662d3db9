/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An HDF5 filter that leaves data as they are, or ends the process as the environment says:
 * NCF_ENDING_WHEN_LOADED and NCF_ENDING_WHEN_RUN name the way.
 */
#define _GNU_SOURCE
#include <H5PLextern.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int overflow(volatile char* above) {
  volatile char frame[4096];
  frame[0] = above[0];
  return overflow(frame) + frame[0];
}

static void end_by(const char* variable) {
  const char* way = getenv(variable);
  const char* volatile nothing = NULL;
  char frame[1] = {0};
  if (way == NULL) return;
  if (strcmp(way, "exit") == 0) exit(0);
  if (strcmp(way, "_exit") == 0) _exit(0);
  if (strcmp(way, "quick_exit") == 0) quick_exit(0);
  if (strcmp(way, "system_call") == 0) syscall(SYS_exit_group, 0);
  if (strcmp(way, "exec") == 0) execl("/bin/true", "true", (char*)NULL);
  if (strcmp(way, "pthread_exit") == 0) pthread_exit(NULL);
  if (strcmp(way, "crash") == 0) *(volatile char*)nothing = 0;
  if (strcmp(way, "crash_in_libc") == 0) setenv(nothing + 1, "", 1);
  if (strcmp(way, "abort") == 0) abort();
  if (strcmp(way, "overflow") == 0) overflow(frame);
  if (strcmp(way, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(way, "spin") == 0) {
    for (volatile int turn = 0;; turn = !turn) continue;
  }
  if (strcmp(way, "hang") == 0) {
    signal(SIGTERM, SIG_IGN);
    for (;;) pause();
  }
}

__attribute__((constructor)) static void end_when_loaded(void) { end_by("NCF_ENDING_WHEN_LOADED"); }

static size_t apply(unsigned flags, size_t n_cd_values, const unsigned* cd_values, size_t bytes,
                    size_t* capacity, void** buffer) {
  (void)flags;
  (void)n_cd_values;
  (void)cd_values;
  (void)capacity;
  (void)buffer;
  end_by("NCF_ENDING_WHEN_RUN");
  return bytes;
}

static const H5Z_class2_t filter_class = {H5Z_CLASS_T_VERS, 405, 1, 1, "ending", NULL, NULL, apply};

H5PL_type_t H5PLget_plugin_type(void) { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info(void) { return &filter_class; }
