// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Rank 0's view of the other processes of an MPI run, which help with one copy from its beginning,
// or after they join. They read, decode and encode tiles and keep the bytes, learn their places
// from rank 0, and write them (transcode/ranks/rank_worker.hpp). Only places and sizes are sent
// (transcode/ranks/rank_messages.hpp).
//
// Each rank holds at most as many bytes as it said it has room for. Only for the I/O thread, which
// must take messages often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mpi/ranks.hpp"
#include "transcode/passthrough/passthrough.hpp"
#include "transcode/ranks/rank_messages.hpp"
#include "transcode/tiles/crew.hpp"

namespace ncf::transcode {

class OtherRanks {
 public:
  /// ranks: must outlive this object. The others wait for `begin` or `leave`.
  explicit OtherRanks(mpi::Ranks& ranks);
  OtherRanks(const OtherRanks&) = delete;
  OtherRanks& operator=(const OtherRanks&) = delete;
  /// Calls `leave`.
  ~OtherRanks() { leave(); }

  [[nodiscard]] const mpi::Ranks& ranks() const noexcept { return communicator_; }
  /// Returns how many ranks have helped.
  [[nodiscard]] std::size_t helpers() const noexcept { return helpers_; }

  /// Begins on the ranks that are present, and waits until they are ready; others begin when they
  /// join. text: for ops. throws: the first error of a rank.
  void begin(std::string text);
  /// Makes the ranks compare tiles with the output from now on, and waits until they are ready.
  /// throws: as `begin`.
  void begin_verifying();
  /// Waits until the ranks on other machines have flushed what they wrote to the disk: this process
  /// can flush only its own machine's writes. throws: Error.
  void flush();
  /// Ends the work of all ranks, done or not, and waits a while for them to be idle. Returns
  /// whether they are.
  bool leave() noexcept;

  // ---- Tiles ------------------------------------------------------------------------------------

  /// Called with the strategies that a rank has chosen for a variable.
  using ChoiceHandler = std::function<void(VariableInWork&, filter::EncoderStrategies)>;
  void set_choice_handler(ChoiceHandler handler) { on_chosen_ = std::move(handler); }

  /// Returns a rank that has room for a tile of this many bytes; empty if none has.
  [[nodiscard]] std::optional<int> find_room(std::uint64_t bytes);

  /// Hands out a tile whose parts are set. pieces: all pieces of the tile.
  void hand_out(int rank, const TileRef& work, const std::vector<Piece>& pieces);

  /// Makes the rank write a finished part of a tile. placed: its targets with data, in `output`.
  void write(const TileInWork& work, const Part& part, std::vector<model::PlacedChunk> placed,
             model::Target& output);
  /// Releases a finished part with nothing to write.
  void release(const TileInWork& work, const Part& part);

  // ---- Stored chunks that are copied as they are ------------------------------------------------

  [[nodiscard]] std::optional<int> find_room_to_move(std::uint64_t bytes);
  /// Makes a rank copy stored chunks to `output`.
  void move(int rank, ChunkBatch batch, model::Target& output);

  // ---- Messages ---------------------------------------------------------------------------------

  /// Sends all pending messages, and takes those that have arrived. Returns whether there were any.
  /// throws: an error that ends the run.
  bool take_messages();
  /// Does the same; if there were none, waits a moment. throws: Error(interrupted) besides.
  void await_messages();
  /// Waits until everything handed out is written. throws: as take_messages.
  void finish();

 private:
  struct Rank {
    bool is_present = false;
    bool is_ready = false;  ///< has begun, and so has room
    bool is_verifying = false;
    std::size_t unanswered = 0;   ///< of what it was asked
    std::uint64_t tile_room = 0;  ///< in bytes
    std::uint64_t move_room = 0;
    std::uint64_t used = 0;
    std::string outbox;
  };
  struct HandedOut {
    TileRef work;
    std::size_t parts_left = 0;
    std::map<std::uint64_t, std::function<void()>> on_written;  ///< by part
  };
  /// A variable that ranks work on.
  struct Choice {
    VariableInWork* variable;
    std::set<int> told;        ///< ranks that know its strategies
    std::vector<int> waiting;  ///< ranks that wait for them
  };
  struct Move {
    int rank;
    std::uint64_t bytes;
    std::function<void()> on_written;
  };

  Rank& at(int rank) { return ranks_[static_cast<std::size_t>(rank) - 1]; }
  template <class Room>
  [[nodiscard]] std::optional<int> find(std::uint64_t bytes, Room room);
  std::string& outbox_of(int rank);
  void ask(int rank, RankRecord kind, const std::string& text = {});
  void ask_present(RankRecord kind, const std::string& text = {});
  void ask_to_verify(int rank);
  void take_answer(int rank);
  void await_answers();
  void tell_choice(Choice& choice, int rank);
  void tell_choices();
  void send();
  void read(const mpi::Message& message);
  void read_one(RankRecord kind, int rank, base::Unpacker& packed);
  void take_joined(int rank);
  void take_ready(int rank, base::Unpacker& packed);
  void take_broken(int rank, base::Unpacker& packed);
  void take_finished(base::Unpacker& packed);
  void take_failed(base::Unpacker& packed);
  void take_chosen(base::Unpacker& packed);
  void take_written(base::Unpacker& packed);
  void take_done(base::Unpacker& packed);
  Part& part_of(const PartOfTile& part);

  mpi::Ranks& communicator_;
  std::vector<Rank> ranks_;   ///< from rank 1 on
  std::vector<int> to_send_;  ///< ranks whose outbox is not empty
  std::size_t last_ = 0;      ///< the last in `ranks_` that got work
  std::uint64_t last_number_ = 0;
  std::size_t unanswered_ = 0;  ///< by all ranks
  std::size_t helpers_ = 0;
  std::optional<std::string> beginning_;  ///< empty before `begin`
  bool is_verifying_ = false;
  bool has_left_ = false;
  ChoiceHandler on_chosen_;
  std::map<std::uint64_t, HandedOut> tiles_;  ///< those not written, by number
  std::map<std::uint64_t, Move> moves_;
  std::map<model::VariableId, Choice> choices_;
};

/// Returns what makes crews of the threads of this process and all other ranks, which come first;
/// of threads alone if `ranks` is null.
[[nodiscard]] CrewMaker crews_of(OtherRanks* ranks);
/// Does the same for movers.
[[nodiscard]] MoverMaker movers_of(OtherRanks* ranks);

}  // namespace ncf::transcode
