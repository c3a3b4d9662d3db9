// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/target.hpp"

#include "base/memory/bytes.hpp"
#include "ncf/error.hpp"

namespace ncf::model {
namespace {

[[noreturn]] void throw_no_chunks() {
  throw Error(ErrorCode::internal, "cannot write a chunk: the variable has no chunks");
}

}  // namespace

void Target::write(VariableId id, const Box& box, const Values& values) {
  at_variable(id, [&] {
    check_type(schema().variables.at(id), values);
    if (values.count() != box.value_count()) {
      throw Error(ErrorCode::internal, "the number of values differs from the size of the box");
    }
    if (values.count() > 0) do_write(id, box, values);
  });
}

void Target::expect(std::span<const ExpectedChunks> by_variable) {
  named([&] { do_expect(by_variable); });
}

StoredForm Target::stored_form(VariableId id) {
  return at_variable(id, [&] { return do_stored_form(id); });
}

PlacedChunk Target::place_chunk(VariableId id, std::span<const std::size_t> offset,
                                std::uint64_t bytes, std::uint32_t filter_mask) {
  return at_chunk(id, offset, [&] { return do_place_chunk(id, offset, bytes, filter_mask); });
}

void Target::write_placed(std::span<const PlacedChunk> chunks,
                          std::span<const std::span<const std::byte>> bytes) {
  named([&] { do_write_placed(chunks, bytes); });
}

FilePlace Target::file_place(const PlacedChunk& chunk) {
  return at_chunk(chunk.variable, chunk.offset, [&] { return do_file_place(chunk); });
}

void Target::note_written(const PlacedChunk& chunk) {
  at_chunk(chunk.variable, chunk.offset, [&] { do_note_written(chunk); });
}

void Target::encode_anew(VariableId id, std::span<const std::size_t> offset,
                         const StoredChunk& chunk) {
  at_chunk(id, offset, [&] { do_encode_anew(id, offset, chunk); });
}

void Target::write_elements(VariableId id, const Box& box, std::span<const std::byte> elements) {
  at_variable(id, [&] { do_write_elements(id, box, elements); });
}

void Target::extend(VariableId id, std::span<const std::size_t> extent) {
  at_variable(id, [&] { do_extend(id, extent); });
}

void Target::close() {
  named([&] { do_close(); });
}

std::uint64_t Target::stored_bytes(VariableId id) {
  return at_variable(id, [&] { return do_stored_bytes(id); });
}

StoredForm Target::do_stored_form(VariableId id) { return elements_form(schema(), id); }

PlacedChunk Target::do_place_chunk(VariableId /*variable*/, std::span<const std::size_t> /*offset*/,
                                   std::uint64_t /*bytes*/, std::uint32_t /*filter_mask*/) {
  throw_no_chunks();
}

void Target::do_write_placed(std::span<const PlacedChunk> /*chunks*/,
                             std::span<const std::span<const std::byte>> /*bytes*/) {
  throw_no_chunks();
}

FilePlace Target::do_file_place(const PlacedChunk& /*chunk*/) { throw_no_chunks(); }

void Target::do_encode_anew(VariableId /*variable*/, std::span<const std::size_t> /*offset*/,
                            const StoredChunk& /*chunk*/) {
  throw_no_chunks();
}

void Target::do_write_elements(VariableId id, const Box& box, std::span<const std::byte> elements) {
  const TypeRef& type = schema().variables[id].type;
  if (values_.type() != type) values_ = Values(type);
  values_.reset(box.value_count());
  if (values_.count() == 0) return;
  base::copy_bytes(elements.first(values_.size_bytes()), values_.data());
  do_write(id, box, values_);
}

std::uint64_t Target::do_stored_bytes(VariableId id) { return schema().raw_bytes(id); }

}  // namespace ncf::model
