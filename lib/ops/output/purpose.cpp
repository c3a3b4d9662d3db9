// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/purpose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text/messages.hpp"
#include "filter/registry/cd_values.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/values/values.hpp"
#include "ncf/byte_count.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using model::RequestedLayout;
using model::Schema;
using model::VariableId;

constexpr std::uint64_t cmip7_chunk_bytes = std::uint64_t{4} << 20U;
constexpr ChunkRule cmip7_chunks[] = {
    {Role::time}, {Role::time_bounds}, {Role::data, cmip7_chunk_bytes}};

constexpr PurposeRules purposes[] = {
    {.name = "cmip7",
     .layout = {RequestedLayout::Kind::consolidated},
     .chunks = cmip7_chunks,
     .filters = "shuffle|deflate,4|fletcher32"},
    {.name = "s3", .layout = {RequestedLayout::Kind::paged}, .chunks = {}, .filters = {}},
};

std::optional<VariableId> find_at_root(const Schema& schema, std::string_view name) {
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    if (schema.variables[id].group == 0 && schema.variables[id].name == name) return id;
  }
  return std::nullopt;
}

std::optional<VariableId> find_named_by(const Schema& schema,
                                        const std::vector<model::Attribute>& attributes,
                                        std::string_view attribute) {
  const model::Attribute* const found = model::find_attribute(attributes, attribute);
  if (found == nullptr) return std::nullopt;
  const auto texts = model::texts_of(*found->values);
  return texts.empty() ? std::nullopt : find_at_root(schema, model::without_padding(texts.front()));
}

std::optional<VariableId> find_variable(const Schema& schema, Role role) {
  if (role == Role::data) {
    return find_named_by(schema, schema.groups.front().attributes, "variable_id");
  }
  const auto time = find_at_root(schema, "time");
  if (role == Role::time || !time) return time;
  return find_named_by(schema, schema.variables[*time].attributes, "bounds");
}

/// Returns whether chunks have the least bytes, or would with one more index of the first
/// dimension, as after a repacking that stops below a size.
bool is_large_enough(const std::vector<std::size_t>& chunk, std::uint64_t value_bytes,
                     std::uint64_t least_bytes) {
  const std::uint64_t bytes = model::value_count(chunk) * value_bytes;
  const std::uint64_t slice = chunk.size() > 1 ? bytes / chunk.front() : 0;
  return bytes + slice >= least_bytes;
}

std::vector<std::size_t> enlarge(std::vector<std::size_t> chunk,
                                 const std::vector<std::size_t>& lengths, std::uint64_t value_bytes,
                                 std::uint64_t least_bytes) {
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const std::uint64_t slice = model::value_count(chunk) * value_bytes / chunk[i];
    const std::uint64_t wanted = (least_bytes + slice - 1) / slice;
    chunk[i] = std::max(chunk[i], std::min<std::size_t>(lengths[i], wanted));
    if (chunk[i] >= wanted) break;
  }
  return chunk;
}

std::optional<UnfitChunks> find_unfit(const Schema& schema, const ChunkRule& rule) {
  const auto id = find_variable(schema, rule.role);
  if (!id) return std::nullopt;
  const model::Variable& variable = schema.variables[*id];
  if (variable.storage.layout != model::Layout::chunked || !variable.type->is_fixed_size) {
    return std::nullopt;
  }
  const std::vector<std::size_t> chunk = model::chunk_shape_to_make(schema, variable);
  const std::vector<std::size_t> lengths = schema.shape(variable);
  const std::uint64_t chunks = model::ChunkGrid(lengths, chunk).chunk_count();
  if (chunks <= 1) return std::nullopt;
  if (rule.least_bytes == 0) {
    return UnfitChunks{*id, lengths,
                       fmt::format("has {} instead of one", base::format_count(chunks, "chunk"))};
  }
  const std::size_t value_bytes = variable.type->size_bytes;
  if (is_large_enough(chunk, value_bytes, rule.least_bytes)) return std::nullopt;
  return UnfitChunks{*id, enlarge(chunk, lengths, value_bytes, rule.least_bytes),
                     fmt::format("has chunks of {} bytes, less than {}",
                                 model::value_count(chunk) * value_bytes, rule.least_bytes)};
}

const ChunkRule* find_rule(const PurposeRules& rules, Role role) {
  const auto found = std::ranges::find(rules.chunks, role, &ChunkRule::role);
  return found == rules.chunks.end() ? nullptr : &*found;
}

/// Returns "cmip7, cmip7=SIZE or s3".
std::string known_purposes() {
  std::vector<std::string> forms;
  for (const PurposeRules& rules : purposes) {
    forms.emplace_back(rules.name);
    if (find_rule(rules, Role::data) != nullptr) forms.push_back(forms.back() + "=SIZE");
  }
  return filter::alternatives(forms);
}

}  // namespace

Purpose parse_purpose(const std::string& text) {
  const auto refuse = [&](const std::string& reason) {
    throw Error(ErrorCode::usage, fmt::format("--for {}: {}", text, reason));
  };
  const std::size_t equals = text.find('=');
  const auto* const row = std::ranges::find(purposes, text.substr(0, equals), &PurposeRules::name);
  if (row == std::end(purposes)) refuse("expected " + known_purposes());
  if (equals == std::string::npos) return {*row, std::nullopt};
  const ChunkRule* const data = find_rule(*row, Role::data);
  if (data == nullptr) refuse("has no size of chunks");
  const auto bytes = parse_byte_count(std::string_view(text).substr(equals + 1));
  if (!bytes || *bytes < data->least_bytes) {
    refuse(fmt::format("expected at least {0} MiB, for example {0}MiB", data->least_bytes >> 20U));
  }
  return {*row, bytes};
}

std::vector<UnfitChunks> find_unfit_chunks(const Purpose& purpose, const Schema& schema) {
  std::vector<UnfitChunks> unfit;
  for (ChunkRule rule : purpose.rules.chunks) {
    if (rule.least_bytes > 0) rule.least_bytes = purpose.chunk_bytes.value_or(rule.least_bytes);
    if (auto found = find_unfit(schema, rule)) unfit.push_back(std::move(*found));
  }
  return unfit;
}

}  // namespace ncf::ops
