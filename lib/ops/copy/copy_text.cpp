// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts of plans and reports, for people and for programs, and of options that a program gives in
// parts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <numeric>

#include "base/text/real_text.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/copy.hpp"
#include "ops/report/quantities.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"

namespace ncf {

constexpr auto names_of(Route /*any*/) {
  return std::to_array<std::string_view>(
      {"passthrough", "transcode", "rechunk", "element", "fill"});
}

namespace {

using ops::format_bytes;
using ops::format_ratio;
using ops::TableRow;

std::string format_filters(const StoredChain& chain) {
  return chain.empty() ? "none" : filter::describe(chain);
}

std::string format_head(const CopyPlan& plan) {
  std::string text =
      fmt::format("{} ({}) -> {} ({}, {})\n", plan.input, format_name(plan.input_format),
                  plan.output, format_name(plan.format), plan.format_by);
  for (const std::string& step : plan.view) text += step + '\n';
  if (!plan.layout.empty()) {
    text +=
        fmt::format("layout: {} ({}){}\n", plan.layout, plan.layout_by,
                    plan.layout.starts_with("paged") ? "; HDF5 before 1.10 cannot read it" : "");
  }
  if (!plan.made_fixed.empty()) {
    text +=
        fmt::format("unlimited dimensions become fixed: {}\n", ops::format_few(plan.made_fixed));
  }
  return text + '\n';
}

/// Returns "; the largest error is 0.0625 K"; empty if it is unknown.
std::string format_error(const VariableCopy& copy) {
  if (!copy.largest_error) return {};
  return fmt::format("; the largest error is {}{}{}", ops::format_real(*copy.largest_error),
                     copy.units.empty() ? "" : " ", copy.units);
}

std::string format_route(const VariableCopy& copy) {
  std::string text = fmt::format("{}: {}", base::name_of(copy.route), copy.route_by);
  if (!copy.quantized_by.empty()) text += "; rounded by " + copy.quantized_by;
  if (!copy.quantized_why.empty()) text += ": " + copy.quantized_why;
  text += format_error(copy);
  if (!copy.tile.empty() && copy.input_chunk_count > 0) {
    const auto per_chunk = [&copy](std::uint64_t decodes) {
      return static_cast<double>(decodes) / static_cast<double>(copy.input_chunk_count);
    };
    text += fmt::format("; tiles of {}, {:.2f} decodes per chunk",
                        ops::format_lengths(copy.tile, "-"), per_chunk(copy.decodes));
    if (!copy.intermediate_chunks.empty()) {
      text += fmt::format(
          "; two passes, with chunks of {} in a temporary file of {}, because a "
          "single pass would take {:.2f} decodes per chunk",
          ops::format_lengths(copy.intermediate_chunks, "-"), format_bytes(copy.intermediate_bytes),
          per_chunk(copy.one_pass_decodes));
    }
  }
  return text;
}

/// Returns the resources of the threads, if any work needs them.
std::string format_resources(const CopyPlan& plan) {
  if (plan.peak_memory_bytes == 0) return {};
  return fmt::format("\nthreads: {}; memory for values: at most {}\n", plan.threads,
                     format_bytes(plan.peak_memory_bytes));
}

std::uint64_t sum(const std::vector<VariableCopy>& variables, std::uint64_t VariableCopy::*bytes) {
  return std::accumulate(
      variables.begin(), variables.end(), std::uint64_t{0},
      [bytes](std::uint64_t total, const VariableCopy& copy) { return total + copy.*bytes; });
}

/// Formats one line for each variable that was rounded.
std::string format_roundings(const std::vector<VariableCopy>& variables) {
  std::string text;
  for (const VariableCopy& copy : variables) {
    if (copy.quantized_by.empty()) continue;
    const char* const separator = copy.quantized_why.empty() ? "" : ": ";
    text += fmt::format("{}: rounded by {}{}{}{}\n", copy.path, copy.quantized_by, separator,
                        copy.quantized_why, format_error(copy));
  }
  return text;
}

/// Returns the variables that became larger than in the input, which is rarely intended; empty if
/// there are none.
std::string format_growth(const CopyReport& report) {
  if (!report.plan.view.empty()) return {};  // the sizes are not those of the same values
  std::vector<std::string> grown;
  for (const VariableCopy& copy : report.plan.variables) {
    if (copy.input_bytes > 0 && copy.output_bytes > copy.input_bytes) grown.push_back(copy.path);
  }
  std::string text;
  if (report.input_file_bytes > 0 && report.output_file_bytes > report.input_file_bytes) {
    text += "the file is larger than the input\n";
  }
  if (!grown.empty()) {
    text += fmt::format("larger than in the input: {}\n", ops::format_few(grown));
  }
  return text;
}

/// Returns a name for `-c` and `--shards`. source: ops/select/chunk_spec.hpp
std::string escaped(const std::string& name) {
  std::string text;
  for (const char character : name) {
    if (character == '\\' || character == ',' || character == ':') text += '\\';
    text += character;
  }
  return text;
}

}  // namespace

void fields(auto& archive, VariableCopy& copy) {
  archive("path", copy.path, "type", copy.type, "shape", copy.shape, "input_filters",
          copy.input_filters, "filters", copy.filters, "filters_by", copy.filters_by,
          "input_chunks", copy.input_chunks, "chunks", copy.chunks, "input_shards",
          copy.input_shards, "shards", copy.shards, "route", copy.route, "route_by", copy.route_by,
          "encoder", copy.encoder, "quantized_by", copy.quantized_by, "quantized_why",
          copy.quantized_why, "largest_error", copy.largest_error, "units",
          base::json_text_or_null(copy.units), "information", copy.information, "tile", copy.tile,
          "input_chunk_count", copy.input_chunk_count, "decodes", copy.decodes,
          "intermediate_chunks", copy.intermediate_chunks, "intermediate_bytes",
          copy.intermediate_bytes, "one_pass_decodes", copy.one_pass_decodes, "raw_bytes",
          copy.raw_bytes, "input_bytes", copy.input_bytes);
}

void plan_fields(auto& archive, CopyPlan& plan, const auto& variables) {
  archive("input", plan.input, "output", plan.output, "input_format", plan.input_format, "format",
          plan.format, "format_by", plan.format_by, "view", plan.view, "layout", plan.layout,
          "layout_by", plan.layout_by, "made_fixed", plan.made_fixed, "variables", variables,
          "threads", plan.threads, "peak_memory_bytes", plan.peak_memory_bytes, "notes", plan.notes,
          "absent", plan.absent);
}

void fields(auto& archive, CopyPlan& plan) { plan_fields(archive, plan, plan.variables); }

void fields(auto& archive, CopyReport& report) {
  plan_fields(archive, report.plan,
              base::json_list(report.plan.variables, [](const VariableCopy& copy) -> base::Json {
                return base::to_json(copy).add("output_bytes", copy.output_bytes);
              }));
  archive("verified", report.verified, "original_kept", report.original_kept, "input_file_bytes",
          report.input_file_bytes, "output_file_bytes", report.output_file_bytes, "seconds",
          report.seconds, "cpu_seconds", report.cpu_seconds, "coordinator_cpu_seconds",
          report.coordinator_cpu_seconds);
}

std::string format_plan(const CopyPlan& plan, std::size_t width) {
  std::vector<TableRow> rows{{"variable", "type", "shape", "chunks", "filters", "why", "route"}};
  for (const VariableCopy& copy : plan.variables) {
    rows.push_back({copy.path, copy.type, ops::format_lengths(copy.shape, "scalar"),
                    ops::format_chunks(copy.chunks, copy.shards, "-"), format_filters(copy.filters),
                    copy.filters_by, format_route(copy)});
  }
  return format_head(plan) + ops::format_table(rows, {"", width}) + format_resources(plan);
}

std::string format_plan_json(const CopyPlan& plan) { return format_record(plan); }

std::string format_report(const CopyReport& report, std::size_t width) {
  const CopyPlan& plan = report.plan;
  std::vector<TableRow> rows{
      {"variable", "filters", "why", "route", "raw", "input", "output", "raw/output"}};
  for (const VariableCopy& copy : plan.variables) {
    rows.push_back({copy.path, format_filters(copy.filters), copy.filters_by,
                    std::string(base::name_of(copy.route)), format_bytes(copy.raw_bytes),
                    format_bytes(copy.input_bytes), format_bytes(copy.output_bytes),
                    format_ratio(copy.raw_bytes, copy.output_bytes)});
  }
  const std::uint64_t raw = sum(plan.variables, &VariableCopy::raw_bytes);
  const std::uint64_t output = sum(plan.variables, &VariableCopy::output_bytes);
  rows.push_back({"all variables", "", "", "", format_bytes(raw),
                  format_bytes(sum(plan.variables, &VariableCopy::input_bytes)),
                  format_bytes(output), format_ratio(raw, output)});
  return format_head(plan) + ops::format_table(rows, {"", width}) +
         fmt::format(
             "\nfile: {} -> {}, in {:.2f} s{}\nprocessor time: {:.2f} s, coordinator: {:.2f} s\n",
             format_bytes(report.input_file_bytes), format_bytes(report.output_file_bytes),
             report.seconds, report.verified ? "; read back and verified" : "", report.cpu_seconds,
             report.coordinator_cpu_seconds) +
         format_roundings(plan.variables) + format_growth(report);
}

std::string format_report_json(const CopyReport& report) { return format_record(report); }

// ---- Options ----

VariableLengths::operator std::string() const {
  return fmt::format("{}:{}", escaped(variable), fmt::join(lengths, ","));
}

DimensionLengths::operator std::string() const {
  std::string text;
  for (const auto& [dimension, length] : lengths) {
    text += fmt::format("{}{}/{}", text.empty() ? "" : ",", escaped(dimension),
                        length == 0 ? "" : fmt::format("{}", length));
  }
  return text;
}

ValueRounding::operator std::string() const {
  constexpr const char* modes[] = {"bitgroom", "granular", "bitround",
                                   "error",    "relative", "bitround"};
  const std::string number = base::format_real(amount);
  return fmt::format("{},{},{}{}", variables, modes[static_cast<std::size_t>(by)],
                     by == By::information ? "information=" + number + "%" : number,
                     packs ? ",pack=int16" : "");
}

}  // namespace ncf
