/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the bundle's libhdf5 calls instead of libcurl; make_bundle.py renames what it calls. Only
 * its driver ROS3 calls libcurl, which ncf does not use: our own code reads from servers. Without
 * libcurl, 27 fewer libraries are loaded when a program starts. ROS3 fails when it begins, as it
 * does where libcurl cannot be initialized. The names differ from libcurl's because our own code
 * calls the real one.
 */
#include <stddef.h>

static const int failed_init = 2; /* CURLE_FAILED_INIT */

int none_global_init(long flags) {
  (void)flags;
  return failed_init;
}

void none_global_cleanup(void) {}

void* none_easy_init(void) { return NULL; }

int none_easy_setopt(void* handle, int option, ...) {
  (void)handle;
  (void)option;
  return failed_init;
}

int none_easy_perform(void* handle) {
  (void)handle;
  return failed_init;
}

void none_easy_cleanup(void* handle) { (void)handle; }

void* none_slist_append(void* list, const char* text) {
  (void)list;
  (void)text;
  return NULL;
}

void none_slist_free_all(void* list) { (void)list; }
