// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/c_api/options_of_request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using base::Json;

Json parse(std::string_view text) {
  base::JsonReading reading = base::read_json(text);
  const std::size_t rest = text.find_first_not_of(" \t\r\n", reading.end);
  if (rest != std::string_view::npos) {
    throw SyntaxError(text, {rest, text.size()}, "text after the request");
  }
  return std::move(reading.value);
}

}  // namespace

Request::Request(std::string_view text) : Request("", parse(text)) {}

Request::Request(std::string place, Json object)
    : place_(std::move(place)), object_(std::move(object)) {
  if (object_.is(Json::Kind::object)) return;
  throw Error(ErrorCode::usage,
              fmt::format("{}: expected an object",
                          place_.empty() ? "request" : place_.substr(0, place_.size() - 1)));
}

Request Request::take_object(const char* name) {
  const Json* value = find(name);
  return {fmt::format("{}{}.", place_, name), value == nullptr ? base::json_object() : *value};
}

const Json* Request::find(const char* name) {
  taken_.insert(name);
  return object_.find(name);
}

void Request::refuse_if_given(const char* name, std::string_view reason) const {
  if (has(name)) throw Error(ErrorCode::usage, fmt::format("{}{}: {}", place_, name, reason));
}

void Request::require_all_taken() const {
  for (const base::JsonMember& member : object_.members) {
    if (taken_.contains(member.name)) continue;
    throw Error(ErrorCode::usage, fmt::format("{}{}: unknown member", place_, member.name));
  }
}

void Request::require_text(const char* name) const {
  const Json* value = object_.find(name);
  if (value == nullptr) {
    throw Error(ErrorCode::usage, fmt::format("{}{}: missing", place_, name));
  }
  if (value->text.empty()) refuse(name, "a text that is not empty");
}

void Request::refuse(const char* name, std::string_view expected) const {
  throw Error(ErrorCode::usage, fmt::format("{}{}: expected {}", place_, name, expected));
}

std::string Request::describe_choice(const std::vector<std::string_view>& names) {
  return fmt::format("one of {}", fmt::join(names, ", "));
}

// The system would use a name only up to a NUL.
const std::string& Request::checked_text(const char* name, const Json& value) const {
  if (value.text.find('\0') != std::string::npos) refuse(name, "no NUL in a text");
  return value.text;
}

void Request::read(const char* name, const Json& value, std::string& target) const {
  if (!value.is(Json::Kind::text)) refuse(name, "a text");
  target = checked_text(name, value);
}

void Request::read(const char* name, const Json& value, bool& target) const {
  if (!value.is(Json::Kind::boolean)) refuse(name, "true or false");
  target = value.boolean;
}

void Request::read(const char* name, const Json& value, std::vector<std::string>& target) const {
  if (!value.is(Json::Kind::list)) refuse(name, "a list of texts");
  target.clear();
  for (const Json& element : value.elements) {
    if (!element.is(Json::Kind::text)) refuse(name, "a list of texts");
    target.push_back(checked_text(name, element));
  }
}

namespace {

void take_format(Request& request, std::optional<Format>& format) {
  if (!request.has("format")) return;
  std::string name;
  request.take("format", name);
  format = find_format(name);
  if (!format) request.refuse("format", "the name of a format, as for ncfcopy -k");
}

void take_filters(Request& request, std::vector<FilterText>& filters) {
  std::vector<std::string> texts;
  request.take("filters", texts);
  filters.assign(texts.begin(), texts.end());
}

void take_part(Request& request, const char* name, std::optional<PartialCopy>& part) {
  if (!request.has(name)) return;
  Request object = request.take_object(name);
  auto& [names, others_defined] = part.emplace();
  object.take("names", names);
  object.take("others_defined", others_defined);
  object.require_all_taken();
}

void take_view(Request object, ViewOptions& view) {
  auto& [concat, inputs, select, exclude, rename, unlimited, types, attributes, unpack, only_new] =
      view;
  object.take("concat", concat);
  object.take("inputs", inputs);
  object.take("select", select);
  object.take("exclude", exclude);
  object.take("rename", rename);
  object.take("unlimited", unlimited);
  object.take("types", types);
  object.take("attributes", attributes);
  object.take("unpack", unpack);
  object.take("only_new", only_new);
  object.require_all_taken();
}

void take_date_separator(Request& request, std::optional<char>& separator) {
  if (!request.has("date_separator")) return;
  std::string text;
  request.take("date_separator", text);
  if (text.size() != 1) request.refuse("date_separator", "a text of one character");
  separator = text.front();
}

void take_style(Request style, CdlStyle& target) {
  auto& [line_length, float_digits, double_digits, float_digits_rule, double_digits_rule, exact,
         date_separator, brief_annotations, full_annotations, index_order, special_attributes,
         filters_in_full, properties, fill_value_type, explain] = target;
  style.take("line_length", line_length);
  style.take("float_digits", float_digits);
  style.take("double_digits", double_digits);
  style.take("float_digits_rule", float_digits_rule);
  style.take("double_digits_rule", double_digits_rule);
  style.take("exact", exact);
  take_date_separator(style, date_separator);
  style.take("brief_annotations", brief_annotations);
  style.take("full_annotations", full_annotations);
  style.take("index_order", index_order, {{"c", IndexOrder::c}, {"fortran", IndexOrder::fortran}});
  style.take("special_attributes", special_attributes);
  style.take("filters_in_full", filters_in_full);
  style.take("properties", properties);
  style.take("fill_value_type", fill_value_type);
  style.take("explain", explain);
  style.require_all_taken();
}

/// Refuses `stop`: a StopSource is not JSON, and comes with the handlers.
void refuse_stop(const Request& request, const StopSource* /*stop*/) {
  request.refuse_if_given("stop", "not a member of requests; set it in ncf_handlers");
}

}  // namespace

