// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libhdf5 frees nothing of what it holds where it fails, and some foreign plugins leak in each
// process: LeakSanitizer finds both in tests that make the one fail and use the others.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace ncf::test {

/// While it lives, what is allocated may leak.
class [[maybe_unused]] LeaksOfOthers {
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
