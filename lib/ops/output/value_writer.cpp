// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/value_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/errors/error_context.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "ops/filters/required_filters.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using model::VariableId;
using transcode::Recoding;

/// Pieces of a box in memory at the same time, so that one is filled while others are encoded.
constexpr std::uint64_t pieces_at_a_time = 4;

/// The memory for chunks that are encoded, and the same for incomplete ones.
std::uint64_t half(std::uint64_t bytes) { return bytes / 2; }

std::size_t end_of(const Box& box, std::size_t dimension) {
  return box.start[dimension] + box.count[dimension];
}

bool has_bytes_beyond_counting(const std::vector<std::size_t>& lengths, std::size_t element_bytes) {
  std::uint64_t bytes = element_bytes;
  return std::ranges::any_of(
      lengths, [&](std::size_t length) { return __builtin_mul_overflow(bytes, length, &bytes); });
}

/// What elements of the target's chunks are in memory.
model::StoredForm form_in_memory(const model::Schema& defined, VariableId id,
                                 const model::StoredForm& to) {
  model::StoredForm form = model::elements_form(defined, id);
  form.fill = to.fill;
  if (form.fill && form.byte_order != to.byte_order) std::ranges::reverse(*form.fill);
  return form;
}

}  // namespace

ValueWriter::ValueWriter(model::Target& target, const model::Schema& defined, Quantizers quantizers,
                         std::size_t threads, std::uint64_t max_bytes, std::filesystem::path folder)
    : target_(target),
      defined_(defined),
      quantizers_(std::move(quantizers)),
      max_bytes_(max_bytes),
      encoder_(target, threads, half(max_bytes)),
      begun_(half(max_bytes), std::move(folder),
             [this](VariableId id, const Box& chunk, const Lengths& end,
                    std::span<const std::byte> elements) {
               Box written = chunk;
               for (std::size_t i = 0; i < end.size(); ++i) {
                 written.count[i] = end[i] - chunk.start[i];
               }
               Chunked& chunked = *variables_.at(id);
               end_at_values(id, chunked, chunk);
               encode(chunked, written, chunk, elements);
             }) {}

void ValueWriter::write(VariableId id, const Box& box, std::span<const std::byte> elements) {
  if (elements.empty()) return;
  Chunked* const chunked = find_chunked(id, box);
  if (chunked == nullptr) return write_part(id, box, box, elements);
  const model::ChunkGrid& grid = chunked->recodings.back()->target();
  std::vector<Box> rest{box};
  const Box whole = whole_chunks(id, grid, box);
  if (whole.value_count() > 0 && are_new(id, *chunked, whole)) {
    encode(*chunked, whole, box, elements);
    rest = model::difference(box, whole);
  }
  for (const Box& part : rest) {
    for (const std::size_t number : grid.chunks_of(part)) {
      const Box chunk = grid.chunk_box(number);
      write_in_chunk(*chunked, chunk, intersection(chunk, part), box, elements);
    }
  }
}

void ValueWriter::write(VariableId id, const Box& box, const model::Values& values) {
  write_whole();
  if (is_zarr(defined_.format)) string_losses_[id].add(values);
  if (is_netcdf4(defined_.format)) {
    const StoredChain& filters = target_.schema().variables[id].filters;
    target_.named([&] { require_safe_in_libhdf5(defined_, id, filters); });
  }
  if (!quantizers_[id]) return target_.write(id, box, values);
  model::Values rounded(values);
  quantizers_[id]->apply({rounded.data(), rounded.size_bytes()}, box,
                         defined_.shape(defined_.variables[id]));
  target_.write(id, box, rounded);
}

void ValueWriter::finish() {
  begun_.finish();
  write_whole();
}

std::vector<std::string> ValueWriter::notes() const {
  const transcode::Excesses& excesses = encoder_.excesses();
  std::vector<std::string> notes;
  for (const auto& [id, chunked] : variables_) {
    if (!chunked) continue;
    const transcode::Tolerance& tolerance = chunked->recodings.back()->tolerance();
    const auto note = [&, path = defined_.variable_path(id)](const std::string& text) {
      notes.push_back(fmt::format("variable {}: {}", path, text));
    };
    if (const auto excess = excesses.find(id); excess != excesses.end()) {
      note(base::with_context(defined_.variable_title(id),
                              [&] { return tolerance.accept(excess->second); }));
    }
    if (chunked->has_later_values && tolerance.allows_changes()) {
      note(
          fmt::format("{} encoded chunks again for values that were written later, and may have "
                      "changed the others; write whole chunks, or allow more memory",
                      tolerance.filters()));
    }
  }
  for (const auto& [id, losses] : string_losses_) {
    std::ranges::move(losses.describe(defined_.variable_path(id), defined_.format),
                      std::back_inserter(notes));
  }
  return notes;
}

// ---- What our kernels encode ----

bool ValueWriter::encodes(VariableId id) {
  const Lengths nothing(defined_.variables[id].dimensions.size());
  return find_chunked(id, {nothing, nothing}) != nullptr;
}

ValueWriter::Chunked* ValueWriter::find_chunked(VariableId id, const Box& box) {
  const auto [found, is_new] = variables_.try_emplace(id);
  std::optional<Chunked>& variable = found->second;
  if (!is_new && !variable) return nullptr;
  Lengths lengths = is_new ? defined_.shape(defined_.variables[id])
                           : variable->recodings.back()->target().extent();
  Lengths reached = is_new ? lengths : variable->reached;
  bool is_longer = is_new;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    reached[i] = std::max(reached[i], end_of(box, i));
    if (end_of(box, i) <= lengths[i]) continue;
    lengths[i] = std::max(end_of(box, i), 2 * lengths[i]);
    is_longer = true;
  }
  if (!is_longer) {
    variable->reached = std::move(reached);
    return &*variable;
  }
  auto recoding = make_recoding(id, lengths);
  if (!recoding) {
    begun_.finish(id);
    write_whole();
    variable.reset();
    return nullptr;
  }
  if (is_new) {
    variable.emplace().fill =
        recoding->from().form.fill.value_or(std::vector<std::byte>(recoding->element_bytes()));
  }
  variable->recodings.push_back(std::move(recoding));
  variable->reached = std::move(reached);
  return &*variable;
}

