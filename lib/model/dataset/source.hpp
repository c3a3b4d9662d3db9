// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset that is open for reading: its schema, its values in boxes, and below these the bytes as
// its store keeps them. Code that only moves bytes works on the latter, for any store. A store
// implements the functions that begin with `do_`; the others name source and variable in every
// error.
//
// Use it from one thread, the I/O thread, as libhdf5 and libnetcdf require, unless a function says
// otherwise. The I/O thread finds bytes; any thread reads bytes that were found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/library/module_api.hpp"
#include "base/memory/bytes.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/file_layout.hpp"
#include "model/dataset/open_dataset.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/finding.hpp"

namespace ncf::model {

/// Buffers of one thread that reads found parts.
struct PartBuffers {
  filter::ChainWorkspace chain;
  base::ByteBuffer stored;
  base::ByteBuffer decoded;
  base::ByteBuffer original;  ///< values to be converted
};

/// A part of a variable that a source has found, and that any thread reads and decodes without
/// knowing how it is stored. Sources that assemble values from those of others offer such parts
/// (model/view). The source must outlive it.
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

class NCF_MODULE_API Source : public OpenDataset {
 public:
  using OpenDataset::OpenDataset;

  /// Separate from the schema: libnetcdf finds some of it only by looking at every object.
  /// throws: Error.
  [[nodiscard]] virtual Provenance provenance() { return {}; }

  /// Returns where an HDF5 file has its metadata and values; empty for all other kinds. Reads all
  /// indexes of chunks. throws: Error, also for a damaged index.
  [[nodiscard]] virtual std::optional<FileLayout> file_layout() { return {}; }

  /// Returns the layout that a copy keeps: `consolidated` if all metadata of an HDF5 file are
  /// before its values, of which there are some. Reads as few indexes as possible. throws: as
  /// file_layout.
  [[nodiscard]] virtual RequestedLayout layout_to_keep() { return {}; }

  /// Returns why neither values nor stored bytes of a variable can be read, if so.
  [[nodiscard]] virtual std::optional<Error> fault(VariableId /*variable*/) const { return {}; }

  /// Returns the paths of other files that contain objects or values of this dataset. Empty if such
  /// files may not be read.
  [[nodiscard]] virtual std::set<std::string> other_files() const { return {}; }

  /// Returns those of them that contain values of a variable.
  [[nodiscard]] virtual std::set<std::string> other_files(VariableId /*variable*/) const {
    return {};
  }

  /// Replaces `values` by those of `box`. `values` must have the variable's type.
  /// throws: Error, with the filter if it is known.
  void read(VariableId variable, const Box& box, Values& values);

  // ---- What is stored ---------------------------------------------------------------------------

  [[nodiscard]] StoredForm stored_form(VariableId variable);

  /// Returns how many chunks were written. A variable without chunks counts as one, or 0 if it was
  /// never written.
  [[nodiscard]] std::size_t stored_chunk_count(VariableId variable);

  /// Returns the bytes that the variable's values take, compressed where it has filters, without
  /// metadata; 0 if unknown. throws: Error.
  [[nodiscard]] std::uint64_t stored_bytes(VariableId variable);

  /// Finds the chunk of a chunked variable whose first element is at `offset`; empty if it was
  /// never written. throws: Error naming the chunk.
  [[nodiscard]] std::optional<StoredPlace> find_chunk(VariableId variable,
                                                      std::span<const std::size_t> offset);

  /// Returns the numbers of the stored chunks in `grid`, in order; empty if the variable has no
  /// chunks. Where the store has no list of them, or a slow one, every chunk of the variable is
  /// looked for. grid: of the variable's chunks, for any extent. throws: Error.
  [[nodiscard]] std::optional<std::vector<std::size_t>> list_chunks(VariableId variable,
                                                                    const ChunkGrid& grid);

  /// Does the same for callers that can look for every chunk of the grid themselves: empty if that
  /// takes less time.
  [[nodiscard]] std::optional<std::vector<std::size_t>> list_few_chunks(VariableId variable,
                                                                        const ChunkGrid& grid);

  /// Gets the number of a stored chunk in the grid and its place. Returns whether to go on.
  using ChunkVisitor = std::function<bool(std::size_t chunk, const StoredPlace& place)>;

  /// Visits the stored chunks in `grid`, in order. grid: as for `list_chunks`. Returns how many of
  /// the chunks that the source counts were not found. throws: Error, also of `visit` or when a
  /// stop is requested.
  std::size_t visit_chunks(VariableId variable, const ChunkGrid& grid, const ChunkVisitor& visit);

