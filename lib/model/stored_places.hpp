// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the stored bytes of a dataset lie in its file, for those who read them there themselves.
//
// I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "model/stored_form.hpp"

namespace ncf::model {

/// Bytes of a file.
struct StoredPlace {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  std::uint32_t filter_mask = 0;  ///< as of a StoredChunk
};

class StoredPlaces {
 public:
  StoredPlaces() = default;
  StoredPlaces(const StoredPlaces&) = delete;
  StoredPlaces& operator=(const StoredPlaces&) = delete;
  virtual ~StoredPlaces() = default;

  /// As of a Source. throws: Error naming the variable, as all here.
  [[nodiscard]] virtual StoredForm stored_form(VariableId variable) = 0;
  [[nodiscard]] virtual std::size_t stored_chunk_count(VariableId variable) = 0;

  /// Of the chunk whose first element is at `offset`; of a contiguous variable of all its elements.
  /// Empty where nothing was written.
  [[nodiscard]] virtual std::optional<StoredPlace> find(VariableId variable,
                                                        std::span<const std::size_t> offset) = 0;
};

}  // namespace ncf::model
