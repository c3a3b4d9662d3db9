// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/passthrough/verify.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/threads/in_order.hpp"
#include "base/threads/stop.hpp"
#include "base/threads/worker_pool.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "transcode/ranks/other_ranks.hpp"
#include "transcode/recoding/reopened_output.hpp"
#include "transcode/tiles/passed_chunk.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {
namespace {

using model::ChunkGrid;
using model::Layout;
using model::StoredForm;

/// Returns the number of chunks to find ahead, to keep all threads busy.
constexpr std::size_t pairs_for(std::size_t threads) { return 8 * threads; }

class PassedCheck {
 public:
  PassedCheck(const PassedVariable& variable, model::Source& input, const ReopenedOutput& output,
              const Resources& resources, const std::function<void(std::uint64_t)>& on_verified,
              OtherRanks* ranks)
      : variable_(variable),
        comparison_(variable, input, output),
        output_id_(comparison_.output_id()),
        input_(input),
        output_(output.source),
        form_(input.stored_form(variable.input_id)),
        input_grid_(form_.extent, form_.chunk_shape),
        grid_(output_.stored_form(output_id_).extent, form_.chunk_shape),
        on_verified_(on_verified),
        ranks_(variable.chain ? ranks : nullptr),
        pool_(threads_for(resources), ranks_ == nullptr
                                          ? base::WorkerPool::OneThread::inline_in_submit
                                          : base::WorkerPool::OneThread::own_thread) {
    read_.resize(pool_.worker_count());
    max_in_work_ = pairs_for(pool_.worker_count());
  }

  // The output may be longer than the input: it may reach the end of the dimensions.
  void run() {
    std::size_t input_left = input_.stored_chunk_count(variable_.input_id);
    std::size_t output_left = output_.stored_chunk_count(output_id_);
    ShardWalk walk(grid_, {}, list_chunks());
    while (input_left + output_left > 0) {
      const auto next = walk.next();
      if (!next) break;
      const std::size_t i = *next;
      base::throw_if_stopped();
      const std::vector<std::size_t> offset = grid_.offset(i);
      const auto written =
          is_within(offset) ? input_.find_chunk(variable_.input_id, offset) : std::nullopt;
      const auto read = output_.find_chunk(output_id_, offset);
      if (written && input_left > 0) --input_left;
      if (read && output_left > 0) --output_left;
      if (written.has_value() != read.has_value() && (written || !reads_as_fill(i))) {
        throw Error(ErrorCode::corrupt, not_as_written).add_context(model::chunk_name(offset));
      }
      if (written) verify({offset, *written, *read}, i);
    }
    while (!in_work_.is_empty()) end_oldest();
    if (ranks_ != nullptr) ranks_->finish();
  }

 private:
  [[nodiscard]] std::size_t threads_for(const Resources& resources) const {
    const std::size_t chunks = input_.stored_chunk_count(variable_.input_id);
    return std::clamp<std::size_t>(chunks, 1,
                                   plan_verification(form_, variable_, resources).threads);
  }

  /// Returns the chunks that either side has; empty if all have to be looked for.
  [[nodiscard]] std::optional<std::vector<std::size_t>> list_chunks() {
    const auto written = input_.list_few_chunks(variable_.input_id, grid_);
    const auto read = written ? output_.list_few_chunks(output_id_, grid_) : std::nullopt;
    if (!read) return std::nullopt;
    std::vector<std::size_t> chunks;
    std::ranges::set_union(*written, *read, std::back_inserter(chunks));
    return chunks;
  }

  [[nodiscard]] bool is_within(const std::vector<std::size_t>& offset) const {
    return std::equal(offset.begin(), offset.end(), form_.extent.begin(), std::less<>());
  }

  /// Returns whether a chunk that is missing in the input and stored in the output reads as the
  /// fill value.
  [[nodiscard]] bool reads_as_fill(std::size_t number) {
    if (!form_.fill) return true;
    const model::Box box = grid_.within(grid_.chunk_box(number));
    elements_.resize(box.value_count() * form_.element_bytes);
    output_.read_elements(output_id_, box, elements_);
    return is_filled_with(*form_.fill, elements_);
  }

  /// number: of the chunk in the output's grid.
  void verify(PassedChunk chunk, std::size_t number) {
    const std::uint64_t bytes = chunk.written.bytes + chunk.read.bytes + comparison_.chunk_bytes();
    if (const auto rank = admit(bytes)) {
      return ranks_->check(*rank, {0, variable_.output_id, std::move(chunk)}, bytes,
                           [this] { count_as_verified(); });
    }
    in_work_.start(pool_, std::move(chunk), bytes,
                   [this, number](const PassedChunk& passed, std::size_t worker) {
                     PassedScratch& both = read_[worker];
                     comparison_.read(passed, both);
                     base::with_context([&] { return model::chunk_name(passed.offset); },
                                        [&] {
                                          variable_.chain ? comparison_.compare(both)
                                                          : compare_by_store(both, number);
                                        });
                   });
  }