// The bindings name all members of a structure, so a new member does not compile until it is
// handled here.

CopyOptions copy_options_of(Request& request) {
  CopyOptions options;
  auto& [input, view, append, output, format, filters, deflate, shuffle, chunks, purpose, shards,
         shard_bytes, layout, strings, fix_unlimited, variables, with_coordinates, groups,
         smallest_chunk_bytes, buffer_bytes, cache_bytes, cache_slots, input_in_memory,
         follow_external, output_in_memory, history, strict, quantize, allow_absent, verify,
         preserve, in_place, if_smaller, threads, max_memory_bytes, connections, mpi, stop] =
      options;
  request.take("input", input);
  take_view(request.take_object("view"), view);
  request.take("append", append);
  request.take("output", output);
  take_format(request, format);
  take_filters(request, filters);
  request.take("deflate", deflate);
  request.take("shuffle", shuffle);
  request.take("chunks", chunks);
  request.take("purpose", purpose);
  request.take("shards", shards);
  request.take("shard_bytes", shard_bytes);
  request.take("layout", layout);
  request.take("strings", strings,
               {{"strings", StringForm::strings}, {"characters", StringForm::characters}});
  request.take("fix_unlimited", fix_unlimited);
  take_part(request, "variables", variables);
  request.take("with_coordinates", with_coordinates);
  take_part(request, "groups", groups);
  request.take("smallest_chunk_bytes", smallest_chunk_bytes);
  request.take("buffer_bytes", buffer_bytes);
  request.take("cache_bytes", cache_bytes);
  request.take("cache_slots", cache_slots);
  request.take("input_in_memory", input_in_memory);
  request.take("follow_external", follow_external);
  request.take("output_in_memory", output_in_memory);
  request.take("history", history);
  request.take("strict", strict);
  request.take("quantize", quantize);
  request.take("allow_absent", allow_absent);
  request.take("verify", verify);
  request.take("preserve", preserve);
  request.take("in_place", in_place);
  request.take("if_smaller", if_smaller,
               {{"none", Otherwise::none}, {"copy", Otherwise::copy}, {"link", Otherwise::link}});
  request.take("threads", threads);
  request.take("max_memory_bytes", max_memory_bytes);
  request.take("connections", connections);
  static_cast<void>(mpi);
  request.refuse_if_given("mpi",
                          "only C++ programs may share a copy among processes (ncf/mpi.hpp)");
  refuse_stop(request, stop);
  request.require_all_taken();
  request.require_text("input");
  request.require_text("output");
  return options;
}

DumpOptions dump_options_of(Request& request) {
  DumpOptions options;
  auto& [input, name, language, values, variables, groups, select, input_in_memory, follow_external,
         connections, client_cache, threads, style, stop] = options;
  request.take("input", input);
  request.take("name", name);
  request.take(
      "language", language,
      {{"cdl", DumpLanguage::cdl}, {"ncml", DumpLanguage::ncml}, {"json", DumpLanguage::json}});
  request.take("values", values,
               {{"all", DumpedValues::all},
                {"coordinates", DumpedValues::coordinates},
                {"none", DumpedValues::none}});
  request.take("variables", variables);
  request.take("groups", groups);
  request.take("select", select);
  request.take("input_in_memory", input_in_memory);
  request.take("follow_external", follow_external);
  request.take("connections", connections);
  request.take("client_cache", client_cache);
  request.take("threads", threads);
  take_style(request.take_object("style"), style);
  refuse_stop(request, stop);
  request.require_all_taken();
  request.require_text("input");
  return options;
}

GenerateOptions generate_options_of(Request& request) {
  GenerateOptions options;
  auto& [input, output, extension, dataset_name, format, layout, header_only, no_fill,
         output_in_memory, threads, max_memory_bytes, stop] = options;
  request.take("input", input);
  request.take("output", output);
  request.take("extension", extension);
  request.take("dataset_name", dataset_name);
  take_format(request, format);
  request.take("layout", layout);
  request.take("header_only", header_only);
  request.take("no_fill", no_fill);
  request.take("output_in_memory", output_in_memory);
  request.take("threads", threads);
  request.take("max_memory_bytes", max_memory_bytes);
  refuse_stop(request, stop);
  request.require_all_taken();
  return options;
}

ExplainOptions explain_options_of(Request& request) {
  ExplainOptions options;
  auto& [element_size] = options;
  request.take("element_size", element_size);
  request.require_all_taken();
  return options;
}

InspectOptions inspect_options_of(Request& request) {
  InspectOptions options;
  auto& [follow_external, connections, map_chunks, stop] = options;
  request.take("follow_external", follow_external);
  request.take("connections", connections);
  request.take("map_chunks", map_chunks);
  refuse_stop(request, stop);
  request.require_all_taken();
  return options;
}

}  // namespace ncf::ops
