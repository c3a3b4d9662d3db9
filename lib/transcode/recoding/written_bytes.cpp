// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/recoding/written_bytes.hpp"

#include <algorithm>

#include "ncf/error.hpp"

namespace ncf::transcode {

bool is_filled_with(std::span<const std::byte> value, std::span<const std::byte> elements) {
  return elements.empty() || (std::ranges::equal(value, elements.first(value.size())) &&
                              std::ranges::equal(elements.subspan(value.size()),
                                                 elements.first(elements.size() - value.size())));
}

void require_equal(std::span<const std::byte> written, std::span<const std::byte> read) {
  if (!std::ranges::equal(written, read)) throw Error(ErrorCode::corrupt, not_as_written);
}

}  // namespace ncf::transcode
