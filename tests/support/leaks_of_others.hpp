// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libhdf5 frees nothing of what it holds where it fails: LeakSanitizer finds that in tests that
// make it fail.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace ncf::test {

/// While it lives, what is allocated may leak.
class LeaksOfOthers {
 public:
#if defined(__SANITIZE_ADDRESS__)
  LeaksOfOthers() { __lsan_disable(); }
  ~LeaksOfOthers() { __lsan_enable(); }
#else
  LeaksOfOthers() = default;
  ~LeaksOfOthers() = default;
#endif
  LeaksOfOthers(const LeaksOfOthers&) = delete;
  LeaksOfOthers& operator=(const LeaksOfOthers&) = delete;
};

}  // namespace ncf::test
