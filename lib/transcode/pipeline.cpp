// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline.hpp"

#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <utility>

#include "base/at_place.hpp"
#include "base/stop.hpp"
#include "base/worker_pool.hpp"
#include "transcode/block.hpp"
#include "transcode/tile.hpp"

namespace ncf::transcode {
namespace {

using model::Box;

/// Decoded bytes of one job: enough for the handing over not to count.
constexpr std::size_t job_bytes = std::size_t{128} << 10;

/// Neighbouring targets of a tile that are finished by one job.
struct Part {
  std::size_t first = 0;
  std::size_t count = 0;
  std::promise<void> is_finished;
};

struct TileInWork;
using TileRef = std::shared_ptr<TileInWork>;

/// A variable with how its chunks are encoded.
struct VariableInWork {
  VariableInWork(const Recoding& of, bool has_choice)
      : recoding(of), needs_chooser(has_choice), is_chosen(!has_choice) {}

  const Recoding& recoding;
  bool needs_chooser;         ///< the I/O thread's
  filter::EncodingWays ways;  ///< constant when chosen
  std::mutex mutex;
  bool is_chosen;                ///< under mutex
  std::vector<TileRef> waiting;  ///< whole tiles, until it is chosen; under mutex
};

/// A tile with what is going on with it.
struct TileInWork {
  TileInWork(VariableInWork& of, Box box) : variable(of), tile(of.recoding, std::move(box)) {}

  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex);
    if (!failure) failure = std::move(error);
  }

  VariableInWork& variable;
  Tile tile;
  bool chooses = false;            ///< how the variable is encoded
  std::uint64_t window_bytes = 0;  ///< of the window, until the tile is written
  std::vector<Part> parts;
  /// Jobs that place pieces, and 1 while the I/O thread may hand in more.
  std::atomic<std::size_t> unplaced = 1;
  std::mutex mutex;
  std::exception_ptr failure;  ///< under mutex, until `unplaced` is 0
};

/// What is written next, in this order: a variable begins, or a part of a tile follows.
struct Step {
  const Recoding* recoding;
  TileRef tile;  ///< null where a variable begins
  std::size_t part = 0;
  std::future<void> is_finished;
};

template <class Work>
void at_chunk(const std::string& store, const Tile& tile, const Box& box, Work work) {
  base::at_place(store, [&] {
    base::at_place("variable " + tile.recoding().name(), [&] {
      base::at_place([&] { return fmt::format("chunk at ({})", fmt::join(box.start, ",")); }, work);
    });
  });
}

enum class Purpose { write, verify };

class Pipeline {
 public:
  Pipeline(Purpose purpose, const RecodingPlan& plan, StoreEnd input, StoreEnd output,
           const std::function<void(std::uint64_t)>& on_done)
      : purpose_(purpose),
        plan_(plan),
        input_(std::move(input)),
        output_(std::move(output)),
        on_done_(on_done),
        pool_(plan.threads) {
    scratches_.resize(pool_.worker_count());
  }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;
  ~Pipeline() { is_cancelled_ = true; }

  void recode(const Recoding& recoding, const TilePlan& tiles);
  void end_rest() {
    while (!steps_.empty()) end_oldest();
  }
  [[nodiscard]] std::vector<std::string> encoders() const;

 private:
  void read_tile(VariableInWork& variable, Box box);
  void admit(std::uint64_t bytes);
  void read_pieces(const TileRef& tile);
  bool read_piece(const Tile& tile, const Box& source, Piece& piece);
  void hand_in(const TileRef& tile, std::vector<Piece> pieces);
  void add_steps(const TileRef& tile);
  void placed(const TileRef& tile);
  void choose_ways(const TileRef& tile, Scratch& scratch);
  void submit_parts(const TileRef& tile);
  void finish(TileInWork& work, Part& part, Scratch& scratch);
  void read_back(Tile& tile);
  void end_oldest();
  void write(Tile& tile, Target& target);
  [[nodiscard]] bool is_oldest_finished() const;

  Purpose purpose_;
  const RecodingPlan& plan_;
  StoreEnd input_;
  StoreEnd output_;
  const std::function<void(std::uint64_t)>& on_done_;
  std::deque<VariableInWork> variables_;  ///< begun
  std::deque<Step> steps_;
  std::deque<std::future<void>> placings_;  ///< jobs that hold what was read
  std::uint64_t window_bytes_ = 0;          ///< of the tiles in `steps_`
  std::size_t chunks_left_ = 0;             ///< of the variable, stored and not read yet
  std::atomic<bool> is_cancelled_ = false;
  std::vector<Scratch> scratches_;  ///< one a worker
  base::WorkerPool pool_;           ///< last: ends first
};

