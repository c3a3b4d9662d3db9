// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The messages between the processes of an MPI run about one copy. They consist of packed records:
// a kind, then a structure declared here. They never contain bytes of chunks. Rank 0 numbers tiles
// and moves.
//
// Pure functions, any thread, except where messages are sent or taken. Unpacking throws
// Error(internal).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/memory/packed.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "mpi/ranks.hpp"
#include "ncf/error.hpp"

namespace ncf::model {

void fields(auto& archive, Box& box) { archive(box.start, box.count); }

void fields(auto& archive, StoredPlace& place) {
  archive(place.begin, place.bytes, place.filter_mask);
}

void fields(auto& archive, FilePlace& place) { archive(place.file, place.begin); }

}  // namespace ncf::model

namespace ncf::filter {

void fields(auto& archive, EncoderStrategy& strategy) {
  std::string text = strategy.text;
  archive(strategy.number, text);
  text.copy(strategy.text, ncf_kernel_strategy_text - 1);
}

}  // namespace ncf::filter

namespace ncf::transcode {

enum class RankRecord : std::uint8_t {
  // From rank 0.
  begin,       ///< a text for ops
  tile,        ///< TileJob
  strategies,  ///< ChosenStrategies
  write,       ///< PartPlaces
  move,        ///< MoveJob
  flush,       ///< write everything to the disk
  verify,      ///< from now on, tiles are compared
  leave,       ///< end everything; alone in its message, so no other record can hide it
  // From the others.
  joined,    ///< may begin
  ready,     ///< how many bytes of tiles and of moves it may hold; answers `begin` and `verify`
  finished,  ///< FinishedPart
  failed,    ///< PartOfTile and an error, for a part of a tile
  chosen,    ///< ChosenStrategies
  written,   ///< PartOfTile
  done,      ///< the number of a move
  flushed,   ///< to `flush`
  broken,    ///< an error that ends the run
  left,      ///< to `leave`
};

/// A tile to assemble, and to encode or compare.
struct TileJob {
  std::uint64_t number = 0;
  model::VariableId variable = 0;  ///< of the output
  model::Box box;
  bool chooses = false;  ///< as in TileInWork
  /// The places of the source chunks that overlap the box, in order; empty for those that are
  /// missing, and zero for elements without chunks.
  std::vector<std::optional<model::StoredPlace>> sources;
  /// If the targets are compared: their places, in order; empty for those that are missing.
  std::vector<std::optional<model::StoredPlace>> read_back;
};

void fields(auto& archive, TileJob& job) {
  archive(job.number, job.variable, job.box, job.chooses, job.sources, job.read_back);
}

struct PartOfTile {
  std::uint64_t tile = 0;
  std::uint64_t part = 0;
};

void fields(auto& archive, PartOfTile& part) { archive(part.tile, part.part); }

/// An encoded target.
struct EncodedSize {
  std::uint64_t bytes = 0;
  std::uint32_t filter_mask = 0;
};

void fields(auto& archive, EncodedSize& size) { archive(size.bytes, size.filter_mask); }

/// A part whose targets are encoded, or compared.
struct FinishedPart {
  PartOfTile part;
  std::vector<EncodedSize> sizes;  ///< of the targets with data
  bool is_in_doubt = false;        ///< for the variable so far, as in VariableInWork
  std::optional<double> excess;    ///< the same
};

void fields(auto& archive, FinishedPart& part) {
  archive(part.part, part.sizes, part.is_in_doubt, part.excess);
}

/// The places of the targets with data.
struct PartPlaces {
  PartOfTile part;
  std::vector<model::FilePlace> places;
};

void fields(auto& archive, PartPlaces& places) { archive(places.part, places.places); }

struct ChosenStrategies {
  model::VariableId variable = 0;  ///< of the output
  filter::EncoderStrategies strategies;
};

void fields(auto& archive, ChosenStrategies& chosen) {
  archive(chosen.variable, chosen.strategies);
}

/// Stored chunks to copy as they are.
struct MoveJob {
  std::uint64_t number = 0;
  model::VariableId input_id = 0;
  std::vector<std::vector<std::size_t>> offsets;
  std::vector<model::StoredPlace> from;
  std::vector<model::FilePlace> to;
};

void fields(auto& archive, MoveJob& job) {
  archive(job.number, job.input_id, job.offsets, job.from, job.to);
}

/// The members of an Error are private, so it has no `fields`.
void pack_error(std::string& bytes, const Error& error);
Error unpack_error(base::Unpacker& packed);

// ---- The other processes, before there is work. I/O thread. -------------------------------------
//
// Each joins, unless it takes part from the beginning, waits until
// rank 0 tells it what to work on (OtherRanks::begin), and may refuse.

/// Waits for the text with which rank 0 begins; empty if there is no work.
/// throws: Error(interrupted).
[[nodiscard]] std::optional<std::string> await_begin(mpi::Ranks& ranks);

/// Tells rank 0 that this process cannot work. throws: Error(interrupted).
void refuse_to_begin(mpi::Ranks& ranks, const Error& why);

}  // namespace ncf::transcode
