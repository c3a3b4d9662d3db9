// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a dataset is opened and held while it is open; never what is in it.
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
  /// An HDF5 file may make us read other files: values that are stored there, and links to them.
  bool follow_external = false;
};

}  // namespace ncf::store