void Pipeline::recode(const Recoding& recoding, const TilePlan& plan) {
  const bool has_choice =
      purpose_ == Purpose::write && recoding.to().chain && recoding.to().chain->has_ways();
  VariableInWork& variable = variables_.emplace_back(recoding, has_choice);
  steps_.push_back({&recoding, nullptr, 0, {}});
  // Counted, so that a huge extent with little in it ends with the last chunk there is.
  const bool ends_early = recoding.holes_stay() && plan.decodes == plan.source_chunks;
  chunks_left_ = recoding.from().form.layout == model::Layout::chunked
                     ? input_.store.stored_chunk_count(recoding.from().id)
                     : plan.decodes;
  const ChunkGrid tiles(recoding.target().extent(), plan.shape);
  for (std::size_t i = 0; i < tiles.chunk_count(); ++i) {
    if (ends_early && chunks_left_ == 0) break;
    base::throw_if_stopped();
    read_tile(variable, tiles.within(tiles.chunk_box(i)));
    while (!steps_.empty() && is_oldest_finished()) end_oldest();
  }
}

void Pipeline::read_tile(VariableInWork& variable, Box box) {
  const auto work = std::make_shared<TileInWork>(variable, std::move(box));
  const std::uint64_t bytes = work->tile.targets().size() * variable.recoding.target_bytes() *
                              (purpose_ == Purpose::verify ? 2 : 1);
  admit(bytes);
  read_pieces(work);
  if (work->tile.settle_holes() || purpose_ == Purpose::verify) {
    if (purpose_ == Purpose::verify) read_back(work->tile);
    work->window_bytes = bytes;
    window_bytes_ += bytes;
    work->chooses = std::exchange(variable.needs_chooser, false);
    add_steps(work);
  }
  placed(work);
}

void Pipeline::admit(std::uint64_t bytes) {
  while (!steps_.empty() && window_bytes_ + bytes > plan_.window_bytes) end_oldest();
}

void Pipeline::read_pieces(const TileRef& work) {
  const ChunkGrid& grid = work->tile.recoding().source();
  const std::size_t chunk_bytes = grid.chunk_values() * work->tile.recoding().element_bytes();
  std::vector<Piece> pieces;
  for (const std::size_t number : grid.chunks_of(work->tile.box())) {
    const Box source = grid.chunk_box(number);
    Piece piece;
    if (!read_piece(work->tile, source, piece)) {
      work->tile.add_hole(source);
      continue;
    }
    work->tile.expect_data(piece.box);
    pieces.push_back(std::move(piece));
    if (pieces.size() * chunk_bytes >= job_bytes) hand_in(work, std::exchange(pieces, {}));
  }
  if (!pieces.empty()) hand_in(work, std::move(pieces));
}

bool Pipeline::read_piece(const Tile& tile, const Box& source, Piece& piece) {
  const Recoding& recoding = tile.recoding();
  const RecodingSide& from = recoding.from();
  base::throw_if_stopped();
  if (from.chain) {
    piece.box = source;
    if (!input_.store.read_chunk(from.id, source.start, piece.chunk)) return false;
    if (chunks_left_ > 0) --chunks_left_;
    return true;
  }
  piece.box = intersection(recoding.source().within(source), tile.box());
  piece.chunk.bytes.resize(piece.box.value_count() * recoding.element_bytes());
  input_.store.read_elements(from.id, piece.box, piece.chunk.bytes);
  return true;
}

void Pipeline::hand_in(const TileRef& work, std::vector<Piece> pieces) {
  while (placings_.size() >= 2 * pool_.worker_count() + 1) {
    placings_.front().wait();
    placings_.pop_front();
  }
  auto job = std::make_shared<std::pair<std::vector<Piece>, std::promise<void>>>();
  job->first = std::move(pieces);
  placings_.push_back(job->second.get_future());
  ++work->unplaced;
  pool_.submit([this, work, job](std::size_t worker) {
    try {
      for (const Piece& piece : job->first) {
        if (is_cancelled_) break;
        at_chunk(input_.name, work->tile, piece.box,
                 [&] { work->tile.place(piece, scratches_[worker]); });
      }
    } catch (...) {
      work->fail(std::current_exception());
    }
    job->first.clear();
    job->second.set_value();
    placed(work);
  });
}

void Pipeline::add_steps(const TileRef& work) {
  const Recoding& recoding = work->tile.recoding();
  const std::size_t target_bytes = recoding.target().chunk_values() * recoding.element_bytes();
  const std::size_t targets = work->tile.targets().size();
  const std::size_t together = 1 + job_bytes / std::max<std::size_t>(1, target_bytes);
  work->parts.resize((targets + together - 1) / together);
  for (std::size_t i = 0; i < work->parts.size(); ++i) {
    Part& part = work->parts[i];
    part.first = i * together;
    part.count = std::min(together, targets - part.first);
    steps_.push_back({&recoding, work, i, part.is_finished.get_future()});
  }
}

// Whoever placed the last piece sets off the parts, if it is known how they are encoded.
void Pipeline::placed(const TileRef& work) {
  if (--work->unplaced > 0) return;
  if (work->chooses) {
    pool_.submit([this, work](std::size_t worker) { choose_ways(work, scratches_[worker]); });
    return;
  }
  {
    VariableInWork& variable = work->variable;
    const std::lock_guard lock(variable.mutex);
    if (!variable.is_chosen) {
      variable.waiting.push_back(work);
      return;
    }
  }
  submit_parts(work);
}

