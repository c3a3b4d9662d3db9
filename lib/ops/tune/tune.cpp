// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/text/messages.hpp"
#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "model/schema/coordinates.hpp"
#include "model/schema/schema.hpp"
#include "ncf/error.hpp"
#include "ncf/plugins.hpp"
#include "ops/copy/copy_work.hpp"
#include "ops/report/findings.hpp"
#include "ops/report/quantities.hpp"
#include "ops/rounding/bounds.hpp"
#include "ops/select/chunk_spec.hpp"
#include "ops/select/input_files.hpp"
#include "ops/select/variable_selection.hpp"
#include "ops/tune/advice.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/expectation.hpp"
#include "ops/tune/python.hpp"
#include "ops/tune/tune_parts.hpp"
#include "ops/tune/variable_tuning.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/open.hpp"

namespace ncf {
namespace {

using model::Schema;
using model::VariableId;

// ---- The variables worth tuning ----

/// The reason why a variable is not tuned.
struct NotTuned {
  std::string reason;           ///< empty if it is tuned
  bool may_get_filters = true;  ///< it may get the filters of the others
};

NotTuned reason_not_to_read(const Schema& schema, VariableId id) {
  const model::Variable& variable = schema.variables[id];
  if (variable.is_scalar()) return {"a scalar", true};
  if (!variable.type->is_fixed_size) return {"its values are of variable length", false};
  if (schema.raw_bytes(id) == 0) return {"it has no values", false};
  for (const StoredFilter& filter : variable.filters) {
    const auto here = find_availability(filter.id);
    if (!here || !here->decode) return {filter::filter_title(filter.id) + " is not here", false};
  }
  return {};
}

/// Filters save less of a smaller variable than the chunks that they need take in the file.
constexpr std::uint64_t least_bytes = 4096;

/// Returns one reason for each variable. Small variables, and those that together hold less than
/// one percent of all bytes, are skipped. names: tune only these, even if small; empty for all.
/// throws: as find_variables.
std::vector<NotTuned> reasons_not_to_tune(const Schema& schema,
                                          const std::vector<std::string>& names) {
  std::vector<NotTuned> reasons(schema.variables.size());
  std::vector<VariableId> tunable;
  const ops::Marks named = ops::find_variables(schema, names, "-v");
  std::uint64_t all_bytes = 0;
  for (VariableId id = 0; id < reasons.size(); ++id) {
    all_bytes += schema.raw_bytes(id);
    reasons[id] = names.empty() || named[id] ? reason_not_to_read(schema, id)
                                             : NotTuned{"not asked for", false};
    if (reasons[id].reason.empty()) tunable.push_back(id);
  }
  if (!names.empty()) return reasons;
  std::ranges::stable_sort(tunable, {}, [&](VariableId id) { return schema.raw_bytes(id); });
  std::uint64_t bytes = 0;
  for (const VariableId id : tunable) {
    bytes += schema.raw_bytes(id);
    if (schema.raw_bytes(id) >= least_bytes && bytes * 100 >= all_bytes) break;
    // With a checksum, it keeps its own filters: those of the others may have none.
    reasons[id] = {"small", !ops::has_checksum(schema.variables[id])};
  }
  return reasons;
}

std::string describe_readers(TuneReaders readers) {
  return readers == TuneReaders::stock ? "stock readers" : std::string(base::name_of(readers));
}

class Tuning {
 public:
  Tuning(const TuneOptions& options, const ProgressHandler& on_progress)
      : options_(options), on_progress_(on_progress), bounds_(options) {
    report_.input = base::without_secrets(options.input);
    report_.goal = options.goal;
    report_.readers = options.readers;
    report_.information_per = options.information_per;
  }

  TuneReport run() {
    read_schema();
    tune_variables();
    ops::advise(report_.variables, options_.goal);
    keep_fallbacks();
    if (!report_.variables.empty()) give_command();
    give_notations();
    add_up();
    return std::move(report_);
  }

 private:
  /// Selects the variables.
  void read_schema() {
    plugin::PluginFilters filters;
    const auto dataset = store::open_source(
        options_.input,
        {.connections = options_.connections, .follow_external = options_.follow_external},
        filters);
    ops::require_readable(dataset->schema(), options_.input);
    ops::tell_findings(dataset->schema(), Format::netcdf4,
                       [&](const std::string& note) { report_.notes.push_back(note); });
    report_.input_format = dataset->schema().format;
    own_dimensions_ = ops::find_own_dimensions(dataset->schema());
    const auto input = store::find_input_path(options_.input);
    const bool is_folder = input && std::filesystem::is_directory(*input);
    objection_to_xarray_ = ops::objection_to_xarray(dataset->schema(), is_folder);
    const auto reasons = reasons_not_to_tune(dataset->schema(), options_.variables);
    for (VariableId id = 0; id < reasons.size(); ++id) {
      const auto& [reason, may_get_filters] = reasons[id];
      const std::string path = dataset->schema().variable_path(id);
      const std::uint64_t bytes = dataset->stored_bytes(id);
      if (reason.empty()) tuned_paths_.push_back(path);
      report_.others.push_back(
          {path, reason, dataset->schema().raw_bytes(id), bytes, bytes, may_get_filters});
    }
  }

