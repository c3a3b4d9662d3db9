// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/opened_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/file_state.hpp"
#include "ncf/error.hpp"
#include "ops/copy/other_files.hpp"
#include "ops/views/view_maker.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/input.hpp"
#include "store/open/open.hpp"
#include "store/open/store_kinds.hpp"

namespace ncf::ops {
namespace {

using model::VariableId;

store::Input reach_input(const CopyOptions& options, const transcode::Resources& resources) {
  return base::with_context(options.input, [&] {
    return store::reach_input(options.input, network_of(options, resources));
  });
}

/// Returns the status of an input given as a path, before anything is read.
std::optional<base::SourceStatus> find_input_status(const std::string& path) {
  return base::with_context(path, [&]() -> std::optional<base::SourceStatus> {
    if (!base::find_identity(path)) return std::nullopt;
    return base::source_status(path);
  });
}

std::unique_ptr<model::Source> open_input(const store::Input& found, const std::string& name,
                                          const CopyOptions& options,
                                          filter::FilterSource& filters) {
  return store::open_source(found, name,
                            {.in_memory = options.input_in_memory,
                             .cache_bytes = options.cache_bytes,
                             .cache_slots = options.cache_slots,
                             .follow_external = options.follow_external},
                            filters);
}

/// Returns whether the output is a hard link to the input that an earlier run with
/// `Otherwise::link` made; it can be replaced.
bool is_link_of_before(const CopyOptions& options, const std::filesystem::path& input,
                       const OutputPlace& place) {
  if (options.if_smaller != Otherwise::link) return false;
  std::error_code unknown;
  const auto input_path = std::filesystem::canonical(input, unknown);
  const auto output_path = std::filesystem::canonical(place.path, unknown);
  return !unknown && input_path != output_path;
}

/// In place, keeps the input's format, whatever the name implies.
void keep_kind(const store::Input& input, OutputPlace& place) {
  const bool is_file = input.open_keys && input.kind != location::Contents::Kind::folder;
  place.file_kind = is_file ? store::find_store_kind(input.kind) : nullptr;
  place.suffix_format = is_file ? std::optional(Format::zarr2) : std::nullopt;
}

/// throws: Error(usage) if the output would replace another file that the input names.
void require_other_files_kept(const CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  if (!decision.found.path || decision.place.url) return;
  require_apart_from_others(
      find_other_files(decision.found, options.follow_external, decision.input->other_files()),
      *decision.found.path, decision.place, options.output);
}

/// Adds an input. is_extended: a store, of which only the last chunks are read, so that its files
/// need not be looked at.
void add_joined(CopyDecision& decision, JoinedInput joined, bool is_extended) {
  const auto& path = joined.found.path;
  if (path && !decision.place.url) {
    require_apart(*path, decision.place, decision.options.output);
  }
  if (!is_extended) watch(joined);
  if (path) {
    base::take_common_mode(decision.other_readers, is_extended ? base::status_without_files(*path)
                                                               : base::source_status(*path));
  }
  std::ranges::copy(joined.found.inference.notes, std::back_inserter(decision.plan.notes));
  decision.input_file_bytes += joined.bytes;
  decision.found.cache_bytes += joined.found.cache_bytes;
  decision.joined.push_back(std::move(joined));
}

void take_view(CopyDecision& decision, View view) {
  decision.input = std::move(view.source);
  decision.plan.view = std::move(view.steps);
  std::ranges::copy(view.notes, std::back_inserter(decision.plan.notes));
}

/// Returns the length along the joined dimension of what the output would replace; empty if it
/// cannot be read, or does not have the dimension.
std::optional<std::size_t> find_length_there(const CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  try {
    const auto there = store::open_source(options.output, {}, *decision.filters);
    for (const model::Dimension& dimension : there->schema().dimensions) {
      if (dimension.group == 0 && dimension.name == *options.view.concat) return dimension.length;
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
  }
  return std::nullopt;
}

/// Where the output was forgotten, the last input would be replaced by the join of all others.
/// throws: Error(usage) if the output exists and may be such an input: no longer than one of them.
void require_no_forgotten_output(const CopyDecision& decision, std::size_t longest_part) {
  const CopyOptions& options = decision.options;
  std::error_code unknown;
  if (decision.place.url || !std::filesystem::exists(decision.place.path, unknown)) return;
  if (!store::look_at(decision.place.path).signature) return;
  const auto length = find_length_there(decision);
  if (!length || *length > longest_part) return;
  throw Error(ErrorCode::usage,
              fmt::format("exists, and is no longer along {} than an input; the last name is that "
                          "of the output: name another, or remove it first",
                          *options.view.concat))
      .add_context(options.output);
}

/// Returns what marks the variables that `-V` and `-G` keep; null if they keep all.
KeepVariables variables_to_keep(const CopyOptions& options) {
  const auto selects = [](const auto& part) { return part && !part->others_defined; };
  if (!selects(options.variables) && !selects(options.groups)) return {};
  return [&options](const model::Schema& schema) {
    std::vector<bool> kept(schema.variables.size(), false);
    for (const VariableId id : choose_subset(options, schema).input_ids) kept[id] = true;
    return kept;
  };
}

void open_and_watch_joined(CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  for (const std::string& name : options.view.inputs) {
    add_joined(decision, find_joined(name, network_of(options, decision.resources)),
               options.view.only_new && decision.joined.empty());
  }
  const auto open = [&decision](const std::string& name) {
    const auto joined = std::ranges::find(decision.joined, name, &JoinedInput::name);
    return open_input(joined->found, name, decision.options, *decision.filters);
  };
  View view = make_joined_view(options.view, open, variables_to_keep(options));
  require_no_forgotten_output(decision, view.longest_part);
  take_view(decision, std::move(view));
}

}  // namespace

void open_input(CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  decision.filters = std::make_unique<plugin::PluginFilters>();
  decision.placeholders = std::make_unique<plugin::PlaceholderFilters>();
  if (options.view.concat) {
    std::ranges::copy(decision.place.notes, std::back_inserter(decision.plan.notes));
    return open_and_watch_joined(decision);
  }
  decision.input_status = find_input_status(options.input);
  const store::Input& found = decision.found = reach_input(options, decision.resources);
  std::vector<std::string>& notes = decision.plan.notes;
  std::ranges::copy(found.inference.notes, std::back_inserter(notes));
  std::ranges::copy(decision.place.notes, std::back_inserter(notes));
  if (options.in_place && found.references) {
    throw Error(ErrorCode::unsupported, "references cannot be replaced by a copy; name an output")
        .add_context(options.input);
  }
  if (options.in_place) keep_kind(found, decision.place);
  decision.input_file_bytes =
      base::with_context(options.input, [&] { return store::input_bytes(found); });
  if (!decision.input_status && found.path) {
    decision.input_status = find_input_status(*found.path);
  }
  if (options.preserve && (!decision.input_status || decision.place.url)) {
    decision.plan.notes.push_back(
        fmt::format("the {} is not a local file: --preserve cannot keep mode and times",
                    decision.place.url ? "output" : "input"));
  }
  if (found.path && !decision.place.url && !options.in_place &&
      !is_link_of_before(options, *found.path, decision.place)) {
    require_apart(*found.path, decision.place, options.output);
  }
  if (found.path) {
    base::with_context(options.input, [&] {
      if (found.kind == location::Contents::Kind::folder) {
        decision.folder = base::find_state(*found.path);
      } else {
        decision.watched.emplace(*found.path);
      }
    });
  }
  take_view(decision, base::with_context(options.input, [&] {
              return make_view(open_input(found, options.input, options, *decision.filters),
                               options.view);
            }));
  require_other_files_kept(decision);
}

void watch_other_files(CopyDecision& decision) {
  const Subset& source = decision.source;
  std::set<std::string> names;
  for (VariableId id = 0; id < source.input_ids.size(); ++id) {
    if (source.has_values[id]) names.merge(decision.input->other_files(source.input_ids[id]));
  }
  for (const std::filesystem::path& file :
       find_other_files(decision.found, decision.options.follow_external, names)) {
    base::with_context(file.string(), [&] {
      decision.watched_others.emplace_back(file);
      base::take_common_mode(decision.other_readers, base::source_status(file));
    });
  }
}

}  // namespace ncf::ops
