// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/json_values.hpp"

#include <fmt/format.h>

#include <span>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {

using base::format_json;
using base::Json;
using base::JsonTexts;
using base::parse_json;

std::optional<Json> read_json(KeyStore& store, const std::string& key) {
  const auto bytes = store.read(key, max_metadata_bytes);
  if (!bytes) return std::nullopt;
  return base::with_context(key, [&] {
    return parse_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  });
}

std::optional<std::string> format_metadata(const Json& json, JsonTexts texts) {
  if (base::depth_of(json) > base::max_json_depth) return std::nullopt;
  if (base::count_values(json) > base::max_json_values) return std::nullopt;
  std::string text = format_json(json, texts);
  if (text.size() > max_metadata_bytes) return std::nullopt;
  return text;
}

void write_json(KeyStore& store, const std::string& key, const Json& json, JsonTexts texts) {
  const auto text = format_metadata(json, texts);
  if (!text) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("{}: ncf could not read these metadata again: more than {} MiB, {} "
                    "values or {} levels; leave out large attributes",
                    key, max_metadata_bytes >> 20U, base::max_json_values, base::max_json_depth));
  }
  store.write(key, std::as_bytes(std::span(*text)));
}

}  // namespace ncf::store::zarr
