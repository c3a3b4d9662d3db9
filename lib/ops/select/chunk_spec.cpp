// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/chunk_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "base/text/real_text.hpp"
#include "ncf/error.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Layout;

/// Parses the text of one option.
class Parser {
 public:
  Parser(const std::string& option, const std::string& text) : option_(option), text_(text) {}

  void parse_into(ChunkSpec& spec) {
    if (text_.empty()) fail(0, 0, "empty chunk specification, expected DIM/N,... or VAR:N,...");
    if (text_ == "/" || text_ == "//") {
      spec.no_chunks = true;
    } else if (const std::size_t colon = find_unescaped(':', 0); colon < text_.size()) {
      spec.variables.push_back(parse_variable(colon));
    } else {
      parse_dimensions(spec);
    }
  }

 private:
  [[noreturn]] void fail(std::size_t begin, std::size_t end, const std::string& reason) const {
    throw Error(ErrorCode::usage, base::with_caret(text_, {begin, end}, option_ + ": " + reason));
  }

  [[nodiscard]] std::size_t find_unescaped(char wanted, std::size_t from) const {
    for (std::size_t i = from; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == wanted) {
        return i;
      }
    }
    return text_.size();
  }

  [[nodiscard]] std::string parse_name(std::size_t begin, std::size_t end,
                                       std::string_view what) const {
    if (begin == end) fail(begin, end, fmt::format("expected the name of a {}", what));
    const std::string_view written = std::string_view(text_).substr(begin, end - begin);
    const std::string name = base::to_nfc(base::without_backslashes(written));
    return name.front() == '/' ? name : "/" + name;
  }

  /// Parses decimal, octal with a leading 0 or hexadecimal with 0x, like strtoll with base 0.
  [[nodiscard]] std::size_t parse_length(std::size_t begin, std::size_t end) const {
    std::string_view digits = std::string_view(text_).substr(begin, end - begin);
    int radix = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
      digits.remove_prefix(2);
      radix = 16;
    } else if (digits.size() > 1 && digits.front() == '0') {
      radix = 8;
    }
    const auto length = base::find_number<std::size_t>(digits, radix);
    if (!length || length == 0) fail(begin, end, "expected a chunk length, a whole number from 1");
    return *length;
  }

  [[nodiscard]] VariableChunks parse_variable(std::size_t colon) const {
    VariableChunks chunks;
    chunks.variable = parse_name(0, colon, "variable before ':'");
    chunks.written = text_;
    const std::string rest = text_.substr(colon + 1);
    if (rest.empty() || base::equals_ignoring_case(rest, "contiguous")) return chunks;
    if (base::equals_ignoring_case(rest, "compact")) {
      chunks.layout = Layout::compact;
      return chunks;
    }
    chunks.layout = Layout::chunked;
    for (std::size_t begin = colon + 1; begin <= text_.size();) {
      const std::size_t end = std::min(text_.find(',', begin), text_.size());
      chunks.lengths.push_back(parse_length(begin, end));
      begin = end + 1;
    }
    return chunks;
  }

  void parse_dimensions(ChunkSpec& spec) const {
    for (std::size_t begin = 0; begin <= text_.size();) {
      const std::size_t end = find_unescaped(',', begin);
      const std::size_t slash = text_.rfind('/', end == begin ? begin : end - 1);
      if (begin == end || slash == std::string::npos || slash < begin) {
        fail(begin, end, "expected DIM/N, the name of a dimension and its chunk length");
      }
      DimensionChunk chunk;
      chunk.dimension = parse_name(begin, slash, "dimension before '/'");
      if (slash + 1 < end) chunk.length = parse_length(slash + 1, end);
      chunk.written = text_;
      spec.dimensions.push_back(std::move(chunk));
      begin = end + 1;
    }
  }

  const std::string& option_;
  const std::string& text_;
};

