// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_output.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/output/pending_output.hpp"
#include "base/threads/stop.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_work.hpp"
#include "ops/output/output_format.hpp"
#include "ops/output/plain_copy.hpp"
#include "ops/output/purpose.hpp"

namespace ncf::ops {
namespace {

using model::ExpectedChunks;
using model::RequestedLayout;
using model::VariableId;

/// Returns the input's layout; an ordinary one if its indexes are damaged, which is reported when
/// values are read.
RequestedLayout layout_of_input(model::Source& input) {
  try {
    return input.layout_to_keep();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    return {};
  }
}

/// Returns how many times smaller than its values the input is.
double compression_of(const CopyDecision& decision) {
  std::uint64_t raw = 0;
  std::uint64_t stored = 0;
  for (VariableId id = 0; id < decision.source.input_ids.size(); ++id) {
    if (!decision.source.has_values[id]) continue;
    raw += decision.source.schema.raw_bytes(id);
    stored += decision.input->stored_bytes(decision.source.input_ids[id]);
  }
  return stored == 0 ? 1 : std::max(1.0, static_cast<double>(raw) / static_cast<double>(stored));
}

/// Returns how many chunks of the target overlap some of so many chunks of the source, at most.
std::uint64_t most_overlapping(const transcode::Recoding& recoding, std::uint64_t source_chunks) {
  const auto& from = recoding.source().chunk_shape();
  const auto& to = recoding.target().chunk_shape();
  std::uint64_t most = source_chunks;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (__builtin_mul_overflow(most, (from[i] + to[i] - 2) / to[i] + 1, &most)) return UINT64_MAX;
  }
  return most;
}

/// Returns whether all chunks of a tile come before those of the next one.
bool are_tiles_in_order(const transcode::TilePlan& tiles, const model::ChunkGrid& chunks) {
  bool may_be_cut = true;
  for (std::size_t i = 0; i < tiles.shape.size(); ++i) {
    if (!may_be_cut && tiles.shape[i] < chunks.extent()[i]) return false;
    if (tiles.shape[i] > chunks.chunk_shape()[i]) may_be_cut = false;
  }
  return true;
}

ExpectedChunks expected_of(const CopyWork& work, const transcode::Recoding& recoding,
                           const transcode::TilePlan& tiles) {
  ExpectedChunks chunks{recoding.target().chunk_count(),
                        are_tiles_in_order(tiles, recoding.target())};
  if (recoding.missing_chunks_stay() && recoding.from().form.layout == model::Layout::chunked) {
    const auto stored = work.decision.input->stored_chunk_count(recoding.from().id);
    chunks.count = std::min(chunks.count, most_overlapping(recoding, stored));
  }
  return chunks;
}

using model::Schema;
using model::VariableId;

bool has_grown(const model::Dimension& dimension) {
  return dimension.is_unlimited && dimension.length > 0;
}

bool has_grown_dimension(const Schema& schema, VariableId id) {
  const auto& dimensions = schema.variables[id].dimensions;
  return std::any_of(dimensions.begin(), dimensions.end(), [&](model::DimensionId dimension) {
    return has_grown(schema.dimensions[dimension]);
  });
}

std::vector<VariableId> variables_to_fill(const CopyDecision& decision) {
  const Schema& schema = decision.output_schema;
  std::vector<VariableId> ids;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    if (!decision.source.has_values[id] && has_grown_dimension(schema, id)) ids.push_back(id);
  }
  return ids;
}

/// Extends dimensions that are still too short, by the first variable of each.
void extend_too_short(const Schema& schema, model::Target& output) {
  if (std::ranges::none_of(schema.dimensions, has_grown)) return;
  std::vector<std::size_t> reached(schema.dimensions.size(), 0);
  std::vector<std::vector<std::size_t>> extents;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    extents.push_back(output.stored_form(id).extent);
    const auto& dimensions = schema.variables[id].dimensions;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      reached[dimensions[i]] = std::max(reached[dimensions[i]], extents[id][i]);
    }
  }
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    std::vector<std::size_t> extent = extents[id];
    const auto& dimensions = schema.variables[id].dimensions;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      const model::Dimension& dimension = schema.dimensions[dimensions[i]];
      if (!dimension.is_unlimited || reached[dimensions[i]] >= dimension.length) continue;
      extent[i] = reached[dimensions[i]] = dimension.length;
    }
    if (extent != extents[id]) output.extend(id, extent);
  }
}

/// Checks that there is no older output, which would be mistaken for one of this copy.
void require_no_older(const CopyOptions& options) {
  std::error_code missing;
  if (!std::filesystem::exists(options.output, missing)) return;
  if (std::filesystem::equivalent(options.input, options.output, missing)) return;
  throw Error(ErrorCode::unsupported,
              "an older file has this name, and the copy would not be smaller than its original; "
              "remove the older one, or let a copy of the original replace it: --if-smaller=copy")
      .add_context(options.output);
}

}  // namespace

