// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of complete tiles: they are written to a target, or compared with one that was
// written. The scheduler calls a sink on the I/O thread, except where noted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/dataset/target.hpp"
#include "transcode/recoding/form_difference.hpp"
#include "transcode/tiles/crew.hpp"

namespace ncf::transcode {

class Sink : public TileFinisher {
 public:
  /// Returns whether a strategy must be chosen for encoding a variable's chunks.
  [[nodiscard]] virtual bool chooses(const Recoding& recoding) const = 0;

  /// Returns the memory for a target, from the creation of its tile until its end.
  [[nodiscard]] virtual std::uint64_t target_bytes(const Recoding& recoding) const = 0;

  /// Called before a variable's first tile.
  virtual void expect(VariableInWork& variable) = 0;

  /// Returns whether tiles are written. Then nothing needs to be done for missing chunks that read
  /// the same in the output, and chunks may be finished as the source stores them.
  [[nodiscard]] virtual bool writes() const = 0;

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
  /// finished part of a tile, which the sink then gives back to the crew.
  virtual void begin(const Recoding& recoding) = 0;
  virtual void end(const TileRef& work, Part& part, Crew& crew) = 0;
};

/// Writes tiles. Workers encode chunks. The I/O thread allocates space for them in order, so that
/// the output is the same for any crew, which writes them there.
class WritingSink final : public Sink {
 public:
  /// target: must outlive this object.
  explicit WritingSink(model::Target& target) : target_(target), encoder_(target.name()) {}

  [[nodiscard]] const std::string& name() const override { return encoder_.name(); }
  [[nodiscard]] bool chooses(const Recoding& recoding) const override {
    return recoding.to().chain && recoding.to().chain->has_strategies();
  }
  [[nodiscard]] std::uint64_t target_bytes(const Recoding& recoding) const override {
    return recoding.target_bytes();
  }
  void expect(VariableInWork& /*variable*/) override {}
  [[nodiscard]] bool writes() const override { return true; }
  [[nodiscard]] bool expects_more() const override { return false; }
  [[nodiscard]] std::optional<std::vector<std::size_t>> list_expected(
      const Recoding& /*recoding*/) override {
    return std::vector<std::size_t>{};
  }
  [[nodiscard]] bool take(TileInWork& /*work*/, bool has_data) override { return has_data; }
  void finish(TileInWork& work, TargetChunk& target, Scratch& scratch) override {
    encoder_.finish(work, target, scratch);
  }
  void begin(const Recoding& recoding) override;
  void end(const TileRef& work, Part& part, Crew& crew) override;

 private:
  void write_here(const Tile& tile, const TargetChunk& target);

  model::Target& target_;
  TileEncoder encoder_;
  filter::ChainWorkspace workspace_;  ///< for chunks that are encoded on the I/O thread
};

/// Compares tiles, made again from the input, with the contents of an output. The I/O thread finds
/// the output's chunks; workers read, decode and compare them.
class VerifyingSink final : public Sink {
 public:
  explicit VerifyingSink(const ReopenedOutput& output) : output_(output) {}

  [[nodiscard]] const std::string& name() const override { return output_.source.name(); }
  [[nodiscard]] bool chooses(const Recoding& /*recoding*/) const override { return false; }
  [[nodiscard]] std::uint64_t target_bytes(const Recoding& recoding) const override {
    return 2 * recoding.target_bytes();
  }
  void expect(VariableInWork& variable) override;
  [[nodiscard]] bool writes() const override { return false; }
  [[nodiscard]] bool expects_more() const override { return unverified_chunks_ > 0; }
  [[nodiscard]] std::optional<std::vector<std::size_t>> list_expected(
      const Recoding& recoding) override {
    return output_.source.list_few_chunks(id_of(recoding), recoding.target());
  }
  /// Checks chunks of the output beyond the end of the input, which may be shorter than the
  /// dimensions: they must read as fill values. throws: Error(corrupt).
  void check_rest(const Recoding& recoding);

  [[nodiscard]] bool take(TileInWork& work, bool has_data) override;
  void finish(TileInWork& work, TargetChunk& target, Scratch& scratch) override;
  void begin(const Recoding& /*recoding*/) override {}
  void end(const TileRef& work, Part& part, Crew& crew) override { crew.release(work, part); }

 private:
  [[nodiscard]] model::VariableId id_of(const Recoding& recoding) const {
    return output_.ids.at(recoding.to().id);
  }
  [[nodiscard]] std::optional<StoredBytes> read(const TileInWork& work, const TargetChunk& target,
                                                Scratch& scratch) const;

  const ReopenedOutput& output_;
  std::size_t unverified_chunks_ = 0;  ///< of the variable, stored in the output
};

}  // namespace ncf::transcode
