// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The side of the other processes in an MPI run (transcode/ranks/other_ranks.hpp). It does the work
// that rank 0 hands out, with the same code as the threads of rank 0.
//
// The thread that calls it is the I/O thread; it takes messages, and threads of a pool do the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/threads/in_order.hpp"
#include "mpi/ranks.hpp"
#include "transcode/ranks/rank_messages.hpp"
#include "transcode/recoding/form_difference.hpp"
#include "transcode/tiles/crew.hpp"

namespace ncf::transcode {

/// The output that rank 0 makes.
class SharedOutput {
 public:
  SharedOutput() = default;
  SharedOutput(const SharedOutput&) = delete;
  SharedOutput& operator=(const SharedOutput&) = delete;
  virtual ~SharedOutput() = default;

  /// The name in messages. Any thread.
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// Writes pieces one after the other. Any thread. throws: Error(io).
  virtual void write(const model::FilePlace& place,
                     std::span<const std::span<const std::byte>> pieces) = 0;
  /// Writes everything to the disk. throws: Error(io).
  virtual void flush() = 0;
  /// Opens the output when rank 0 has closed it. throws: Error.
  virtual const ReopenedOutput& read_back() = 0;
};

class RankWorker {
 public:
  /// All arguments must outlive this object. The plans are as on rank 0 except for threads.
  /// passed: only compared. move_bytes: memory for their stored chunks.
  RankWorker(mpi::Ranks& ranks, const PlannedRecodings& recoded, const PlannedRecodings& passed,
             std::uint64_t move_bytes, model::Source& input, SharedOutput& output);

  /// Works until rank 0 ends the run. throws: Error(interrupted).
  void run();

 private:
  struct OpenTile {
    TileRef work;
    std::size_t parts_left = 0;
  };
  /// A piece that the crew does not have yet; empty after the last one of a tile.
  struct WaitingPiece {
    TileRef work;
    std::optional<Piece> piece;
  };
  /// A part that has not been reported to rank 0.
  struct Step {
    TileRef work;
    Part* part;
    PartOfTile name;
  };
  struct PartToWrite {
    TileRef work;
    PartPlaces to;
  };

  [[nodiscard]] const RecodingPlan& plan() const noexcept {
    return read_back_ == nullptr ? plan_ : plan_to_verify_;
  }
  void start(std::unique_ptr<TileFinisher> finisher);
  bool take_messages();
  void read(const std::string& text);
  void read_one(RankRecord kind, base::Unpacker& packed);
  void break_off();
  VariableInWork& variable_of(const Recoding& recoding);
  void take_tile(const TileJob& job);
  std::vector<Piece> take_pieces(TileInWork& work, const TileJob& job);
  static std::vector<Piece> pieces_found(TileInWork& work, const TileJob& job);
  bool pass_on_pieces();
  void take_strategies(ChosenStrategies chosen);
  void take_write(PartPlaces places);
  void take_move(MoveJob job);
  void write(const PartToWrite& one);
  void move(const MoveJob& job);
  void begin_verifying();
  void leave();
  bool report();
  void report_finished(const Step& step);
  void report_choices();
  void close_part(const TileRef& work, const PartOfTile& part);
  void send();

  mpi::Ranks& ranks_;
  std::map<model::VariableId, const Recoding*> recodings_;  ///< by the output's variable
  const RecodingPlan& plan_;
  RecodingPlan plan_to_verify_;
  std::uint64_t move_bytes_;
  model::Source& input_;
  SharedOutput& output_;
  const ReopenedOutput* read_back_ =
      nullptr;              ///< the output to compare tiles with, once it is open
  bool is_broken_ = false;  ///< rank 0 knows, and ends the run
  bool has_left_ = false;
  std::string outbox_;
  base::SpareBuffers memory_;                              ///< for tiles
  std::map<model::VariableId, VariableInWork> variables_;  ///< by the output's variable
  std::set<model::VariableId> moved_;                      ///< of the input
  std::vector<VariableInWork*> choosing_;    ///< variables whose strategies are chosen here
  std::map<std::uint64_t, OpenTile> tiles_;  ///< by number
  std::deque<WaitingPiece> waiting_;         ///< in the order of the tiles
  std::deque<Step> steps_;
  std::unique_ptr<TileFinisher> finisher_;
  base::InOrder<PartToWrite> writes_;
  base::InOrder<MoveJob> moves_;
  std::optional<ThreadCrew> crew_;  ///< last: its jobs end before the rest is destroyed
};

}  // namespace ncf::transcode