  [[nodiscard]] std::string output() const {
    return ops::name_of_input(options_.input) +
           (options_.readers == TuneReaders::zarr_python ? ".tuned.zarr" : ".tuned.nc");
  }

  /// Returns the options of a copy that changes the filters of every variable: it determines how
  /// the input is read and cut into chunks.
  [[nodiscard]] CopyOptions copy_of_any_filters() const {
    CopyOptions copy;
    copy.input = options_.input;
    copy.output = output();
    copy.follow_external = options_.follow_external;
    copy.connections = options_.connections;
    copy.filters = {"*,deflate,0"};
    copy.variables = PartialCopy{tuned_paths_, true};
    return copy;
  }

  void tune_variables() {
    const CopyOptions copy = copy_of_any_filters();
    const ops::CopyDecision decision = ops::decide_copy(copy, ops::resources_of(copy));
    const ops::CopyWork work = ops::plan_dry_run(decision);
    const model::Schema& input = decision.source.schema;
    const ops::Bounds bounds = bounds_.choose(decision.source, report_.notes);
    ops::VariableTuner tuner(options_, *decision.input,
                             [this](std::uint64_t bytes) { add_progress(bytes); });
    std::vector<ops::VariableToTune> variables;
    for (const transcode::Recoding& recoding : work.recodings) {
      const VariableId id = recoding.to().id;
      const auto unfiltered = ops::choose_storage({}, input, id, false);
      variables.push_back({input, decision.output_schema, recoding, bounds[id],
                           find_stepped_dimension(input, id, bounds[id]),
                           unfiltered.layout != model::Layout::chunked});
      progress_.bytes += tuner.bytes_to_try(variables.back());
    }
    require_steps(variables);
    for (VariableId id = 0; id < report_.others.size(); ++id) {
      if (report_.others[id].reason.empty()) leave_out(id, work.plan.variables[id].route_by);
    }
    const std::vector<bool> coordinates = model::find_coordinates(input);
    for (const ops::VariableToTune& variable : variables) {
      const VariableId id = variable.recoding.to().id;
      TunedVariable tuned = as_planned(work.plan.variables[id]);
      tuned.long_name = model::text_attribute(input.variables[id], "long_name");
      tuned.units = model::units_of(input.variables[id]);
      tuned.standard_name = model::text_attribute(input.variables[id], "standard_name");
      tuned.is_coordinate = coordinates[id];
      if (tuner.tune(variable, tuned, report_.notes)) {
        report_.others[id].reason.clear();
        report_.others[id].may_get_filters = true;
        report_.variables.push_back(std::move(tuned));
      } else {
        leave_out(id, tuned.input_bytes > 0
                          ? "its sample has none of the few chunks that are written"
                          : "it was never written");
      }
    }
    tell_unused(bounds, input);
  }

  void leave_out(VariableId id, const std::string& reason) {
    report_.others[id].reason = reason;
    report_.others[id].may_get_filters = false;
  }

  void add_progress(std::uint64_t bytes) {
    progress_.bytes_done = std::min(progress_.bytes, progress_.bytes_done + bytes);
    if (on_progress_) on_progress_(progress_);
  }

  /// Notes the bounds of named variables that are not tuned, and so stay exact.
  void tell_unused(const ops::Bounds& bounds, const Schema& input) {
    std::vector<std::string> paths;
    for (VariableId id = 0; id < bounds.size(); ++id) {
      if (!bounds[id] || !bounds[id]->by_name || report_.others[id].reason.empty()) continue;
      paths.push_back(input.variable_path(id));
    }
    ops::note_few(report_.notes, "bounds of variables that are not tuned have no effect", paths);
  }

  [[nodiscard]] std::optional<std::size_t> find_stepped_dimension(
      const model::Schema& schema, VariableId id, const std::optional<ops::Bound>& bound) const {
    if (!bound || bound->kind != ops::Bound::Kind::information) return std::nullopt;
    const std::vector<model::DimensionId>& dimensions = schema.variables[id].dimensions;
    const auto found = std::ranges::find(
        dimensions, options_.information_per,
        [&](model::DimensionId dimension) { return schema.dimensions[dimension].name; });
    if (found == dimensions.end()) return std::nullopt;
    return static_cast<std::size_t>(found - dimensions.begin());
  }

