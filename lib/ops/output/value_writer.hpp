// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the values of a target's variables, box by box, in any order. All threads encode chunks,
// each as soon as it is whole; chunks that are still incomplete are encoded at the end. What comes
// for a chunk that was encoded already is left to the store, on the calling thread and after all
// encoded chunks, so the output is the same for any number of threads.
//
// I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "model/dataset/target.hpp"
#include "ops/output/begun_chunks.hpp"
#include "ops/output/zarr_losses.hpp"
#include "ops/rounding/rounding.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/values/box_writer.hpp"

namespace ncf::ops {

class ValueWriter {
 public:
  /// defined: has the lengths that unlimited dimensions reach at least. quantizers: one for each
  /// variable. max_bytes: limit for chunks in memory; one chunk always fits. folder: for incomplete
  /// chunks beyond that. `target` and `defined` outlive the writer.
  ValueWriter(model::Target& target, const model::Schema& defined, Quantizers quantizers,
              std::size_t threads, std::uint64_t max_bytes, std::filesystem::path folder);

  /// Returns whether our kernels encode the chunks of a variable; else the store writes its values.
  [[nodiscard]] bool encodes(model::VariableId id);

  /// Copies the elements, which have a fixed size. throws: Error naming the variable and the chunk,
  /// possibly of an earlier box.
  void write(model::VariableId id, const model::Box& box, std::span<const std::byte> elements);
  /// The same for values of any type, through the store.
  void write(model::VariableId id, const model::Box& box, const model::Values& values);

  /// Encodes the incomplete chunks of a variable, which has all its values. throws: as `write`.
  void finish(model::VariableId id) { begun_.finish(id); }
  /// Writes the chunks that are whole. throws: as `write`.
  void write_whole() { encoder_.finish(); }
  /// Writes everything. throws: as `write`.
  void finish();

  /// Returns notes, after `finish`, on variables whose values lossy filters or Zarr may not have
  /// kept.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  using Lengths = std::vector<std::size_t>;

  /// A variable whose chunks our kernels can encode.
  struct Chunked {
    /// For growing lengths. The last is in use, the others until their chunks are written.
    std::vector<std::unique_ptr<transcode::Recoding>> recodings;
    Lengths reached;                           ///< by what was written, the defined ones at least
    std::vector<std::byte> fill;               ///< an element that was not written, as in memory
    std::set<Lengths, model::COrder> encoded;  ///< the starts of these chunks
    bool has_later_values = false;             ///< in chunks encoded before
  };

  Chunked* find_chunked(model::VariableId id, const model::Box& box);
  [[nodiscard]] std::unique_ptr<transcode::Recoding> make_recoding(model::VariableId id,
                                                                   const Lengths& lengths);
  void end_at_values(model::VariableId id, Chunked& chunked, const model::Box& chunk);
  [[nodiscard]] model::Box needed_part(model::VariableId id, model::Box chunk) const;
  [[nodiscard]] model::Box whole_chunks(model::VariableId id, const model::ChunkGrid& grid,
                                        const model::Box& box) const;
  [[nodiscard]] bool are_new(model::VariableId id, const Chunked& chunked,
                             const model::Box& box) const;
  void encode(Chunked& chunked, const model::Box& part, const model::Box& given,
              std::span<const std::byte> elements);
  void write_in_chunk(Chunked& chunked, const model::Box& chunk, const model::Box& part,
                      const model::Box& box, std::span<const std::byte> elements);
  void write_part(model::VariableId id, const model::Box& part, const model::Box& box,
                  std::span<const std::byte> elements);

  model::Target& target_;
  const model::Schema& defined_;
  Quantizers quantizers_;
  std::uint64_t max_bytes_;
  plugin::KernelChains chains_;
  std::map<model::VariableId, std::optional<Chunked>> variables_;  ///< those written to
  transcode::BoxWriter encoder_;                                   ///< uses the recodings
  BegunChunks begun_;
  std::map<model::VariableId, StringLosses> string_losses_;  ///< in Zarr
};

}  // namespace ncf::ops
