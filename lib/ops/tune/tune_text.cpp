// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "filter/describe.hpp"
#include "ncf/tune.hpp"
#include "ops/info/notation_json.hpp"
#include "ops/quantities.hpp"
#include "ops/text_table.hpp"
#include "ops/tune/command.hpp"

namespace ncf {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::pair<std::string_view, TuneGoal> goals[] = {
    {"size", TuneGoal::size}, {"balanced", TuneGoal::balanced}, {"speed", TuneGoal::speed}};
constexpr std::pair<std::string_view, TuneReaders> readers[] = {{"stock", TuneReaders::stock},
                                                                {"any", TuneReaders::any}};

template <class Table>
auto find_name(const Table& table, std::string_view name) {
  const auto row = std::find_if(std::begin(table), std::end(table),
                                [&](const auto& known) { return known.first == name; });
  return row == std::end(table) ? std::nullopt : std::optional(row->second);
}

template <class Table, class Value>
std::string_view name_in(const Table& table, Value value) {
  return std::find_if(std::begin(table), std::end(table),
                      [&](const auto& known) { return known.second == value; })
      ->first;
}

std::string format_rate(double bytes_a_second) {
  if (bytes_a_second == 0) return "";
  const double megabytes = bytes_a_second / 1e6;
  return fmt::format("{:.{}f}", megabytes, megabytes < 10 ? 1 : 0);
}

std::string format_percent(double part) {
  const double percent = 100 * part;
  return fmt::format("{:.{}f} %", percent, percent < 10 && percent > 0 ? 1 : 0);
}

std::string format_storage(const TunedVariable& variable) {
  std::string text = ops::format_bytes(variable.raw_bytes);
  if (variable.input_bytes > 0) {
    text += fmt::format(", now stored as {}", ops::format_bytes(variable.input_bytes));
  }
  if (!variable.input_filters.empty()) {
    text += fmt::format(" by {}", filter::describe(variable.input_filters));
  }
  return text;
}

std::string format_sample(const TunedVariable& variable) {
  if (variable.chunks_read >= variable.chunk_count) return "all chunks read";
  std::string text =
      fmt::format("{} of {} chunks read", variable.chunks_read, variable.chunk_count);
  if (variable.uncertainty && *variable.uncertainty > 0) {
    text += fmt::format(", sizes to within {}", format_percent(*variable.uncertainty));
  }
  return text;
}

std::string format_trials(const TunedVariable& variable, TuneDetail detail, std::size_t width) {
  std::vector<ops::TableRow> rows{{" ", detail == TuneDetail::all ? "front" : "", "filters",
                                   "raw/stored", "stored", "encode MB/s", "decode MB/s"}};
  for (const TuneTrial& trial : variable.trials) {
    const bool is_shown = trial.is_on_front || trial.is_chosen || trial.is_present;
    if (detail == TuneDetail::front && !is_shown) continue;
    rows.push_back({trial.is_chosen ? "*" : " ", trial.is_on_front ? "yes" : "",
                    trial.is_present ? trial.filters + " (as now)" : trial.filters,
                    ops::format_ratio(variable.raw_bytes, trial.stored_bytes),
                    ops::format_bytes(trial.stored_bytes), format_rate(trial.encode_rate),
                    format_rate(trial.decode_rate)});
  }
  if (detail == TuneDetail::front) {
    for (ops::TableRow& row : rows) row.erase(row.begin() + 1);
  }
  return ops::format_table(rows, {.width = width});
}

/// The filters that need no rounding before them: ", but not before zfp,accuracy=0.1".
std::string format_exception(const TunedVariable& variable) {
  std::vector<std::string> filters;
  for (const TuneTrial& trial : variable.trials) {
    if (trial.rounds) filters.push_back(trial.filters);
  }
  if (filters.empty()) return "";
  return fmt::format(", but not before {}", fmt::join(filters, " and "));
}

std::string format_variable(const TunedVariable& variable, TuneDetail detail, std::size_t width) {
  std::string text =
      fmt::format("{}: {} {} in chunks of {}, {}; {}\n", variable.path, variable.type,
                  ops::format_lengths(variable.shape, ""), ops::format_lengths(variable.chunks, ""),
                  format_storage(variable), format_sample(variable));
  if (!variable.rounding.empty()) {
    text += fmt::format("rounded by {}{}", variable.rounding, format_exception(variable));
    if (variable.largest_error) {
      text +=
          fmt::format("; the largest error of the values read is {:.3g}", *variable.largest_error);
    }
    text += '\n';
  }
  return text + format_trials(variable, detail, width) + '\n';
}

/// One line for each reason.
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

std::string format_totals(const TuneReport& report) {
  std::string text =
      fmt::format("with --goal {} --readers {}: {} of values, stored as {}",
                  name_in(goals, report.goal), name_in(readers, report.readers),
                  ops::format_bytes(report.raw_bytes), ops::format_bytes(report.stored_bytes));
  if (report.input_bytes > 0) {
    text += fmt::format(" (now {})", ops::format_bytes(report.input_bytes));
  }
  return text + '\n';
}

Json to_json(const TuneTrial& trial) {
  const auto rate = [](double value) { return value > 0 ? Json(std::round(value)) : Json(); };
  return {{"filters", trial.filters},
          {"stored_bytes", trial.stored_bytes},
          {"encode_bytes_per_second", rate(trial.encode_rate)},
          {"decode_bytes_per_second", rate(trial.decode_rate)},
          {"on_front", trial.is_on_front},
          {"chosen", trial.is_chosen},
          {"present", trial.is_present},
          {"rounds", trial.rounds}};
}

Json to_json(const TunedVariable& variable) {
  const auto number = [](const std::optional<double>& value) {
    return value ? Json(*value) : Json();
  };
  Json json = {{"path", variable.path},
               {"type", variable.type},
               {"shape", variable.shape},
               {"chunks", variable.chunks},
               {"input_filters", filter::describe(variable.input_filters)},
               {"raw_bytes", variable.raw_bytes},
               {"input_bytes", variable.input_bytes},
               {"stored_bytes", variable.stored_bytes},
               {"chunk_count", variable.chunk_count},
               {"chunks_read", variable.chunks_read},
               {"uncertainty", number(variable.uncertainty)},
               {"rounding", variable.rounding.empty() ? Json() : Json(variable.rounding)},
               {"largest_error", number(variable.largest_error)},
               {"trials", Json::array()}};
  for (const TuneTrial& trial : variable.trials) json["trials"].push_back(to_json(trial));
  json["notations"] = ops::notations_json(variable.notations);
  return json;
}

}  // namespace

