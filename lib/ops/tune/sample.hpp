// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Some chunks of a variable, decoded, just as a copy would encode them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "base/byte_buffer.hpp"
#include "model/source.hpp"
#include "transcode/recoding.hpp"

namespace ncf::ops {

/// The numbers 0 to `count` - 1, each once, so that the first few are spread evenly over all
/// whatever period the data have. Always the same.
class SpreadOrder {
 public:
  explicit SpreadOrder(std::uint64_t count) : count_(count) {}

  /// Called `count` times at most.
  [[nodiscard]] std::uint64_t next();

 private:
  std::uint64_t count_;
  double place_ = 0.5;
  std::unordered_set<std::uint64_t> seen_;
};

struct SampleChunk {
  model::Box box;
  base::ByteBuffer memory;
  std::size_t bytes = 0;        ///< of all its elements, in the byte order of the copy
  std::uint64_t raw_bytes = 0;  ///< of those within the variable
  bool is_constant = false;     ///< all elements are the same
  /// How many chunks it stands for: those that are constant and equal are kept once.
  std::uint64_t count = 1;

  [[nodiscard]] std::span<std::byte> elements() const { return memory.bytes().first(bytes); }
};

struct Sample {
  std::vector<SampleChunk> chunks;  ///< in the order they were read
  /// The variable's first, by which a copy chooses how to encode all; empty if it stays unwritten.
  std::optional<SampleChunk> first;
  std::uint64_t variable_bytes = 0;  ///< of all values
  std::uint64_t chunks_read = 0;
  /// Chunks the copy will store: those never written stay so where they can.
  std::uint64_t chunks_to_store = 0;
  std::uint64_t chunk_count = 0;  ///< that the variable has room for
  bool is_whole = false;          ///< all that is to be stored was read
};

/// Reads chunks in spread order until `max_bytes` are kept, and further, within reason, while all
/// that was read is constant. The I/O thread.
/// throws: Error naming the variable.
[[nodiscard]] Sample read_sample(const transcode::Recoding& recoding, model::Source& input,
                                 std::uint64_t max_bytes);

}  // namespace ncf::ops