void Pipeline::choose_ways(const TileRef& work, Scratch& scratch) {
  VariableInWork& variable = work->variable;
  try {
    if (!work->failure && !is_cancelled_) {
      at_chunk(output_.name, work->tile, work->tile.box(),
               [&] { variable.ways = work->tile.choose_ways(scratch); });
    }
  } catch (...) {
    work->fail(std::current_exception());
  }
  std::vector<TileRef> waiting;
  {
    const std::lock_guard lock(variable.mutex);
    variable.is_chosen = true;
    waiting.swap(variable.waiting);
  }
  submit_parts(work);
  for (const TileRef& other : waiting) submit_parts(other);
}

void Pipeline::submit_parts(const TileRef& work) {
  for (Part& part : work->parts) {
    pool_.submit(
        [this, work, &part](std::size_t worker) { finish(*work, part, scratches_[worker]); });
  }
}

void Pipeline::finish(TileInWork& work, Part& part, Scratch& scratch) {
  try {
    if (work.failure) std::rethrow_exception(work.failure);
    for (std::size_t i = part.first; i < part.first + part.count && !is_cancelled_; ++i) {
      Target& target = work.tile.targets()[i];
      at_chunk(output_.name, work.tile, target.box, [&] {
        work.tile.complete(target);
        purpose_ == Purpose::write ? work.tile.encode(target, work.variable.ways, scratch)
                                   : work.tile.compare(target, scratch);
      });
    }
    part.is_finished.set_value();
  } catch (...) {
    part.is_finished.set_exception(std::current_exception());
  }
}

void Pipeline::read_back(Tile& tile) {
  const RecodingSide& to = tile.recoding().to();
  for (Target& target : tile.targets()) {
    base::throw_if_stopped();
    if (to.chain) {
      target.was_read_back = output_.store.read_chunk(to.id, target.box.start, target.stored);
    } else {
      target.stored.bytes.resize(target.box.value_count() * tile.recoding().element_bytes());
      output_.store.read_elements(to.id, target.box, target.stored.bytes);
      target.was_read_back = true;
    }
  }
}

bool Pipeline::is_oldest_finished() const {
  const Step& step = steps_.front();
  return !step.tile ||
         step.is_finished.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void Pipeline::end_oldest() {
  Step step = std::move(steps_.front());
  steps_.pop_front();
  const RecodingSide& to = step.recoding->to();
  if (!step.tile) {
    const auto& extent = step.recoding->target().extent();
    if (purpose_ == Purpose::write && to.form.extent != extent) output_.store.extend(to.id, extent);
    return;
  }
  step.is_finished.get();
  TileInWork& work = *step.tile;
  const Part& part = work.parts[step.part];
  for (std::size_t i = part.first; i < part.first + part.count; ++i) {
    base::throw_if_stopped();
    Target& target = work.tile.targets()[i];
    if (!target.has_data) continue;
    if (purpose_ == Purpose::write) write(work.tile, target);
    if (on_done_) on_done_(target.box.value_count() * step.recoding->element_bytes());
    target = Target{};
  }
  if (step.part + 1 == work.parts.size()) window_bytes_ -= work.window_bytes;
}

void Pipeline::write(Tile& tile, Target& target) {
  const Recoding& recoding = tile.recoding();
  const RecodingSide& to = recoding.to();
  if (to.chain) {
    output_.store.write_chunk(to.id, target.box.start, target.encoded, target.stored.filter_mask);
  } else {
    const std::size_t bytes = target.box.value_count() * recoding.element_bytes();
    output_.store.write_elements(to.id, target.box, target.elements.bytes().first(bytes));
  }
}

std::vector<std::string> Pipeline::encoders() const {
  std::vector<std::string> encoders;
  for (const VariableInWork& variable : variables_) {
    std::string text;
    for (const filter::EncodingWay& way : variable.ways) {
      if (!text.empty() && !way.text.empty()) text += "; ";
      text += way.text;
    }
    encoders.push_back(std::move(text));
  }
  return encoders;
}

std::vector<std::string> run(Purpose purpose, const std::vector<Recoding>& recodings,
                             const RecodingPlan& plan, StoreEnd input, StoreEnd output,
                             const std::function<void(std::uint64_t)>& on_done) {
  if (recodings.empty()) return {};
  Pipeline pipeline(purpose, plan, std::move(input), std::move(output), on_done);
  for (std::size_t i = 0; i < recodings.size(); ++i) {
    pipeline.recode(recodings[i], plan.tiles[i]);
  }
  pipeline.end_rest();
  return pipeline.encoders();
}

}  // namespace

std::vector<std::string> recode(const std::vector<Recoding>& recodings, const RecodingPlan& plan,
                                StoreEnd input, StoreEnd output,
                                const std::function<void(std::uint64_t)>& on_written) {
  return run(Purpose::write, recodings, plan, std::move(input), std::move(output), on_written);
}

void verify_recoded(const std::vector<Recoding>& recodings, const RecodingPlan& plan,
                    StoreEnd input, StoreEnd output,
                    const std::function<void(std::uint64_t)>& on_verified) {
  run(Purpose::verify, recodings, plan, std::move(input), std::move(output), on_verified);
}

}  // namespace ncf::transcode
