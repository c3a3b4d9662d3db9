// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Datasets chunk by chunk: what a source contains, its chunks as stored or decoded, and a target
// that is written in the same way. Both may be in memory.
//
//   ncf::Source source = ncf::Source::open("in.nc");
//   ncf::Definition definition = source.definition();
//   definition.set_filters("/t2m", ncf::resolve(ncf::parse_filter_spec("shuffle|zstd,3")));
//   ncf::Target target = ncf::Target::create("out.nc", definition);
//   source.walk_chunks("/t2m", [&](const ncf::StoredChunk& chunk) {
//     target.write("/t2m", chunk.box, source.read("/t2m", chunk.box));
//   });
//   target.commit();
//
// Elements are in C order, in the types and the byte order of this machine. Variables, groups and
// dimensions are named by absolute paths. A Source and a Target own what they need and may be
// moved; after that, the old object may only be destroyed or assigned to.
//
// Thread rule: as ncf/copy.hpp, also for destructors; a Definition: as a std::vector.
// All functions throw ncf::Error, which names the dataset, the variable and the chunk. A name that
// does not exist has the code `not_found`; a box, a size or a name that does not fit, `usage`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/elements.hpp"
#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"

namespace ncf {

/// A block of elements: one start and one count per dimension. A scalar's box has no dimensions.
struct Box {
  std::vector<std::size_t> start;
  std::vector<std::size_t> count;

  friend bool operator==(const Box&, const Box&) = default;
};

struct DimensionDefinition {
  std::string path;
  std::size_t length = 0;  ///< of an unlimited dimension, the current one
  bool is_unlimited = false;
};

struct AttributeDefinition {
  std::string name;
  Elements values;
};

/// Makes an attribute of numbers: attribute_of("valid_range", std::vector<float>{0, 1}).
template <class Number>
AttributeDefinition attribute_of(std::string name, const std::vector<Number>& numbers) {
  return {std::move(name), Elements::of(numbers)};
}

struct VariableDefinition {
  std::string path;
  DataType type = ElementType::float64;
  std::vector<std::string> dimensions;  ///< their paths
  std::vector<std::size_t> shape;
  std::vector<std::size_t> chunk_shape;  ///< empty if not chunked, or if not chosen yet
  std::vector<std::size_t> shard_shape;  ///< of Zarr's shards; empty if there are none
  StoredChain filters;                   ///< as stored, in the order of encoding
  std::vector<AttributeDefinition> attributes;
};

/// Returns the box of all elements of a variable.
[[nodiscard]] inline Box whole_of(const VariableDefinition& variable) {
  return {std::vector<std::size_t>(variable.shape.size(), 0), variable.shape};
}

/// What numbers of a variable are to a program.
enum class NumberMeaning {
  as_stored,
  /// As the CF conventions mean them: multiplied by `scale_factor`, with `add_offset` added; of
  /// `_Unsigned` integers without a sign; NaN where data are missing.
  unpacked,
};

/// What a dataset contains, apart from its values: that of a source, or one to make a target of.
/// A definition that comes from a source also keeps what these functions do not show.
class NCF_API Definition {
 public:
  Definition();  ///< without anything but the root group, "/"
  /// Reads the definitions in a CDL text, also special attributes (_ChunkSizes, _Filter).
  /// throws: Error(syntax) with all errors in the text, which must have no data; Error(unsupported)
  /// for quantization.
  static Definition from_cdl(std::string_view cdl);
  Definition(const Definition& other);
  Definition(Definition&& other) noexcept;
  Definition& operator=(Definition other) noexcept;
  ~Definition();

