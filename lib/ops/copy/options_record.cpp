// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/options_record.hpp"

#include "ncf/format.hpp"

namespace ncf::ops {
namespace {

using base::Json;

const char* name_of(Otherwise otherwise) {
  switch (otherwise) {
    case Otherwise::none:
      return "none";
    case Otherwise::copy:
      return "copy";
    case Otherwise::link:
      return "link";
  }
  return "";
}

Json as_json(const std::vector<FilterText>& filters) {
  Json texts = base::json_list();
  for (const auto& [text] : filters) texts.elements.push_back(text);
  return texts;
}

Json as_json(const PartialCopy& part) {
  return base::json_object({{"names", part.names}, {"others_defined", part.others_defined}});
}

Json as_json(const ViewOptions& view) {
  const auto& [concat, inputs, select, exclude, rename, unlimited, types, attributes, unpack,
               only_new] = view;
  return base::json_object({{"concat", concat.value_or("")},
                            {"inputs", inputs},
                            {"select", select},
                            {"exclude", exclude},
                            {"rename", rename},
                            {"unlimited", unlimited},
                            {"types", types},
                            {"attributes", attributes},
                            {"unpack", unpack},
                            {"only_new", only_new}});
}

}  // namespace

// All members are named, so a new one does not compile until it is handled here.
Json record_of_options(const CopyOptions& options) {
  const auto& [input, view, append, output, format, filters, deflate, shuffle, chunks, purpose,
               shards, shard_bytes, layout, strings, fix_unlimited, variables, with_coordinates,
               groups, smallest_chunk_bytes, buffer_bytes, cache_bytes, cache_slots,
               input_in_memory, follow_external, output_in_memory, history, strict, quantize,
               allow_absent, verify, preserve, in_place, if_smaller, threads, max_memory_bytes,
               connections, mpi, stop] = options;
  Json record = base::json_object();
  record.add("form", output_form);
  if (format) record.add("format", format_name(*format));
  if (!filters.empty()) record.add("filters", as_json(filters));
  if (deflate) record.add("deflate", *deflate);
  if (shuffle) record.add("shuffle", true);
  if (!chunks.empty()) record.add("chunks", chunks);
  if (!purpose.empty()) record.add("purpose", purpose);
  if (!shards.empty()) record.add("shards", shards);
  if (shard_bytes) record.add("shard_bytes", *shard_bytes);
  if (!layout.empty()) record.add("layout", layout);
  if (strings) record.add("strings", *strings == StringForm::strings);
  if (fix_unlimited) record.add("fix_unlimited", true);
  if (variables) record.add("variables", as_json(*variables));
  if (!(view == ViewOptions())) record.add("view", as_json(view));
  if (append) record.add("append", *append);
  if (with_coordinates) record.add("with_coordinates", true);
  if (!history.empty()) record.add("history", true);  // the line has the time
  if (groups) record.add("groups", as_json(*groups));
  if (smallest_chunk_bytes) record.add("smallest_chunk_bytes", *smallest_chunk_bytes);
  // Strict options turn notes into errors, so they count as different options.
  if (strict) record.add("strict", true);
  if (!quantize.empty()) record.add("quantize", quantize);
  if (preserve) record.add("preserve", true);
  if (if_smaller) record.add("if_smaller", name_of(*if_smaller));
  return record;
}

}  // namespace ncf::ops
