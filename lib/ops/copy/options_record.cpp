// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/options_record.hpp"

#include <string>
#include <vector>

#include "ncf/format.hpp"
#include "ncf/version.hpp"

namespace ncf::ops {
namespace {

using base::Json;

Json as_json(const std::vector<std::string>& texts) {
  Json list = base::json_list();
  for (const std::string& text : texts) list.elements.push_back(base::json_text(text));
  return list;
}

const char* name_of(Original original) {
  switch (original) {
    case Original::kept:
      return "kept";
    case Original::copied:
      return "copied";
    case Original::linked:
      return "linked";
  }
  return "";
}

Json as_json(const PartialCopy& part) {
  return base::json_object()
      .add("names", as_json(part.names))
      .add("others_defined", base::json_boolean(part.others_defined));
}

}  // namespace

// All members are named, so a new one does not compile until it is handled here.
Json record_of_options(const CopyOptions& options) {
  const auto& [input, output, format, filters, deflate_level, shuffle, chunking, sharding,
               shard_bytes, fix_unlimited, variables, with_coordinates, groups,
               smallest_chunk_bytes, buffer_bytes, cache_bytes, cache_slots, input_in_memory,
               follow_external, output_in_memory, history, strict, quantizations, verify, preserve,
               in_place, if_smaller, threads, max_memory_bytes, connections, stop] = options;
  const Json yes = base::json_boolean(true);
  Json record = base::json_object();
  record.add("version", base::json_text(version()));
  if (format) record.add("format", base::json_text(format_name(*format)));
  if (!filters.empty()) record.add("filters", as_json(filters));
  if (deflate_level) record.add("deflate_level", base::json_number(std::int64_t{*deflate_level}));
  if (shuffle) record.add("shuffle", yes);
  if (!chunking.empty()) record.add("chunking", as_json(chunking));
  if (!sharding.empty()) record.add("sharding", as_json(sharding));
  if (shard_bytes) record.add("shard_bytes", base::json_number(*shard_bytes));
  if (fix_unlimited) record.add("fix_unlimited", yes);
  if (variables) record.add("variables", as_json(*variables));
  if (with_coordinates) record.add("with_coordinates", yes);
  if (!history.empty()) record.add("history", yes);  // the line has the time
  if (groups) record.add("groups", as_json(*groups));
  if (smallest_chunk_bytes) {
    record.add("smallest_chunk_bytes", base::json_number(*smallest_chunk_bytes));
  }
  // Strict options turn notes into errors, so they count as different options.
  if (strict) record.add("strict", yes);
  if (!quantizations.empty()) record.add("quantizations", as_json(quantizations));
  if (preserve) record.add("preserve", yes);
  if (if_smaller) record.add("if_smaller", base::json_text(name_of(*if_smaller)));
  return record;
}

}  // namespace ncf::ops
