// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline/intermediate_chunks.hpp"

#include <fcntl.h>

#include <limits>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {
namespace {

constexpr std::uint64_t not_written = std::numeric_limits<std::uint64_t>::max();

[[noreturn]] void throw_no_values() {
  throw Error(ErrorCode::internal,
              "the temporary file between two passes contains chunks, not values");
}

}  // namespace

IntermediateChunks::IntermediateChunks(const model::Schema& schema, model::ChunkGrid grid,
                                       const std::filesystem::path& folder)
    : schema_(schema),
      grid_(std::move(grid)),
      name_("temporary file in " + folder.string()),
      file_(base::with_context(name_, [&] { return base::make_unnamed_file(folder); })),
      begins_(grid_.chunk_count(), not_written) {}

std::size_t IntermediateChunks::number_of(std::span<const std::size_t> offset) const {
  const std::vector<std::size_t> one(offset.size(), 1);
  return grid_.chunks_of({{offset.begin(), offset.end()}, one}).front();
}

model::PlacedChunk IntermediateChunks::Written::do_place_chunk(model::VariableId variable,
                                                               std::span<const std::size_t> offset,
                                                               std::uint64_t bytes,
                                                               std::uint32_t filter_mask) {
  const model::StoredPlace place{chunks_.end_, bytes, filter_mask};
  chunks_.begins_[chunks_.number_of(offset)] = place.begin;
  chunks_.chunk_bytes_ = bytes;
  ++chunks_.written_;
  chunks_.end_ += bytes;
  return {variable, {offset.begin(), offset.end()}, place};
}

void IntermediateChunks::Written::do_write_placed(
    std::span<const model::PlacedChunk> chunks, std::span<const std::span<const std::byte>> bytes) {
  while (!chunks.empty()) {
    const std::size_t together = model::count_adjacent(chunks);
    const model::PlacedChunk& first = chunks.front();
    at_chunk(first.variable, first.offset,
             [&] { chunks_.file_.write_all_at(first.place.begin, bytes.first(together)); });
    chunks = chunks.subspan(together);
    bytes = bytes.subspan(together);
  }
}

void IntermediateChunks::Written::do_write(model::VariableId /*variable*/,
                                           const model::Box& /*box*/,
                                           const model::Values& /*values*/) {
  throw_no_values();
}

void IntermediateChunks::Written::do_extend(model::VariableId /*variable*/,
                                            std::span<const std::size_t> /*extent*/) {
  throw_no_values();
}

void IntermediateChunks::Read::do_read(model::VariableId /*variable*/, const model::Box& /*box*/,
                                       model::Values& /*values*/) {
  throw_no_values();
}

std::size_t IntermediateChunks::Read::do_stored_chunk_count(model::VariableId /*variable*/) {
  return chunks_.written_;
}

std::optional<std::vector<std::vector<std::size_t>>> IntermediateChunks::Read::do_list_chunks(
    model::VariableId /*variable*/) {
  if (chunks_.written_ > chunks_.grid_.chunk_count() / 2) return std::nullopt;
  std::vector<std::vector<std::size_t>> offsets;
  for (std::size_t i = 0; i < chunks_.begins_.size(); ++i) {
    if (chunks_.begins_[i] != not_written) offsets.push_back(chunks_.grid_.offset(i));
  }
  return offsets;
}

std::optional<model::StoredPlace> IntermediateChunks::Read::do_find_chunk(
    model::VariableId /*variable*/, std::span<const std::size_t> offset) {
  const std::uint64_t begin = chunks_.begins_[chunks_.number_of(offset)];
  if (begin == not_written) return std::nullopt;
  return model::StoredPlace{begin, chunks_.chunk_bytes_};
}

void IntermediateChunks::Read::do_read_bytes(model::VariableId /*variable*/, std::uint64_t offset,
                                             std::span<std::byte> bytes) {
  chunks_.file_.read_all_at(offset, bytes);
}

void IntermediateChunks::Read::do_will_read(model::VariableId /*variable*/, std::uint64_t begin,
                                            std::uint64_t bytes) noexcept {
  ::posix_fadvise(chunks_.file_.id(), static_cast<off_t>(begin), static_cast<off_t>(bytes),
                  POSIX_FADV_WILLNEED);
}

}  // namespace ncf::transcode
