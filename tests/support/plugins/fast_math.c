/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A library that was linked with -ffast-math, as GCC 12 links it: the thread that loads it takes
 * subnormal numbers for zero from then on. (Later versions of GCC do this to programs only.)
 */
#ifdef __SSE2__
#include <xmmintrin.h>

__attribute__((constructor)) static void take_subnormals_for_zero(void) {
  const unsigned flush_to_zero = 0x8000;
  const unsigned denormals_are_zero = 0x0040;
  _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
}
#else
typedef int no_such_state;
#endif
