// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/value_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/at_place.hpp"
#include "model/element.hpp"
#include "transcode/block.hpp"
#include "transcode/chunk_grid.hpp"

namespace ncf::transcode {
namespace {

using model::Box;
using model::Values;
using model::VariableId;

class ReadValues final : public PendingValues {
 public:
  explicit ReadValues(Values values) : values_(std::move(values)) {}

  std::span<const std::byte> decode(Scratch& /*scratch*/) override {
    return {values_.data(), values_.size_bytes()};
  }

 private:
  Values values_;
};

class DatasetSource final : public ValueSource {
 public:
  DatasetSource(model::Dataset& dataset, VariableId id) : dataset_(dataset), id_(id) {}

  std::unique_ptr<PendingValues> read(const Box& box) override {
    Values values(dataset_.schema().variables[id_].type);
    dataset_.read(id_, box, values);
    return std::make_unique<ReadValues>(std::move(values));
  }

 private:
  model::Dataset& dataset_;
  VariableId id_;
};

/// What all boxes of a variable share.
struct ChunkFacts {
  ChunkGrid grid;
  filter::PreparedChain chain;
  Element element;
  std::vector<std::byte> hole;  ///< a value that was never written, as in memory
  std::string name;
};

class ReadChunks final : public PendingValues {
 public:
  ReadChunks(const ChunkFacts& facts, Box box) : facts_(facts), box_(std::move(box)) {}

  void add(Piece piece) { pieces_.push_back(std::move(piece)); }
  void add_hole(Box box) { holes_.push_back(std::move(box)); }

  std::span<const std::byte> decode(Scratch& scratch) override {
    return base::at_place(
        [this] { return "variable " + facts_.name; },
        [&] {
          const std::size_t bytes = box_.value_count() * facts_.element.bytes;
          values_.reserve(bytes);
          for (const Box& hole : holes_) {
            fill_part(intersection(hole, box_), facts_.hole, box_, values_.bytes().data());
          }
          for (const Piece& piece : pieces_) {
            base::at_place(
                [&] { return fmt::format("chunk at ({})", fmt::join(piece.box.start, ",")); },
                [&] { place(piece, scratch); });
          }
          return std::span<const std::byte>(values_.bytes().first(bytes));
        });
  }

 private:
  void place(const Piece& piece, Scratch& scratch) {
    const std::size_t bytes = piece.box.value_count() * facts_.element.bytes;
    scratch.decoded.reserve(bytes);
    const auto elements = scratch.decoded.bytes().first(bytes);
    facts_.chain.decode(piece.chunk.bytes, piece.chunk.filter_mask, elements, scratch.chain);
    copy_part(intersection(piece.box, box_), piece.box, elements.data(), box_,
              values_.bytes().data(), facts_.element);
  }

  const ChunkFacts& facts_;
  Box box_;
  std::vector<Piece> pieces_;
  std::vector<Box> holes_;
  ByteBuffer values_;
};

class ChunkSource final : public ValueSource {
 public:
  ChunkSource(model::ChunkStore& store, VariableId id, ChunkFacts facts)
      : store_(store), id_(id), facts_(std::move(facts)) {}

  std::unique_ptr<PendingValues> read(const Box& box) override {
    auto values = std::make_unique<ReadChunks>(facts_, box);
    for (const std::size_t number : facts_.grid.chunks_of(box)) {
      Piece piece{facts_.grid.chunk_box(number), {}};
      if (store_.read_chunk(id_, piece.box.start, piece.chunk)) {
        values->add(std::move(piece));
      } else {
        values->add_hole(std::move(piece.box));
      }
    }
    return values;
  }

 private:
  model::ChunkStore& store_;
  VariableId id_;
  ChunkFacts facts_;
};

}  // namespace

std::unique_ptr<ValueSource> make_dataset_source(model::Dataset& dataset, VariableId variable) {
  return std::make_unique<DatasetSource>(dataset, variable);
}

bool holds_values_in_chunks(const model::StoredForm& form, const model::Type& type,
                            const std::vector<std::size_t>& shape) {
  return form.layout == model::Layout::chunked && type.is_atomic() && type.is_fixed_size &&
         form.element_bytes == type.size_bytes && !form.element.empty() && form.fill &&
         form.extent == shape;
}

std::unique_ptr<ValueSource> make_chunk_source(model::ChunkStore& store, VariableId variable,
                                               model::StoredForm form, filter::PreparedChain chain,
                                               std::string name) {
  const Element element{form.element_bytes, model::is_foreign(form.byte_order)};
  if (element.is_swapped) swap_elements(*form.fill, element.bytes);
  ChunkFacts facts{ChunkGrid(form.extent, form.chunk_shape), std::move(chain), element,
                   std::move(*form.fill), std::move(name)};
  return std::make_unique<ChunkSource>(store, variable, std::move(facts));
}

}  // namespace ncf::transcode
