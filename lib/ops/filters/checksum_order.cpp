// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/checksum_order.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text/format_count.hpp"
#include "filter/spec/chain_order.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

template <class AnyChain>
void put_checksum_last(AnyChain& chain, const std::vector<std::size_t>& order) {
  AnyChain ordered;
  for (const std::size_t i : order) ordered.push_back(std::move(chain[i]));
  chain = std::move(ordered);
}

}  // namespace

bool put_checksum_last_for_zarr(model::Variable& variable) {
  const Chain chain = variable.filters_to_define();
  const std::size_t element_bytes = variable.type->size_bytes;
  if (!variable.type->is_fixed_size || !filter::why_not_in_zarr(chain, element_bytes)) return false;
  const auto order = filter::order_of_checksum_last(chain);
  Chain ordered;
  for (const std::size_t i : order) ordered.push_back(chain[i]);
  if (filter::why_not_in_zarr(ordered, element_bytes)) return false;
  if (variable.asked_filters) {
    put_checksum_last(*variable.asked_filters, order);
  } else {
    put_checksum_last(variable.filters, order);
  }
  return true;
}

std::optional<std::string> describe_checksums_last(const std::vector<std::string>& paths) {
  if (paths.empty()) return std::nullopt;
  return fmt::format(
      "fletcher32 goes after shuffle and compression in {}, as readers of Zarr cannot undo shuffle "
      "after it: {}",
      base::format_count(paths.size(), "variable"), format_few(paths));
}

}  // namespace ncf::ops
