// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "base/pending_file.hpp"
#include "base/stop.hpp"
#include "filter/describe.hpp"
#include "filter/registry.hpp"
#include "model/dataset.hpp"
#include "ncf/error.hpp"
#include "ops/copy/chunk_spec.hpp"
#include "ops/copy/filter_choice.hpp"
#include "ops/copy/output_schema.hpp"
#include "ops/copy/tiles.hpp"
#include "plugin/availability.hpp"
#include "store/open.hpp"

namespace ncf {
namespace {

using model::Schema;
using model::VariableId;

/// No call into a library moves more, so that a request to stop is noticed soon.
constexpr std::size_t most_bytes_a_call = 8U << 20U;

std::uint64_t raw_bytes(const Schema& schema, const model::Variable& variable) {
  const auto shape = schema.shape(variable);
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{variable.type->size_bytes},
                         std::multiplies<>());
}

/// Everything decided before an output is made.
struct Work {
  std::unique_ptr<model::Dataset> input;
  Schema output_schema;
  std::vector<ops::FilterChoice> choices;
  CopyPlan plan;
};

/// The chunks of stored variables; empty for other layouts.
std::vector<std::size_t> chunks_of(const model::Variable& variable) {
  return variable.storage.layout == model::Layout::chunked ? variable.storage.chunk_shape
                                                           : std::vector<std::size_t>{};
}

/// That every filter of `schema` is here and can do what is needed.
void require_filters(const Schema& schema, plugin::FilterUse use) {
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    for (const Filter& needed : schema.variables[id].filters) {
      const filter::FilterFacts* facts = filter::find_filter(needed.id);
      plugin::require_filter({.id = needed.id,
                              .name = facts != nullptr ? std::string(facts->name) : "",
                              .variable = schema.variable_path(id),
                              .use = use,
                              .provider = facts != nullptr ? filter::providers_of(*facts) : ""});
    }
  }
}

std::vector<VariableCopy> plan_variables(const Schema& input, const Schema& output,
                                         const std::vector<ops::FilterChoice>& choices,
                                         const std::vector<std::uint64_t>& input_bytes) {
  std::vector<VariableCopy> copies;
  copies.reserve(input.variables.size());
  for (VariableId id = 0; id < input.variables.size(); ++id) {
    const model::Variable& from = input.variables[id];
    const model::Variable& to = output.variables[id];
    VariableCopy copy;
    copy.path = input.variable_path(id);
    copy.type = from.type->name;
    copy.shape = input.shape(from);
    copy.input_filters = from.filters;
    copy.filters = to.filters;
    copy.filters_by = choices[id].by;
    copy.input_chunks = chunks_of(from);
    copy.chunks = chunks_of(to);
    copy.route_by = "values are read and written through libnetcdf";
    copy.raw_bytes = raw_bytes(input, from);
    copy.input_bytes = input_bytes[id];
    copies.push_back(std::move(copy));
  }
  return copies;
}

Work prepare(const CopyOptions& options) {
  Work work;
  std::vector<std::string>& notes = work.plan.notes;
  const ops::FilterRequest request(options, notes);
  const ops::ChunkSpec chunking = ops::parse_chunk_specs(options.chunking);

  work.input = store::open_dataset(options.input);
  const Schema& input = work.input->schema();
  ops::check_chunk_spec(chunking, input);
  const Format format = ops::choose_format(options, request, input);
  work.choices = is_netcdf4(format) ? request.choose(input, notes) : ops::choose_no_filters(input);
  work.output_schema =
      ops::make_output_schema(options, input, format, chunking, work.choices, notes);

  require_filters(input, plugin::FilterUse::decode);
  require_filters(work.output_schema, plugin::FilterUse::encode);
  work.plan.input = options.input;
  work.plan.output = options.output;
  work.plan.input_format = input.format;
  work.plan.format = format;
  work.plan.variables = plan_variables(input, work.output_schema, work.choices,
                                       store::stored_bytes(options.input, input));
  return work;
}

