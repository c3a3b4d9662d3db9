// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/verify.hpp"

#include <algorithm>
#include <deque>
#include <future>
#include <optional>
#include <utility>
#include <vector>

#include "base/at_place.hpp"
#include "base/stop.hpp"
#include "base/worker_pool.hpp"
#include "model/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "transcode/tile.hpp"
#include "transcode/tile_walk.hpp"

namespace ncf::transcode {
namespace {

using model::ChunkGrid;
using model::Layout;
using model::StoredChunk;
using model::StoredForm;
using model::StoredPlace;

/// Limit of one read of values without chunks.
constexpr std::uint64_t max_piece_bytes = std::uint64_t{8} << 20;

/// The number of chunks to find ahead, to keep all threads busy.
constexpr std::size_t pairs_for(std::size_t threads) { return 8 * threads; }

void require_equal(std::span<const std::byte> written, std::span<const std::byte> read) {
  if (!std::ranges::equal(written, read)) throw Error(ErrorCode::corrupt, not_as_written);
}

/// A chunk, and where both files store it.
struct ChunkPair {
  std::size_t number;  ///< in the output's grid
  std::vector<std::size_t> offset;
  std::optional<StoredPlace> written;
  std::optional<StoredPlace> read;
};

/// The same chunk, read.
struct BothChunks {
  StoredChunk written;
  StoredChunk read;
};

void read_chunk(model::Source& source, model::VariableId id, const ChunkPair& pair,
                const StoredPlace& place, StoredChunk& chunk) {
  chunk.bytes.resize(place.bytes);
  chunk.filter_mask = place.filter_mask;
  source.read_found(id, pair.offset, place, chunk.bytes);
}

class PassedCheck {
 public:
  PassedCheck(const PassedVariable& variable, model::Source& input, const ReadBack& output,
              const Resources& resources, const std::function<void(std::uint64_t)>& on_verified)
      : variable_(variable),
        output_id_(output.ids.at(variable.output_id)),
        input_(input),
        output_(output.source),
        form_(input.stored_form(variable.input_id)),
        input_grid_(form_.extent, form_.chunk_shape),
        grid_(output_.stored_form(output_id_).extent, form_.chunk_shape),
        chunk_bytes_(grid_.chunk_values() * form_.element_bytes),
        on_verified_(on_verified),
        pool_(threads_for(resources)) {
    scratches_.resize(pool_.worker_count());
    read_.resize(pool_.worker_count());
    max_in_work_ = pairs_for(pool_.worker_count());
  }

  // The output may be longer than the input: it may reach the end of the dimensions.
  void run() {
    std::size_t input_left = input_.stored_chunk_count(variable_.input_id);
    std::size_t output_left = output_.stored_chunk_count(output_id_);
    for (std::size_t i = 0; i < grid_.chunk_count() && input_left + output_left > 0; ++i) {
      base::throw_if_stopped();
      ChunkPair pair{i, grid_.offset(i), {}, {}};
      if (is_within(pair.offset)) {
        pair.written = input_.find_chunk(variable_.input_id, pair.offset);
      }
      pair.read = output_.find_chunk(output_id_, pair.offset);
      if (pair.written && input_left > 0) --input_left;
      if (pair.read && output_left > 0) --output_left;
      if (pair.written.has_value() != pair.read.has_value() &&
          (pair.written || !reads_as_fill(i))) {
        throw Error(ErrorCode::corrupt, not_as_written).add_context(name_of(pair.offset));
      }
      if (pair.written) verify(std::move(pair));
    }
    while (!in_work_.empty()) end_oldest();
  }

 private:
  [[nodiscard]] std::size_t threads_for(const Resources& resources) const {
    const std::size_t chunks = input_.stored_chunk_count(variable_.input_id);
    return std::clamp<std::size_t>(chunks, 1,
                                   plan_verification(form_, variable_, resources).threads);
  }

  static std::string name_of(const std::vector<std::size_t>& offset) {
    return model::chunk_name(offset);
  }

  [[nodiscard]] bool is_within(const std::vector<std::size_t>& offset) const {
    return std::equal(offset.begin(), offset.end(), form_.extent.begin(), std::less<>());
  }

