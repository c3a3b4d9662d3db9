// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libhdf5 frees nothing when it fails, and some other plugins leak in each process: LeakSanitizer
// reports both in tests that cause such failures and use such plugins.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace ncf::test {

/// While it lives, leaks of allocated memory are ignored.
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
