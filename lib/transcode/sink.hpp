// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of complete tiles: they are written to a target, or compared with one that was
// written. The scheduler calls a sink; on the I/O thread, except where noted.
#pragma once

#include <cstdint>
#include <string>

#include "transcode/tile_in_work.hpp"

namespace ncf::transcode {

class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  /// Of the dataset, in errors. Any thread.
  [[nodiscard]] virtual const std::string& name() const = 0;

  /// Whether how a variable's chunks are encoded is to be chosen.
  [[nodiscard]] virtual bool chooses(const Recoding& recoding) const = 0;

  /// Memory for a target, from when its tile is made until it is ended.
  [[nodiscard]] virtual std::uint64_t target_bytes(const Recoding& recoding) const = 0;

  /// Called before a variable's first tile.
  virtual void expect(VariableInWork& variable) = 0;

  /// Whether there is nothing to do for what is missing and reads alike in the output.
  [[nodiscard]] virtual bool leaves_missing() const = 0;

  /// Whether the output has chunks of the variable that were not in any tile yet.
  [[nodiscard]] virtual bool expects_more() const = 0;

  /// Called when it is known which parts of the tile are missing. has_data: not all. Returns
  /// whether there is anything to finish.
  [[nodiscard]] virtual bool take(TileInWork& work, bool has_data) = 0;

  /// Does a target of a taken tile whose pieces are all in place. Any thread. throws: Error.
  virtual void finish(TileInWork& work, Target& target, Scratch& scratch) = 0;

  /// Called in the order of variables and tiles: at a variable's begin, and for each finished part
  /// of a tile, whose targets the sink then frees.
  virtual void begin(const Recoding& recoding) = 0;
  virtual void end(const TileRef& work, Part& part) = 0;

  /// Memory of ended parts that is not free yet; `settle_oldest` waits until some of it is, and
  /// returns false if there is none. throws: Error.
  [[nodiscard]] virtual std::uint64_t held_bytes() const = 0;
  virtual bool settle_oldest() = 0;
  /// Frees what can be freed without waiting. throws: Error.
  virtual void settle() = 0;
};

}  // namespace ncf::transcode
