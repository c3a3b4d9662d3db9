// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "filter/codecs/codec_json.hpp"
#include "filter/registry/registry.hpp"
#include "model/dataset/stored_form.hpp"
#include "ops/copy/copy_decision.hpp"
#include "transcode/passthrough/streams.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::ops {
namespace {

using model::Layout;
using model::Schema;
using model::Variable;
using model::VariableId;

std::optional<std::string> objection_to_any(const CopyDecision& decision, VariableId id) {
  if (!decision.source.has_values[id]) return "only its definition was requested";
  if (!decision.source.schema.variables[id].type->is_fixed_size) {
    return "its values are of variable length";
  }
  return std::nullopt;
}

std::optional<std::string> objection_to_codecs(const CopyDecision& decision, VariableId id,
                                               Format output) {
  if (unreadable_codecs(decision, id).empty()) return std::nullopt;
  if (decision.filter_choices[id].filters) return "the filters change";
  const Format input = decision.source.schema.format;
  const bool is_same_version = (input == Format::zarr3) == (output == Format::zarr3);
  if (is_zarr(output) && is_same_version) return std::nullopt;
  return fmt::format("the output is {}", format_name(output));
}

/// Returns whether a filter in files and the similar codec in Zarr store different bytes.
bool has_other_bytes(const StoredChain& filters, Format from, Format to) {
  if (is_zarr(from) == is_zarr(to)) return false;
  return std::ranges::any_of(filters, [](const StoredFilter& filter) {
    return !filter::difference_of(visible_form(filter)).empty();
  });
}

bool is_chunked(const Variable& variable) { return variable.storage.layout == Layout::chunked; }

/// Returns why the form of a variable of Zarr rules passthrough out, whose codecs the output must
/// not keep then. to: the same chunks.
std::optional<std::string> objection_to_array(const CopyDecision& decision, VariableId id,
                                              const Variable& to) {
  if (!is_zarr(decision.source.schema.format)) return std::nullopt;
  const model::StoredForm form = decision.input->stored_form(decision.source.input_ids[id]);
  if (auto objection = transcode::why_not_as_stored(form)) return objection;
  if (is_chunked(to) && form.layout != Layout::chunked) return "the layouts differ";
  return std::nullopt;
}

}  // namespace

std::vector<std::string> unreadable_codecs(const CopyDecision& decision, VariableId id) {
  if (!is_zarr(decision.source.schema.format)) return {};
  return decision.input->stored_form(decision.source.input_ids[id]).unreadable_codecs;
}

std::optional<std::string> difference_of_numbers(const CopyDecision& decision, VariableId id) {
  const Variable& output = decision.output_schema.variables[id];
  const VariableId input_id = decision.source.input_ids[id];
  if (output.filters.empty() || !output.type->is_number() || decision.input->fault(input_id)) {
    return std::nullopt;
  }
  const model::StoredForm from = decision.input->stored_form(input_id);
  const std::string_view element = model::element_name(output.type->type_class);
  const bool is_unnamed = from.element.empty();
  if (from.element_bytes == output.type->size_bytes && (is_unnamed || from.element == element)) {
    return std::nullopt;
  }
  return fmt::format("the stored types differ: {} and {}",
                     is_unnamed ? fmt::format("{} bytes", from.element_bytes)
                                : model::describe_element(from.element, from.byte_order),
                     model::describe_element(element, output.byte_order));
}

namespace {

/// Returns why stored bytes cannot be copied, apart from those of parts that a view finds.
std::optional<std::string> objection_to_chunks(const CopyDecision& decision, VariableId id) {
  const Schema& output_schema = decision.output_schema;
  const Variable& from = decision.source.schema.variables[id];
  const Variable& to = output_schema.variables[id];
  const FilterChoice& choice = decision.filter_choices[id];
  if (!decision.input->shows_stored_bytes() || !has_chunks(output_schema.format)) {
    return "not from chunks to chunks";
  }
  if (choice.filters && !filter::encode_alike(*choice.filters, visible_form(from.filters))) {
    return "the filters change";
  }
  if (has_other_bytes(from.filters, decision.source.schema.format, output_schema.format)) {
    return "the filters store other bytes than the codecs";
  }
  if (decision.roundings[id]) return "its values are rounded";
  if (!from.storage.has_same_chunks(to.storage)) return "the storage changes";
  if (decision.packings[id] && (is_chunked(from) || !from.filters.empty())) {
    return "its values are packed";
  }
  return difference_of_numbers(decision, id);
}

}  // namespace

Objections find_objections(const CopyDecision& decision, VariableId id) {
  const Schema& output_schema = decision.output_schema;
  const Variable& to = output_schema.variables[id];
  const VariableId input_id = decision.source.input_ids[id];
  if (const auto any = objection_to_any(decision, id)) return {any, any};
  Objections objections;
  auto to_chunks = objection_to_chunks(decision, id);
  if (auto objection = objection_to_codecs(decision, id, output_schema.format)) {
    objections.to_passthrough = std::move(objection);
  } else if (const auto parts = decision.input->part_size(input_id)) {
    objections.to_passthrough = parts->why;
    objections.may_pass_whole_chunks =
        !to_chunks && is_zarr(decision.source.schema.format) == is_zarr(output_schema.format);
  } else if (to_chunks) {
    objections.to_passthrough = std::move(to_chunks);
  } else if (auto of_array = objection_to_array(decision, id, to)) {
    objections.to_passthrough = std::move(of_array);
  } else {
    objections.to_passthrough =
        transcode::why_not_decoded_in(output_schema.format, *decision.input, input_id);
  }
  const bool has_chunks_of_it =
      decision.input->shows_stored_bytes() && is_chunked(decision.source.schema.variables[id]);
  if (!has_chunks_of_it && !is_chunked(to)) {
    objections.to_recoding = "neither file has chunks of it";
  }
  return objections;
}

}  // namespace ncf::ops
