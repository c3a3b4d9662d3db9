// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset.hpp"

namespace ncf::model {

std::size_t Box::value_count() const noexcept {
  std::size_t values = 1;
  for (const std::size_t length : count) values *= length;
  return values;
}

}  // namespace ncf::model
