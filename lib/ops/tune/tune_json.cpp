// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/json/json.hpp"
#include "filter/registry/describe.hpp"
#include "ncf/tune.hpp"
#include "ncf/tune_many.hpp"
#include "ops/report/report_json.hpp"
#include "ops/rounding/information.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {
namespace {

using base::Json;
using base::json_list;
using base::json_object;
using base::json_text_or_null;

Json rate_json(double bytes_per_second) {
  return bytes_per_second > 0 ? Json(std::round(bytes_per_second)) : Json();
}

Json trial_json(const TuneTrial& trial) {
  return json_object({{"filters", trial.filters},
                      {"stored_bytes", trial.stored_bytes},
                      {"encode_bytes_per_second", rate_json(trial.encode_rate)},
                      {"decode_bytes_per_second", rate_json(trial.decode_rate)},
                      {"on_front", trial.is_on_front},
                      {"chosen", trial.is_chosen},
                      {"present", trial.is_present},
                      {"rounds", trial.rounds},
                      {"largest_error", trial.largest_error}});
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
                      {"trials", json_list(variable.trials, trial_json)},
                      {"notations", base::json_list(variable.notations, ops::notation_json)}});
}

Json untuned_json(const UntunedVariable& variable) {
  return json_object({{"path", variable.path},
                      {"reason", variable.reason},
                      {"raw_bytes", variable.raw_bytes},
                      {"input_bytes", variable.input_bytes},
                      {"stored_bytes", variable.stored_bytes}});
}

Json merged_json(const TuneManyVariable& variable) {
  return base::json_object()
      .add("paths", variable.paths)
      .add("count", variable.count)
      .add("type", variable.sum.type)
      .add("standard_name", variable.sum.standard_name)
      .add("raw_bytes", variable.sum.raw_bytes)
      .add("input_bytes", variable.sum.input_bytes)
      .add("stored_bytes", variable.sum.stored_bytes)
      .add("rounding", ops::rounding_of_choice(variable.sum))
      .add("information", ops::information_json(variable.sum.information))
      .add("trials", base::json_list(variable.sum.trials, trial_json));
}

}  // namespace

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

std::string format_tuning_json(const TuneManyReport& report) {
  return base::format_json(base::json_object()
                               .add("files", report.file_count)
                               .add("file_bytes", report.file_bytes)
                               .add("tuned_files", report.tuned_files)
                               .add("failures", report.failures)
                               .add("raw_bytes", report.raw_bytes)
                               .add("input_bytes", report.input_bytes)
                               .add("stored_bytes", report.stored_bytes)
                               .add("notes", report.notes)
                               .add("variables", json_list(report.variables, merged_json))
                               .add("expected_bytes", report.expected_bytes)
                               .add("expected_seconds", report.expected_seconds)
                               .add("folder", report.folder)
                               .add("command", report.command)
                               .add("objection", report.objection)
                               .add("xarray", ops::notation_json(report.xarray)));
}

}  // namespace ncf
