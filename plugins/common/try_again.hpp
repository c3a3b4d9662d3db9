// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One chunk encoded by two strategies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// Encodes over the first `written` bytes of `output` by `encode`, which returns how many it wrote,
/// and keeps what is smaller; returns its bytes. first_try: memory to use again.
template <typename Encode>
std::size_t try_again(std::vector<std::byte>& first_try, std::size_t written, Bytes output,
                      Encode encode) {
  first_try.assign(output.begin(), output.begin() + static_cast<std::ptrdiff_t>(written));
  const std::size_t written_again = encode();
  if (written_again < written) return written_again;
  std::copy(first_try.begin(), first_try.end(), output.begin());
  return written;
}

}  // namespace ncf::plugins