std::vector<std::uint32_t> sorted_ids(const Chain& chain) {
  std::vector<std::uint32_t> ids;
  for (const Filter& filter : chain) ids.push_back(filter.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

bool same_order(const Chain& a, const Chain& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Filter& x, const Filter& y) { return x.id == y.id; });
}

std::string describe_stored(const Chain& chain) {
  return filter::describe(chain, filter::Form::stored);
}

/// Takes over what the library made of the plan. A filter that is missing is an error, another
/// order a note. throws: Error(internal) naming variable and filters.
void take_achieved(Work& work, const Schema& achieved) {
  for (VariableId id = 0; id < achieved.variables.size(); ++id) {
    const model::Variable& made = achieved.variables[id];
    const Chain& asked = work.output_schema.variables[id].filters;
    VariableCopy& copy = work.plan.variables[id];
    if (sorted_ids(made.filters) != sorted_ids(asked)) {
      throw Error(ErrorCode::internal,
                  fmt::format("variable {}: asked for filters {}, libnetcdf made {}", copy.path,
                              filter::describe(asked), describe_stored(made.filters)));
    }
    if (!same_order(made.filters, asked)) {
      work.plan.notes.push_back(
          fmt::format("variable {}: the order asked for is {}; libnetcdf puts fletcher32 first and "
                      "shuffle next, so it is {}",
                      copy.path, filter::describe(asked), describe_stored(made.filters)));
    }
    copy.filters = made.filters;
    copy.chunks = chunks_of(made);
  }
}

void pass_on(const std::vector<std::string>& notes, const NoteHandler& on_note) {
  if (!on_note) return;
  for (const std::string& note : notes) on_note(note);
}

void copy_variable(model::Dataset& input, model::Dataset& output, VariableId id) {
  const model::Variable& from = input.schema().variables[id];
  const model::Variable& to = output.schema().variables[id];
  const auto& chunks = chunks_of(to).empty() ? chunks_of(from) : chunks_of(to);
  const std::size_t most_values =
      std::max<std::size_t>(1, most_bytes_a_call / from.type->size_bytes);
  ops::TileWalk tiles(input.schema().shape(from), chunks, most_values);
  model::Values values(from.type);
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    input.read(id, *box, values);
    output.write(id, *box, values);
  }
}

void copy_values(model::Dataset& input, model::Dataset& output) {
  for (VariableId id = 0; id < input.schema().variables.size(); ++id) {
    base::throw_if_stopped();
    copy_variable(input, output, id);
  }
}

}  // namespace

CopyPlan plan_copy(const CopyOptions& options, const NoteHandler& on_note) {
  Work work = prepare(options);
  if (is_netcdf4(work.plan.format)) {
    take_achieved(work, store::rehearse_dataset(work.output_schema)->schema());
  }
  pass_on(work.plan.notes, on_note);
  return std::move(work.plan);
}

CopyReport copy(const CopyOptions& options, const NoteHandler& on_note) {
  const auto begin = std::chrono::steady_clock::now();
  Work work = prepare(options);
  if (base::is_same_file(options.input, options.output)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: input and output are the same file", options.output));
  }
  base::PendingFile pending(options.output);
  auto output = store::create_dataset(pending.temporary(), work.output_schema);
  take_achieved(work, output->schema());
  pass_on(work.plan.notes, on_note);

  copy_values(*work.input, *output);
  output->close();

  CopyReport report;
  const auto sizes = store::stored_bytes(pending.temporary(), work.output_schema);
  for (VariableId id = 0; id < sizes.size(); ++id) {
    work.plan.variables[id].output_bytes = sizes[id];
  }
  report.plan = std::move(work.plan);
  report.input_file_bytes = std::filesystem::file_size(options.input);
  report.output_file_bytes = std::filesystem::file_size(pending.temporary());
  pending.commit();
  report.elapsed = std::chrono::steady_clock::now() - begin;
  return report;
}

}  // namespace ncf
