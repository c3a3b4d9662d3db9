// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the processes of a run by MPI tell each other about one copy: records in packed texts, each
// its kind and then what is declared here. Bytes of chunks are never in them. Tiles and moves have
// numbers, which rank 0 gives.
//
// Pure functions, any thread. What unpacks throws Error(internal).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/packed.hpp"
#include "filter/prepared_chain.hpp"
#include "model/box.hpp"
#include "model/stored_form.hpp"
#include "ncf/error.hpp"
#include "transcode/passed_chunk.hpp"

namespace ncf::transcode {

enum class RankRecord : std::uint8_t {
  // From rank 0.
  begin,       ///< a text for ops
  tile,        ///< TileJob
  strategies,  ///< ChosenStrategies
  write,       ///< PartPlaces
  move,        ///< MoveJob
  check,       ///< CheckJob
  flush,       ///< write everything to the disk
  verify,      ///< from now on, tiles are compared
  leave,       ///< end everything; alone in its message, so no other record can hide it
  // From the others.
  ready,     ///< how many bytes of tiles and of moves it may hold; answers `begin` and `verify`
  finished,  ///< FinishedPart
  failed,    ///< PartOfTile and an error, for a part of a tile
  chosen,    ///< ChosenStrategies
  written,   ///< PartOfTile
  done,      ///< the number of a move or a check
  flushed,   ///< to `flush`
  broken,    ///< an error that ends the run
  left,      ///< to `leave`
};

/// A tile to assemble, and to encode or compare.
struct TileJob {
  std::uint64_t number = 0;
  model::VariableId variable = 0;  ///< of the output
  model::Box box;
  bool chooses = false;  ///< as of a TileInWork
  /// Of the source chunks that overlap the box, in their order; empty for those that are missing.
  /// Elements without chunks have no place: theirs is zero.
  std::vector<std::optional<model::StoredPlace>> sources;
  /// Of the targets, in their order, if they are compared; empty for those that are missing.
  std::vector<std::optional<model::StoredPlace>> read_back;
};

struct PartOfTile {
  std::uint64_t tile = 0;
  std::uint64_t part = 0;
};

/// An encoded target.
struct EncodedSize {
  std::uint64_t bytes = 0;
  std::uint32_t filter_mask = 0;
};

/// A part whose targets are encoded, or compared.
struct FinishedPart {
  PartOfTile part;
  std::vector<EncodedSize> sizes;  ///< of the targets with data
  std::optional<double> excess;    ///< the variable's so far; as of a VariableInWork
};

/// Where the targets with data go.
struct PartPlaces {
  PartOfTile part;
  std::vector<model::FilePlace> places;
};

struct ChosenStrategies {
  model::VariableId variable = 0;  ///< of the output
  filter::EncoderStrategies strategies;
};

/// Stored chunks to copy as they are.
struct MoveJob {
  std::uint64_t number = 0;
  model::VariableId input_id = 0;
  std::vector<std::vector<std::size_t>> offsets;
  std::vector<model::StoredPlace> from;
  std::vector<model::FilePlace> to;
};

/// A chunk to compare that was copied as it is.
struct CheckJob {
  std::uint64_t number = 0;
  model::VariableId variable = 0;  ///< of the output
  PassedChunk chunk;
};

void pack(std::string& bytes, RankRecord kind);
void pack(std::string& bytes, const TileJob& job);
void pack(std::string& bytes, const PartOfTile& part);
void pack(std::string& bytes, const FinishedPart& part);
void pack(std::string& bytes, const PartPlaces& places);
void pack(std::string& bytes, const ChosenStrategies& chosen);
void pack(std::string& bytes, const MoveJob& job);
void pack(std::string& bytes, const CheckJob& job);
void pack(std::string& bytes, const Error& error);

RankRecord unpack_kind(base::Unpacker& packed);
TileJob unpack_tile(base::Unpacker& packed);
PartOfTile unpack_part(base::Unpacker& packed);
FinishedPart unpack_finished(base::Unpacker& packed);
PartPlaces unpack_places(base::Unpacker& packed);
ChosenStrategies unpack_strategies(base::Unpacker& packed);
MoveJob unpack_move(base::Unpacker& packed);
CheckJob unpack_check(base::Unpacker& packed);
Error unpack_error(base::Unpacker& packed);

}  // namespace ncf::transcode
