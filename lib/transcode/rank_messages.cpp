// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rank_messages.hpp"

#include <bit>
#include <utility>

namespace ncf::transcode {
namespace {

using base::pack;
using base::Unpacker;
using model::FilePlace;
using model::StoredPlace;

template <class Items, class PackItem>
void pack_all(std::string& bytes, const Items& items, PackItem pack_item) {
  pack(bytes, std::uint64_t{items.size()});
  for (const auto& item : items) pack_item(bytes, item);
}

template <class Item, class UnpackItem>
std::vector<Item> unpack_all(Unpacker& packed, UnpackItem unpack_item) {
  const std::size_t count = packed.count();
  std::vector<Item> items;
  items.reserve(count);
  while (items.size() < count) items.push_back(unpack_item(packed));
  return items;
}

void pack_lengths(std::string& bytes, const std::vector<std::size_t>& lengths) {
  pack_all(bytes, lengths, [](std::string& to, std::size_t length) { pack(to, length); });
}

std::vector<std::size_t> unpack_lengths(Unpacker& packed) {
  return unpack_all<std::size_t>(packed, [](Unpacker& from) { return from.number(); });
}

void pack_stored(std::string& bytes, const StoredPlace& place) {
  pack(bytes, place.begin);
  pack(bytes, place.bytes);
  pack(bytes, std::uint64_t{place.filter_mask});
}

StoredPlace unpack_stored(Unpacker& packed) {
  StoredPlace place;
  place.begin = packed.number();
  place.bytes = packed.number();
  place.filter_mask = static_cast<std::uint32_t>(packed.number());
  return place;
}

void pack_if_stored(std::string& bytes, const std::optional<StoredPlace>& place) {
  pack(bytes, std::uint64_t{place.has_value()});
  if (place) pack_stored(bytes, *place);
}

std::optional<StoredPlace> unpack_if_stored(Unpacker& packed) {
  if (packed.number() == 0) return std::nullopt;
  return unpack_stored(packed);
}

void pack_file_place(std::string& bytes, const FilePlace& place) {
  pack(bytes, place.file);
  pack(bytes, place.begin);
}

FilePlace unpack_file_place(Unpacker& packed) {
  FilePlace place;
  place.file = packed.text();
  place.begin = packed.number();
  return place;
}

}  // namespace

void pack(std::string& bytes, RankRecord kind) { pack(bytes, static_cast<std::uint64_t>(kind)); }

RankRecord unpack_kind(Unpacker& packed) { return static_cast<RankRecord>(packed.number()); }

void pack(std::string& bytes, const TileJob& job) {
  pack(bytes, job.number);
  pack(bytes, std::uint64_t{job.variable});
  pack_lengths(bytes, job.box.start);
  pack_lengths(bytes, job.box.count);
  pack(bytes, std::uint64_t{job.chooses});
  pack_all(bytes, job.sources, pack_if_stored);
  pack_all(bytes, job.read_back, pack_if_stored);
}

TileJob unpack_tile(Unpacker& packed) {
  TileJob job;
  job.number = packed.number();
  job.variable = packed.number();
  job.box.start = unpack_lengths(packed);
  job.box.count = unpack_lengths(packed);
  job.chooses = packed.number() != 0;
  job.sources = unpack_all<std::optional<StoredPlace>>(packed, unpack_if_stored);
  job.read_back = unpack_all<std::optional<StoredPlace>>(packed, unpack_if_stored);
  return job;
}

void pack(std::string& bytes, const PartOfTile& part) {
  pack(bytes, part.tile);
  pack(bytes, part.part);
}

PartOfTile unpack_part(Unpacker& packed) {
  PartOfTile part;
  part.tile = packed.number();
  part.part = packed.number();
  return part;
}

void pack(std::string& bytes, const FinishedPart& part) {
  pack(bytes, part.part);
  pack_all(bytes, part.sizes, [](std::string& to, const EncodedSize& size) {
    pack(to, size.bytes);
    pack(to, std::uint64_t{size.filter_mask});
  });
  pack(bytes, std::uint64_t{part.excess.has_value()});
  if (part.excess) pack(bytes, std::bit_cast<std::uint64_t>(*part.excess));
}

FinishedPart unpack_finished(Unpacker& packed) {
  FinishedPart part;
  part.part = unpack_part(packed);
  part.sizes = unpack_all<EncodedSize>(packed, [](Unpacker& from) {
    EncodedSize size;
    size.bytes = from.number();
    size.filter_mask = static_cast<std::uint32_t>(from.number());
    return size;
  });
  if (packed.number() != 0) part.excess = std::bit_cast<double>(packed.number());
  return part;
}

void pack(std::string& bytes, const PartPlaces& places) {
  pack(bytes, places.part);
  pack_all(bytes, places.places, pack_file_place);
}

PartPlaces unpack_places(Unpacker& packed) {
  PartPlaces places;
  places.part = unpack_part(packed);
  places.places = unpack_all<FilePlace>(packed, unpack_file_place);
  return places;
}

void pack(std::string& bytes, const ChosenStrategies& chosen) {
  pack(bytes, std::uint64_t{chosen.variable});
  pack_all(bytes, chosen.strategies, [](std::string& to, const filter::EncoderStrategy& strategy) {
    pack(to, strategy.number);
    pack(to, strategy.text);
  });
}

ChosenStrategies unpack_strategies(Unpacker& packed) {
  ChosenStrategies chosen;
  chosen.variable = packed.number();
  chosen.strategies = unpack_all<filter::EncoderStrategy>(packed, [](Unpacker& from) {
    filter::EncoderStrategy strategy;
    strategy.number = from.number();
    strategy.text = from.text();
    return strategy;
  });
  return chosen;
}

void pack(std::string& bytes, const MoveJob& job) {
  pack(bytes, job.number);
  pack(bytes, std::uint64_t{job.input_id});
  pack_all(bytes, job.offsets, pack_lengths);
  pack_all(bytes, job.from, pack_stored);
  pack_all(bytes, job.to, pack_file_place);
}

MoveJob unpack_move(Unpacker& packed) {
  MoveJob job;
  job.number = packed.number();
  job.input_id = packed.number();
  job.offsets = unpack_all<std::vector<std::size_t>>(packed, unpack_lengths);
  job.from = unpack_all<StoredPlace>(packed, unpack_stored);
  job.to = unpack_all<FilePlace>(packed, unpack_file_place);
  return job;
}

void pack(std::string& bytes, const CheckJob& job) {
  pack(bytes, job.number);
  pack(bytes, std::uint64_t{job.variable});
  pack_lengths(bytes, job.chunk.offset);
  pack_stored(bytes, job.chunk.written);
  pack_stored(bytes, job.chunk.read);
}

CheckJob unpack_check(Unpacker& packed) {
  CheckJob job;
  job.number = packed.number();
  job.variable = packed.number();
  job.chunk.offset = unpack_lengths(packed);
  job.chunk.written = unpack_stored(packed);
  job.chunk.read = unpack_stored(packed);
  return job;
}

void pack(std::string& bytes, const Error& error) {
  pack(bytes, static_cast<std::uint64_t>(error.code()));
  pack(bytes, error.message());
  pack_all(bytes, error.context(),
           [](std::string& to, const std::string& place) { pack(to, place); });
}

Error unpack_error(Unpacker& packed) {
  const auto code = static_cast<ErrorCode>(packed.number());
  Error error(code, packed.text());
  for (std::size_t places = packed.count(); places > 0; --places) {
    error.add_context(packed.text());
  }
  return error;
}

}  // namespace ncf::transcode