template <typename Items, typename Name>
void require_named_once(const std::string& option, const Items& items, Name name,
                        std::string_view what) {
  for (auto item = items.begin(); item != items.end(); ++item) {
    const auto same = [&](const auto& other) { return other.*name == (*item).*name; };
    if (std::any_of(items.begin(), item, same)) {
      throw Error(ErrorCode::usage, fmt::format("{} {}: {} {} is given twice", option,
                                                item->written, what, (*item).*name));
    }
  }
}

const DimensionChunk* find_chunk(const ChunkSpec& spec, const model::Schema& schema,
                                 model::DimensionId dimension) {
  if (spec.dimensions.empty()) return nullptr;
  const std::string path = base::to_nfc(schema.dimension_path(dimension));
  const auto found = std::ranges::find(spec.dimensions, path, &DimensionChunk::dimension);
  return found == spec.dimensions.end() ? nullptr : &*found;
}

const VariableChunks* find_chunks(const ChunkSpec& spec, const model::Schema& schema,
                                  model::VariableId variable) {
  if (spec.variables.empty()) return nullptr;
  const std::string path = base::to_nfc(schema.variable_path(variable));
  const auto found = std::ranges::find(spec.variables, path, &VariableChunks::variable);
  return found == spec.variables.end() ? nullptr : &*found;
}

void check_rank(const std::string& option, const VariableChunks& chunks,
                const model::Variable& variable) {
  if (chunks.lengths.size() == variable.dimensions.size()) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} {}: {} for variable {}, which has {}", option, chunks.written,
                          base::format_count(chunks.lengths.size(), "length"), chunks.variable,
                          base::format_count(variable.dimensions.size(), "dimension")));
}

void check_lengths(const VariableChunks& chunks, const model::Schema& schema,
                   const model::Variable& variable) {
  if (chunks.layout != Layout::chunked) return;
  check_rank("-c", chunks, variable);
  for (std::size_t i = 0; i < chunks.lengths.size(); ++i) {
    const model::Dimension& dimension = schema.dimensions[variable.dimensions[i]];
    if (!dimension.is_unlimited && chunks.lengths[i] > dimension.length) {
      throw Error(ErrorCode::usage,
                  fmt::format("-c {}: chunk length {} is more than dimension {} has, {}",
                              chunks.written, chunks.lengths[i], dimension.name, dimension.length));
    }
  }
}

/// Returns the shape if no option names the variable. inherited: the input's, or empty. 0 leaves a
/// length to the library.
std::vector<std::size_t> shape_by_dimensions(const ChunkSpec& spec, const model::Schema& schema,
                                             const model::Variable& variable,
                                             const std::vector<std::size_t>& inherited) {
  std::vector<std::size_t> shape;
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    const model::Dimension& dimension = schema.dimensions[variable.dimensions[i]];
    std::size_t length = inherited.empty() ? 0 : inherited[i];
    if (const DimensionChunk* chunk = find_chunk(spec, schema, variable.dimensions[i])) {
      length = chunk->length.value_or(std::max<std::size_t>(1, dimension.length));
      if (!dimension.is_unlimited) length = std::min(length, dimension.length);
    }
    shape.push_back(length);
  }
  return shape;
}

bool names_a_dimension_of(const ChunkSpec& spec, const model::Schema& schema,
                          const model::Variable& variable) {
  return std::ranges::any_of(variable.dimensions, [&](model::DimensionId id) {
    return find_chunk(spec, schema, id) != nullptr;
  });
}

/// throws: Error(not_found) if no path is that of an option. A name at the root may mean that in a
/// group.
void require_known(const ChunkSpec& spec, const std::string& written, std::string_view what,
                   const std::string& path, const std::vector<std::string>& paths) {
  if (std::ranges::find(paths, path) != paths.end()) return;
  const bool is_at_root = path.find('/', 1) == std::string::npos;
  throw Error(ErrorCode::not_found,
              fmt::format("{} {}: there is no {} {}{}", spec.option, written, what, path,
                          advice_on_name(is_at_root ? path.substr(1) : path, paths)));
}

}  // namespace

