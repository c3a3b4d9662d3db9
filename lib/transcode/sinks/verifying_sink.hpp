// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares tiles, made again from the input, with the contents of an output. The I/O thread finds
// the output's chunks; workers read, decode and compare them.
#pragma once

#include "transcode/recoding/reopened_output.hpp"
#include "transcode/sinks/sink.hpp"

namespace ncf::transcode {

class VerifyingSink final : public Sink {
 public:
  explicit VerifyingSink(const ReopenedOutput& output) : output_(output) {}

  [[nodiscard]] const std::string& name() const override { return output_.source.name(); }
  [[nodiscard]] bool chooses(const Recoding& /*recoding*/) const override { return false; }
  [[nodiscard]] std::uint64_t target_bytes(const Recoding& recoding) const override {
    return 2 * recoding.target_bytes();
  }
  void expect(VariableInWork& variable) override;
  [[nodiscard]] bool leaves_missing() const override { return false; }
  [[nodiscard]] bool takes_stored() const override { return false; }
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
  void end(const TileRef& work, Part& part) override;
  void end_elsewhere(const TileRef& work, Part& part, OtherRanks& ranks) override {
    ranks.release(*work, part);
  }
  [[nodiscard]] std::uint64_t held_bytes() const override { return 0; }
  bool release_oldest() override { return false; }
  void release_written() override {}

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
