// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/json/json.hpp"
#include "base/text/format_count.hpp"
#include "filter/registry/describe.hpp"
#include "ncf/tune.hpp"
#include "ops/report/quantities.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"
#include "ops/rounding/information.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

using base::Json;
using base::json_list;
using base::json_object;
using base::json_text_or_null;

std::string format_trials(const TunedVariable& variable, TuneDetail detail, std::size_t width) {
  std::vector<ops::TableRow> rows{{" ", detail == TuneDetail::all ? "front" : "", "filters",
                                   "raw/stored", "stored", "encode MB/s", "decode MB/s"}};
  for (const TuneTrial& trial : variable.trials) {
    const bool is_shown = trial.is_on_front || trial.is_chosen || trial.is_present;
    if (detail == TuneDetail::front && !is_shown) continue;
    rows.push_back({trial.is_chosen ? "*" : " ", trial.is_on_front ? "yes" : "",
                    trial.is_present ? trial.filters + " (as now)" : trial.filters,
                    ops::format_ratio(variable.raw_bytes, trial.stored_bytes),
                    ops::format_bytes(trial.stored_bytes), ops::format_rate(trial.encode_rate),
                    ops::format_rate(trial.decode_rate)});
  }
  if (detail == TuneDetail::front) {
    for (ops::TableRow& row : rows) row.erase(row.begin() + 1);
  }
  return ops::format_table(rows, {.width = width});
}

/// Returns the bits of the significand to keep, and two more, one line for each dimension.
std::string format_information(const TunedVariable& variable) {
  constexpr std::size_t more = 2;
  std::string text;
  for (const DimensionInformation& along : variable.information) {
    if (ops::information_in_all(along) == 0) {
      text += fmt::format("information along {}: none\n", along.dimension);
      continue;
    }
    std::vector<double> bits = ops::significand_part(along.information);
    const double beside_significand =
        ops::information_in_all(along) - std::accumulate(bits.begin(), bits.end(), 0.0);
    bits.resize(std::min(bits.size(), static_cast<std::size_t>(along.bits) + more));
    text += fmt::format(
        "information along {}: {}; in the sign and exponent {:.3g}, in the bits of the "
        "significand: {:.3g}\n",
        along.dimension, base::format_count(along.bits, "bit"), beside_significand,
        fmt::join(bits, " "));
  }
  return text;
}

/// Consecutive steps that need the same number of bits.
struct StepRun {
  std::size_t first = 0;
  std::size_t last = 0;
  int bits = 0;
};

std::vector<StepRun> runs_of(const std::vector<StepInformation>& steps) {
  std::vector<StepRun> runs;
  for (const StepInformation& one : steps) {
    const int bits = ops::bits_needed(one.information);
    const bool is_next =
        !runs.empty() && runs.back().last + 1 == one.step && runs.back().bits == bits;
    if (!is_next) runs.push_back({one.step, one.step, bits});
    runs.back().last = one.step;
  }
  return runs;
}

std::string format_bits(int bits) {
  return bits == 0 ? "none" : base::format_count(static_cast<std::uint64_t>(bits), "bit");
}

/// Formats one line: all steps if there are few runs with the same number of bits, otherwise the
/// extremes.
std::string format_steps(const TunedVariable& variable, const std::string& dimension) {
  constexpr std::size_t most_runs = 10;
  if (variable.steps.empty()) return {};
  const std::vector<StepRun> runs = runs_of(variable.steps);
  std::vector<std::string> parts;
  const auto add = [&](const StepRun& run) {
    const bool is_one = run.first == run.last;
    parts.push_back(fmt::format(
        "{} at {}", format_bits(run.bits),
        is_one ? fmt::format("{}", run.first) : fmt::format("{}-{}", run.first, run.last)));
  };
  if (runs.size() <= most_runs) {
    std::for_each(runs.begin(), runs.end(), add);
    return fmt::format("information per {}: {}\n", dimension, fmt::join(parts, ", "));
  }
  const auto [fewest, most] = std::minmax_element(
      runs.begin(), runs.end(),
      [](const StepRun& one, const StepRun& other) { return one.bits < other.bits; });
  add(*fewest);
  add(*most);
  return fmt::format("information per {}: from {}; --json and --html show every step\n", dimension,
                     fmt::join(parts, " to "));
}

