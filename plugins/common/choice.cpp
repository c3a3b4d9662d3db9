// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/choice.hpp"

#include <algorithm>

namespace ncf::plugins {

std::vector<std::byte> sample_of(ConstBytes chunk, std::size_t planes, std::size_t max_bytes) {
  const std::size_t plane_bytes = chunk.size() / planes;
  const std::size_t size = std::min(plane_bytes, max_bytes / planes);
  std::vector<std::byte> sample;
  sample.reserve(size * planes);
  for (std::size_t plane = 0; plane < planes; ++plane) {
    const ConstBytes part = chunk.subspan(plane * plane_bytes + (plane_bytes - size) / 2, size);
    sample.insert(sample.end(), part.begin(), part.end());
  }
  return sample;
}

bool suffices(std::size_t written, int margin, std::size_t sample_bytes,
              std::size_t library_bytes) noexcept {
  const std::size_t saved = sample_bytes - std::min(sample_bytes, written);
  const auto at_stake = static_cast<std::int64_t>(std::min(written, 2 * saved));
  return static_cast<std::int64_t>(written) + at_stake * margin / 10'000 <=
         static_cast<std::int64_t>(library_bytes);
}

}  // namespace ncf::plugins
