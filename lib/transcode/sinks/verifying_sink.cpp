// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/sinks/verifying_sink.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "transcode/tiles/piece.hpp"

namespace ncf::transcode {

void VerifyingSink::expect(VariableInWork& variable) {
  const Recoding& recoding = variable.recoding;
  const model::VariableId id = id_of(recoding);
  const bool has_chunks = recoding.to().chain.has_value();
  unverified_chunks_ = has_chunks ? output_.source.stored_chunk_count(id) : 0;
  if (!has_chunks) variable.written = output_.source.find_elements(id);
}

void VerifyingSink::check_rest(const Recoding& recoding) {
  const model::VariableId id = id_of(recoding);
  if (unverified_chunks_ == 0 || !recoding.from().form.fill) return;
  const model::ChunkGrid grid(output_.source.stored_form(id).extent,
                              recoding.target().chunk_shape());
  std::vector<std::byte> elements;
  (void)output_.source.visit_chunks(id, grid, [&](std::size_t number, const auto& /*place*/) {
    const model::Box box = grid.within(grid.chunk_box(number));
    if (std::ranges::equal(box.start, recoding.target().extent(), std::less<>())) return true;
    elements.resize(box.value_count() * recoding.element_bytes());
    output_.source.read_elements(id, box, elements);
    if (!is_filled_with(recoding.unwritten_value(), elements)) {
      throw Error(ErrorCode::corrupt, not_as_written).add_context(model::chunk_name(box.start));
    }
    return true;
  });
}

bool VerifyingSink::take(TileInWork& work, bool /*has_data*/) {
  const Recoding& recoding = work.tile.recoding();
  const model::VariableId id = id_of(recoding);
  for (TargetChunk& target : work.tile.targets()) {
    base::throw_if_stopped();
    if (recoding.to().chain) {
      target.read_back = output_.source.find_chunk(id, target.box.start);
      if (target.read_back && unverified_chunks_ > 0) --unverified_chunks_;
    } else if (!work.variable.written) {
      target.stored.bytes.resize(target.box.value_count() * recoding.element_bytes());
      output_.source.read_elements(id, target.box, target.stored.bytes);
    }
  }
  return true;
}

void VerifyingSink::finish(TileInWork& work, TargetChunk& target, Scratch& scratch) {
  const auto read_back = read(work, target, scratch);
  at_chunk(name(), work.tile, target.box, [&] {
    work.tile.complete(target);
    work.variable.add_excess(work.tile.compare(target, read_back, scratch));
  });
}

std::optional<StoredBytes> VerifyingSink::read(const TileInWork& work, const TargetChunk& target,
                                               Scratch& scratch) const {
  const Recoding& recoding = work.tile.recoding();
  const model::VariableId id = id_of(recoding);
  if (recoding.to().chain) {
    if (!target.read_back) return std::nullopt;
    return read_stored(output_.source, id, target.box, *target.read_back, scratch);
  }
  if (!work.variable.written) return StoredBytes{target.stored.bytes};
  const std::size_t bytes = target.box.value_count() * recoding.element_bytes();
  scratch.stored.reserve(bytes);
  const auto elements = scratch.stored.bytes().first(bytes);
  output_.source.read_found_elements(id, *work.variable.written, target.box, elements);
  return StoredBytes{elements};
}

void VerifyingSink::end(const TileRef& work, Part& part) {
  for (TargetChunk& target : part.targets) work->tile.free(target);
}

}  // namespace ncf::transcode