std::string format_variable(const TunedVariable& variable, const TuneReport& report,
                            TuneDetail detail, std::size_t width) {
  std::string text = fmt::format("{}: {}\n", variable.path, ops::describe(variable));
  if (!variable.rounding.empty()) text += ops::describe_rounding(variable) + '\n';
  text += format_information(variable) + format_steps(variable, report.information_per);
  return text + format_trials(variable, detail, width) + '\n';
}

/// Formats one line for each reason.
std::string format_others(const std::vector<UntunedVariable>& variables) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const UntunedVariable& variable : variables) {
    by_reason[variable.reason].push_back(variable.path);
  }
  std::string text;
  for (const auto& [reason, paths] : by_reason) {
    text += fmt::format("not tuned, {}: {}\n", reason, ops::format_few(paths));
  }
  return text;
}

Json step_json(const StepInformation& one) {
  return json_object({{"step", one.step},
                      {"bits", ops::bits_needed(one.information)},
                      {"information", ops::information_json(one.information)}});
}

Json variable_json(const TunedVariable& variable) {
  return json_object({{"path", variable.path},
                      {"type", variable.type},
                      {"shape", variable.shape},
                      {"chunks", variable.chunks},
                      {"input_filters", filter::describe(variable.input_filters)},
                      {"raw_bytes", variable.raw_bytes},
                      {"input_bytes", variable.input_bytes},
                      {"stored_bytes", variable.stored_bytes},
                      {"chunk_count", variable.chunk_count},
                      {"chunks_read", variable.chunks_read},
                      {"uncertainty", variable.uncertainty},
                      {"rounding", json_text_or_null(ops::rounding_of_choice(variable))},
                      {"largest_error", ops::error_of_choice(variable)},
                      {"information", ops::information_json(variable.information)},
                      {"steps", json_list(variable.steps, step_json)},
                      {"trials", json_list(variable.trials, ops::trial_json)},
                      {"notations", base::json_list(variable.notations, ops::notation_json)}});
}

Json untuned_json(const UntunedVariable& variable) {
  return json_object({{"path", variable.path},
                      {"reason", variable.reason},
                      {"raw_bytes", variable.raw_bytes},
                      {"input_bytes", variable.input_bytes},
                      {"stored_bytes", variable.stored_bytes}});
}

}  // namespace

std::string format_tuning(const TuneReport& report, TuneDetail detail, std::size_t width) {
  std::string text = fmt::format("{} ({})\n\n", report.input, format_name(report.input_format));
  for (const TunedVariable& variable : report.variables) {
    text += format_variable(variable, report, detail, width);
  }
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  text += format_others(report.others) + ops::describe_totals(report) + '\n';
  if (report.variables.empty()) return text + "# no variable can be tuned\n";
  if (report.command.empty()) return text + "# every variable already has the best filters\n";
  return text + ops::format_xarray(report.xarray, "xarray") + ops::format_command(report.command) +
         '\n';
}

std::string format_tuning_json(const TuneReport& report) {
  const Json json = json_object({{"input", report.input},
                                 {"format", format_name(report.input_format)},
                                 {"goal", ops::name_of(report.goal)},
                                 {"readers", ops::name_of(report.readers)},
                                 {"information_per", json_text_or_null(report.information_per)},
                                 {"raw_bytes", report.raw_bytes},
                                 {"input_bytes", report.input_bytes},
                                 {"stored_bytes", report.stored_bytes},
                                 {"variables", json_list(report.variables, variable_json)},
                                 {"others", json_list(report.others, untuned_json)},
                                 {"notes", report.notes},
                                 {"command", report.command},
                                 {"xarray", ops::notation_json(report.xarray)}});
  return format_json(json, base::JsonTexts::standard);
}

}  // namespace ncf
