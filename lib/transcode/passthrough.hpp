// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The route that decodes nothing: stored bytes are moved as they are. It is chosen by proof, from
// what both stores say of the variable after the output has been made, never from what was asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/worker_pool.hpp"
#include "model/source.hpp"
#include "model/target.hpp"
#include "transcode/pending_writes.hpp"
#include "transcode/resources.hpp"

namespace ncf::transcode {

/// Why the stored bytes of `from` would not mean the same in `to`, in words for a report; empty if
/// they would. Elements never written stay unwritten, so both must read the same there, unless
/// there are none: `stored_chunk_count`, of `from`, is asked where that matters.
[[nodiscard]] std::optional<std::string> why_not_passthrough(
    const model::StoredForm& from, const model::StoredForm& to,
    const std::function<std::size_t()>& stored_chunk_count);

/// stored_bytes: of the variable, at most.
[[nodiscard]] MemoryNeed passthrough_need(const model::StoredForm& form, std::uint64_t stored_bytes,
                                          const Resources& resources);

/// Moves stored bytes, several variables one after the other. The thread that calls is the I/O
/// thread: it reads and makes room in the output, while workers write.
class Passthrough {
 public:
  /// The stores outlive it. on_moved: called with the bytes of values, decoded, that are moved.
  Passthrough(model::Source& input, model::Target& output, const Resources& resources,
              std::function<void(std::uint64_t)> on_moved = {});
  Passthrough(const Passthrough&) = delete;
  Passthrough& operator=(const Passthrough&) = delete;

  /// Moves all that is stored of a variable, chunk masks too. What was never written stays so.
  /// The variable's forms pass `why_not_passthrough`, and nothing is written in the output yet.
  /// Returns how many chunks the input counts and does not have: where there are any, it was
  /// changed meanwhile, or is damaged. throws: Error, among others when a stop is requested.
  [[nodiscard]] std::size_t move(model::VariableId input_id, model::VariableId output_id);

  /// Waits until all is written. throws: Error.
  void finish();

 private:
  std::size_t move_chunks(model::VariableId input_id, const model::StoredForm& form,
                          model::VariableId output_id);
  void move_elements(model::VariableId input_id, const model::StoredForm& form,
                     model::VariableId output_id);
  std::shared_ptr<model::StoredChunk> take_spare();
  void give_back(std::shared_ptr<model::StoredChunk> chunk);

  model::Source& input_;
  model::Target& output_;
  std::uint64_t window_bytes_;  ///< of chunks on their way, or of one that is larger
  std::function<void(std::uint64_t)> on_moved_;
  PendingWrites writes_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<model::StoredChunk>> spare_;  ///< under mutex_; memory is used again
  base::WorkerPool pool_;                                   ///< last: ends first
};

}  // namespace ncf::transcode
