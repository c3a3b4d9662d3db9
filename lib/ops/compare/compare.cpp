// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text/messages.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/machine.hpp"
#include "base/threads/stop.hpp"
#include "ops/compare/variable_comparison.hpp"
#include "ops/definitions/compare_scope.hpp"
#include "ops/definitions/definitions.hpp"
#include "ops/report/findings.hpp"
#include "ops/rounding/bounds.hpp"
#include "ops/views/view_maker.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/open.hpp"

namespace ncf {
namespace {

transcode::Resources resources_of(const CompareOptions& options) {
  return {base::thread_count(options.threads),
          options.max_memory_bytes.value_or(base::machine_memory_bytes() / 4),
          options.max_memory_bytes.has_value()};
}

/// For netCDF, names of different Unicode forms are equal. Keeps all names if two would become
/// equal.
model::Schema with_composed_names(const model::Schema& schema) {
  model::Schema composed = schema;
  if (model::compose_names(composed).empty()) return composed;
  std::set<std::string> paths;
  for (model::VariableId id = 0; id < composed.variables.size(); ++id) {
    if (!paths.insert(composed.variable_path(id)).second) return schema;
  }
  return composed;
}

class Comparison {
 public:
  Comparison(const CompareOptions& options, const ProgressHandler& on_progress)
      : options_(options),
        on_progress_(on_progress),
        limits_(options.errors, options.allow_absent) {
    report_.first = base::without_secrets(options.first);
    report_.second = base::without_secrets(options.second);
  }

  CompareReport run() {
    const auto first = open(options_.first);
    const auto second = open(options_.second);
    report_.first_format = first->schema().format;
    report_.second_format = second->schema().format;
    model::Schema a = with_composed_names(first->schema());
    model::Schema b = with_composed_names(second->schema());
    const auto scope = ops::choose_scope(options_, a, b);
    const auto limits = limits_.choose(a);
    check_findings(a, first->name(), scope);
    check_findings(b, second->name(), scope);
    ops::compare_definitions(a, b, scope, options_.ignored_attributes, report_);
    compare_values(*first, *second, scope, limits);
    return std::move(report_);
  }

 private:
  std::unique_ptr<model::Source> open(const std::string& name) {
    auto source = store::open_source(
        name, {.connections = options_.connections, .follow_external = options_.follow_external},
        filters_);
    return base::with_context(name,
                              [&] { return ops::select_part(std::move(source), options_.select); });
  }

  [[nodiscard]] bool is_ignored(const model::Finding& finding) const {
    return finding.attribute &&
           std::ranges::find(options_.ignored_attributes, *finding.attribute) !=
               options_.ignored_attributes.end();
  }

  /// Returns what to do about a part that cannot be read.
  [[nodiscard]] const char* remedy() const {
    if (!options_.groups.empty()) return "; use -v instead of -g to compare the rest";
    return options_.variables.empty() ? "; use -v to compare the rest" : "";
  }

  /// Leaves in the schema the findings about parts that are compared. The others are only notes,
  /// except those about ignored attributes.
  void check_findings(model::Schema& schema, const std::string& name,
                      const ops::CompareScope& scope) {
    std::vector<model::Finding> compared;
    for (const model::Finding& finding : schema.findings) {
      if (is_ignored(finding)) continue;
      const bool is_compared = scope.has(finding);
      const bool is_difference = is_compared && finding.kind == model::Finding::Kind::left_out;
      if (!is_difference) report_.notes.push_back(name + ": " + finding.message());
      if (is_compared) compared.push_back(finding);
    }
    schema.findings = std::move(compared);
    ops::require_readable(schema, name, remedy());
  }

  void compare_values(model::Source& first, model::Source& second, const ops::CompareScope& scope,
                      const std::vector<ops::ErrorLimit>& limits) {
    const auto is_in_both = [](const ops::VariablePair& pair) { return pair.first && pair.second; };
    for (const ops::VariablePair& pair : scope.variables) {
      if (is_in_both(pair)) progress_.bytes += first.schema().raw_bytes(*pair.first);
    }
    const auto maps = static_cast<std::size_t>(std::ranges::count_if(scope.variables, is_in_both));
    ops::VariableComparer comparer(first, second, resources_of(options_), options_, maps,
                                   [this](std::uint64_t bytes) { add_progress(bytes); });
    for (const ops::VariablePair& pair : scope.variables) {
      if (!is_in_both(pair)) continue;
      base::throw_if_stopped();
      report_.variables.push_back(comparer.compare(pair, limits[*pair.first]));
    }
  }

  void add_progress(std::uint64_t bytes) {
    progress_.bytes_done += bytes;
    if (on_progress_) on_progress_(progress_);
  }

  const CompareOptions& options_;
  const ProgressHandler& on_progress_;
  CopyProgress progress_;
  ops::ErrorLimitRequest limits_;
  plugin::PluginFilters filters_;
  CompareReport report_;
};

}  // namespace

bool ComparedVariable::is_within_limit() const noexcept {
  const bool is_any_level_failed =
      numbers && numbers->level_checks && numbers->level_checks->failed > 0;
  return exceeding == 0 && failure.empty() && !is_any_level_failed;
}

bool CompareReport::is_within_limits() const noexcept {
  return definitions.empty() && std::ranges::all_of(variables, &ComparedVariable::is_within_limit);
}

bool CompareReport::is_equal() const noexcept {
  return is_within_limits() && std::ranges::all_of(variables, [](const ComparedVariable& variable) {
           return variable.differing == 0;
         });
}

CompareReport compare(const CompareOptions& options, const ProgressHandler& on_progress) {
  return base::library_call(options.stop, [&] { return Comparison(options, on_progress).run(); });
}

}  // namespace ncf
