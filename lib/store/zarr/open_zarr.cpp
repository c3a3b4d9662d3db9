// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/open_zarr.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "store/zarr/metadata/nczarr.hpp"
#include "store/zarr/schema/array_variable.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {
namespace {

using model::Box;
using model::PlacedChunk;
using model::StoredPlace;
using model::Values;
using model::VariableId;
using Offset = std::span<const std::size_t>;

/// A Zarr store opened for reading. One thread.
class ZarrSource final : public model::Source {
 public:
  ZarrSource(std::string name, std::unique_ptr<ZarrStore> store)
      : Source(std::move(name)), store_(std::move(store)) {}

  [[nodiscard]] const model::Schema& schema() const override { return store_->schema(); }
  [[nodiscard]] std::optional<Error> fault(VariableId id) const override {
    return store_->fault(id);
  }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return true; }
  [[nodiscard]] std::uint64_t ahead_bytes() const override { return store_->keys().ahead_bytes(); }
  bool announce(VariableId id, Offset offset) override {
    return store_->chunks(id).announce(store_->coordinates(id, offset));
  }
  void forget_announced() override { store_->keys().forget_announced(); }

 private:
  void do_read(VariableId id, const Box& box, Values& values) override {
    store_->read(id, box, values);
  }

  // Elements beyond the end of an array read as its fill value.
  [[nodiscard]] model::StoredForm do_stored_form(VariableId id) override {
    return zarr::stored_form(store_->open(), id, schema().shape(schema().variables[id]));
  }

  [[nodiscard]] std::size_t do_stored_chunk_count(VariableId id) override {
    return store_->chunks(id).count_stored();
  }

  [[nodiscard]] std::uint64_t do_stored_bytes(VariableId id) override {
    return store_->chunks(id).stored_bytes();
  }

  [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
      VariableId id) override {
    return store_->chunks(id).list();
  }

  [[nodiscard]] std::optional<StoredPlace> do_find_chunk(VariableId id, Offset offset) override {
    return store_->chunks(id).find(store_->coordinates(id, offset));
  }

  void do_read_found(VariableId id, Offset offset, const StoredPlace& place,
                     std::span<std::byte> bytes) override {
    store_->chunks(id).read_found(store_->coordinates(id, offset), place, bytes);
  }

  void do_read_elements(VariableId id, const Box& box, std::span<std::byte> elements) override {
    Values values(schema().variables[id].type);
    store_->read(id, box, values);
    write_elements(store_->array(id).metadata.element, values, elements);
  }

  std::unique_ptr<ZarrStore> store_;
};

/// A new Zarr store. Each chunk is a value, or a part of one, which any thread may write.
class ZarrTarget final : public model::Target {
 public:
  ZarrTarget(std::string name, std::unique_ptr<ZarrStore> store)
      : Target(std::move(name)), store_(std::move(store)) {}

