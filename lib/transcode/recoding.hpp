// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A variable whose values go through memory on their way from one store to another: decoded from
// the chunks of the one, put together anew and encoded to the chunks of the other. Where both have
// the same chunks that is a transcode, else a rechunk. What is decided beforehand is here; the work
// is in transcode/pipeline.hpp.
//
// A side whose filters this library cannot run itself, or that has no chunks, is read or written
// as elements, by its store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "filter/prepared_chain.hpp"
#include "model/chunk_grid.hpp"
#include "model/stored_form.hpp"
#include "transcode/quantizer.hpp"
#include "transcode/resources.hpp"
#include "transcode/tile_plan.hpp"
#include "transcode/tolerance.hpp"

namespace ncf::transcode {

/// Bytes of chunks that are worth a job: the handing over does not count then.
inline constexpr std::uint64_t job_bytes = std::uint64_t{128} << 10;

/// Why values of the one form cannot be moved to the other so, in words for a report; empty if they
/// can.
[[nodiscard]] std::optional<std::string> why_not_recode(const model::StoredForm& from,
                                                        const model::StoredForm& to);

/// One end of the way.
struct RecodingSide {
  model::VariableId id = 0;
  model::StoredForm form;
  /// Runs the form's filters on its chunks; empty: its store does, or there are no chunks.
  std::optional<filter::PreparedChain> chain;
  /// Of an output without `chain` whose chunks we pad (transcode/padded_chunk.hpp): runs the
  /// filters, some of them of others, on the I/O thread alone.
  std::optional<filter::PreparedChain> padding_chain = {};
};

class Recoding {
 public:
  /// name: of the variable, for messages. The forms pass `why_not_recode`.
  /// quantizer: rounds the values on their way, if there is one.
  /// missing: values that mark missing ones, if the type is float or double.
  Recoding(std::string name, RecodingSide from, RecodingSide to,
           std::optional<Quantizer> quantizer = {}, std::vector<double> missing = {});

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const RecodingSide& from() const noexcept { return from_; }
  [[nodiscard]] const RecodingSide& to() const noexcept { return to_; }

  /// Of chunks, or of the boxes that elements are read and written in.
  [[nodiscard]] const model::ChunkGrid& source() const noexcept { return source_; }
  [[nodiscard]] const model::ChunkGrid& target() const noexcept { return target_; }

  [[nodiscard]] const std::optional<Quantizer>& quantizer() const noexcept { return quantizer_; }

  /// Of what is read back, to what was written.
  [[nodiscard]] const Tolerance& tolerance() const noexcept { return tolerance_; }

  /// Both sides are stored in chunks, of one shape.
  [[nodiscard]] bool has_equal_chunks() const noexcept;
  [[nodiscard]] bool is_swapped() const noexcept {
    return from_.form.byte_order != to_.form.byte_order;
  }
  [[nodiscard]] std::size_t element_bytes() const noexcept { return from_.form.element_bytes; }
  /// Of all values.
  [[nodiscard]] std::uint64_t value_bytes() const noexcept;

  /// What elements never written read as in the source, as the target stores it.
  [[nodiscard]] const std::vector<std::byte>& hole() const noexcept { return hole_; }
  /// What the target's chunks hold beyond the extent, as the target stores it.
  [[nodiscard]] const std::vector<std::byte>& padding() const noexcept {
    return to_.form.fill ? *to_.form.fill : hole_;
  }
  /// Whether what was never written reads the same in the target if it is not written there either.
  [[nodiscard]] bool reads_holes_alike() const noexcept { return reads_holes_alike_; }
  /// Whether that is so for each chunk. What has no chunks is unwritten as a whole or not at all.
  [[nodiscard]] bool holes_stay() const noexcept {
    return reads_holes_alike_ && to_.form.layout == model::Layout::chunked;
  }

  /// Memory in bytes: what a source and a target chunk take at most, with what is known of them,
  /// and what a thread needs to work on either.
  [[nodiscard]] std::size_t source_bytes() const noexcept;
  [[nodiscard]] std::size_t target_bytes() const noexcept;
  [[nodiscard]] std::size_t scratch_bytes() const noexcept;

 private:
  std::string name_;
  RecodingSide from_;
  RecodingSide to_;
  std::optional<Quantizer> quantizer_;
  Tolerance tolerance_;
  model::ChunkGrid source_;
  model::ChunkGrid target_;
  std::vector<std::byte> hole_;
  bool reads_holes_alike_ = false;
};

/// A plan for all recodings of a copy. `peak_bytes` is a limit that holds.
struct RecodingPlan {
  std::size_t threads = 1;         ///< perhaps fewer than allowed, for lack of memory
  std::uint64_t job_bytes = 0;     ///< of source chunks, from where they are worth a job
  std::uint64_t window_bytes = 0;  ///< of all tiles in memory
  std::uint64_t peak_bytes = 0;
  std::vector<TilePlan> tiles;  ///< one a recoding
};

/// throws: Error(usage) saying what is needed, and for the chunks of which variable most of it.
[[nodiscard]] RecodingPlan plan_recodings(const std::vector<Recoding>& recodings,
                                          const Resources& resources);

}  // namespace ncf::transcode
