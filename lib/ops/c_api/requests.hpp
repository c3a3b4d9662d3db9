// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Options of calls as JSON. Members have the names that they have in the structures. A member that
// neither the function nor its caller reads is an error. source: base/json/records.hpp
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

#include "base/json/records.hpp"
#include "ncf/compare.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/dump.hpp"
#include "ncf/explain.hpp"
#include "ncf/generate.hpp"
#include "ncf/info.hpp"
#include "ncf/references.hpp"
#include "ncf/tune.hpp"
#include "ops/copy/copy_options.hpp"
#include "ops/tune/tune_parts.hpp"

namespace ncf {

constexpr auto names_of(IndexOrder /*any*/) {
  return std::to_array<std::string_view>({"c", "fortran"});
}
constexpr auto names_of(DumpLanguage /*any*/) {
  return std::to_array<std::string_view>({"cdl", "ncml", "json"});
}
constexpr auto names_of(DumpedValues /*any*/) {
  return std::to_array<std::string_view>({"all", "coordinates", "none"});
}

// The bindings name all members of a structure, so a new member does not compile until it is
// handled here.

void fields(auto& archive, CdlStyle& style) {
  auto& [line_length, float_digits, double_digits, float_digits_rule, double_digits_rule, exact,
         date_separator, brief_annotations, full_annotations, index_order, special_attributes,
         filters_in_full, properties, fill_value_type, explain] = style;
  archive("line_length", line_length, "float_digits", float_digits, "double_digits", double_digits,
          "float_digits_rule", float_digits_rule, "double_digits_rule", double_digits_rule, "exact",
          exact, "date_separator", date_separator, "brief_annotations", brief_annotations,
          "full_annotations", full_annotations, "index_order", index_order, "special_attributes",
          special_attributes, "filters_in_full", filters_in_full, "properties", properties,
          "fill_value_type", fill_value_type, "explain", explain);
}

void fields(auto& archive, DumpOptions& options) {
  auto& [input, name, language, values, variables, groups, select, input_in_memory, follow_external,
         connections, client_cache, threads, style, stop] = options;
  archive("input", input, "name", name, "language", language, "values", values, "variables",
          variables, "groups", groups, "select", select, "input_in_memory", input_in_memory,
          "follow_external", follow_external, "connections", connections, "client_cache",
          client_cache, "threads", threads, "style", style, "stop", refused_stop);
}

void fields(auto& archive, GenerateOptions& options) {
  auto& [input, output, extension, dataset_name, format, layout, header_only, no_fill,
         output_in_memory, threads, max_memory_bytes, stop] = options;
  archive("input", input, "output", output, "extension", extension, "dataset_name", dataset_name,
          "format", format, "layout", layout, "header_only", header_only, "no_fill", no_fill,
          "output_in_memory", output_in_memory, "threads", threads, "max_memory_bytes",
          max_memory_bytes, "stop", refused_stop);
}

void fields(auto& archive, ExplainOptions& options) {
  auto& [element_size] = options;
  archive("element_size", element_size);
}

void fields(auto& archive, InspectOptions& options) {
  auto& [follow_external, connections, map_chunks, stop] = options;
  archive("follow_external", follow_external, "connections", connections, "map_chunks", map_chunks,
          "stop", refused_stop);
}

void fields(auto& archive, CompareOptions& options) {
  auto& [first, second, variables, groups, select, ignored_attributes, errors, allow_absent, decode,
         map_errors, check_levels, follow_external, connections, threads, max_memory_bytes, stop] =
      options;
  archive("first", first, "second", second, "variables", variables, "groups", groups, "select",
          select, "ignored_attributes", ignored_attributes, "errors", errors, "allow_absent",
          allow_absent, "decode", decode, "map_errors", map_errors, "check_levels", check_levels,
          "follow_external", follow_external, "connections", connections, "threads", threads,
          "max_memory_bytes", max_memory_bytes, "stop", refused_stop);
}

void fields(auto& archive, TuneOptions& options) {
  auto& [input, variables, goal, readers, errors, digits, bits, information, allow_absent,
         information_per, sample_bytes, follow_external, connections, threads, stop] = options;
  archive("input", input, "variables", variables, "goal", goal, "readers", readers, "errors",
          errors, "digits", digits, "bits", bits, "information", information, "allow_absent",
          allow_absent, "information_per", information_per, "sample_bytes", sample_bytes,
          "follow_external", follow_external, "connections", connections, "threads", threads,
          "stop", refused_stop);
}

void fields(auto& archive, CopyManyOptions& options) {
  auto& [copy, inputs, folder, include, exclude, copies_others, relative_to, rename, resume,
         remove_orphans, journal, checksums, plan, mpi, jobs, stop_after, file_timeout] = options;
  std::optional<double> seconds;
  archive("copy", copy, "inputs", inputs, "folder", folder, "include", include, "exclude", exclude,
          "copies_others", copies_others, "relative_to", relative_to, "rename", rename, "resume",
          resume, "remove_orphans", remove_orphans, "journal", journal, "checksums", checksums,
          "plan", plan, "mpi", refused_mpi, "jobs", jobs, "stop_after", stop_after, "file_timeout",
          seconds, "stop", refused_stop);
  if (seconds) file_timeout = std::chrono::duration<double>(*seconds);
}

void fields(auto& archive, ReferenceOptions& options) {
  auto& [inputs, output, url, dimension, view, stop] = options;
  archive("inputs", inputs, "output", output, "url", url, "dimension", dimension, "view", view,
          "stop", refused_stop);
}

namespace ops {

/// Returns the JSON of a request. throws: SyntaxError if the text is not JSON; Error(usage) if it
/// is not an object.
[[nodiscard]] inline base::Json parse_request(std::string_view text) {
  base::JsonReading reading = base::read_json(text);
  const std::size_t rest = text.find_first_not_of(" \t\r\n", reading.end);
  if (rest != std::string_view::npos) {
    throw SyntaxError(text, {rest, text.size()}, "text after the request");
  }
  if (reading.value.is(base::Json::Kind::object)) return std::move(reading.value);
  throw Error(ErrorCode::usage, "request: expected an object");
}

/// Returns the members of a request as options. required: texts that must be given.
/// throws: Error(usage) naming a member that is wrong, unknown or missing.
template <class Options>
Options options_of(base::JsonReader& request, std::initializer_list<const char*> required = {}) {
  Options options;
  fields(request, options);
  request.require_all_known();
  for (const char* const name : required) request.require_text(name);
  return options;
}

}  // namespace ops
}  // namespace ncf
