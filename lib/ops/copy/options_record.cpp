// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/options_record.hpp"

#include <nlohmann/json.hpp>

#include "ncf/format.hpp"
#include "ncf/version.hpp"

namespace ncf::ops {
namespace {

using nlohmann::json;

json as_json(const PartialCopy& part) {
  return {{"names", part.names}, {"others_defined", part.others_defined}};
}

}  // namespace

// All members are named, so a new one does not compile until it is handled here.
json record_of_options(const CopyOptions& options) {
  const auto& [input, output, format, filters, deflate_level, shuffle, chunking, fix_unlimited,
               variables, groups, smallest_chunk_bytes, buffer_bytes, cache_bytes, cache_slots,
               input_in_memory, follow_external, output_in_memory, strict, quantizations, verify,
               preserve, threads, max_memory_bytes, stop] = options;
  json record = {{"version", version()}};
  if (format) record["format"] = format_name(*format);
  if (!filters.empty()) record["filters"] = filters;
  if (deflate_level) record["deflate_level"] = *deflate_level;
  if (shuffle) record["shuffle"] = true;
  if (!chunking.empty()) record["chunking"] = chunking;
  if (fix_unlimited) record["fix_unlimited"] = true;
  if (variables) record["variables"] = as_json(*variables);
  if (groups) record["groups"] = as_json(*groups);
  if (smallest_chunk_bytes) record["smallest_chunk_bytes"] = *smallest_chunk_bytes;
  // Strict options turn notes into errors, so they count as different options.
  if (strict) record["strict"] = true;
  if (!quantizations.empty()) record["quantizations"] = quantizations;
  if (preserve) record["preserve"] = true;
  return record;
}

}  // namespace ncf::ops
