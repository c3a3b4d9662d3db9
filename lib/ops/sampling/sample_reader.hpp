// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads chunks of a variable and decodes them, in the form in which a copy would encode them. On
// the I/O thread.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/memory/byte_buffer.hpp"
#include "model/dataset/source.hpp"
#include "ops/sampling/sample.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/tiles/piece.hpp"

namespace ncf::ops {

class SampleReader {
 public:
  /// Both must outlive this object.
  SampleReader(const transcode::Recoding& recoding, model::Source& input)
      : recoding_(recoding), input_(input) {}

  /// Reads a chunk of the copy; returns empty if it stays missing there.
  [[nodiscard]] std::optional<SampleChunk> read(std::size_t number);

 private:
  std::vector<transcode::Piece> find_pieces(transcode::Tile& tile);

  const transcode::Recoding& recoding_;
  model::Source& input_;
  base::SpareBuffers memory_;
  transcode::Scratch scratch_;
};

}  // namespace ncf::ops