RequestedLayout asked_layout(const CopyOptions& options) {
  if (!options.layout.empty() || options.purpose.empty()) return parse_layout(options.layout);
  return parse_purpose(options.purpose).rules.layout;
}

void choose_layout(CopyDecision& decision) {
  CopyPlan& plan = decision.plan;
  if (!is_netcdf4(plan.format)) return;
  RequestedLayout& layout = decision.output_schema.layout;
  layout = asked_layout(decision.options);
  const bool is_asked = layout.kind != RequestedLayout::Kind::ordinary;
  if (decision.options.layout.empty()) {
    const RequestedLayout of_input = layout_of_input(*decision.input);
    // A purpose asks for pages, of any size.
    if (!is_asked || of_input.kind == layout.kind) layout = of_input;
  }
  if (layout.kind == RequestedLayout::Kind::ordinary) return;
  if (layout.kind == RequestedLayout::Kind::paged && layout.page_bytes == 0) {
    choose_pages(decision.output_schema, *decision.filters, compression_of(decision));
  }
  plan.layout = format_layout(layout);
  plan.layout_by = is_asked ? "requested" : "as the input";
}

std::vector<ExpectedChunks> expected_chunks(const CopyWork& work) {
  std::vector<ExpectedChunks> expected(work.plan.variables.size());
  for (VariableId id = 0; id < expected.size(); ++id) {
    const VariableCopy& copy = work.plan.variables[id];
    if (!copy.chunks.empty() && copy.route == Route::element) {
      expected[id].count = most_chunks_copied(work, id);
    }
  }
  for (const transcode::Recoding& passed : work.passed) {
    if (work.plan.variables[passed.to().id].chunks.empty()) continue;
    expected[passed.to().id] = {work.decision.input->stored_chunk_count(passed.from().id), true};
  }
  for (std::size_t i = 0; i < work.recodings.size(); ++i) {
    const transcode::Recoding& recoding = work.recodings[i];
    if (recoding.to().form.layout != model::Layout::chunked) continue;
    expected[recoding.to().id] = expected_of(work, recoding, work.recoding_plan.tiles[i]);
  }
  for (const transcode::TwoPasses& passes : work.two_passes) {
    const model::ChunkGrid& chunks = passes.second.target();
    expected[passes.second.to().id] = {
        chunks.chunk_count(), are_tiles_in_order(passes.second_plan.tiles.front(), chunks)};
  }
  return expected;
}

void verify_layout(const RequestedLayout& layout, model::Source& output) {
  if (layout.kind == RequestedLayout::Kind::ordinary) return;
  const auto made = output.file_layout();
  const bool is_paged = layout.kind == RequestedLayout::Kind::paged;
  if (made && (is_paged ? made->page_bytes == layout.page_bytes : made->is_consolidated())) return;
  throw Error(ErrorCode::internal, "the output does not have the layout " + format_layout(layout));
}

void extend_to_lengths(const CopyDecision& decision, model::Target& output) {
  const Schema& schema = decision.output_schema;
  for (const VariableId id : variables_to_fill(decision)) {
    base::throw_if_stopped();
    output.extend(id, schema.shape(schema.variables[id]));
  }
  extend_too_short(schema, output);
}

void check_original(const CopyDecision& decision) {
  if (!decision.options.if_smaller) return;
  const bool makes_zarr = is_zarr(decision.plan.format);
  if (decision.input_file.found.references) {
    throw Error(ErrorCode::unsupported, "--if-smaller cannot keep references in place of a copy")
        .add_context(decision.options.input);
  }
  if (!decision.input->other_files().empty()) {
    throw Error(ErrorCode::unsupported,
                "--if-smaller cannot keep a file that needs other files in place of a copy")
        .add_context(decision.options.input);
  }
  const bool is_file =
      decision.input_file.watched && !is_folder(decision.place, decision.plan.format);
  if (is_file && makes_zarr == static_cast<bool>(decision.input_file.found.open_keys)) return;
  if (is_file) {
    throw Error(
        ErrorCode::unsupported,
        "--if-smaller chooses between two files of the same kind, but a Zarr store in a zip "
        "file and a netCDF file differ")
        .add_context(decision.options.input);
  }
  throw Error(
      ErrorCode::unsupported,
      "--if-smaller needs a local file as input and as output: two netCDF files or two Zarr "
      "stores in zip files")
      .add_context(decision.options.input);
}

void keep_original(const CopyDecision& decision) {
  CopyOptions options = decision.options;
  options.input = decision.input_file.found.path->string();
  options.output = decision.place.path.string();
  switch (*options.if_smaller) {
    case Otherwise::none:
      return require_no_older(options);
    case Otherwise::copy:
      copy_plainly(options);
      return;
    case Otherwise::link:
      base::replace_by_link(options.input, options.output);
      return;
  }
}

}  // namespace ncf::ops
