// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/ranks/other_ranks.hpp"

#include <chrono>
#include <exception>

#include "base/threads/stop.hpp"
#include "mpi/ranks.hpp"

namespace ncf::transcode {
namespace {

using base::pack;
using base::unpack;
using Clock = std::chrono::steady_clock;

/// A rank that takes longer to end its jobs is lost, and MPI ends it.
constexpr std::chrono::seconds longest_leave{10};

/// Returns what is to be done when chunks have been written.
std::function<void()> note_written(std::vector<model::PlacedChunk> chunks, model::Target& output) {
  return [chunks = std::move(chunks), &output] {
    for (const model::PlacedChunk& chunk : chunks) output.note_written(chunk);
  };
}

/// Returns the places of the source chunks that overlap a tile.
std::vector<std::optional<model::StoredPlace>> places_of(const Tile& tile,
                                                         const std::vector<Piece>& pieces) {
  if (tile.recoding().has_parts()) return {};  // other ranks find them themselves
  const model::ChunkGrid& grid = tile.recoding().source();
  std::vector<std::optional<model::StoredPlace>> places;
  auto piece = pieces.begin();
  for (const std::size_t chunk : grid.chunks_of(tile.box())) {
    const bool is_whole = tile.recoding().from().chain.has_value();
    const model::Box box = is_whole ? grid.chunk_box(chunk)
                                    : intersection(grid.within(grid.chunk_box(chunk)), tile.box());
    if (piece != pieces.end() && piece->box.start == box.start) {
      places.push_back(piece++->place.value_or(model::StoredPlace{}));
    } else {
      places.emplace_back();
    }
  }
  return places;
}

}  // namespace

OtherRanks::OtherRanks(mpi::Ranks& ranks)
    : communicator_(ranks), ranks_(static_cast<std::size_t>(ranks.size()) - 1) {
  for (Rank& rank : ranks_) rank.is_present = ranks.are_all_present();
}

// ---- All ranks ----------------------------------------------------------------------------------

std::string& OtherRanks::outbox_of(int rank) {
  std::string& outbox = at(rank).outbox;
  if (outbox.empty()) to_send_.push_back(rank);
  return outbox;
}

/// text: is appended, unless it is empty.
void OtherRanks::ask(int rank, RankRecord kind, const std::string& text) {
  std::string& outbox = outbox_of(rank);
  pack(outbox, kind);
  if (!text.empty()) pack(outbox, text);
  ++at(rank).unanswered;
  ++unanswered_;
}

void OtherRanks::ask_present(RankRecord kind, const std::string& text) {
  for (int rank = 1; rank < communicator_.size(); ++rank) {
    if (at(rank).is_present) ask(rank, kind, text);
  }
}

void OtherRanks::take_answer(int rank) {
  if (at(rank).unanswered == 0) return;  // of a rank that is no longer present
  --at(rank).unanswered;
  --unanswered_;
}

void OtherRanks::await_answers() {
  while (unanswered_ > 0) await_messages();
}

void OtherRanks::begin(std::string text) {
  beginning_ = std::move(text);
  communicator_.invite();
  ask_present(RankRecord::begin, *beginning_);
  await_answers();
}

void OtherRanks::begin_verifying() {
  choices_.clear();
  is_verifying_ = true;
  for (int rank = 1; rank < communicator_.size(); ++rank) {
    if (at(rank).is_ready) ask_to_verify(rank);
  }
  await_answers();
}

void OtherRanks::flush() {
  if (communicator_.is_one_machine()) return;
  for (int rank = 1; rank < communicator_.size(); ++rank) {
    if (at(rank).is_ready) ask(rank, RankRecord::flush);
  }
  await_answers();
}

bool OtherRanks::leave() noexcept {
  if (std::exchange(has_left_, true)) return unanswered_ == 0;
  tiles_.clear();
  moves_.clear();
  choices_.clear();
  try {
    to_send_.clear();
    for (Rank& rank : ranks_) {
      rank.outbox.clear();
      rank.unanswered = 0;
    }
    unanswered_ = 0;
    ask_present(RankRecord::leave);
    const auto end = Clock::now() + longest_leave;
    while (unanswered_ > 0 && Clock::now() < end) {
      if (!take_messages()) mpi::pause();  // even if a stop is requested
    }
  } catch (const std::exception&) {
    // Without memory for messages, the end of this process ends the others.
  }
  return unanswered_ == 0;
}

// ---- Tiles and moves ----------------------------------------------------------------------------

/// Goes through the ranks in turn, so that the oldest tiles are spread over many ranks.
template <class Room>
std::optional<int> OtherRanks::find(std::uint64_t bytes, Room room) {
  for (std::size_t i = 1; i <= ranks_.size(); ++i) {
    const std::size_t at = (last_ + i) % ranks_.size();
    const Rank& rank = ranks_[at];
    if (!rank.is_ready) continue;
    if (rank.used > 0 && rank.used + bytes > rank.*room) continue;
    last_ = at;
    return static_cast<int>(at) + 1;
  }
  return std::nullopt;
}

std::optional<int> OtherRanks::find_room(std::uint64_t bytes) {
  return find(bytes, &Rank::tile_room);
}

std::optional<int> OtherRanks::find_room_to_move(std::uint64_t bytes) {
  return find(bytes, &Rank::move_room);
}

void OtherRanks::hand_out(int rank, const TileRef& work, const std::vector<Piece>& pieces) {
  const model::VariableId variable = work->tile.recoding().to().id;
  Choice& choice = choices_.try_emplace(variable, Choice{&work->variable, {}, {}}).first->second;
  if (work->chooses) {
    choice.told.insert(rank);  // it knows its own choice
  } else {
    tell_choice(choice, rank);
  }
  work->number = ++last_number_;
  TileJob job{
      work->number, variable, work->tile.box(), work->chooses, places_of(work->tile, pieces), {}};
  for (const TargetChunk& target : work->tile.targets()) job.read_back.push_back(target.read_back);
  pack(outbox_of(rank), RankRecord::tile, std::move(job));
  for (const Part& part : work->parts) at(rank).used += part.window_bytes;
  tiles_.emplace(work->number, HandedOut{work, work->parts.size(), {}});
}

/// Tells a rank the strategies of a variable, or does so as soon as they are chosen.
void OtherRanks::tell_choice(Choice& choice, int rank) {
  if (choice.told.contains(rank)) return;
  VariableInWork& variable = *choice.variable;
  {
    const std::lock_guard lock(variable.mutex);
    if (!variable.is_chosen) return choice.waiting.push_back(rank);
  }
  choice.told.insert(rank);
  if (variable.strategies.empty()) return;
  pack(outbox_of(rank), RankRecord::strategies,
       ChosenStrategies{variable.recoding.to().id, variable.strategies});
}

void OtherRanks::tell_choices() {
  for (auto& [id, choice] : choices_) {
    for (const int rank : std::exchange(choice.waiting, {})) tell_choice(choice, rank);
  }
}

void OtherRanks::write(const TileInWork& work, const Part& part,
                       std::vector<model::PlacedChunk> placed, model::Target& output) {
  const auto number = static_cast<std::uint64_t>(&part - work.parts.data());
  PartPlaces to{{work.number, number}, {}};
  for (const model::PlacedChunk& chunk : placed) to.places.push_back(output.file_place(chunk));
  tiles_.at(work.number).on_written[number] = note_written(std::move(placed), output);
  pack(outbox_of(*work.rank), RankRecord::write, std::move(to));
}

void OtherRanks::release(const TileInWork& work, const Part& part) {
  at(*work.rank).used -= part.window_bytes;
  const auto found = tiles_.find(work.number);
  if (--found->second.parts_left == 0) tiles_.erase(found);
}

void OtherRanks::move(int rank, ChunkBatch batch, model::Target& output) {
  MoveJob job{++last_number_, batch.input_id, {}, std::move(batch.from), {}};
  for (const model::PlacedChunk& chunk : batch.to) {
    job.offsets.push_back(chunk.offset);
    job.to.push_back(output.file_place(chunk));
  }
  pack(outbox_of(rank), RankRecord::move, std::move(job));
  at(rank).used += batch.bytes;
  moves_.emplace(last_number_, Move{rank, batch.bytes, note_written(std::move(batch.to), output)});
}

void OtherRanks::finish() {
  while (!tiles_.empty() || !moves_.empty()) await_messages();
}

// ---- Messages -----------------------------------------------------------------------------------

void OtherRanks::send() {
  for (const int rank : std::exchange(to_send_, {})) {
    communicator_.send(rank, std::exchange(at(rank).outbox, {}));
  }
}

bool OtherRanks::take_messages() {
  tell_choices();
  send();
  bool has_any = false;
  while (const std::optional<mpi::Message> message = communicator_.take()) {
    read(*message);
    has_any = true;
  }
  return has_any;
}

void OtherRanks::await_messages() {
  base::throw_if_stopped();
  if (!take_messages()) mpi::pause();
}

void OtherRanks::read(const mpi::Message& message) {
  base::Unpacker packed(message.text);
  while (!packed.is_at_end()) {
    const RankRecord kind = unpack<RankRecord>(packed);
    if (has_left_ && kind != RankRecord::left) return;
    read_one(kind, message.rank, packed);
  }
}

void OtherRanks::read_one(RankRecord kind, int rank, base::Unpacker& packed) {
  switch (kind) {
    case RankRecord::joined:
      return take_joined(rank);
    case RankRecord::ready:
      return take_ready(rank, packed);
    case RankRecord::finished:
      return take_finished(packed);
    case RankRecord::failed:
      return take_failed(packed);
    case RankRecord::chosen:
      return take_chosen(packed);
    case RankRecord::written:
      return take_written(packed);
    case RankRecord::done:
      return take_done(packed);
    case RankRecord::broken:
      return take_broken(rank, packed);
    default:  // flushed, left
      take_answer(rank);
  }
}

void OtherRanks::take_joined(int rank) {
  at(rank).is_present = true;
  if (beginning_) ask(rank, RankRecord::begin, *beginning_);
}

void OtherRanks::ask_to_verify(int rank) {
  at(rank).is_verifying = true;
  ask(rank, RankRecord::verify);
}

void OtherRanks::take_ready(int rank, base::Unpacker& packed) {
  packed(at(rank).tile_room, at(rank).move_room);
  if (!std::exchange(at(rank).is_ready, true)) ++helpers_;
  if (is_verifying_ && !at(rank).is_verifying) ask_to_verify(rank);
  take_answer(rank);
}

/// A rank that joins may refuse; the others do the work.
void OtherRanks::take_broken(int rank, base::Unpacker& packed) {
  const Error error = unpack_error(packed);
  Rank& broken = at(rank);
  if (broken.is_ready || communicator_.are_all_present()) throw error;
  broken.is_present = false;
  unanswered_ -= std::exchange(broken.unanswered, 0);
  pack(outbox_of(rank), RankRecord::leave);
}

Part& OtherRanks::part_of(const PartOfTile& part) {
  return tiles_.at(part.tile).work->parts.at(part.part);
}

void OtherRanks::take_finished(base::Unpacker& packed) {
  const auto finished = unpack<FinishedPart>(packed);
  Part& part = part_of(finished.part);
  auto size = finished.sizes.begin();
  for (TargetChunk& target : part.targets) {
    if (!target.has_data || size == finished.sizes.end()) continue;
    target.encoded_bytes = size->bytes;
    target.stored.filter_mask = size++->filter_mask;
  }
  VariableInWork& variable = tiles_.at(finished.part.tile).work->variable;
  if (finished.is_in_doubt) variable.is_in_doubt = true;
  variable.add_excess(finished.excess);
  part.finish();
}

void OtherRanks::take_failed(base::Unpacker& packed) {
  const auto part = unpack<PartOfTile>(packed);
  part_of(part).finish(std::make_exception_ptr(unpack_error(packed)));
}

void OtherRanks::take_chosen(base::Unpacker& packed) {
  auto chosen = unpack<ChosenStrategies>(packed);
  on_chosen_(*choices_.at(chosen.variable).variable, std::move(chosen.strategies));
}

void OtherRanks::take_written(base::Unpacker& packed) {
  const auto written = unpack<PartOfTile>(packed);
  const HandedOut& tile = tiles_.at(written.tile);
  tile.on_written.at(written.part)();
  const TileRef work = tile.work;
  release(*work, work->parts.at(written.part));
}

void OtherRanks::take_done(base::Unpacker& packed) {
  const auto found = moves_.find(unpack<std::uint64_t>(packed));
  found->second.on_written();
  at(found->second.rank).used -= found->second.bytes;
  moves_.erase(found);
}

}  // namespace ncf::transcode
