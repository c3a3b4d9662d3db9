// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/at_place.hpp"
#include "base/stop.hpp"
#include "cdl/cdl_writer.hpp"
#include "cdl/ncml_text.hpp"
#include "ops/dump/selection.hpp"
#include "ops/dump/variable_values.hpp"
#include "plugin/binding.hpp"
#include "store/input.hpp"
#include "store/open.hpp"

namespace ncf {
namespace {

using model::GroupId;
using model::Schema;
using model::VariableId;

/// What is opened: URLs of servers are told by their fragment to keep variables.
std::string location_of(const DumpOptions& options) {
  if (!options.client_cache || store::find_input(options.input).path) return options.input;
  const bool has_fragment = options.input.find('#') != std::string::npos;
  return options.input + (has_fragment ? "&cache" : "#cache");
}

std::unique_ptr<model::Dataset> open_input(const DumpOptions& options,
                                           filter::FilterSource& filters) {
  store::Tuning tuning;
  tuning.in_memory = options.input_in_memory;
  return store::open_dataset(location_of(options), tuning, filters);
}

/// The last part of a path or URL, without its extension.
std::string name_of(const std::string& input) {
  const store::Input found = store::find_input(input);
  std::string path = found.path ? found.path->string() : input.substr(0, input.find_first_of("?#"));
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return std::filesystem::path(path).stem().string();
}

/// Writes a dataset group by group, and hands the text on as it grows.
class CdlDump {
 public:
  CdlDump(model::Dataset& dataset, const CdlStyle& style, const TextSink& sink)
      : dataset_(dataset), writer_(dataset.schema(), style), sink_(sink) {}

  DumpReport run(std::string_view name, const ops::DumpSelection& selection) {
    writer_.begin(name);
    dump_group(0, selection);
    writer_.end();
    flush();
    return std::move(report_);
  }

 private:
  [[nodiscard]] const Schema& schema() const { return dataset_.schema(); }

  void dump_group(GroupId group, const ops::DumpSelection& selection) {
    base::throw_if_stopped();
    writer_.begin_group(group);
    writer_.define(group);
    if (selection.groups[group]) dump_values(group, selection);
    for (GroupId child = group + 1; child < schema().groups.size(); ++child) {
      if (schema().groups[child].parent == group) dump_group(child, selection);
    }
    writer_.end_group(group);
  }

  void dump_values(GroupId group, const ops::DumpSelection& selection) {
    bool is_begun = false;
    for (VariableId id = 0; id < schema().variables.size(); ++id) {
      const model::Variable& variable = schema().variables[id];
      if (variable.group != group) continue;
      if (!std::exchange(is_begun, true)) writer_.begin_data();
      if (selection.variables[id] && ops::holds_values(schema(), variable)) dump_variable(id);
    }
  }

  void dump_variable(VariableId id) {
    const auto failure =
        ops::append_variable_values(dataset_, id, writer_, [this] { flush_large(); });
    if (!failure) return;
    report_.failures.push_back(*failure);
    writer_.comment(fmt::format("cannot be read: {}", failure->what()));
  }

  void flush_large() {
    constexpr std::size_t large = std::size_t{256} << 10;
    if (writer_.text().size() >= large) flush();
  }

  void flush() {
    sink_(writer_.text());
    writer_.text().clear();
  }

  model::Dataset& dataset_;
  cdl::CdlWriter writer_;
  const TextSink& sink_;
  DumpReport report_;
};

DumpReport dump_ncml(const DumpOptions& options, const Schema& schema,
                     const ops::DumpSelection& selection, const TextSink& sink) {
  if (location::has_enhanced_model(schema.format)) {
    throw Error(ErrorCode::unsupported,
                "NcML is for the classic data model only, and this is a netCDF-4 file");
  }
  ops::Marks shown = selection.variables;
  for (VariableId id = 0; id < shown.size(); ++id) {
    shown[id] = shown[id] && !ops::awaits_records(schema, schema.variables[id]);
  }
  sink(cdl::format_ncml(schema, options.input, shown, options.style));
  return {};
}

}  // namespace

DumpReport dump(const DumpOptions& options, const TextSink& sink) {
  plugin::FilterBinding filters;
  const auto dataset = open_input(options, filters);
  return base::at_place(options.input, [&] {
    const Schema& schema = dataset->schema();
    const ops::DumpSelection selection = ops::select_values(options, schema);
    if (options.language == DumpLanguage::ncml) {
      return dump_ncml(options, schema, selection, sink);
    }
    const std::string name = options.name ? *options.name : name_of(options.input);
    DumpReport report = CdlDump(*dataset, options.style, sink).run(name, selection);
    for (Error& failure : report.failures) failure.add_context(options.input);
    return report;
  });
}

std::string format_header(const std::string& input, const CdlStyle& style) {
  DumpOptions options;
  options.input = input;
  options.values = DumpedValues::none;
  options.style = style;
  std::string header;
  dump(options, [&header](std::string_view text) { header += text; });
  return header;
}

void dump_variable(const std::string& input, const std::string& path, const TextSink& sink,
                   const CdlStyle& style) {
  const auto dataset = store::open_dataset(input);
  base::at_place(input, [&] {
    const Schema& schema = dataset->schema();
    const ops::Marks named = ops::find_variables(schema, {path}, "variable");
    if (std::count(named.begin(), named.end(), true) > 1) {
      throw Error(ErrorCode::usage, fmt::format("{} is the name of several variables", path));
    }
    const auto id =
        static_cast<VariableId>(std::find(named.begin(), named.end(), true) - named.begin());
    if (!ops::holds_values(schema, schema.variables[id])) return;
    cdl::CdlWriter writer(schema, style);
    const auto flush = [&] {
      sink(writer.text());
      writer.text().clear();
    };
    const auto failure = ops::append_variable_values(*dataset, id, writer, flush);
    if (failure) throw *failure;
    flush();
  });
}

}  // namespace ncf
