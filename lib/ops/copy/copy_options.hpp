// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of a copy: their members, for requests from C and for the record of outputs, and what
// they request, before any file is opened. Pure; any thread.
// source: base/memory/members.hpp
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.hpp"
#include "base/json/records.hpp"
#include "ncf/copy.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/report/report_json.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/chunk_spec.hpp"

namespace ncf {

constexpr auto names_of(Otherwise /*any*/) {
  return std::to_array<std::string_view>({"none", "copy", "link"});
}
constexpr auto names_of(StringForm /*any*/) {
  return std::to_array<std::string_view>({"strings", "characters"});
}

inline base::Json as_json(const FilterText& filter) { return filter.text; }

void fields(auto& archive, PartialCopy& part) {
  archive("names", part.names, "others_defined", part.others_defined);
}

// The bindings name all members of a structure, so a new member does not compile until it is
// handled here.

void fields(auto& archive, ViewOptions& view) {
  auto& [concat, inputs, select, exclude, rename, unlimited, types, attributes, unpack, only_new,
         skip_present] = view;
  archive("concat", concat, "inputs", inputs, "select", select, "exclude", exclude, "rename",
          rename, "unlimited", unlimited, "types", types, "attributes", attributes, "unpack",
          unpack, "only_new", only_new, "skip_present", skip_present);
}

/// The members on which the output depends. Strict options turn notes into errors, so they count as
/// different options.
void output_fields(auto& archive, CopyOptions& options) {
  using base::unless_empty;
  archive("format", unless_empty(options.format), "filters", unless_empty(options.filters));
  archive("deflate", unless_empty(options.deflate), "shuffle", unless_empty(options.shuffle));
  archive("chunks", unless_empty(options.chunks), "purpose", unless_empty(options.purpose));
  archive("shards", unless_empty(options.shards), "shard_bytes", unless_empty(options.shard_bytes));
  archive("layout", unless_empty(options.layout), "strings", unless_empty(options.strings));
  archive("fix_unlimited", unless_empty(options.fix_unlimited));
  archive("variables", unless_empty(options.variables), "view", unless_empty(options.view));
  archive("append", unless_empty(options.append));
  archive("with_coordinates", unless_empty(options.with_coordinates));
  archive("history", unless_empty(options.history), "groups", unless_empty(options.groups));
  archive("smallest_chunk_bytes", unless_empty(options.smallest_chunk_bytes));
  archive("strict", unless_empty(options.strict), "quantize", unless_empty(options.quantize));
  archive("preserve", unless_empty(options.preserve));
  archive("if_smaller", unless_empty(options.if_smaller));
}

constexpr base::Refused refused_mpi{
    "only C++ programs may share a copy among processes (ncf/mpi.hpp)"};
constexpr base::Refused refused_stop{"not a member of requests; set it in ncf_handlers"};

void fields(auto& archive, CopyOptions& options) {
  auto& [input, view, append, output, format, filters, deflate, shuffle, chunks, purpose, shards,
         shard_bytes, layout, strings, fix_unlimited, variables, with_coordinates, groups,
         smallest_chunk_bytes, buffer_bytes, cache_bytes, cache_slots, input_in_memory,
         follow_external, output_in_memory, history, strict, quantize, allow_absent, verify,
         preserve, in_place, if_smaller, threads, max_memory_bytes, connections, mpi, stop] =
      options;
  output_fields(archive, options);
  archive("input", input, "output", output, "buffer_bytes", buffer_bytes, "cache_bytes",
          cache_bytes, "cache_slots", cache_slots, "input_in_memory", input_in_memory,
          "follow_external", follow_external, "output_in_memory", output_in_memory, "allow_absent",
          allow_absent, "verify", verify, "in_place", in_place, "threads", threads,
          "max_memory_bytes", max_memory_bytes, "connections", connections, "mpi", refused_mpi,
          "stop", refused_stop);
}

}  // namespace ncf

namespace ncf::ops {

/// The number of the form of outputs: it is raised when the same options make other bytes than
/// before, and tests/conformance/copies/output_form.py fails until then. --resume makes copies of
/// an earlier form again.
inline constexpr int output_form = 2;

/// Returns the members of CopyOptions that were set, and the form. The results are equal for
/// options with which the library makes equal outputs from an input.
[[nodiscard]] base::Json record_of_options(CopyOptions options);

struct CopyRequests {
  /// Warnings go to `notes`. throws: Error(usage) for options that are invalid or contradict each
  /// other.
  CopyRequests(const CopyOptions& options, std::vector<std::string>& notes);

  FilterRequest filters;
  QuantizeRequest quantize;
  ChunkSpec chunking;
  ChunkSpec sharding;
};

/// Only checks them. throws: as the constructor.
void check_options(const CopyOptions& options);

}  // namespace ncf::ops
