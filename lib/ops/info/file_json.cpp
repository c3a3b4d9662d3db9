// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/info.hpp"
#include "ops/report/report_json.hpp"

namespace ncf {

using base::json_text_or_null;

void fields(auto& archive, ChunkMapCell& cell) {
  archive("chunks", cell.chunks, "raw_bytes", cell.raw_bytes, "stored_bytes", cell.stored_bytes);
}

void fields(auto& archive, ChunkMap& map) {
  archive("down", map.down, "across", map.across, "cells", map.cells);
}

void fields(auto& archive, VariableInfo& variable) {
  archive("path", variable.path, "type", variable.type, "long_name",
          json_text_or_null(variable.long_name), "units", json_text_or_null(variable.units),
          "shape", variable.shape, "chunks", variable.chunks, "shards", variable.shards, "filters",
          variable.filters, "raw_bytes", variable.raw_bytes, "stored_bytes", variable.stored_bytes,
          "codecs", base::embedded(variable.codecs), "fault", base::unless_empty(variable.fault),
          "chunk_map", base::unless_empty(variable.chunk_map));
}

void fields(auto& archive, GroupInfo& group) {
  archive("path", group.path, "variables", group.variables, "raw_bytes", group.raw_bytes,
          "stored_bytes", group.stored_bytes);
}

void fields(auto& archive, FilterOfFile& filter) {
  archive("id", filter.id, "name", json_text_or_null(filter.name), "provided_by",
          json_text_or_null(filter.provided_by), "readable_here", filter.is_readable_here,
          "readable_by_stock_netcdf", filter.is_readable_by_stock_netcdf, "variables",
          filter.variables);
}

void fields(auto& archive, UnreadableCodec& codec) {
  archive("name", codec.name, "variables", codec.variables);
}

void fields(auto& archive, MetadataRequests& block) {
  archive("block_bytes", block.block_bytes, "requests", block.requests);
}

void fields(auto& archive, LayoutCell& cell) {
  archive("metadata_bytes", cell.metadata_bytes, "values_bytes", cell.values_bytes, "other_bytes",
          cell.other_bytes, "variable", json_text_or_null(cell.variable));
}

void fields(auto& archive, LayoutInfo& layout) {
  archive("file_bytes", layout.file_bytes, "page_bytes", layout.page_bytes, "consolidated",
          layout.is_consolidated, "strategy", layout.strategy, "free_bytes", layout.free_bytes,
          "metadata_bytes", layout.metadata_bytes, "metadata_places", layout.metadata_places,
          "metadata_begin", layout.metadata_begin, "metadata_end", layout.metadata_end,
          "values_begin", layout.values_begin, "values_bytes", layout.values_bytes, "other_bytes",
          layout.other_bytes, "requests", layout.requests, "cells",
          base::unless_empty(layout.cells));
}

void fields(auto& archive, Inference& inference) {
  archive("implementation", inference.implementation, "format", inference.format, "by",
          inference.by, "why", inference.why, "canonical", inference.canonical, "notes",
          inference.notes);
}

void fields(auto& archive, FileInfo& info) {
  archive("input", info.input, "format", info.format, "inference", info.inference, "variables",
          info.variables, "groups", info.groups, "filters", info.filters, "unreadable_codecs",
          info.unreadable_codecs, "notes", info.notes, "layout", base::unless_empty(info.layout));
}

std::string format_file_info_json(const FileInfo& info) { return format_record(info); }

std::string format_inference_json(const Inference& inference) { return format_record(inference); }

}  // namespace ncf