  /// Whether a chunk that is missing in the input and stored in the output reads as the fill value.
  [[nodiscard]] bool reads_as_fill(std::size_t number) {
    if (!form_.fill) return true;
    const model::Box box = grid_.within(grid_.chunk_box(number));
    elements_.resize(box.value_count() * form_.element_bytes);
    output_.read_elements(output_id_, box, elements_);
    return is_filled_with(*form_.fill, elements_);
  }

  void verify(ChunkPair pair) {
    while (in_work_.size() >= max_in_work_) end_oldest();
    in_work_.push_back(pool_.start([this, pair = std::move(pair)](std::size_t worker) {
      BothChunks& both = read_[worker];
      read_chunk(input_, variable_.input_id, pair, *pair.written, both.written);
      read_chunk(output_, output_id_, pair, *pair.read, both.read);
      base::at_place([&] { return name_of(pair.offset); },
                     [&] {
                       variable_.chain ? compare(both, scratches_[worker])
                                       : compare_by_store(both, pair.number);
                     });
    }));
  }

  /// A store that cannot skip filters for single chunks encodes such a chunk again: its bytes
  /// differ, its values are equal.
  static bool is_encoded_anew(const BothChunks& both) {
    if (both.written.filter_mask != both.read.filter_mask) return true;
    require_equal(both.written.bytes, both.read.bytes);
    return false;
  }

  void compare(BothChunks& both, Scratch& scratch) const {
    const bool compares_values = is_encoded_anew(both);
    if (compares_values) {
      const auto values = decode(both.written, scratch);
      both.written.bytes.assign(values.begin(), values.end());
    }
    const auto values = decode(both.read, scratch);
    if (compares_values) require_equal(both.written.bytes, values);
  }

  std::span<const std::byte> decode(const StoredChunk& chunk, Scratch& scratch) const {
    scratch.decoded.reserve(chunk_bytes_);
    const auto decoded = scratch.decoded.bytes().first(chunk_bytes_);
    variable_.chain->decode(chunk.bytes, chunk.filter_mask, decoded, scratch.chain);
    return decoded;
  }

  // In this case the pool has a single thread, this one.
  void compare_by_store(BothChunks& both, std::size_t number) {
    const bool compares_values = is_encoded_anew(both);
    const model::Box box = input_grid_.within(grid_.chunk_box(number));
    elements_.resize(box.value_count() * form_.element_bytes);
    output_.read_elements(output_id_, box, elements_);
    if (!compares_values) return;
    both.written.bytes.resize(elements_.size());
    input_.read_elements(variable_.input_id, box, both.written.bytes);
    require_equal(both.written.bytes, elements_);
  }

  void end_oldest() {
    std::future<void> oldest = std::move(in_work_.front());
    in_work_.pop_front();
    oldest.get();
    if (on_verified_) on_verified_(chunk_bytes_);
  }

  const PassedVariable& variable_;
  model::VariableId output_id_;  ///< in the output read back
  model::Source& input_;
  model::Source& output_;
  StoredForm form_;  ///< of the input
  ChunkGrid input_grid_;
  ChunkGrid grid_;  ///< of the output
  std::size_t chunk_bytes_;
  const std::function<void(std::uint64_t)>& on_verified_;
  std::size_t max_in_work_ = 1;
  std::vector<std::byte> elements_;  ///< memory for reuse
  std::vector<Scratch> scratches_;   ///< one per worker
  std::vector<BothChunks> read_;     ///< one per worker
  std::deque<std::future<void>> in_work_;
  base::WorkerPool pool_;  ///< last: its threads end before the rest is destroyed
};

void compare_elements(const PassedVariable& variable, model::Source& input, const ReadBack& output,
                      const Resources& resources,
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

bool is_filled_with(std::span<const std::byte> value, std::span<const std::byte> elements) {
  return elements.empty() || (std::ranges::equal(value, elements.first(value.size())) &&
                              std::ranges::equal(elements.subspan(value.size()),
                                                 elements.first(elements.size() - value.size())));
}

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

void verify_passed(const PassedVariable& variable, model::Source& input, const ReadBack& output,
                   const Resources& resources,
                   const std::function<void(std::uint64_t)>& on_verified) {
  const Layout layout = input.stored_form(variable.input_id).layout;
  if (layout == Layout::chunked) {
    PassedCheck(variable, input, output, resources, on_verified).run();
  } else if (input.stored_chunk_count(variable.input_id) > 0) {
    compare_elements(variable, input, output, resources, on_verified);
  }
}

}  // namespace ncf::transcode
