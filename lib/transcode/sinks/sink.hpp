// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Receives complete tiles, to write them to a target or compare them with one that was written. The
// scheduler calls a sink on the I/O thread, except where noted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "transcode/ranks/other_ranks.hpp"
#include "transcode/tiles/tile_in_work.hpp"

namespace ncf::transcode {

class Sink : public TileFinisher {
 public:
  /// Returns whether a strategy must be chosen for encoding a variable's chunks.
  [[nodiscard]] virtual bool chooses(const Recoding& recoding) const = 0;

  /// Returns the memory for a target, from the creation of its tile until its end.
  [[nodiscard]] virtual std::uint64_t target_bytes(const Recoding& recoding) const = 0;

  /// Called before a variable's first tile.
  virtual void expect(VariableInWork& variable) = 0;

  /// Returns whether nothing needs to be done for missing chunks that read the same in the output.
  [[nodiscard]] virtual bool leaves_missing() const = 0;

  /// Returns whether chunks may be finished as the source stores them.
  [[nodiscard]] virtual bool takes_stored() const = 0;

  /// Returns whether the output has chunks of the variable that were in no tile so far.
  [[nodiscard]] virtual bool expects_more() const = 0;

  /// Returns the targets that must be in a tile even if nothing of it is stored in the input; empty
  /// if these may be any. throws: Error.
  [[nodiscard]] virtual std::optional<std::vector<std::size_t>> list_expected(
      const Recoding& recoding) = 0;

  /// Called when it is known which parts of the tile are missing. has_data: not all of them are.
  /// Returns whether there is anything to finish.
  [[nodiscard]] virtual bool take(TileInWork& work, bool has_data) = 0;

  /// Called in the order of variables and tiles: at the beginning of a variable, and for each
  /// finished part of a tile, whose targets the sink then frees.
  virtual void begin(const Recoding& recoding) = 0;
  virtual void end(const TileRef& work, Part& part) = 0;
  /// The same for a part that another process has finished.
  virtual void end_elsewhere(const TileRef& work, Part& part, OtherRanks& ranks) = 0;

  /// Returns the memory of ended parts that is not free yet; `release_oldest` waits until some of
  /// it is, and returns false if there is none. throws: Error.
  [[nodiscard]] virtual std::uint64_t held_bytes() const = 0;
  virtual bool release_oldest() = 0;
  /// Frees memory that can be freed without waiting. throws: Error.
  virtual void release_written() = 0;
};

}  // namespace ncf::transcode
