// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values that a source has found and any thread reads and decodes, without knowing how they are
// stored. Sources that assemble values from those of others offer them (model/view).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/memory/byte_buffer.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"

namespace ncf::model {

/// Buffers of one thread.
struct PartBuffers {
  filter::ChainWorkspace chain;
  base::ByteBuffer stored;
  base::ByteBuffer decoded;
  base::ByteBuffer original;  ///< values to be converted
};

/// A part of a variable. The source must outlive it.
struct FoundPart {
  Box box;  ///< its elements
  /// Reads the elements, as in memory and in C order. Any thread; once. Empty if nothing was
  /// written there, so that the form's fill value is read. throws: Error.
  std::function<void(std::span<std::byte> elements, PartBuffers& buffers)> read;
  /// If the part is all of a chunk in the form that PartSize states: the place of the chunk, and
  /// what reads its stored bytes instead.
  std::optional<StoredPlace> place = {};
  std::function<void(std::span<std::byte> stored)> read_stored = {};
};

/// What a source finds of a variable at a time.
struct PartSize {
  std::vector<std::size_t> shape;  ///< of most parts
  std::size_t bytes = 0;           ///< the most memory for reading one, besides its elements
  std::string why;  ///< why stored bytes are not the variable's, as text for a report
  std::optional<StoredForm> form = {};  ///< of chunks that may be found whole
};

}  // namespace ncf::model
