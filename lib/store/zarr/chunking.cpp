// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunking.hpp"

#include <algorithm>

namespace ncf::store::zarr {

std::vector<std::size_t> choose_chunks(const std::vector<Extent>& extents,
                                       std::vector<std::size_t> asked, std::size_t element_bytes) {
  constexpr std::size_t max_bytes = std::size_t{4} << 20U;
  constexpr std::size_t unlimited_alone = 1024;
  asked.resize(extents.size(), 0);
  std::size_t left = std::max<std::size_t>(1, max_bytes / std::max<std::size_t>(1, element_bytes));
  for (const std::size_t length : asked) {
    if (length > 0) left = std::max<std::size_t>(1, left / length);
  }
  for (std::size_t i = extents.size(); i-- > 0;) {
    if (asked[i] > 0) continue;
    const Extent& extent = extents[i];
    const std::size_t wanted = !extent.is_unlimited  ? std::max<std::size_t>(1, extent.length)
                               : extents.size() == 1 ? unlimited_alone
                                                     : 1;
    asked[i] = std::min(wanted, left);
    left = std::max<std::size_t>(1, left / asked[i]);
  }
  return asked;
}

}  // namespace ncf::store::zarr
