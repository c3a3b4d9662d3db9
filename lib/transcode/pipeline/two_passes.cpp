// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline/two_passes.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {
namespace {

/// Chunks of a variable between the two passes. They are neither filtered nor swapped, and are in
/// an unnamed file, which disappears when it is closed.
struct IntermediateChunks {
  static constexpr std::uint64_t not_written = std::numeric_limits<std::uint64_t>::max();

  /// schema: of the variable; must outlive this object. folder: determines the file system of the
  /// file. throws: Error(io) naming the folder.
  IntermediateChunks(const model::Schema& of, model::ChunkGrid chunks,
                     const std::filesystem::path& folder)
      : schema(of),
        grid(std::move(chunks)),
        name("temporary file in " + folder.string()),
        file(base::with_context(name, [&] { return base::make_unnamed_file(folder); })),
        begins(grid.chunk_count(), not_written) {}

  /// Returns the memory for the places of all chunks.
  [[nodiscard]] static std::uint64_t index_bytes(const model::ChunkGrid& grid) noexcept {
    return grid.chunk_count() * sizeof(std::uint64_t);
  }

  [[nodiscard]] std::size_t number_of(std::span<const std::size_t> offset) const {
    const std::vector<std::size_t> one(offset.size(), 1);
    return grid.chunks_of({{offset.begin(), offset.end()}, one}).front();
  }

  const model::Schema& schema;
  model::ChunkGrid grid;
  std::string name;  ///< for errors
  base::Descriptor file;
  std::uint64_t chunk_bytes = 0;
  std::vector<std::uint64_t> begins;  ///< of the chunks in the file, or `not_written`
  std::size_t written = 0;            ///< chunks
  std::uint64_t end = 0;              ///< of the last chunk in the file
};

[[noreturn]] void throw_no_values() {
  throw Error(ErrorCode::internal,
              "the temporary file between two passes contains chunks, not values");
}

/// The first pass writes chunks here.
class IntermediateTarget final : public model::Target {
 public:
  explicit IntermediateTarget(IntermediateChunks& chunks) : Target(chunks.name), chunks_(chunks) {}
  [[nodiscard]] const model::Schema& schema() const override { return chunks_.schema; }

 private:
  [[nodiscard]] model::PlacedChunk do_place_chunk(model::VariableId variable,
                                                  std::span<const std::size_t> offset,
                                                  std::uint64_t bytes,
                                                  std::uint32_t filter_mask) override {
    const model::StoredPlace place{chunks_.end, bytes, filter_mask};
    chunks_.begins[chunks_.number_of(offset)] = place.begin;
    chunks_.chunk_bytes = bytes;
    ++chunks_.written;
    chunks_.end += bytes;
    return {variable, {offset.begin(), offset.end()}, place};
  }

  void do_write_placed(std::span<const model::PlacedChunk> chunks,
                       std::span<const std::span<const std::byte>> bytes) override {
    while (!chunks.empty()) {
      const std::size_t together = model::count_adjacent(chunks);
      const model::PlacedChunk& first = chunks.front();
      at_chunk(first.variable, first.offset,
               [&] { chunks_.file.write_all_at(first.place.begin, bytes.first(together)); });
      chunks = chunks.subspan(together);
      bytes = bytes.subspan(together);
    }
  }

  void do_write(model::VariableId /*variable*/, const model::Box& /*box*/,
                const model::Values& /*values*/) override {
    throw_no_values();
  }
  void do_extend(model::VariableId /*variable*/, std::span<const std::size_t> /*extent*/) override {
    throw_no_values();
  }
  void do_close() override {}

  IntermediateChunks& chunks_;
};

/// The second pass reads them here.
class IntermediateSource final : public model::Source {
 public:
  explicit IntermediateSource(IntermediateChunks& chunks) : Source(chunks.name), chunks_(chunks) {}
  [[nodiscard]] const model::Schema& schema() const override { return chunks_.schema; }

 private:
  void do_read(model::VariableId /*variable*/, const model::Box& /*box*/,
               model::Values& /*values*/) override {
    throw_no_values();
  }

  [[nodiscard]] std::size_t do_stored_chunk_count(model::VariableId /*variable*/) override {
    return chunks_.written;
  }

  [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
      model::VariableId /*variable*/) override {
    if (chunks_.written > chunks_.grid.chunk_count() / 2) return std::nullopt;
    std::vector<std::vector<std::size_t>> offsets;
    for (std::size_t i = 0; i < chunks_.begins.size(); ++i) {
      if (chunks_.begins[i] != IntermediateChunks::not_written) {
        offsets.push_back(chunks_.grid.offset(i));
      }
    }
    return offsets;
  }

  [[nodiscard]] std::optional<model::StoredPlace> do_find_chunk(
      model::VariableId /*variable*/, std::span<const std::size_t> offset) override {
    const std::uint64_t begin = chunks_.begins[chunks_.number_of(offset)];
    if (begin == IntermediateChunks::not_written) return std::nullopt;
    return model::StoredPlace{begin, chunks_.chunk_bytes};
  }

