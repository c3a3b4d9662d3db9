// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Encodes values that arrive box by box into chunks. The calling thread is the I/O thread: only it
// writes to the target. Worker threads encode the chunks, and the I/O thread writes them in the
// order of the boxes, so the output is the same for any number of threads.
//
//   BoxWriter writer(target, threads, window_bytes);
//   writer.write(recoding, box, box, elements);  ...
//   writer.finish();
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "model/dataset/target.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/recoding/tolerance.hpp"

namespace ncf::transcode {

class BoxWriter {
 public:
  /// window_bytes: limit for decoded chunks in memory; at least one box is always in flight.
  BoxWriter(model::Target& output, std::size_t threads, std::uint64_t window_bytes);
  BoxWriter(const BoxWriter&) = delete;
  BoxWriter& operator=(const BoxWriter&) = delete;
  ~BoxWriter();  ///< discards what `finish` has not written

  /// Copies the elements. The variable is extended to `box` when its chunks are written.
  /// recoding: converts elements to encoded chunks; must outlive the writer.
  /// box: shares no chunk with another box; elements of its chunks outside it become fill values.
  /// given: the box of `elements`, which contains `box`; what it contains beyond is not written.
  /// throws: Error naming variable and chunk, possibly of an earlier box.
  void write(const Recoding& recoding, const model::Box& box, const model::Box& given,
             std::span<const std::byte> elements);

  /// Writes everything that is still in flight. throws: as `write`.
  void finish();

  /// Returns the variables of which `finish` has written values beyond their error bound.
  [[nodiscard]] const Excesses& excesses() const noexcept;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace ncf::transcode