/// Has the variable end where its values do, if that is in the chunk: what follows is then padding,
/// not missing values, which a lossy filter may encode at the expense of others.
void ValueWriter::end_at_values(VariableId id, Chunked& chunked, const Box& chunk) {
  const Lengths& extent = chunked.recodings.back()->target().extent();
  bool has_more = false;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    has_more = has_more || chunked.reached[i] < std::min(extent[i], end_of(chunk, i));
  }
  if (has_more) chunked.recodings.push_back(make_recoding(id, chunked.reached));
}

std::unique_ptr<Recoding> ValueWriter::make_recoding(VariableId id, const Lengths& lengths) {
  if (!target_.shows_stored_bytes()) return nullptr;
  model::StoredForm to = target_.stored_form(id);
  if (to.layout != model::Layout::chunked || has_bytes_beyond_counting(lengths, to.element_bytes)) {
    return nullptr;
  }
  model::StoredForm from = form_in_memory(defined_, id, to);
  from.extent = lengths;
  auto chain = chains_.prepare(to.chain(), to.optional_filters);
  if (!chain || transcode::why_not_recode(from, to)) return nullptr;
  return std::make_unique<Recoding>(defined_.variable_path(id),
                                    transcode::RecodingSide{id, std::move(from), std::nullopt},
                                    transcode::RecodingSide{id, std::move(to), std::move(chain)},
                                    quantizers_[id], tolerance_of(defined_.variables[id]));
}

/// Returns the part of a chunk that makes it whole: up to the end of fixed dimensions. Unlimited
/// ones may become longer than they are defined.
Box ValueWriter::needed_part(VariableId id, Box chunk) const {
  const std::vector<model::DimensionId>& dimensions = defined_.variables[id].dimensions;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    const model::Dimension& dimension = defined_.dimensions[dimensions[i]];
    if (dimension.is_unlimited) continue;
    chunk.count[i] = std::min(chunk.count[i], dimension.length - chunk.start[i]);
  }
  return chunk;
}

/// Returns the part of a box that consists of whole chunks.
Box ValueWriter::whole_chunks(VariableId id, const model::ChunkGrid& grid, const Box& box) const {
  const std::vector<model::DimensionId>& dimensions = defined_.variables[id].dimensions;
  Box whole = box;
  for (std::size_t i = 0; i < box.start.size(); ++i) {
    const model::Dimension& dimension = defined_.dimensions[dimensions[i]];
    const std::size_t chunk = grid.chunk_shape()[i];
    const bool is_at_end = !dimension.is_unlimited && end_of(box, i) == dimension.length;
    const std::size_t end = is_at_end ? end_of(box, i) : end_of(box, i) / chunk * chunk;
    whole.start[i] = (box.start[i] + chunk - 1) / chunk * chunk;
    whole.count[i] = end > whole.start[i] ? end - whole.start[i] : 0;
  }
  return whole;
}

/// Returns whether nothing was written to the chunks of a box.
bool ValueWriter::are_new(VariableId id, const Chunked& chunked, const Box& box) const {
  const model::ChunkGrid& grid = chunked.recodings.back()->target();
  return std::ranges::none_of(grid.chunks_of(box), [&](std::size_t number) {
    const Lengths start = grid.offset(number);
    return chunked.encoded.contains(start) || begun_.contains(id, start);
  });
}

/// Encodes the chunks of a part of what is given.
// Pieces have the order of the chunks, so how much memory there is does not show in the output.
void ValueWriter::encode(Chunked& chunked, const Box& part, const Box& given,
                         std::span<const std::byte> elements) {
  const Recoding& recoding = *chunked.recodings.back();
  const model::ChunkGrid& grid = recoding.target();
  for (const std::size_t number : grid.chunks_of(part)) chunked.encoded.insert(grid.offset(number));
  const std::size_t chunks =
      std::max<std::uint64_t>(1, half(max_bytes_) / pieces_at_a_time / recoding.target_bytes());
  transcode::TileWalk pieces(part.count, grid.chunk_shape(), chunks * grid.chunk_values());
  while (auto piece = pieces.next()) {
    for (std::size_t i = 0; i < part.start.size(); ++i) piece->start[i] += part.start[i];
    encoder_.write(recoding, *piece, given, elements);
  }
}

/// Writes the part of a box that is in one chunk.
void ValueWriter::write_in_chunk(Chunked& chunked, const Box& chunk, const Box& part,
                                 const Box& box, std::span<const std::byte> elements) {
  const Recoding& recoding = *chunked.recodings.back();
  const VariableId id = recoding.to().id;
  if (chunked.encoded.contains(chunk.start)) {
    chunked.has_later_values = true;
    return write_part(id, part, box, elements);
  }
  begun_.add(id, {chunk, needed_part(id, chunk), chunked.fill}, part, box, elements);
}

// ---- What the store encodes ----

void ValueWriter::write_part(VariableId id, const Box& part, const Box& box,
                             std::span<const std::byte> elements) {
  const model::TypeRef& type = defined_.variables[id].type;
  model::Values values(type, part.value_count());
  model::copy_part(part, box, elements.data(), part, values.data(), {type->size_bytes});
  write(id, part, values);
}

}  // namespace ncf::ops
