// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks of a variable between the two passes of a rechunk (transcode/pipeline/two_passes.hpp): the
// first pass writes them to `target`, then the second reads them from `source`. They are neither
// filtered nor swapped, and are in an unnamed file, which disappears when it is closed.
//
// Thread rules: as for model::Target and model::Source.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/files/descriptor.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "model/grid/chunk_grid.hpp"

namespace ncf::transcode {

class IntermediateChunks {
 public:
  /// schema: of the variable; must outlive this object. folder: determines the file system of the
  /// file.
  /// throws: Error(io) naming the folder.
  IntermediateChunks(const model::Schema& schema, model::ChunkGrid grid,
                     const std::filesystem::path& folder);

  /// Returns the memory for the places of all chunks.
  [[nodiscard]] static std::uint64_t index_bytes(const model::ChunkGrid& grid) noexcept {
    return grid.chunk_count() * sizeof(std::uint64_t);
  }

  [[nodiscard]] model::Target& target() noexcept { return target_; }
  [[nodiscard]] model::Source& source() noexcept { return source_; }

 private:
  class Written final : public model::Target {
   public:
    explicit Written(IntermediateChunks& chunks) : Target(chunks.name_), chunks_(chunks) {}
    [[nodiscard]] const model::Schema& schema() const override { return chunks_.schema_; }

   private:
    [[nodiscard]] model::PlacedChunk do_place_chunk(model::VariableId variable,
                                                    std::span<const std::size_t> offset,
                                                    std::uint64_t bytes,
                                                    std::uint32_t filter_mask) override;
    void do_write_placed(std::span<const model::PlacedChunk> chunks,
                         std::span<const std::span<const std::byte>> bytes) override;
    void do_write(model::VariableId variable, const model::Box& box,
                  const model::Values& values) override;
    void do_extend(model::VariableId variable, std::span<const std::size_t> extent) override;
    void do_close() override {}

    IntermediateChunks& chunks_;
  };

  class Read final : public model::Source {
   public:
    explicit Read(IntermediateChunks& chunks) : Source(chunks.name_), chunks_(chunks) {}
    [[nodiscard]] const model::Schema& schema() const override { return chunks_.schema_; }

   private:
    void do_read(model::VariableId variable, const model::Box& box, model::Values& values) override;
    [[nodiscard]] std::size_t do_stored_chunk_count(model::VariableId variable) override;
    [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
        model::VariableId variable) override;
    [[nodiscard]] std::optional<model::StoredPlace> do_find_chunk(
        model::VariableId variable, std::span<const std::size_t> offset) override;
    void do_read_bytes(model::VariableId variable, std::uint64_t offset,
                       std::span<std::byte> bytes) override;
    void do_will_read(model::VariableId variable, std::uint64_t begin,
                      std::uint64_t bytes) noexcept override;

    IntermediateChunks& chunks_;
  };

  [[nodiscard]] std::size_t number_of(std::span<const std::size_t> offset) const;

  const model::Schema& schema_;
  model::ChunkGrid grid_;
  std::string name_;  ///< for errors
  base::Descriptor file_;
  std::uint64_t chunk_bytes_ = 0;
  std::vector<std::uint64_t> begins_;  ///< of the chunks in the file, or `not_written`
  std::size_t written_ = 0;            ///< chunks
  std::uint64_t end_ = 0;              ///< of the last chunk in the file
  Written target_{*this};
  Read source_{*this};
};

}  // namespace ncf::transcode