  void require_steps(const std::vector<ops::VariableToTune>& variables) const {
    if (options_.information_per.empty()) return;
    const auto has_steps = [](const auto& one) { return one.stepped_dimension.has_value(); };
    if (std::ranges::any_of(variables, has_steps)) return;
    throw Error(ErrorCode::not_found,
                fmt::format("--per {}: no variable that --information selects has this dimension",
                            options_.information_per))
        .add_context(report_.input);
  }

  static TunedVariable as_planned(const VariableCopy& planned) {
    TunedVariable tuned;
    tuned.path = planned.path;
    tuned.type = planned.type;
    tuned.shape = planned.shape;
    tuned.chunks = planned.chunks;
    tuned.input_filters = planned.input_filters;
    tuned.raw_bytes = planned.raw_bytes;
    tuned.input_bytes = planned.input_bytes;
    return tuned;
  }

  /// Returns whether `:data` may be used, which also selects variables that are not tuned.
  [[nodiscard]] bool may_select_all() const {
    return options_.variables.empty() &&
           std::ranges::all_of(report_.others, &UntunedVariable::may_get_filters);
  }

  /// Notes the variables that keep filters which the readers could not use.
  void keep_fallbacks() {
    for (TunedVariable& variable : report_.variables) {
      for (const TuneTrial& trial : variable.trials) {
        if (!trial.is_chosen || !trial.is_fallback) continue;
        const bool is_tried = trial.decode_rate > 0;
        if (!is_tried) variable.rounding.clear();
        report_.notes.push_back(
            fmt::format("variable {} keeps {}, which {}: all filters tried would make it larger",
                        variable.path, trial.filters,
                        is_tried ? fmt::format("{} cannot undo", describe_readers(options_.readers))
                                 : "cannot be tried here"));
      }
    }
  }

  /// Builds the command, tests it by a dry run, and fills in its effect on variables that it stores
  /// as before or without filters.
  void give_command() {
    CopyOptions copy = ops::options_to_copy(report_, output(), may_select_all());
    if (copy.filters.empty() && copy.quantize.empty()) return;
    copy.follow_external = options_.follow_external;
    copy.connections = options_.connections;
    report_.command = ops::words_of_command(copy);
    const ops::CopyDecision decision = ops::decide_copy(copy, ops::resources_of(copy));
    const CopyPlan plan = ops::plan_dry_run(decision).plan;
    std::map<std::string, const VariableCopy*> planned;
    for (const VariableCopy& variable : plan.variables) planned[variable.path] = &variable;
    for (TunedVariable& variable : report_.variables) {
      const VariableCopy& copy_of = *planned.at(variable.path);
      if (copy_of.route != Route::passthrough) continue;
      for (TuneTrial& trial : variable.trials) {
        if (trial.is_chosen) trial.stored_bytes = copy_of.input_bytes;
      }
      variable.stored_bytes = copy_of.input_bytes;
    }
    for (UntunedVariable& variable : report_.others) {
      const VariableCopy& copy_of = *planned.at(variable.path);
      // With filters, a small variable does not take more.
      variable.stored_bytes = ops::find_stored_bytes(copy_of).value_or(copy_of.input_bytes);
    }
  }

  void give_notations() {
    plugin::PluginFilters plugins;
    for (TunedVariable& variable : report_.variables) {
      variable.notations = ops::notations_of_choice(variable, plugins);
    }
    report_.xarray = objection_to_xarray_.empty()
                         ? ops::xarray_statement(report_, output(), own_dimensions_)
                         : Notation{"xarray", "", objection_to_xarray_};
  }

  void add_up() {
    for (const UntunedVariable& variable : report_.others) {
      report_.raw_bytes += variable.raw_bytes;
      report_.input_bytes += variable.input_bytes;
    }
    std::erase_if(report_.others,
                  [](const UntunedVariable& variable) { return variable.reason.empty(); });
    for (const UntunedVariable& variable : report_.others) {
      report_.stored_bytes += variable.stored_bytes;
    }
    for (const TunedVariable& variable : report_.variables) {
      report_.stored_bytes += variable.stored_bytes;
    }
  }

  const TuneOptions& options_;
  const ProgressHandler& on_progress_;
  CopyProgress progress_;  ///< in bytes encoded
  ops::BoundRequest bounds_;
  TuneReport report_;                        ///< until the end, `others` has all variables
  std::vector<std::string> own_dimensions_;  ///< for xarray
  std::string objection_to_xarray_;
  std::vector<std::string> tuned_paths_;  ///< as far as the schema permits
};

}  // namespace

TuneReport tune(const TuneOptions& options, const ProgressHandler& on_progress) {
  return base::library_call(options.stop, [&] { return Tuning(options, on_progress).run(); });
}

}  // namespace ncf
