// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/dump.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/machine.hpp"
#include "base/threads/stop.hpp"
#include "cdl/write/ncml_text.hpp"
#include "model/schema/schema.hpp"
#include "ops/dump/document.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/select/input_files.hpp"
#include "ops/select/variable_selection.hpp"
#include "ops/views/view_maker.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/input.hpp"
#include "store/open/open.hpp"

namespace ncf {
namespace {

using location::Implementation;
using model::GroupId;
using model::Schema;
using model::VariableId;

// ---- Which values are shown: -h, -c, -v and -g ----

struct DumpSelection {
  ops::Marks groups;     ///< with a data section
  ops::Marks variables;  ///< whose values are shown, if they have any
};

bool is_above_or_same(const Schema& schema, GroupId upper, GroupId group) {
  for (std::optional<GroupId> at = group; at; at = schema.groups[*at].parent) {
    if (*at == upper) return true;
  }
  return false;
}

/// Returns whether it has one dimension, visible from its group, with the same name.
bool is_coordinate(const Schema& schema, const model::Variable& variable) {
  if (variable.dimensions.size() != 1) return false;
  return std::ranges::any_of(schema.dimensions, [&](const model::Dimension& dimension) {
    return dimension.name == variable.name &&
           is_above_or_same(schema, dimension.group, variable.group);
  });
}

void keep_coordinates(const Schema& schema, ops::Marks& variables) {
  for (VariableId id = 0; id < variables.size(); ++id) {
    variables[id] = variables[id] && is_coordinate(schema, schema.variables[id]);
  }
}

/// throws: Error(usage) for an empty name; Error(not_found) for a name that does not exist;
/// Error(unsupported) for groups in a format without groups.
DumpSelection select_values(const DumpOptions& options, const Schema& schema) {
  const bool has_values = options.values != DumpedValues::none;
  DumpSelection selection{ops::Marks(schema.groups.size(), has_values),
                          ops::Marks(schema.variables.size(), has_values)};
  if (!options.variables.empty()) {
    const ops::Marks named = ops::find_variables(schema, options.variables, "-v");
    if (has_values) selection.variables = named;
  }
  if (!options.groups.empty()) {
    if (!has_enhanced_model(schema.format)) {
      throw Error(ErrorCode::unsupported, "-g: only netCDF-4 files have groups");
    }
    const ops::Marks named = ops::find_groups(schema, options.groups, "-g");
    if (has_values) selection.groups = named;
  }
  if (options.values == DumpedValues::coordinates) {
    keep_coordinates(schema, selection.variables);
  }
  return selection;
}

// ---- The input, and what cannot be read of it ----

/// Returns the location to open: for URLs of DAP servers, a fragment requests that variables keep
/// their values.
std::string location_of(const DumpOptions& options) {
  if (!options.client_cache || store::find_input_path(options.input)) return options.input;
  const bool has_fragment = options.input.find('#') != std::string::npos;
  return options.input + (has_fragment ? "&cache" : "#cache");
}

store::Tuning tuning_of(const DumpOptions& options) {
  return {.in_memory = options.input_in_memory,
          .connections = options.connections,
          .follow_external = options.follow_external};
}

std::unique_ptr<model::Source> open_input(const DumpOptions& options, filter::FilterSource& filters,
                                          location::Inference& inferred) {
  auto source = store::open_source(location_of(options), tuning_of(options), filters, &inferred);
  return base::with_context(options.input,
                            [&] { return ops::select_part(std::move(source), options.select); });
}

/// Returns why the values of a variable cannot be read. libhdf5 does not report where it searched
/// for a missing filter; for Zarr's filters we search ourselves.
Error reason_of(const Schema& schema, VariableId id, Error failure) {
  if (is_zarr(schema.format)) return failure;
  try {
    ops::require_filters(schema, id, schema.variables[id].filters, plugin::FilterUse::decode);
  } catch (Error& missing) {
    return std::move(missing);
  }
  return failure;
}

/// Any error while a variable is dumped counts as a failure of that variable. The caller adds the
/// input's name.
Error as_failure_of(const std::string& path, const std::string& input, const Error& failure) {
  const std::string place = "variable " + path;
  Error told(failure.code(), failure.message());
  bool is_named = false;
  for (const std::string& context : failure.context()) {
    is_named = is_named || context == place;
    if (context != input) told.add_context(context);
  }
  return is_named ? told : told.add_context(place);
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

// ---- The dump ----

/// Walks a dataset group by group.
class DatasetDump {
 public:
  DatasetDump(model::Source& input, const DumpOptions& options, const TextSink& sink)
      : input_(options.input),
        engine_(input, base::thread_count(options.threads)),
        document_(options.language == DumpLanguage::json
                      ? ops::make_json_document(input.schema(), options.style)
                      : ops::make_cdl_document(input, options.style)),
        sink_(sink) {}

  DumpReport run(std::string_view name, const DumpSelection& selection) {
    document_->begin(name);
    dump_group(0, selection);
    document_->end();
    sink_(document_->text());
    return std::move(report_);
  }

 private:
  [[nodiscard]] const Schema& schema() { return engine_.input.schema(); }

  void dump_group(GroupId group, const DumpSelection& selection) {
    base::throw_if_stopped();
    document_->begin_group(group, selection.groups[group]);
    for (VariableId id = 0; id < schema().variables.size(); ++id) {
      if (schema().variables[id].group == group) dump_variable(id, selection);
    }
    document_->end_variables(group);
    for (GroupId child = group + 1; child < schema().groups.size(); ++child) {
      if (schema().groups[child].parent == group) dump_group(child, selection);
    }
    document_->end_group(group);
  }

  void dump_variable(VariableId id, const DumpSelection& selection) {
    const model::Variable& variable = schema().variables[id];
    document_->begin_variable(id);
    if (selection.groups[variable.group] && selection.variables[id] &&
        ops::holds_values(schema(), variable)) {
      dump_values(id);
    }
    document_->end_variable();
  }

  void dump_values(VariableId id) {
    const auto failure = ops::write_values(engine_, id, *document_, sink_);
    if (!failure) return;
    report_.failures.push_back(
        as_failure_of(schema().variable_path(id), input_, reason_of(schema(), id, *failure)));
    document_->remark("cannot be read: " + first_line(report_.failures.back().what()));
  }

  const std::string& input_;
  ops::ValueEngine engine_;
  std::unique_ptr<ops::Document> document_;
  const TextSink& sink_;
  DumpReport report_;
};

/// Returns whether the variable is empty only because there are no records yet.
bool awaits_records(const Schema& schema, const model::Variable& variable) {
  return std::ranges::any_of(variable.dimensions, [&](model::DimensionId id) {
    return schema.dimensions[id].is_unlimited && schema.dimensions[id].length == 0;
  });
}

DumpReport dump_ncml(const DumpOptions& options, const Schema& schema,
                     const DumpSelection& selection, const TextSink& sink) {
  if (has_enhanced_model(schema.format)) {
    throw Error(ErrorCode::unsupported,
                fmt::format("NcML (-x) is for the classic data model only, and this is {}; --json "
                            "shows it",
                            format_name(schema.format)));
  }
  ops::Marks shown = selection.variables;
  for (VariableId id = 0; id < shown.size(); ++id) {
    shown[id] = shown[id] && !awaits_records(schema, schema.variables[id]);
  }
  const cdl::NcmlText ncml = cdl::format_ncml(schema, options.input, shown, options.style);
  sink(ncml.text);
  DumpReport report;
  if (!ncml.replaced.empty()) {
    report.notes.push_back(
        fmt::format("{}: XML cannot contain some characters, which U+FFFD replaces, in: {}; CDL "
                    "shows them",
                    options.input, fmt::join(ncml.replaced, ", ")));
  }
  return report;
}

// ---- The kind of a file: -k and -K ----

Format format_of(const DumpOptions& options) {
  return kind_for_netcdf(store::open_source(options.input, tuning_of(options))->schema().format);
}

/// Returns netCDF's mode flags for files of this format. source: netcdf.h
unsigned mode_of(Format format) {
  if (format == Format::classic) return 0;
  if (format == Format::offset64) return 0x0200;
  return format == Format::cdf5 ? 0x0020U : 0x1000U;
}

std::string_view classic_name(Format format) {
  return format == Format::cdf5 ? "64-bit data" : format_name(format);
}

}  // namespace

DumpReport dump(const DumpOptions& options, const TextSink& sink) {
  return base::library_call(options.stop, [&] {
    plugin::PluginFilters filters;
    location::Inference inferred;
    const auto dataset = open_input(options, filters, inferred);
    return base::with_context(options.input, [&] {
      const Schema& schema = dataset->schema();
      const DumpSelection selection = select_values(options, schema);
      const std::string name = options.name ? *options.name : ops::name_of_input(options.input);
      DumpReport report = options.language == DumpLanguage::ncml
                              ? dump_ncml(options, schema, selection, sink)
                              : DatasetDump(*dataset, options, sink).run(name, selection);
      for (Error& failure : report.failures) failure.add_context(options.input);
      for (const std::string& note : inferred.notes) {
        report.notes.push_back(fmt::format("{}: {}", options.input, note));
      }
      for (const model::Finding& finding : schema.findings) {
        if (finding.kind == model::Finding::Kind::unreadable) {
          report.failures.push_back(
              Error(ErrorCode::corrupt, finding.message()).add_context(options.input));
        } else {
          report.notes.push_back(fmt::format("{}: {}", options.input, finding.message()));
        }
      }
      if (options.language == DumpLanguage::cdl) {
        ops::note_limits_of_cdl(options, schema, report.notes);
      }
      return report;
    });
  });
}

std::string format_header(const std::string& input, const CdlStyle& style) {
  DumpOptions options;
  options.input = input;
  options.values = DumpedValues::none;
  options.style = style;
  std::string header;
  const DumpReport report = dump(options, [&header](std::string_view text) { header += text; });
  if (!report.failures.empty()) throw report.failures.front();
  return header;
}

void dump_variable(const std::string& input, const std::string& path, const TextSink& sink,
                   const CdlStyle& style) {
  base::library_call([&] {
    plugin::PluginFilters filters;
    const auto dataset = store::open_source(input, {}, filters);
    base::with_context(input, [&] {
      const Schema& schema = dataset->schema();
      const ops::Marks named = ops::find_variables(schema, {path}, "dump_variable");
      if (std::count(named.begin(), named.end(), true) > 1) {
        throw Error(ErrorCode::usage, fmt::format("{} is the name of several variables", path));
      }
      const auto id =
          static_cast<VariableId>(std::find(named.begin(), named.end(), true) - named.begin());
      if (!ops::holds_values(schema, schema.variables[id])) return;
      const auto document = ops::make_cdl_document(*dataset, style);
      ops::ValueEngine engine(*dataset, base::thread_count({}));
      const auto failure = ops::write_values(engine, id, *document, sink);
      if (failure) {
        throw as_failure_of(schema.variable_path(id), input, reason_of(schema, id, *failure));
      }
      sink(document->text());
    });
  });
}

std::string dump_kind(const DumpOptions& options) {
  return base::library_call(options.stop,
                            [&] { return fmt::format("{}\n", format_name(format_of(options))); });
}

std::string dump_extended_kind(const DumpOptions& options) {
  return base::library_call(options.stop, [&] {
    constexpr unsigned in_memory = 0x0008;
    const Format format = format_of(options);
    const Implementation implementation =
        store::reach_input(options.input, {.connections = options.connections})
            .inference.implementation;
    const std::string_view name = implementation == Implementation::netcdf3
                                      ? classic_name(format)
                                      : location::implementation_name(implementation);
    return fmt::format("{} mode={:08x}\n", name,
                       mode_of(format) | (options.input_in_memory ? in_memory : 0));
  });
}

}  // namespace ncf