  void do_read_bytes(model::VariableId /*variable*/, std::uint64_t offset,
                     std::span<std::byte> bytes) override {
    chunks_.file.read_all_at(offset, bytes);
  }

  void do_will_read(model::VariableId /*variable*/, std::uint64_t begin,
                    std::uint64_t bytes) noexcept override {
    ::posix_fadvise(chunks_.file.id(), static_cast<off_t>(begin), static_cast<off_t>(bytes),
                    POSIX_FADV_WILLNEED);
  }

  IntermediateChunks& chunks_;
};

using Shape = std::vector<std::size_t>;

double decodes_per_chunk(const TilePlan& plan) {
  return static_cast<double>(plan.decodes) / static_cast<double>(plan.source_chunks);
}

/// Returns the largest chunks that fit completely into the tiles of either side.
Shape intermediate_shape(const Recoding& recoding, const TilePlan& one) {
  const TilePlan of_source = plan_tiles(
      recoding.target(), recoding.source(),
      {.element_bytes = recoding.element_bytes(), .max_bytes = one.tile_bytes, .grain_bytes = 0});
  Shape shape = recoding.source().extent();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    shape[i] = std::min({shape[i], one.shape[i], of_source.shape[i]});
  }
  return shape;
}

/// Returns the source's values, in chunks of another shape and without filters.
RecodingSide intermediate_side(const RecodingSide& from, Shape chunk_shape) {
  RecodingSide side;
  side.id = from.id;
  side.form.layout = model::Layout::chunked;
  side.form.extent = from.form.extent;
  side.form.max_extent = from.form.extent;
  side.form.chunk_shape = std::move(chunk_shape);
  side.form.element = from.form.element;
  side.form.byte_order = from.form.byte_order;
  side.form.element_bytes = from.form.element_bytes;
  side.form.fill = from.form.fill;
  side.chain.emplace(StoredChain{}, std::vector<filter::Kernel>{});
  return side;
}

void do_first(const TwoPasses& passes, model::Source& input, IntermediateChunks& chunks,
              const std::function<void(std::uint64_t)>& on_done) {
  IntermediateTarget target(chunks);
  (void)recode({&passes.first, 1}, passes.first_plan, input, target, on_done);
}

}  // namespace

std::optional<TwoPasses> plan_two_passes(const Recoding& recoding, const TilePlan& one,
                                         const Resources& resources) {
  const double decodes = one.source_chunks == 0 ? 0 : decodes_per_chunk(one);
  constexpr double least = 3;  // each value is decoded, written and read at least once
  if (recoding.from().form.layout != model::Layout::chunked || decodes <= least) return {};
  const RecodingSide between =
      intermediate_side(recoding.from(), intermediate_shape(recoding, one));
  const Recoding first(recoding.name(), recoding.from(), between);
  const Recoding second = recoding.with_source(between);
  const std::uint64_t index_bytes = IntermediateChunks::index_bytes(first.target());
  if (index_bytes > resources.max_bytes / 4) return {};
  const Resources enough{resources.threads, resources.max_bytes - index_bytes, false};
  TwoPasses passes{first, plan_recodings({&first, 1}, enough), second,
                   plan_recodings({&second, 1}, enough), 0};
  passes.peak_bytes =
      index_bytes + std::max(passes.first_plan.peak_bytes, passes.second_plan.peak_bytes);
  if (passes.peak_bytes > resources.max_bytes) return {};
  const double writes = 1;
  const double work = decodes_per_chunk(passes.first_plan.tiles.front()) + writes +
                      decodes_per_chunk(passes.second_plan.tiles.front());
  return work < decodes ? std::optional(std::move(passes)) : std::nullopt;
}

Recoded recode_in_two_passes(const TwoPasses& passes, model::Source& input, model::Target& output,
                             const std::filesystem::path& folder,
                             const std::function<void(std::uint64_t)>& on_done) {
  IntermediateChunks chunks(input.schema(), passes.first.target(), folder);
  do_first(passes, input, chunks, on_done);
  IntermediateSource source(chunks);
  return recode({&passes.second, 1}, passes.second_plan, source, output, on_done).front();
}

Excesses verify_two_passes(const TwoPasses& passes, model::Source& input,
                           const ReopenedOutput& output, const std::filesystem::path& folder,
                           const std::function<void(std::uint64_t)>& on_done) {
  IntermediateChunks chunks(input.schema(), passes.first.target(), folder);
  do_first(passes, input, chunks, on_done);
  const auto is_wanted = [](const Recoding& /*recoding*/) { return true; };
  IntermediateSource source(chunks);
  return verify_recoded({&passes.second, 1}, passes.second_plan, source, output, is_wanted,
                        on_done);
}

}  // namespace ncf::transcode
