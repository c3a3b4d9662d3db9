// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/subnormals_kept.hpp"

#include <cfenv>
#include <limits>

namespace ncf::base {
namespace {

bool are_zero() noexcept {
  const volatile double smallest = std::numeric_limits<double>::denorm_min();
  return smallest * 2 == 0;
}

}  // namespace

SubnormalsKept::SubnormalsKept() noexcept : were_zero_(are_zero()) {}

SubnormalsKept::~SubnormalsKept() {
  if (were_zero_ || !are_zero()) return;
  const int rounding = std::fegetround();
  std::fesetenv(FE_DFL_ENV);
  std::fesetround(rounding);
}

}  // namespace ncf::base
