// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The syntax of `-c` and `--shards`, and the storage they request for a variable.
//
//   chunk-spec = "/" | dimension { "," dimension } | variable ":" [ "contiguous" | "compact"
//                                                               | length { "," length } ] ;
//   dimension  = path "/" [ length ] ;          (* no length: the whole dimension *)
//   length     = decimal | "0" octal | "0x" hexadecimal ;
//
// "/" alone and "variable:" alone mean no chunks. A backslash makes the next character of a name
// literal. A ":" outside a name selects the form for one variable.
// source: nccopy(1), option -c
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

struct DimensionChunk {
  std::string dimension;              ///< path; a missing leading "/" is added
  std::optional<std::size_t> length;  ///< empty: the whole dimension
  std::string written;                ///< the text of the option, for messages
};

struct VariableChunks {
  std::string variable;  ///< path; a missing leading "/" is added
  model::Layout layout = model::Layout::contiguous;
  std::vector<std::size_t> lengths;  ///< if chunked
  std::string written;
};

/// All `-c` options of a command line combined, or all `--shards`.
struct ChunkSpec {
  std::string option = "-c";  ///< for messages
  bool no_chunks = false;     ///< "/"
  std::vector<DimensionChunk> dimensions;
  std::vector<VariableChunks> variables;

  [[nodiscard]] bool empty() const noexcept {
    return !no_chunks && dimensions.empty() && variables.empty();
  }
};

/// Parses all texts and combines them. Each dimension or variable may be named once.
/// throws: Error(usage) with a caret.
ChunkSpec parse_chunk_specs(const std::vector<std::string>& texts, std::string option = "-c");

/// Checks that every named dimension and variable exists. throws: Error(not_found) quoting the
/// option.
void check_chunk_spec(const ChunkSpec& spec, const model::Schema& schema);

/// Returns the storage of a variable of `schema` in a netCDF-4 output. Precedence: `-c` for the
/// variable, `-c` for a dimension, `-c` for no chunks, the input's chunks, the library's choice (0
/// in the shape).
/// filtered: the variable will have filters and must have chunks.
/// throws: Error(usage) if the option contradicts filters or an unlimited dimension, gives the
/// wrong number of lengths, or gives one longer than its fixed dimension.
model::Storage choose_storage(const ChunkSpec& spec, const model::Schema& schema,
                              model::VariableId variable, bool filtered);

/// Returns whether `spec` decides the chunks of a variable: by its name, a dimension or "/".
bool decides(const ChunkSpec& spec, const model::Schema& schema, model::VariableId variable);

/// Returns whether `spec` asks for shards of the variable or along one of its dimensions.
bool asks_for_shards(const ChunkSpec& spec, const model::Schema& schema,
                     model::VariableId variable);

/// Sets the shards in the storage of an output's variable, whose chunks are chosen. Precedence:
/// `spec` for the variable, `spec` for a dimension, `spec` for no shards, `shard_bytes`, the
/// input's shards. Along a dimension that is not named, shards are as long as in the input.
///
/// throws: Error(usage) for a wrong number of lengths.
void choose_shards(const ChunkSpec& spec, std::optional<std::uint64_t> shard_bytes,
                   const model::Storage& input, const model::Schema& schema,
                   model::VariableId variable, model::Storage& storage);

}  // namespace ncf::ops
