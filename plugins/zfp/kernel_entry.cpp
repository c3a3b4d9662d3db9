// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/kernel_entry.hpp"

#include "zfp/kernel.hpp"

const ncf_kernel* ncf_get_kernel() {
  return &ncf::plugins::kernel_table<ncf::plugins::zfp::kernel>;
}