  [[nodiscard]] const model::Schema& schema() const override { return store_->schema(); }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return true; }
  [[nodiscard]] bool keeps_masks() const noexcept override { return false; }
  [[nodiscard]] bool is_shareable() const noexcept override { return store_->keys().has_files(); }
  void allow_rewriting(VariableId id) override { store_->chunks(id).keep_shards_open(); }

 private:
  void do_write(VariableId id, const Box& box, const Values& values) override {
    store_->write(id, box, values);
  }

  // Other arrays may have extended its dimensions.
  [[nodiscard]] model::StoredForm do_stored_form(VariableId id) override {
    const bool is_scalar = schema().variables[id].is_scalar();
    return zarr::stored_form(
        store_->open(), id,
        is_scalar ? std::vector<std::size_t>() : store_->array(id).metadata.shape);
  }

  // The store knows the chunk by its key.
  [[nodiscard]] PlacedChunk do_place_chunk(VariableId id, Offset offset, std::uint64_t bytes,
                                           std::uint32_t filter_mask) override {
    StoredPlace place = store_->chunks(id).place_stored(store_->coordinates(id, offset), bytes);
    place.filter_mask = filter_mask;
    return {id, {offset.begin(), offset.end()}, place};
  }

  void do_write_placed(std::span<const PlacedChunk> chunks,
                       std::span<const std::span<const std::byte>> bytes) override {
    for (std::size_t i = 0; i < chunks.size();) {
      const VariableId id = chunks[i].variable;
      std::size_t count = 1;
      while (i + count < chunks.size() && follows(chunks[i + count - 1], chunks[i + count])) {
        ++count;
      }
      at_variable(id, [&] {
        store_->chunks(id).write_placed(store_->coordinates(id, chunks[i].offset), chunks[i].place,
                                        bytes.subspan(i, count));
      });
      i += count;
    }
  }

  [[nodiscard]] bool follows(const PlacedChunk& chunk, const PlacedChunk& next) const {
    const VariableId id = chunk.variable;
    return id == next.variable &&
           store_->chunks(id).follows(store_->coordinates(id, chunk.offset), chunk.place,
                                      store_->coordinates(id, next.offset), next.place);
  }

  [[nodiscard]] model::FilePlace do_file_place(const PlacedChunk& chunk) override {
    const auto coordinates = store_->coordinates(chunk.variable, chunk.offset);
    return {store_->chunks(chunk.variable).stored_key_of(coordinates), chunk.place.begin};
  }

  void do_note_written(const PlacedChunk& chunk) override {
    store_->chunks(chunk.variable).note_written(store_->coordinates(chunk.variable, chunk.offset));
  }

  // Encodes on this thread, because the filters may be limited to it.
  void do_encode_anew(VariableId id, Offset offset, const model::StoredChunk& chunk) override {
    ChunkIo& chunks = store_->chunks(id);
    const ArrayMetadata& array = store_->array(id).metadata;
    std::vector<std::byte> decoded(array.chunk_elements() * array.element.bytes);
    chunks.decode(chunk.bytes, chunk.filter_mask, decoded);
    chunks.write_stored(store_->coordinates(id, offset), chunks.encode(decoded));
  }

  void do_write_elements(VariableId id, const Box& box,
                         std::span<const std::byte> elements) override {
    Values values(schema().variables[id].type, box.value_count());
    read_elements(store_->array(id).metadata.element, elements, values);
    store_->write(id, box, values);
  }

  void do_extend(VariableId id, std::span<const std::size_t> extent) override {
    store_->grow(id, extent);
  }

  void do_close() override { store_->finish(ZarrStore::MissingChunks::filled); }

  [[nodiscard]] std::uint64_t do_stored_bytes(VariableId id) override {
    return store_->chunks(id).stored_bytes();
  }

  std::unique_ptr<ZarrStore> store_;
};

OpenStore read_store(KeyStore& keys, XarrayNames names, filter::FilterSource& filters) {
  Tree tree = read_tree(keys);
  if (names == XarrayNames::ignored) {
    for (Node& node : tree.nodes) {
      std::erase_if(node.attributes.members, [](const base::JsonMember& attribute) {
        return attribute.name == xarray_dimensions;
      });
    }
  }
  return read_schema(tree, filters);
}

}  // namespace

std::unique_ptr<model::Source> open_source(std::shared_ptr<KeyStore> keys, std::string name,
                                           XarrayNames names, const Tuning& tuning,
                                           filter::FilterSource& filters) {
  OpenStore open = read_store(*keys, names, filters);
  return std::make_unique<ZarrSource>(
      std::move(name),
      std::make_unique<ZarrStore>(std::move(keys), std::move(open), filters, tuning));
}

std::unique_ptr<model::Target> create_target(std::shared_ptr<KeyStore> keys, std::string name,
                                             const model::Schema& schema, const Tuning& tuning,
                                             filter::FilterSource& filters) {
  OpenStore planned = plan_store(schema, filters);
  planned.is_consolidated = tuning.is_consolidated || schema.format != Format::nczarr;
  return std::make_unique<ZarrTarget>(
      std::move(name),
      std::make_unique<ZarrStore>(std::move(keys), std::move(planned), filters, tuning));
}

}  // namespace ncf::store::zarr
