// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/required_filters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/errors/error_context.hpp"
#include "filter/codecs/codec_members.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/default_chunks.hpp"
#include "ncf/error.hpp"
#include "ops/report/quantities.hpp"
#include "transcode/recoding/tolerance.hpp"
#include "transcode/tiles/padded_chunk.hpp"

namespace ncf::ops {
namespace {

using filter::Codec;
using filter::CodecExtra;
using model::StoredForm;

/// Returns whether all stored chunks skip the filter. If one does not, the first chunks usually
/// show it.
bool every_chunk_skips(model::Source& input, model::VariableId id, std::uint32_t filter_id) {
  constexpr std::size_t mask_bits = 32;
  const StoredForm form = input.stored_form(id);
  if (form.layout != model::Layout::chunked) return false;
  const auto found = std::ranges::find(form.filters, filter_id, &StoredFilter::id);
  const auto filter = static_cast<std::size_t>(found - form.filters.begin());
  if (found == form.filters.end() || filter >= mask_bits) return false;
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  bool is_skipped = true;
  input.visit_chunks(id, grid, [&](std::size_t /*chunk*/, const model::StoredPlace& place) {
    is_skipped = (place.filter_mask >> filter & 1U) != 0;
    return is_skipped;
  });
  return is_skipped;
}

/// Returns whether an output's variable keeps filters of the input that can be decoded.
bool keeps_filters(const model::Variable& asked) {
  return !asked.asked_filters && !asked.filters.empty();
}

/// Returns whether one of the codecs states the extra of a codec.
bool is_stated_in(const std::vector<Codec>& codecs, const Codec& codec, const CodecExtra& extra) {
  return std::ranges::any_of(codecs, [&](const Codec& other) {
    if (other.name != codec.name || other.format != codec.format) return false;
    const auto members = filter::configuration_of(other);
    const base::Json* const stated = filter::find_value(members, extra.member);
    return stated != nullptr && *stated == extra.stated;
  });
}

/// Returns a note for each extra of the codecs that the output lacks, and for each codec that can
/// decode although a member is invalid. made: the output's codecs.
std::vector<std::string> describe_lost(const model::Variable& asked, const std::vector<Codec>& made,
                                       Route route) {
  const bool are_chunks_encoded = route != Route::passthrough && route != Route::fill;
  std::vector<std::string> lost;
  for (const Codec& codec : asked.codecs.list()) {
    if (!filter::find_form(codec)) continue;
    try {
      for (const CodecExtra& extra : filter::filter_of(codec, asked.codec_element_bytes).extras) {
        const bool is_size = extra.role == filter::MemberRole::element_size;
        const bool is_in_chunks = !are_chunks_encoded || is_size;
        if (is_in_chunks && is_stated_in(made, codec, extra)) continue;
        lost.push_back(filter::describe_lost(codec, extra));
      }
    } catch (const filter::MemberError& error) {
      lost.push_back(fmt::format("{}; the copy has the default", error.message()));
    }
  }
  return lost;
}

/// Returns why a codec of an array that can be read must not encode; empty if it may.
std::string why_not_encode(const Codec& codec, std::size_t element_bytes) {
  if (!filter::find_form(codec)) return {};
  try {
    return filter::filter_of(codec, element_bytes).why_not_encode;
  } catch (const filter::MemberError&) {
    return {};  // gzip, which gets its default effort
  }
}

}  // namespace

bool has_all_filters(const model::Variable& variable) {
  return std::all_of(variable.filters.begin(), variable.filters.end(),
                     [](const StoredFilter& filter) { return plugin::can_decode(filter.id); });
}

void require_filters_to_read(model::Source& input, model::VariableId id,
                             const StoredChain& filters) {
  for (const StoredFilter& needed : filters) {
    if (plugin::can_decode(needed.id) || every_chunk_skips(input, id, needed.id)) continue;
    require_filters(input.schema(), id, StoredChain{needed}, plugin::FilterUse::decode);
  }
}

void require_safe_in_libhdf5(const model::Schema& schema, model::VariableId id,
                             const StoredChain& filters) {
  base::with_context("variable " + schema.variable_path(id), [&] {
    filter::require_no_late_szip(filters, schema.variables[id].type->size_bytes);
  });
}

void require_safe_padding(const model::Schema& schema, model::VariableId id,
                          const StoredChain& filters, std::string_view remedy) {
  StoredForm form = model::elements_form(schema, id);
  form.chunk_shape = model::chunk_shape_to_make(schema, schema.variables[id]);
  if (form.chunk_shape.empty()) return;
  form.layout = model::Layout::chunked;
  form.filters = filters;
  const transcode::Tolerance tolerance(visible_form(filters));
  if (tolerance.block_edge() <= 1 || !transcode::needs_padding(form, form.extent)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("{} encodes the last values together with the fill values that pad the "
                          "last chunks, and may turn the values into 0; {}",
                          tolerance.filters(), remedy))
      .add_context("variable " + schema.variable_path(id));
}

void require_codecs_to_encode(const model::Variable& asked) {
  if (!keeps_filters(asked)) return;
  for (const Codec& codec : asked.codecs.list()) {
    const std::string why = why_not_encode(codec, asked.codec_element_bytes);
    if (why.empty()) continue;
    throw Error(
        ErrorCode::unsupported,
        fmt::format("its chunks cannot be encoded again: {}; choose its filters with -F", why));
  }
}

void add_extra_notes(const model::Schema& asked, const model::Schema& made, CopyPlan& plan) {
  std::map<std::string, std::vector<std::string>> paths_by_note;
  for (model::VariableId id = 0; id < plan.variables.size(); ++id) {
    const VariableCopy& copy = plan.variables[id];
    if (!keeps_filters(asked.variables[id])) continue;
    const auto codecs = is_zarr(plan.format) ? made.variables[id].codecs : filter::StoredCodecs();
    for (std::string& note : describe_lost(asked.variables[id], codecs.list(), copy.route)) {
      paths_by_note[std::move(note)].push_back(copy.path);
    }
  }
  for (const auto& [note, paths] : paths_by_note) {
    plan.notes.push_back(fmt::format("{}: {}", note, format_few(paths)));
  }
}

}  // namespace ncf::ops
