// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes the system read chunks ahead, so that workers need not wait for a disk. The I/O thread
// records what the jobs that it hands out will read. Requesting this from the system takes time, so
// workers do it: each, before its own job, for the next two jobs, until all are requested. Only
// data on a server are requested at once. (Elements of variables without chunks are read in such
// large pieces that the system has enough to do.)
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "transcode/tiles/piece.hpp"

namespace ncf::transcode {

class ReadAhead {
 public:
  /// input: must outlive this object.
  explicit ReadAhead(model::Source& input)
      : input_(input), is_requested_at_once_(input.ahead_bytes() > 0) {}

  /// Adds the pieces of a job. I/O thread.
  void add(const Recoding& recoding, const std::vector<Piece>& pieces);
  /// Called once for each job. Any thread.
  void advise();

 private:
  struct Range {
    model::VariableId variable;
    std::uint64_t begin;
    std::uint64_t bytes;
  };
  using Ranges = std::vector<Range>;
  static void add(Ranges& ranges, model::VariableId variable, const model::StoredPlace& place);
  [[nodiscard]] Ranges next();
  void request(const Ranges& ranges) noexcept;

  model::Source& input_;
  bool is_requested_at_once_;
  std::mutex mutex_;
  std::deque<Ranges> jobs_;  ///< under mutex_
};

}  // namespace ncf::transcode
