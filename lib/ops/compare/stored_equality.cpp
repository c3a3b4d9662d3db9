// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/stored_equality.hpp"

#include "base/stop.hpp"
#include "model/chunk_grid.hpp"
#include "model/missing_markers.hpp"
#include "transcode/passthrough.hpp"

namespace ncf::ops {
namespace {

using model::Source;
using model::StoredChunk;
using model::StoredForm;
using model::VariableId;

/// Whether equal bytes are equal values, and everything is stored.
bool are_comparable(Source& first, VariableId first_id, const StoredForm& first_form,
                    Source& second, VariableId second_id, const StoredForm& second_form) {
  const model::Variable& a = first.schema().variables[first_id];
  const model::Variable& b = second.schema().variables[second_id];
  const auto shape = first.schema().shape(a);
  return first_form.layout == model::Layout::chunked && first_form.extent == shape &&
         second_form.extent == shape && a.type->type_class == b.type->type_class &&
         model::missing_markers_of(a) == model::missing_markers_of(b) &&
         !transcode::why_not_passthrough(first_form, second_form,
                                         [&] { return first.stored_chunk_count(first_id); });
}

}  // namespace

bool have_equal_stored_bytes(Source& first, VariableId first_id, Source& second,
                             VariableId second_id) {
  if (first.fault(first_id) || second.fault(second_id)) return false;
  const StoredForm form = first.stored_form(first_id);
  if (!are_comparable(first, first_id, form, second, second_id, second.stored_form(second_id))) {
    return false;
  }
  std::size_t left = first.stored_chunk_count(first_id);
  if (left != second.stored_chunk_count(second_id)) return false;
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  StoredChunk a;
  StoredChunk b;
  for (std::size_t i = 0; i < grid.chunk_count() && left > 0; ++i) {
    base::throw_if_stopped();
    const auto offset = grid.offset(i);
    const bool is_there = first.read_chunk(first_id, offset, a);
    if (is_there != second.read_chunk(second_id, offset, b)) return false;
    if (!is_there) continue;
    if (a.filter_mask != b.filter_mask || a.bytes != b.bytes) return false;
    --left;
  }
  return left == 0;
}

}  // namespace ncf::ops
