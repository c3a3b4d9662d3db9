// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/passed_chunk.hpp"

#include "transcode/recoding/reopened_output.hpp"

namespace ncf::transcode {
namespace {

std::size_t decoded_bytes(const model::StoredForm& form) {
  return model::value_count(form.chunk_shape) * form.element_bytes;
}

void read_chunk(model::Source& source, model::VariableId id, const PassedChunk& passed,
                const model::StoredPlace& place, model::StoredChunk& chunk) {
  chunk.bytes.resize(place.bytes);
  chunk.filter_mask = place.filter_mask;
  source.read_found(id, passed.offset, place, chunk.bytes);
}

}  // namespace

PassedComparison::PassedComparison(const PassedVariable& variable, model::Source& input,
                                   const ReopenedOutput& output)
    : variable_(variable),
      input_(input),
      output_(output.source),
      output_id_(output.ids.at(variable.output_id)),
      chunk_bytes_(decoded_bytes(input.stored_form(variable.input_id))) {}

void PassedComparison::read(const PassedChunk& chunk, PassedScratch& both) const {
  read_chunk(input_, variable_.input_id, chunk, chunk.written, both.written);
  read_chunk(output_, output_id_, chunk, chunk.read, both.read);
}

bool PassedComparison::is_encoded_anew(const PassedScratch& both) {
  if (both.written.filter_mask != both.read.filter_mask) return true;
  require_equal(both.written.bytes, both.read.bytes);
  return false;
}

void PassedComparison::compare(PassedScratch& both) const {
  const bool compares_values = is_encoded_anew(both);
  if (compares_values) {
    const auto values = decode(both.written, both.scratch);
    both.written.bytes.assign(values.begin(), values.end());
  }
  const auto values = decode(both.read, both.scratch);
  if (compares_values) require_equal(both.written.bytes, values);
}

std::span<const std::byte> PassedComparison::decode(const model::StoredChunk& chunk,
                                                    Scratch& scratch) const {
  scratch.decoded.reserve(chunk_bytes_);
  const auto decoded = scratch.decoded.bytes().first(chunk_bytes_);
  variable_.chain->decode(chunk.bytes, chunk.filter_mask, decoded, scratch.chain);
  return decoded;
}

}  // namespace ncf::transcode
