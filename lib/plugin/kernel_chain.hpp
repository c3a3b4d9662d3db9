// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters of variables made ready to run, by the kernels that are here. Each kernel is looked
// for once.
//
// Thread rule: as ncf/plugins.hpp; what `prepare` returns, any.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "filter/prepared_chain.hpp"

namespace ncf::plugin {

class KernelChains {
 public:
  /// Empty where a filter has no kernel here: it is missing, or libhdf5 alone can run it. No
  /// filters are a chain that can always be run.
  /// optional_filters: as PreparedChain's.
  [[nodiscard]] std::optional<filter::PreparedChain> prepare(const StoredChain& filters,
                                                             std::uint32_t optional_filters = 0);

  /// The same with filters that libhdf5 has from plugins, to encode on the thread that uses
  /// libhdf5.
  [[nodiscard]] static std::optional<filter::PreparedChain> prepare_beside_libhdf5(
      const StoredChain& filters, std::uint32_t optional_filters = 0);

 private:
  std::optional<filter::Kernel> kernel_of(std::uint32_t id);

  std::map<std::uint32_t, std::optional<filter::Kernel>> kernels_;
};

}  // namespace ncf::plugin
