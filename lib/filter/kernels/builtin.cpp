// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/builtin.hpp"

#include <algorithm>
#include <array>

#include "base/library/build_config.hpp"
#include "common/kernel_entry.hpp"
#include "deflate/kernel.hpp"
#include "fletcher32/kernel.hpp"
#include "shuffle/kernel.hpp"
#if NCF_WITH_LIBAEC
#include "szip/kernel.hpp"
#endif

namespace ncf::filter {
namespace {

constexpr std::array kernels {
  &plugins::kernel_table<plugins::deflate::kernel>,
      &plugins::kernel_table<plugins::shuffle::kernel>,
      &plugins::kernel_table<plugins::fletcher32::kernel>,
#if NCF_WITH_LIBAEC
      &plugins::kernel_table<plugins::szip::kernel>,
#endif
};

}  // namespace

std::span<const ncf_kernel* const> builtin_kernels() noexcept { return kernels; }

const ncf_kernel* find_builtin_kernel(std::uint32_t id) noexcept {
  const auto* const found = std::find_if(
      kernels.begin(), kernels.end(), [id](const ncf_kernel* kernel) { return kernel->id == id; });
  return found == kernels.end() ? nullptr : *found;
}

const ncf_kernel& zarr_fletcher32_kernel() noexcept {
  return plugins::kernel_table<plugins::fletcher32::zarr_kernel>;
}

}  // namespace ncf::filter
