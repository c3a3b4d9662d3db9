// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "ncf/tune.hpp"
#include "ncf/tune_many.hpp"
#include "ops/report/report_json.hpp"
#include "ops/rounding/measured_rounding.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {

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
