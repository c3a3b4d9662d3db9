// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/chunk_values.hpp"

#include <utility>

#include "base/errors/error_context.hpp"
#include "model/schema/element.hpp"

namespace ncf::transcode {

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
