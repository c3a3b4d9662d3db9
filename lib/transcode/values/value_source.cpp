// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/value_source.hpp"

#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/memory/byte_buffer.hpp"
#include "model/grid/block.hpp"
#include "model/schema/element.hpp"
#include "transcode/tiles/piece.hpp"

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

class TypedSource final : public ValueSource {
 public:
  TypedSource(model::Source& source, VariableId id) : source_(source), id_(id) {}

  std::unique_ptr<PendingValues> read(const Box& box) override {
    Values values(source_.schema().variables[id_].type);
    source_.read(id_, box, values);
    return std::make_unique<ReadValues>(std::move(values));
  }

 private:
  model::Source& source_;
  VariableId id_;
};

/// Chunks that were found, and are read when they are decoded.
class ReadChunks final : public PendingValues {
 public:
  ReadChunks(model::Source& source, VariableId id, const ChunkValues& chunks, Box box)
      : source_(source), id_(id), chunks_(chunks), box_(std::move(box)) {}

  void add(Box chunk, const model::StoredPlace& place) {
    found_.emplace_back(std::move(chunk), place);
  }
  void add_missing(Box box) { missing_.push_back(std::move(box)); }

  std::span<const std::byte> decode(Scratch& scratch) override {
    const std::size_t bytes = box_.value_count() * chunks_.value_bytes();
    values_.reserve(bytes);
    std::byte* const values = values_.bytes().data();
    for (const Box& missing : missing_) chunks_.fill(missing, box_, values);
    for (const auto& [chunk, place] : found_) {
      const StoredBytes stored = read_stored(source_, id_, chunk, place, scratch);
      chunks_.place(chunk, stored, box_, values, scratch);
    }
    return values_.bytes().first(bytes);
  }

 private:
  model::Source& source_;
  VariableId id_;
  const ChunkValues& chunks_;
  Box box_;
  std::vector<std::pair<Box, model::StoredPlace>> found_;
  std::vector<Box> missing_;
  base::ByteBuffer values_;
};

class ChunkSource final : public ValueSource {
 public:
  ChunkSource(model::Source& source, VariableId id, ChunkValues chunks)
      : source_(source), id_(id), chunks_(std::move(chunks)) {}

  std::unique_ptr<PendingValues> read(const Box& box) override {
    auto values = std::make_unique<ReadChunks>(source_, id_, chunks_, box);
    for (const std::size_t number : chunks_.grid().chunks_of(box)) {
      Box chunk = chunks_.grid().chunk_box(number);
      if (const auto place = source_.find_chunk(id_, chunk.start)) {
        values->add(std::move(chunk), *place);
      } else {
        values->add_missing(std::move(chunk));
      }
    }
    return values;
  }

 private:
  model::Source& source_;
  VariableId id_;
  ChunkValues chunks_;
};

class ElementSource final : public ValueSource {
 public:
  ElementSource(model::Source& source, VariableId id, model::TypeRef type, bool is_swapped)
      : source_(source), id_(id), type_(std::move(type)), is_swapped_(is_swapped) {}

  std::unique_ptr<PendingValues> read(const Box& box) override {
    Values values(type_, box.value_count());
    const std::span<std::byte> bytes(values.data(), values.size_bytes());
    source_.read_elements(id_, box, bytes);
    if (is_swapped_) model::swap_elements(bytes, type_->size_bytes);
    return std::make_unique<ReadValues>(std::move(values));
  }

 private:
  model::Source& source_;
  VariableId id_;
  model::TypeRef type_;
  bool is_swapped_;
};

}  // namespace

std::unique_ptr<ValueSource> make_typed_source(model::Source& source, VariableId variable) {
  return std::make_unique<TypedSource>(source, variable);
}

bool holds_values_in_chunks(const model::StoredForm& form, const model::Type& type,
                            const std::vector<std::size_t>& shape) {
  return form.layout == model::Layout::chunked && type.is_atomic() && type.is_fixed_size &&
         form.element == model::element_name(type.type_class) && form.fill &&
         form.extent == shape && form.unreadable_codecs.empty();
}

std::unique_ptr<ValueSource> make_chunk_source(model::Source& source, VariableId variable,
                                               ChunkValues chunks) {
  return std::make_unique<ChunkSource>(source, variable, std::move(chunks));
}

std::unique_ptr<ValueSource> make_element_source(model::Source& source, VariableId variable,
                                                 model::TypeRef type, model::ByteOrder byte_order) {
  return std::make_unique<ElementSource>(source, variable, std::move(type),
                                         model::is_foreign(byte_order));
}

using model::Box;

ChunkValues::ChunkValues(model::StoredForm form, filter::PreparedChain chain, std::string name)
    : grid_(std::move(form.extent), std::move(form.chunk_shape)),
      chain_(std::move(chain)),
      element_{form.element_bytes, model::is_foreign(form.byte_order)},
      unwritten_value_(std::move(*form.fill)),
      name_(std::move(name)) {
  if (element_.is_swapped) model::swap_elements(unwritten_value_, element_.bytes);
}

void ChunkValues::place(const Box& chunk, const StoredBytes& stored, const Box& box,
                        std::byte* values, Scratch& scratch) const {
  scratch.decoded.reserve(chunk_bytes());
  const std::span<std::byte> decoded = scratch.decoded.bytes().first(chunk_bytes());
  decode(chunk, stored, decoded, scratch);
  copy(chunk, decoded, box, values);
}

void ChunkValues::decode(const Box& chunk, const StoredBytes& stored, std::span<std::byte> decoded,
                         Scratch& scratch) const {
  base::with_context(
      [this] { return "variable " + name_; },
      [&] {
        base::with_context(
            [&] { return model::chunk_name(chunk.start); },
            [&] { chain_.decode(stored.bytes, stored.filter_mask, decoded, scratch.chain); });
      });
}

void ChunkValues::copy(const Box& chunk, std::span<const std::byte> decoded, const Box& box,
                       std::byte* values) const {
  copy_part(intersection(chunk, box), chunk, decoded.data(), box, values, element_);
}

void ChunkValues::fill(const Box& missing, const Box& box, std::byte* values) const {
  fill_part(intersection(missing, box), unwritten_value_, box, values);
}

}  // namespace ncf::transcode
