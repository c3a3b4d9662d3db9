// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the values of a target's variables, box by box, in any order. All threads encode the whole
// chunks of a box to which nothing was written before. The store writes the rest on the calling
// thread, because it must put together what a chunk gets in several calls; it does so after all
// encoded chunks, so the output is the same for any number of threads.
//
// I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "model/target.hpp"
#include "plugin/kernel_chain.hpp"
#include "transcode/box_writer.hpp"
#include "transcode/recoding.hpp"

namespace ncf::ops {

class ValueWriter {
 public:
  /// defined: has the lengths that unlimited dimensions reach at least. max_bytes: limit for chunks
  /// in memory; one chunk always fits. The arguments outlive the writer.
  ValueWriter(model::Target& target, const model::Schema& defined, std::size_t threads,
              std::uint64_t max_bytes);

  /// Copies the elements, which have a fixed size. throws: Error naming the variable and the chunk,
  /// possibly of an earlier box.
  void write(model::VariableId id, const model::Box& box, std::span<const std::byte> elements);
  /// The same for values of any type, through the store.
  void write(model::VariableId id, const model::Box& box, const model::Values& values);

  /// Writes all chunks that are in memory. throws: as `write`.
  void finish();

 private:
  using Lengths = std::vector<std::size_t>;

  /// A variable whose chunks our kernels can encode.
  struct Chunked {
    /// For growing lengths. The last is in use, the others until their chunks are written.
    std::vector<std::unique_ptr<transcode::Recoding>> recodings;
    std::set<Lengths, model::COrder> begun;  ///< the starts of chunks that were written to
  };

  Chunked* find_chunked(model::VariableId id, const model::Box& box);
  [[nodiscard]] std::unique_ptr<transcode::Recoding> make_recoding(model::VariableId id,
                                                                   const Lengths& lengths);
  [[nodiscard]] model::Box whole_chunks(model::VariableId id, const model::ChunkGrid& grid,
                                        const model::Box& box) const;
  static bool begin_chunks(Chunked& chunked, const model::Box& box);
  void encode(const transcode::Recoding& recoding, const model::Box& part, const model::Box& box,
              std::span<const std::byte> elements);
  void extend(model::VariableId id, const model::Box& box);
  void write_part(model::VariableId id, const model::Box& part, const model::Box& box,
                  std::span<const std::byte> elements);

  model::Target& target_;
  const model::Schema& defined_;
  std::uint64_t max_bytes_;
  plugin::KernelChains chains_;
  std::map<model::VariableId, std::optional<Chunked>> variables_;  ///< those written to
  transcode::BoxWriter encoder_;                                   ///< uses the recodings
};

}  // namespace ncf::ops