ChunkSpec parse_chunk_specs(const std::vector<std::string>& texts, std::string option) {
  ChunkSpec spec;
  spec.option = std::move(option);
  for (const std::string& text : texts) Parser(spec.option, text).parse_into(spec);
  require_named_once(spec.option, spec.dimensions, &DimensionChunk::dimension, "dimension");
  require_named_once(spec.option, spec.variables, &VariableChunks::variable, "variable");
  return spec;
}

void check_chunk_spec(const ChunkSpec& spec, const model::Schema& schema) {
  const auto dimensions = paths_of_dimensions(schema);
  for (const auto& [path, length, written] : spec.dimensions) {
    require_known(spec, written, "dimension", path, dimensions);
  }
  const auto variables = paths_of_variables(schema);
  for (const VariableChunks& chunks : spec.variables) {
    require_known(spec, chunks.written, "variable", chunks.variable, variables);
  }
}

model::Storage choose_storage(const ChunkSpec& spec, const model::Schema& schema,
                              model::VariableId id, bool filtered) {
  const model::Variable& variable = schema.variables[id];
  const VariableChunks* chunks = find_chunks(spec, schema, id);
  if (chunks != nullptr) check_lengths(*chunks, schema, variable);
  if (variable.is_scalar()) {
    const bool is_compact = chunks != nullptr && chunks->layout == Layout::compact;
    return {is_compact ? Layout::compact : Layout::contiguous, {}};
  }
  const bool unlimited =
      std::any_of(variable.dimensions.begin(), variable.dimensions.end(),
                  [&](auto dimension) { return schema.dimensions[dimension].is_unlimited; });
  const bool must_chunk = filtered || unlimited;

  if (chunks != nullptr) {
    if (chunks->layout != Layout::chunked && must_chunk) {
      throw Error(ErrorCode::usage,
                  fmt::format("-c {}: variable {} needs chunks, it has {}", chunks->written,
                              chunks->variable, filtered ? "filters" : "an unlimited dimension"));
    }
    return {chunks->layout, chunks->lengths};
  }
  const bool is_asked = names_a_dimension_of(spec, schema, variable);
  if (spec.no_chunks && !is_asked) return {must_chunk ? Layout::chunked : Layout::contiguous, {}};
  if (must_chunk || variable.storage.layout == Layout::chunked || is_asked) {
    return {Layout::chunked,
            shape_by_dimensions(spec, schema, variable, variable.storage.chunk_shape)};
  }
  return {variable.storage.layout == Layout::compact ? Layout::compact : Layout::contiguous, {}};
}

bool decides(const ChunkSpec& spec, const model::Schema& schema, model::VariableId id) {
  return spec.no_chunks || find_chunks(spec, schema, id) != nullptr ||
         names_a_dimension_of(spec, schema, schema.variables[id]);
}

bool asks_for_shards(const ChunkSpec& spec, const model::Schema& schema, model::VariableId id) {
  const VariableChunks* const shards = find_chunks(spec, schema, id);
  if (shards != nullptr) return shards->layout == Layout::chunked;
  return names_a_dimension_of(spec, schema, schema.variables[id]);
}

void choose_shards(const ChunkSpec& spec, std::optional<std::uint64_t> shard_bytes,
                   const model::Storage& input, const model::Schema& schema, model::VariableId id,
                   model::Storage& storage) {
  const model::Variable& variable = schema.variables[id];
  if (variable.is_scalar()) return;
  if (const VariableChunks* const shards = find_chunks(spec, schema, id)) {
    if (shards->layout == Layout::chunked) check_rank(spec.option, *shards, variable);
    storage.shard_shape = shards->lengths;
  } else if (names_a_dimension_of(spec, schema, variable)) {
    storage.shard_shape = shape_by_dimensions(spec, schema, variable, input.shard_shape);
  } else if (shard_bytes && !spec.no_chunks) {
    storage.shard_bytes = shard_bytes;
  } else if (!spec.no_chunks) {
    storage.shard_shape = input.shard_shape;
  }
}

}  // namespace ncf::ops
