/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads a filter spec from C and prints its id and words. */
#include <ncf/filter_spec.h>
#include <stdio.h>

int main(void) {
  ncf_filter filter;
  char* message = NULL;
  if (ncf_filter_parse("zstd,level=19", &filter, &message) != ncf_ok) {
    fprintf(stderr, "%s\n", message != NULL ? message : "out of memory");
    ncf_string_free(message);
    return 1;
  }
  printf("%lu", (unsigned long)filter.id);
  for (size_t i = 0; i < filter.parameter_count; ++i) {
    printf(",%lu", (unsigned long)filter.parameters[i]);
  }
  printf("\n");
  ncf_filter_free(&filter);
  return 0;
}