std::optional<TuneGoal> find_tune_goal(std::string_view name) { return find_name(goals, name); }

std::optional<TuneReaders> find_tune_readers(std::string_view name) {
  return find_name(readers, name);
}

std::string format_tuning(const TuneReport& report, TuneDetail detail, std::size_t width) {
  std::string text = fmt::format("{} ({})\n\n", report.input, format_name(report.input_format));
  for (const TunedVariable& variable : report.variables) {
    text += format_variable(variable, detail, width);
  }
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  text += format_others(report.others) + format_totals(report);
  if (report.variables.empty()) return text + "no variable can be tuned\n";
  if (report.command.empty()) return text + "every variable already has the best filters\n";
  if (!report.xarray.text.empty()) text += fmt::format("xarray: {}\n", report.xarray.text);
  if (!report.xarray.note.empty()) text += fmt::format("xarray: {}\n", report.xarray.note);
  return text + ops::format_command(report.command) + '\n';
}

std::string format_tuning_json(const TuneReport& report) {
  Json json = {{"input", report.input},
               {"format", format_name(report.input_format)},
               {"goal", name_in(goals, report.goal)},
               {"readers", name_in(readers, report.readers)},
               {"raw_bytes", report.raw_bytes},
               {"input_bytes", report.input_bytes},
               {"stored_bytes", report.stored_bytes},
               {"variables", Json::array()},
               {"others", Json::array()},
               {"notes", report.notes},
               {"command", report.command},
               {"xarray", ops::notation_json(report.xarray)}};
  for (const TunedVariable& variable : report.variables) {
    json["variables"].push_back(to_json(variable));
  }
  for (const UntunedVariable& variable : report.others) {
    json["others"].push_back({{"path", variable.path},
                              {"reason", variable.reason},
                              {"raw_bytes", variable.raw_bytes},
                              {"input_bytes", variable.input_bytes},
                              {"stored_bytes", variable.stored_bytes}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace ncf
