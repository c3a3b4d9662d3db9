// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A variable whose values are decoded from the chunks of one store, rearranged in memory and
// encoded to the chunks of another. If the chunk shapes are equal this is a transcode, otherwise a
// rechunk. This header contains the decisions; transcode/pipeline/pipeline.hpp does the work.
//
// A side without chunks, or with filters that this library cannot run itself, is read or written as
// elements by its store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/recoding/tolerance.hpp"
#include "transcode/rounding/quantizer.hpp"
#include "transcode/walks/resources.hpp"
#include "transcode/walks/tile_plan.hpp"

namespace ncf::transcode {

/// The minimum bytes of chunks in a job, so that the cost of handing it over does not matter.
inline constexpr std::uint64_t job_bytes = std::uint64_t{128} << 10;

/// Returns why values cannot be recoded from one form to the other, as text for a report; empty if
/// they can.
[[nodiscard]] std::optional<std::string> why_not_recode(const model::StoredForm& from,
                                                        const model::StoredForm& to);

/// The most bytes of elements without chunks that are converted at a time.
inline constexpr std::uint64_t conversion_bytes = std::uint64_t{256} << 10;

/// Makes the values of a source from stored elements of another type.
struct ElementConversion {
  std::size_t stored_bytes = 0;  ///< of such an element
  model::ByteOrder stored_order = model::ByteOrder::native;
  /// Any thread. throws: Error.
  std::function<void(const model::Box& box, std::span<const std::byte> stored,
                     std::span<std::byte> values)>
      convert;
};

/// The source or the target of a recoding.
struct RecodingSide {
  model::VariableId id = 0;
  model::StoredForm form;
  /// Runs the form's filters on its chunks; empty if its store runs them, or there are no chunks.
  std::optional<filter::PreparedChain> chain;
  /// For an output without `chain` whose chunks need padding (transcode/tiles/padded_chunk.hpp):
  /// runs the filters, including those of plugins, on the I/O thread only.
  std::optional<filter::PreparedChain> padding_chain = {};
  /// For an input with `chain` or `places`, if these do not hold the form's elements.
  std::optional<ElementConversion> conversion = {};
  /// For an input without `chain`: the places where workers find the elements; empty if only the
  /// store can read them, on the I/O thread.
  std::optional<model::ElementPlaces> places = {};
  /// For an input without `chain`, if it finds the elements in parts: the most memory for reading
  /// one. The form's chunks are then as large as most parts.
  std::size_t part_bytes = 0;
};

class Recoding {
 public:
  /// name: of the variable, for messages. The forms must pass `why_not_recode`.
  /// quantizer: rounds the values, if present.
  /// tolerance: that of the output's filters.
  Recoding(std::string name, RecodingSide from, RecodingSide to,
           std::optional<Quantizer> quantizer = {}, Tolerance tolerance = Tolerance({}));

  /// Makes the recoding of a variable whose chunks are copied as they are stored, which is only for
  /// comparing them: `output` is its variable there, and is expected in the form of `from`.
  [[nodiscard]] static Recoding of_passed(std::string name, RecodingSide from,
                                          model::VariableId output);

  /// Returns this recoding, but from another store that has the values in the same type and byte
  /// order.
  [[nodiscard]] Recoding with_source(RecodingSide from) const;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const RecodingSide& from() const noexcept { return from_; }
  [[nodiscard]] const RecodingSide& to() const noexcept { return to_; }

  /// Return the grid of chunks, or of the boxes in which elements are read or written.
  [[nodiscard]] const model::ChunkGrid& source() const noexcept { return source_; }
  [[nodiscard]] const model::ChunkGrid& target() const noexcept { return target_; }

  [[nodiscard]] const std::optional<Quantizer>& quantizer() const noexcept { return quantizer_; }

  /// Returns how far values read back may differ from those written.
  [[nodiscard]] const Tolerance& tolerance() const noexcept { return tolerance_; }

  /// Returns whether chunks are copied as they are stored.
  [[nodiscard]] bool is_passed() const noexcept { return is_passed_; }

