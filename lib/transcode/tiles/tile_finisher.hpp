// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The work on a target whose elements are all in place, done by workers.
#pragma once

#include <string>
#include <utility>

#include "transcode/tiles/tile_in_work.hpp"

namespace ncf::transcode {

/// Any thread.
class TileFinisher {
 public:
  TileFinisher() = default;
  TileFinisher(const TileFinisher&) = delete;
  TileFinisher& operator=(const TileFinisher&) = delete;
  virtual ~TileFinisher() = default;

  /// Returns the name of the output, for errors.
  [[nodiscard]] virtual const std::string& name() const = 0;

  /// throws: Error naming the output, the variable and the chunk.
  virtual void finish(TileInWork& work, Target& target, Scratch& scratch) = 0;
};

/// Encodes targets.
class TileEncoder final : public TileFinisher {
 public:
  /// name: of the output.
  explicit TileEncoder(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  void finish(TileInWork& work, Target& target, Scratch& scratch) override {
    at_chunk(name_, work.tile, target.box, [&] {
      work.tile.complete(target);
      if (!work.variable.is_in_doubt) work.variable.is_in_doubt = !work.tile.keeps_bound(target);
      work.tile.encode(target, work.variable.strategies, scratch);
    });
  }

 private:
  std::string name_;
};

}  // namespace ncf::transcode
