// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks for fuzz targets.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace ncf::test {

/// Ends the process if the law is broken, which is how libFuzzer learns of a finding.
inline void require(bool law, const char* name, std::string_view text) {
  if (law) return;
  std::fprintf(stderr, "broken law: %s, for: %.*s\n", name, static_cast<int>(text.size()),
               text.data());
  std::abort();
}

}  // namespace ncf::test