  /// Returns the format of the source; netCDF-4 for a new definition.
  [[nodiscard]] Format format() const;
  [[nodiscard]] std::vector<std::string> groups() const;  ///< each after the group it is in
  [[nodiscard]] std::vector<DimensionDefinition> dimensions() const;
  /// Returns the types that a group defines, each after those that it consists of.
  [[nodiscard]] std::vector<DataType> types(const std::string& group) const;
  [[nodiscard]] std::vector<VariableDefinition> variables() const;
  [[nodiscard]] VariableDefinition variable(const std::string& path) const;
  /// Returns the attributes of a group.
  [[nodiscard]] std::vector<AttributeDefinition> attributes(const std::string& group) const;
  /// What a source contains beyond this, or in another form: a target made of this definition lacks
  /// variables that are damaged, so a program that copies should show these notes or stop.
  [[nodiscard]] std::vector<std::string> notes() const;

  // ---- For targets ----
  //
  // A name must be new, and its group defined. Types that are not defined yet are defined in the
  // group of the variable or attribute that has them, each after those that it consists of. What a
  // format cannot hold is an error of Target::create.

  void add_group(const std::string& path);
  void add_dimension(const std::string& path, std::size_t length, bool is_unlimited = false);
  void add_type(const std::string& group, const DataType& type);
  /// dimensions: their paths.
  void add_variable(const std::string& path, const DataType& type,
                    const std::vector<std::string>& dimensions);
  /// Adds or replaces an attribute of a group or a variable.
  void set_attribute(const std::string& path, const AttributeDefinition& attribute);
  void set_attribute(const std::string& path, const std::string& name, std::string_view text);
  /// Replaces the filters of a variable. An empty chain removes them.
  void set_filters(const std::string& variable, const Chain& filters);
  /// One length per dimension; 0 leaves the choice to the library, and no lengths mean no chunks.
  /// Ignored by formats without chunks.
  void set_chunks(const std::string& variable, const std::vector<std::size_t>& chunk_shape);
  /// Puts chunks, whose shape is set, into shards. One length per dimension, rounded up to whole
  /// chunks; no lengths mean no shards. Ignored by formats other than Zarr v3.
  void set_shards(const std::string& variable, const std::vector<std::size_t>& shard_shape);

