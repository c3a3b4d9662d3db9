// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/tune_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text/messages.hpp"
#include "filter/registry/registry.hpp"
#include "ops/report/quantities.hpp"
#include "ops/report/report_json.hpp"
#include "ops/rounding/measured_rounding.hpp"
#include "ops/tune/command.hpp"

namespace ncf {
namespace {

std::string format_percent(double part) {
  const double percent = 100 * part;
  return fmt::format("{:.{}f} %", percent, percent < 10 && percent > 0 ? 1 : 0);
}

/// filters: the present ones; empty for none.
std::string format_storage(const TunedVariable& variable, const std::string& filters) {
  std::string text = ops::format_bytes(variable.raw_bytes);
  if (variable.input_bytes > 0) {
    text += fmt::format(", now stored as {}", ops::format_bytes(variable.input_bytes));
  }
  return filters.empty() ? text : fmt::format("{} by {}", text, filters);
}

std::string format_sample(const TunedVariable& variable) {
  if (variable.chunks_read >= variable.chunk_count) return "all chunks read";
  std::string text = fmt::format("{} of {} read", variable.chunks_read,
                                 base::format_count(variable.chunk_count, "chunk"));
  if (variable.uncertainty && *variable.uncertainty > 0) {
    text += fmt::format(", sizes to within {}", format_percent(*variable.uncertainty));
  }
  return text;
}

/// Returns the filters that need no rounding before them: ", but not before zfp,accuracy=0.1".
std::string format_exception(const TunedVariable& variable) {
  std::vector<std::string> filters;
  for (const TuneTrial& trial : variable.trials) {
    if (trial.rounds) filters.push_back(trial.filters);
  }
  if (filters.empty()) return "";
  return fmt::format(", but not before {}", fmt::join(filters, " and "));
}

std::string format_error(double error, const TunedVariable& variable) {
  return ops::format_real(error) + (variable.units.empty() ? "" : " " + variable.units);
}

/// Returns the filters that are chosen, each once: "shuffle|zstd,3 and szip".
std::string describe_filters(const std::vector<TunedVariable>& variables) {
  constexpr std::size_t most = 3;
  std::vector<std::string> filters;
  for (const TunedVariable& variable : variables) {
    const std::string& one = ops::chosen_trial(variable).filters;
    if (std::ranges::find(filters, one) == filters.end()) filters.push_back(one);
  }
  return filters.size() > most ? fmt::format("{} chains of filters", filters.size())
                               : fmt::format("{}", fmt::join(filters, " and "));
}

/// Returns why filters were chosen.
const char* reason_of(TuneGoal goal) {
  switch (goal) {
    case TuneGoal::size:
      return "nothing faster reaches 99 % of the best compression";
    case TuneGoal::balanced:
      return "this is the best balance of size and the time to write once and to read ten times at "
             "500 MB/s";
    case TuneGoal::speed:
      return "nothing faster reaches half of the best compression";
  }
  return "";
}

std::string format_hours(double seconds) {
  constexpr double hour = 3600;
  return seconds < hour ? fmt::format("{:.0f} s", seconds)
                        : fmt::format("{:.1f} h", seconds / hour);
}

}  // namespace

std::optional<TuneGoal> find_tune_goal(std::string_view name) {
  return base::find_named<TuneGoal>(name);
}

std::optional<TuneReaders> find_tune_readers(std::string_view name) {
  return base::find_named<TuneReaders>(name);
}

namespace ops {

std::string format_rate(double bytes_a_second) {
  if (bytes_a_second == 0) return "";
  const double megabytes = bytes_a_second / 1e6;
  return fmt::format("{:.{}f}", megabytes, megabytes < 10 ? 1 : 0);
}

std::string describe(const TunedVariable& variable) {
  return fmt::format("{} {} in chunks of {}, {}; {}", variable.type,
                     format_lengths(variable.shape, ""), format_lengths(variable.chunks, ""),
                     format_storage(variable, filter::describe(variable.input_filters)),
                     format_sample(variable));
}

std::string describe_sum(const TuneManyVariable& variable) {
  std::string filters = present_trial(variable.sum).filters;
  if (filters == "none") filters.clear();
  if (filters == "various") filters += " filters";
  const std::string& type = variable.sum.type;
  return fmt::format("{} of {}: {}", base::format_count(variable.count, "variable"),
                     type == "various" ? "various types" : "type " + type,
                     format_storage(variable.sum, filters));
}

std::string describe_rounding(const TunedVariable& variable) {
  std::string text = fmt::format("rounded by {}{}", variable.rounding, format_exception(variable));
  const auto error = error_of_choice(variable);
  if (!error) return text;
  const bool is_rounded = !rounding_of_choice(variable).empty();
  return text + fmt::format("; the largest error of the values read is {}{}",
                            format_error(*error, variable),
                            is_rounded ? "" : ", with " + chosen_trial(variable).filters);
}

std::string describe_totals(const TuneReport& report) {
  const std::string values = format_bytes(report.raw_bytes) + " of values";
  const std::string stored = format_bytes(report.stored_bytes);
  const std::string ratio = format_ratio(report.raw_bytes, report.stored_bytes);
  if (report.command.empty()) {
    return fmt::format("{}, stored in {} (raw/stored {})", values, stored, ratio);
  }
  const std::string now =
      report.input_bytes > 0 ? fmt::format(" instead of {}", format_bytes(report.input_bytes)) : "";
  return fmt::format(
      "The command below stores {} in {}{} (raw/stored {}), by {}: of what --readers {} allows, "
      "{}.",
      values, stored, now, ratio, describe_filters(report.variables), base::name_of(report.readers),
      reason_of(report.goal));
}

std::string describe_errors(const std::vector<TunedVariable>& variables) {
  std::vector<std::string> errors;
  for (const TunedVariable& variable : variables) {
    const auto error = error_of_choice(variable);
    if (error) errors.push_back(format_error(*error, variable) + " in " + variable.path);
  }
  if (errors.empty()) return {};
  return fmt::format("Rounding changes the values read by up to {}.", fmt::join(errors, ", "));
}

std::vector<std::string> describe_expectation(const TuneManyReport& report) {
  return {
      fmt::format("the files tried: {} of values, stored in {} now, and in {} with these filters",
                  format_bytes(report.raw_bytes), format_bytes(report.input_bytes),
                  format_bytes(report.stored_bytes)),
      fmt::format("all files: {} now, about {} with these filters; one thread needs about {} "
                  "to encode and decode them",
                  format_bytes(report.file_bytes), format_bytes(report.expected_bytes),
                  format_hours(report.expected_seconds))};
}

std::string describe_variables(const TuneManyVariable& variable) {
  std::string text = format_few(variable.paths);
  if (!variable.sum.standard_name.empty()) {
    text += fmt::format(" ({})", variable.sum.standard_name);
  }
  return text;
}

std::string describe_choice(const TuneManyVariable& variable) {
  const TuneTrial& chosen = chosen_trial(variable.sum);
  std::string text = chosen.is_present ? chosen.filters + " (as now)" : chosen.filters;
  const std::string rounding = rounding_of_choice(variable.sum);
  return rounding.empty() ? text : fmt::format("{}, after {}", text, rounding);
}

const TuneTrial& present_trial(const TunedVariable& variable) {
  return *std::ranges::find(variable.trials, true, &TuneTrial::is_present);
}

}  // namespace ops

// ---- As JSON ----

using base::json_text_or_null;

void fields(auto& archive, TuneTrial& trial) {
  const auto rate = [](double bytes_per_second) {
    return bytes_per_second > 0 ? base::Json(std::round(bytes_per_second)) : base::Json();
  };
  archive("filters", trial.filters, "stored_bytes", trial.stored_bytes, "encode_bytes_per_second",
          rate(trial.encode_rate), "decode_bytes_per_second", rate(trial.decode_rate), "on_front",
          trial.is_on_front, "chosen", trial.is_chosen, "present", trial.is_present, "rounds",
          trial.rounds, "largest_error", trial.largest_error);
}

void fields(auto& archive, StepInformation& one) {
  archive("step", one.step, "bits", ops::bits_needed(one.information), "information",
          one.information);
}

void fields(auto& archive, TunedVariable& variable) {
  archive("path", variable.path, "type", variable.type, "long_name",
          json_text_or_null(variable.long_name), "units", json_text_or_null(variable.units),
          "shape", variable.shape, "chunks", variable.chunks, "input_filters",
          filter::describe(variable.input_filters), "raw_bytes", variable.raw_bytes, "input_bytes",
          variable.input_bytes, "stored_bytes", variable.stored_bytes, "chunk_count",
          variable.chunk_count, "chunks_read", variable.chunks_read, "uncertainty",
          variable.uncertainty, "rounding", json_text_or_null(ops::rounding_of_choice(variable)),
          "largest_error", ops::error_of_choice(variable), "information", variable.information,
          "steps", variable.steps, "trials", variable.trials, "notations", variable.notations);
}

void fields(auto& archive, UntunedVariable& variable) {
  archive("path", variable.path, "reason", variable.reason, "raw_bytes", variable.raw_bytes,
          "input_bytes", variable.input_bytes, "stored_bytes", variable.stored_bytes);
}

void fields(auto& archive, TuneManyVariable& variable) {
  const TunedVariable& sum = variable.sum;
  archive("paths", variable.paths, "count", variable.count, "type", sum.type, "standard_name",
          sum.standard_name, "raw_bytes", sum.raw_bytes, "input_bytes", sum.input_bytes,
          "stored_bytes", sum.stored_bytes, "rounding", ops::rounding_of_choice(sum), "information",
          sum.information, "trials", sum.trials);
}

void fields(auto& archive, TuneReport& report) {
  archive("input", report.input, "format", report.input_format, "goal", report.goal, "readers",
          report.readers, "information_per", json_text_or_null(report.information_per), "raw_bytes",
          report.raw_bytes, "input_bytes", report.input_bytes, "stored_bytes", report.stored_bytes,
          "variables", report.variables, "others", report.others, "notes", report.notes, "command",
          report.command, "xarray", report.xarray);
}

void fields(auto& archive, TuneManyReport& report) {
  archive("files", report.file_count, "file_bytes", report.file_bytes, "tuned_files",
          report.tuned_files, "failures", report.failures, "raw_bytes", report.raw_bytes,
          "input_bytes", report.input_bytes, "stored_bytes", report.stored_bytes, "notes",
          report.notes, "variables", report.variables, "expected_bytes", report.expected_bytes,
          "expected_seconds", report.expected_seconds, "folder", report.folder, "command",
          report.command, "objection", report.objection, "xarray", report.xarray);
}

std::string format_tuning_json(const TuneReport& report) { return format_record(report); }

std::string format_tuning_json(const TuneManyReport& report) {
  return format_json(base::to_json(report));
}

}  // namespace ncf