  /// Announces that a chunk will be found and read, which matters if `ahead_bytes` is not 0.
  /// Returns false if too many are announced already. I/O thread. throws: Error.
  virtual bool announce(VariableId /*variable*/, std::span<const std::size_t> /*offset*/) {
    return true;
  }

  /// Withdraws the announcements of all chunks that were not read, for example after a failure.
  /// I/O thread.
  virtual void forget_announced() {}

  /// Lets this object read chunks and elements of a variable that another process has found in the
  /// same dataset. throws: Error.
  void expect_found(VariableId variable);

  /// Reads the bytes of a chunk that was found. bytes: has its size, or less. Any thread, several
  /// chunks at once. throws: Error naming the chunk.
  void read_found(VariableId variable, std::span<const std::size_t> offset,
                  const StoredPlace& place, std::span<std::byte> bytes);

  /// Announces that bytes that were found will be read soon. Any thread.
  void will_read(VariableId variable, std::uint64_t begin, std::uint64_t bytes) noexcept {
    do_will_read(variable, begin, bytes);
  }

  /// Replaces `chunk` by the one whose first element is at `offset`; false if it was never written.
  /// throws: as find_chunk and read_found.
  bool read_chunk(VariableId variable, std::span<const std::size_t> offset, StoredChunk& chunk);

  /// Finds the elements of a variable without chunks; empty if nothing was written, or if only
  /// `read_elements` can read them. throws: Error.
  [[nodiscard]] std::optional<ElementPlaces> find_elements(VariableId variable);

  /// Does what read_elements does, on any thread, several boxes at once. throws: Error.
  void read_found_elements(VariableId variable, const ElementPlaces& places, const Box& box,
                           std::span<std::byte> elements);

  /// Reads the decoded elements of `box` in C order, each as the form's `element` says.
  /// elements: as large as the box. throws: Error naming, where known, the filter.
  void read_elements(VariableId variable, const Box& box, std::span<std::byte> elements);

  /// Returns how `find_parts` finds a variable; empty if it does not.
  [[nodiscard]] virtual std::optional<PartSize> part_size(VariableId /*variable*/) { return {}; }

  /// Finds the values of `box` in parts that share nothing and are all of it. Only if `part_size`.
  /// throws: Error.
  [[nodiscard]] std::vector<FoundPart> find_parts(VariableId variable, const Box& box);

  /// Returns whether all places are in one file.
  [[nodiscard]] virtual bool is_one_file() const noexcept { return false; }

  /// Returns how many bytes should be announced before they are read; 0 unless answers take long,
  /// as those of servers do. source: base/files/byte_source.hpp
  [[nodiscard]] virtual std::uint64_t ahead_bytes() const { return 0; }

 private:
  friend class ViewSource;  // passes calls on

  void require_no_fault(VariableId variable) const;

  /// The type of `values` is the variable's; there are as many as in the box, at least one.
  virtual void do_read(VariableId variable, const Box& box, Values& values) = 0;
  [[nodiscard]] virtual StoredForm do_stored_form(VariableId variable);
  [[nodiscard]] virtual std::size_t do_stored_chunk_count(VariableId /*variable*/) { return 1; }
  [[nodiscard]] virtual std::uint64_t do_stored_bytes(VariableId /*variable*/) { return 0; }
  [[nodiscard]] virtual std::optional<StoredPlace> do_find_chunk(
      VariableId variable, std::span<const std::size_t> offset);
  virtual void do_expect_found(VariableId /*variable*/) {}
  virtual void do_read_found(VariableId variable, std::span<const std::size_t> offset,
                             const StoredPlace& place, std::span<std::byte> bytes);
  [[nodiscard]] virtual std::optional<ElementPlaces> do_find_elements(VariableId /*variable*/) {
    return {};
  }
  /// Reads bytes of the file that holds the variable. Any thread.
  virtual void do_read_bytes(VariableId variable, std::uint64_t offset, std::span<std::byte> bytes);
  virtual void do_will_read(VariableId /*variable*/, std::uint64_t /*begin*/,
                            std::uint64_t /*bytes*/) noexcept {}
  virtual void do_read_elements(VariableId variable, const Box& box, std::span<std::byte> elements);
  [[nodiscard]] virtual std::vector<FoundPart> do_find_parts(VariableId variable, const Box& box);
  /// The positions of the stored chunks' first elements, in any order; empty if looking for every
  /// chunk takes less time.
  [[nodiscard]] virtual std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
      VariableId /*variable*/) {
    return {};
  }

  Values values_{atomic_type(TypeClass::byte_)};  ///< of the type whose elements were read last
};

}  // namespace ncf::model