  struct State;  ///< of the library
  explicit Definition(std::unique_ptr<State> state) noexcept;
  [[nodiscard]] const State& state() const noexcept { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

/// A chunk that was written.
struct StoredChunk {
  Box box;                        ///< its elements, without those beyond the variable's shape
  std::uint64_t bytes = 0;        ///< as stored
  std::uint32_t filter_mask = 0;  ///< bit i is set if filter i was skipped
  /// Its first byte in the file that contains it; empty for Zarr, and where this is unknown.
  std::optional<std::uint64_t> position;
};

struct SourceOptions {
  bool in_memory = false;        ///< read the whole file into memory first
  bool follow_external = false;  ///< as in CopyOptions
  std::size_t connections = 16;  ///< as in CopyOptions
  /// Threads that decode. Empty: one per processor.
  std::optional<std::size_t> threads = {};
  /// Memory for decoded chunks that are kept for later calls of `read`, in bytes; 0 keeps none.
  std::uint64_t max_memory_bytes = 256U << 20U;
};

/// A dataset that is open for reading.
class NCF_API Source {
 public:
  /// input: as CopyOptions::input.
  static Source open(const std::string& input, const SourceOptions& options = {});
  /// Opens the bytes of a netCDF file, or of a Zarr store in a zip file. name: in errors.
  static Source open(std::vector<std::byte> bytes, const std::string& name,
                     const SourceOptions& options = {});
  Source(Source&& other) noexcept;
  Source& operator=(Source&& other) noexcept;
  ~Source();

  /// Valid as long as the source.
  [[nodiscard]] const Definition& definition() const;

  /// Calls `visit` for the chunks of a variable that were written, in C order. There are none if
  /// the variable is not chunked. `visit` may read from this source.
  void walk_chunks(const std::string& variable,
                   const std::function<void(const StoredChunk&)>& visit);
  /// start: a multiple of the chunk shape. Empty if the chunk was never written.
  [[nodiscard]] std::optional<StoredChunk> find_chunk(const std::string& variable,
                                                      const std::vector<std::size_t>& start);
  /// Reads a chunk that was found, as its filters left it.
  [[nodiscard]] std::vector<std::byte> read_stored(const std::string& variable,
                                                   const StoredChunk& chunk);
  /// Reads the decoded elements of a box, from a part of a chunk to the whole variable; fill values
  /// where nothing was written. All threads decode the chunks of a box, each into its place in
  /// `elements`; what only libhdf5 or libnetcdf can decode is decoded on the calling thread. Chunks
  /// of which a call needs only a part remain decoded, as many as `max_memory_bytes` holds, so
  /// small boxes that follow each other decode each chunk once: rows of a chunk, or points through
  /// time. elements: as large as the box. throws: Error(unsupported) for elements of variable
  /// length, for which there is `read_elements`.
  void read(const std::string& variable, const Box& box, std::span<std::byte> elements);
  [[nodiscard]] std::vector<std::byte> read(const std::string& variable, const Box& box);
  /// Reads numbers of any type as numbers of another: `read<float>("/t2m", box)`. Real numbers
  /// become the nearest ones. throws: Error(unsupported) naming the first number that the type does
  /// not have, for example 300 of int8_t or 0.5 of int.
  template <class Number>
  requires(std::is_arithmetic_v<Number>)
      [[nodiscard]] std::vector<Number> read(const std::string& variable, const Box& box,
                                             NumberMeaning meaning = NumberMeaning::as_stored) {
    std::vector<Number> numbers(count_in(variable, box));
    read_numbers(variable, box, element_type_of<Number>(), meaning,
                 std::as_writable_bytes(std::span(numbers)));
    return numbers;
  }
  /// The same for elements of any type.
  [[nodiscard]] Elements read_elements(const std::string& variable, const Box& box);
  /// The same for the type `text`. A null string (NIL in CDL) is an empty text.
  [[nodiscard]] std::vector<std::string> read_texts(const std::string& variable, const Box& box);

  struct State;  ///< of the library
  [[nodiscard]] State& state() noexcept { return *state_; }

 private:
  explicit Source(std::unique_ptr<State> state) noexcept;
  [[nodiscard]] std::size_t count_in(const std::string& variable, const Box& box);
  void read_numbers(const std::string& variable, const Box& box, ElementType type,
                    NumberMeaning meaning, std::span<std::byte> numbers);

  std::unique_ptr<State> state_;
};

struct TargetOptions {
  /// Empty: the one that the output's name implies, else the definition's.
  std::optional<Format> format = {};
  /// "consolidated", "paged" or "paged=SIZE", of a netCDF-4 file; empty: an ordinary layout. In a
  /// consolidated file, there is space for the indexes of all chunks that the definition has; those
  /// of further ones are among the values. source: ncf/copy.hpp
  std::string layout = {};
  /// Threads that encode. Empty: one per processor. The output is the same.
  std::optional<std::size_t> threads = {};
  /// Memory for chunks, in bytes: half of it for those that wait to be encoded and written, half
  /// for incomplete ones; one chunk of each kind always fits. The output is the same, unless so
  /// many chunks are incomplete that there is no memory for a bit of each of their elements.
  std::uint64_t max_memory_bytes = 256U << 20U;
};

/// A dataset that is being made. It appears complete, by `commit`, or not at all: a target that is
/// destroyed before leaves the output as it was. After an error, a target can only be destroyed.
///
/// A variable is written either as stored chunks or as elements. What is not written reads as fill
/// values, unless the source of the definition leaves such values undefined. Unlimited dimensions
/// have the length of the definition at least, and grow with boxes.
///
/// Values may come in boxes of any shape and order, for example one record or one row at a time,
/// and replace earlier ones. All threads encode chunks, and `write` returns before they are done.
/// Boxes of whole chunks are the fastest. Parts of chunks are collected until a chunk is whole, and
/// encoded then, or by `commit`; what does not fit in memory is in a temporary file beside the
/// output. (A chunk at the end of a fixed dimension is whole when it is written that far; one at
/// the end of an unlimited dimension, which may grow, when all of it is written.)
///
/// Only this is slower, because libhdf5 or the Zarr store does it on the calling thread: writing
/// again to a chunk that was encoded, which decodes it and encodes it anew; and chunks with a
/// filter that only libhdf5 can run. Collect such values, and write whole chunks. Only these are
/// checked if a filter is lossy: `commit` notes values beyond its error bound, and variables with
/// chunks that were encoded again.
///
/// The bytes of a netCDF-4 file depend on the order of the boxes, because chunks are written as
/// they are encoded. A Zarr store's do not: in a shard, chunks are in C order. Shards are completed
/// by `commit`; until then, those for a zip file or a server are in a temporary file.
class NCF_API Target {
 public:
  /// output: as CopyOptions::output. on_note: is called with what the format cannot hold as it is
  /// defined, and by `commit` with what lossy filters may not have kept.
  ///
  /// Filters that come from a source need not be available if only stored chunks are written.
  static Target create(const std::string& output, const Definition& definition,
                       const TargetOptions& options = {}, const NoteHandler& on_note = {});
  /// Makes a netCDF file in memory, in the definition's format unless the options have another.
  static Target create_in_memory(const Definition& definition, const TargetOptions& options = {},
                                 const NoteHandler& on_note = {});
  Target(Target&& other) noexcept;
  Target& operator=(Target&& other) noexcept;
  ~Target();

  /// As the target was made: with the chunks that were chosen. Valid as long as the target.
  [[nodiscard]] const Definition& definition() const;

  /// Why stored chunks of a source would not mean the same in this target's variable of the same
  /// path; empty if they do.
  [[nodiscard]] std::optional<std::string> why_not_stored(Source& source,
                                                          const std::string& variable);
  /// Writes a chunk as the variable's filters would have left it. This is not checked: call
  /// `why_not_stored` first. start: of the chunk, which lies within the defined shape and was not
  /// written yet. filter_mask: as of StoredChunk.
  void write_stored(const std::string& variable, const std::vector<std::size_t>& start,
                    std::span<const std::byte> bytes, std::uint32_t filter_mask = 0);
  /// elements: as large as the box. They are copied: the caller may reuse their memory at once.
  /// throws: Error(unsupported) for elements of variable length; the errors of earlier calls, whose
  /// chunks were still waiting, with the variable and the chunk that they are about.
  void write(const std::string& variable, const Box& box, std::span<const std::byte> elements);
  /// Writes numbers of any type as the variable has them, converted as Source::read does. Unpacked
  /// ones are packed by the conventions: NaN becomes the fill value, others the nearest number; one
  /// that is beyond the type, or would be read as missing, is Error(unsupported).
  template <class Number>
  requires(std::is_arithmetic_v<Number>) void write(
      const std::string& variable, const Box& box,
      const std::type_identity_t<std::span<const Number>>& numbers,
      NumberMeaning meaning = NumberMeaning::as_stored) {
    write_numbers(variable, box, element_type_of<Number>(), meaning, std::as_bytes(numbers));
  }
  /// The same for elements of any type, which must be that of the variable.
  void write_elements(const std::string& variable, const Box& box, const Elements& elements);
  /// throws: Error(usage) for a text that contains a NUL, where netCDF's strings end.
  void write_texts(const std::string& variable, const Box& box, std::span<const std::string> texts);
  /// Reads all values of a source's variable of the same path and type, whatever it is, and writes
  /// them.
  void write_all(Source& source, const std::string& variable);

  /// Completes the output. Only the destructor may follow. throws: as `write`.
  void commit();
  /// The same for a file in memory, whose bytes it returns.
  [[nodiscard]] std::vector<std::byte> commit_to_memory();

 private:
  struct State;
  explicit Target(std::unique_ptr<State> state) noexcept;
  void write_numbers(const std::string& variable, const Box& box, ElementType type,
                     NumberMeaning meaning, std::span<const std::byte> numbers);

  std::unique_ptr<State> state_;
};

}  // namespace ncf