  /// Waits until there is room for a chunk. Returns the rank that has it; empty if this process
  /// has.
  std::optional<int> admit(std::uint64_t bytes) {
    for (;;) {
      if (ranks_ != nullptr) {
        ranks_->take_messages();
        if (const auto rank = ranks_->find_room_to_move(bytes)) return rank;
      }
      if (in_work_.size() < max_in_work_) return std::nullopt;
      if (ranks_ == nullptr || in_work_.has_oldest_ended()) {
        end_oldest();
      } else {
        base::throw_if_stopped();
        ranks_->await_messages();
      }
    }
  }

  // In this case the pool has a single thread, this one.
  void compare_by_store(PassedScratch& both, std::size_t number) {
    const bool compares_values = PassedComparison::is_encoded_anew(both);
    const model::Box box = input_grid_.within(grid_.chunk_box(number));
    elements_.resize(box.value_count() * form_.element_bytes);
    output_.read_elements(output_id_, box, elements_);
    if (!compares_values) return;
    both.written.bytes.resize(elements_.size());
    input_.read_elements(variable_.input_id, box, both.written.bytes);
    require_equal(both.written.bytes, elements_);
  }

  void end_oldest() {
    (void)in_work_.end_oldest();
    count_as_verified();
  }

  void count_as_verified() {
    if (on_verified_) on_verified_(comparison_.chunk_bytes());
  }

  const PassedVariable& variable_;
  PassedComparison comparison_;
  model::VariableId output_id_;  ///< in the output read back
  model::Source& input_;
  model::Source& output_;
  StoredForm form_;  ///< of the input
  ChunkGrid input_grid_;
  ChunkGrid grid_;  ///< of the output
  const std::function<void(std::uint64_t)>& on_verified_;
  OtherRanks* ranks_;  ///< null if this process compares alone
  std::size_t max_in_work_ = 1;
  std::vector<std::byte> elements_;  ///< memory for reuse
  std::vector<PassedScratch> read_;  ///< one per worker
  base::WorkerPool pool_;
  base::InOrder<PassedChunk> in_work_;  ///< last: their jobs use the rest
};

void compare_elements(const PassedVariable& variable, model::Source& input,
                      const ReopenedOutput& output, const Resources& resources,
                      const std::function<void(std::uint64_t)>& on_verified) {
  const StoredForm form = input.stored_form(variable.input_id);
  const std::uint64_t bytes = std::min(resources.max_bytes / 2, max_piece_bytes);
  TileWalk tiles(form.extent, {}, std::max<std::size_t>(1, bytes / form.element_bytes));
  std::vector<std::byte> written;
  std::vector<std::byte> read;
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    written.resize(box->value_count() * form.element_bytes);
    read.resize(written.size());
    input.read_elements(variable.input_id, *box, written);
    output.source.read_elements(output.ids.at(variable.output_id), *box, read);
    if (written != read) {
      throw Error(ErrorCode::corrupt, not_as_written).add_context(model::chunk_name(box->start));
    }
    if (on_verified) on_verified(read.size());
  }
}

}  // namespace

VerificationPlan plan_verification(const StoredForm& form, const PassedVariable& variable,
                                   const Resources& resources) {
  VerificationPlan plan;
  if (form.layout != Layout::chunked) return plan;
  const std::uint64_t decoded = model::value_count(form.chunk_shape) * form.element_bytes;
  const std::uint64_t stored = variable.chain ? variable.chain->bound(decoded) : decoded;
  // A thread has both chunks as read, a decoded one and two buffers for the steps of a chain.
  const auto needed = [&](std::size_t threads) { return threads * (decoded + 4 * stored); };
  plan.threads = variable.chain ? std::max<std::size_t>(1, resources.threads) : 1;
  while (plan.threads > 1 && needed(plan.threads) > resources.max_bytes) --plan.threads;
  plan.memory.peak_bytes = needed(plan.threads);
  plan.memory.least_bytes = needed(1);
  return plan;
}

void verify_passed(const PassedVariable& variable, model::Source& input,
                   const ReopenedOutput& output, const Resources& resources,
                   const std::function<void(std::uint64_t)>& on_verified, OtherRanks* ranks) {
  const StoredForm form = input.stored_form(variable.input_id);
  if (form.layout == Layout::chunked) {
    require_same_form(output, variable.output_id, form);
    PassedCheck(variable, input, output, resources, on_verified, ranks).run();
  } else if (input.stored_chunk_count(variable.input_id) > 0) {
    compare_elements(variable, input, output, resources, on_verified);
  }
}

}  // namespace ncf::transcode