  /// Lets chunks of which the source finds all be written as they are stored there. Both must mean
  /// the same bytes.
  void pass_whole_chunks() noexcept { passes_whole_chunks_ = true; }
  [[nodiscard]] bool passes_whole_chunks() const noexcept { return passes_whole_chunks_; }

  /// Returns whether both sides are chunked with the same chunk shape.
  [[nodiscard]] bool has_equal_chunks() const noexcept;
  [[nodiscard]] bool is_swapped() const noexcept {
    return from_.form.byte_order != to_.form.byte_order;
  }
  [[nodiscard]] std::size_t element_bytes() const noexcept { return from_.form.element_bytes; }
  /// Returns the size of all values, decoded.
  [[nodiscard]] std::uint64_t value_bytes() const noexcept;

  /// Returns the value of missing chunks in the source, as the target stores it.
  [[nodiscard]] const std::vector<std::byte>& unwritten_value() const noexcept {
    return unwritten_value_;
  }
  /// Returns the value of the target's chunks beyond the extent, as the target stores it.
  [[nodiscard]] const std::vector<std::byte>& padding() const noexcept {
    return to_.form.fill ? *to_.form.fill : unwritten_value_;
  }
  /// Returns whether missing chunks read the same in the target if they are missing there as well.
  [[nodiscard]] bool reads_missing_alike() const noexcept { return reads_missing_alike_; }
  /// Returns whether single chunks may stay missing. A variable without chunks is unwritten as a
  /// whole or not at all.
  [[nodiscard]] bool missing_chunks_stay() const noexcept {
    return reads_missing_alike_ && to_.form.layout == model::Layout::chunked;
  }

  /// Returns whether the source finds its elements in parts.
  [[nodiscard]] bool has_parts() const noexcept { return from_.part_bytes > 0; }

  /// Returns whether workers read the source, not the I/O thread ahead of them.
  [[nodiscard]] bool is_read_by_workers() const noexcept {
    return from_.chain.has_value() || from_.places.has_value() || has_parts();
  }

  /// Returns whether workers do everything but finding places, so that other processes can do it
  /// too. They find parts themselves.
  [[nodiscard]] bool is_shareable() const noexcept {
    return is_read_by_workers() && to_.chain.has_value();
  }

  /// Return upper limits in bytes: for a source chunk and a target chunk in memory, including
  /// bookkeeping, and for the work of one thread on either.
  [[nodiscard]] std::size_t source_bytes() const noexcept { return source_bytes_; }
  [[nodiscard]] std::size_t target_bytes() const noexcept { return target_bytes_; }
  [[nodiscard]] std::size_t scratch_bytes() const noexcept;

 private:
  std::string name_;
  RecodingSide from_;
  RecodingSide to_;
  std::optional<Quantizer> quantizer_;
  Tolerance tolerance_;
  model::ChunkGrid source_;
  model::ChunkGrid target_;
  std::size_t source_bytes_;
  std::size_t target_bytes_;
  std::vector<std::byte> unwritten_value_;
  bool reads_missing_alike_ = false;
  bool is_passed_ = false;
  bool passes_whole_chunks_ = false;
};

/// A plan for all recodings of a copy. The work takes at most `peak_bytes`.
struct RecodingPlan {
  std::size_t threads = 1;      ///< fewer than allowed if memory is short
  std::size_t jobs_ahead = 1;   ///< the maximum number of jobs that wait with their source chunks
  std::uint64_t job_bytes = 0;  ///< the minimum for the source chunks in a job
  std::uint64_t window_bytes = 0;  ///< limit for all tiles in memory
  std::uint64_t peak_bytes = 0;
  std::vector<TilePlan> tiles;  ///< one for each recoding
};

/// Recodings and their plan; not owned.
struct PlannedRecodings {
  const std::vector<Recoding>& recodings;
  const RecodingPlan& plan;
};

/// throws: Error(usage) naming the memory needed, and the variable whose chunks need most of it.
[[nodiscard]] RecodingPlan plan_recodings(std::span<const Recoding> recodings,
                                          const Resources& resources);

}  // namespace ncf::transcode
