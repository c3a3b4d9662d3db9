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

/// Encodes again with `encode`, which returns its number of bytes, over the first `written` bytes
/// of `output`, and keeps the smaller result. Returns its size. first_try: memory for reuse.
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
