// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a dataset is held while it is open; never what is in it.
#pragma once

#include <cstdint>
#include <optional>

namespace ncf::store {

struct Tuning {
  /// The whole file is held in memory: read when opened, or written to disk when closed.
  bool in_memory = false;
  /// Size and slots of every variable's chunk cache. Empty: fitted to how it is read or written.
  std::optional<std::uint64_t> cache_bytes = {};
  std::optional<std::uint64_t> cache_slots = {};
};

}  // namespace ncf::store
