// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks of which a part was written, decoded, until the rest is. So each is encoded once, however
// small the boxes are. What does not fit in memory is in an unnamed file, in which further parts
// are written in place.
//
// I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/files/descriptor.hpp"
#include "base/memory/bytes.hpp"
#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Which elements of a chunk were written.
class WrittenElements {
 public:
  explicit WrittenElements(std::size_t count);

  /// Returns how many of the elements from `begin` on were not written before.
  std::size_t insert(std::size_t begin, std::size_t count);
  [[nodiscard]] std::size_t size_bytes() const noexcept { return words_.size() * sizeof(Word); }

 private:
  using Word = std::uint64_t;
  std::vector<Word> words_;
};

class BegunChunks {
 public:
  /// A chunk that gets no further parts here. chunk: its box. end: of the parts in each dimension.
  /// elements: of the box, with fill values where nothing was written.
  using Taker =
      std::function<void(model::VariableId id, const model::Box& chunk,
                         const std::vector<std::size_t>& end, std::span<const std::byte> elements)>;

  /// What a chunk is made of. chunk: its box. needed: the part that makes it whole. fill: an
  /// element.
  struct Form {
    model::Box chunk;
    model::Box needed;
    std::span<const std::byte> fill;
  };

  /// max_bytes: limit for the memory; one chunk always fits. folder: determines the file system of
  /// the file. take: is called with chunks as soon as they are whole, and with the one that was
  /// begun first if there is no memory to record which elements were written.
  BegunChunks(std::uint64_t max_bytes, std::filesystem::path folder, Taker take);

  [[nodiscard]] bool contains(model::VariableId id, const std::vector<std::size_t>& start) const {
    return places_.contains({id, start});
  }

  /// Copies a part of a chunk. part: within the chunk and within `given`, the box of `elements`.
  /// throws: Error(io); what the taker throws.
  void add(model::VariableId id, const Form& form, const model::Box& part, const model::Box& given,
           std::span<const std::byte> elements);

  /// Has all chunks of a variable taken as they are, in C order.
  void finish(model::VariableId id);
  /// The same for all variables.
  void finish();

 private:
  using Name = std::pair<model::VariableId, std::vector<std::size_t>>;
  struct NameOrder {
    bool operator()(const Name& a, const Name& b) const noexcept {
      return a.first != b.first ? a.first < b.first : model::COrder{}(a.second, b.second);
    }
  };
  struct Chunk {
    Name name;
    model::Box box;
    std::vector<std::size_t> end;
    std::size_t element_bytes;
    base::ByteBuffer elements;             ///< empty if they are in the file
    std::optional<std::uint64_t> in_file;  ///< where they begin
    WrittenElements written;               ///< of those that are needed
    std::size_t left;                      ///< needed elements that were not written

    [[nodiscard]] std::size_t size_bytes() const { return box.value_count() * element_bytes; }
    /// Returns the memory that it takes even if its elements are in the file.
    [[nodiscard]] std::size_t record_bytes() const;
  };
  using Chunks = std::list<Chunk>;

  Chunks::iterator find_or_begin(model::VariableId id, const Form& form);
  void copy(const Chunk& chunk, const model::Box& part, const model::Box& given,
            std::span<const std::byte> elements);
  void free_memory();
  void move_to_file(Chunks::iterator chunk);
  void take(Chunks::iterator chunk);
  void forget(Chunks::iterator chunk);
  template <class Work>
  void at_file(Work&& work) const;

  std::uint64_t max_bytes_;
  std::filesystem::path folder_;
  Taker take_;
  Chunks in_memory_;                                    ///< the last one written to at the end
  Chunks in_file_;                                      ///< in the order of moving
  std::map<Name, Chunks::iterator, NameOrder> places_;  ///< in either
  std::uint64_t bytes_ = 0;                             ///< in memory
  base::SpareBuffers memory_;
  std::optional<base::Descriptor> file_;
  std::uint64_t file_end_ = 0;
};

}  // namespace ncf::ops
