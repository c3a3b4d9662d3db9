// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Prepares the filters of variables to run with the available kernels. Each kernel is looked up
// once.
//
// Thread rule: as in ncf/plugins.hpp; any thread for the result of `prepare`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "filter/kernels/prepared_chain.hpp"

namespace ncf::plugin {

class KernelChains {
 public:
  /// Prepares a chain. Returns empty if a filter has no kernel: it is missing, or only libhdf5 can
  /// run it. An empty chain can always run.
  /// optional_filters: as for PreparedChain.
  [[nodiscard]] std::optional<filter::PreparedChain> prepare(const StoredChain& filters,
                                                             std::uint32_t optional_filters = 0);

  /// Does the same, including filters that libhdf5 loads from plugins; for encoding on the thread
  /// that uses libhdf5.
  [[nodiscard]] static std::optional<filter::PreparedChain> prepare_beside_libhdf5(
      const StoredChain& filters, std::uint32_t optional_filters = 0);

 private:
  std::optional<filter::Kernel> kernel_of(std::uint32_t id);

  std::map<std::uint32_t, std::optional<filter::Kernel>> kernels_;
};

}  // namespace ncf::plugin
