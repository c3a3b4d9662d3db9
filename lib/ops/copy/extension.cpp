// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/extension.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/consolidated.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::Json;
using store::zarr::ArrayMetadata;

ArrayMetadata parse(const Json& metadata, filter::ZarrFormat format) {
  return format == filter::ZarrFormat::v3
             ? store::zarr::parse_array_v3(metadata)
             : store::zarr::parse_array_v2(metadata, store::zarr::Writer::any);
}

/// Returns a value with its members in order of their names.
Json in_order(Json value) {
  for (Json& element : value.elements) element = in_order(std::move(element));
  for (base::JsonMember& member : value.members) member.value = in_order(std::move(member.value));
  std::ranges::sort(value.members, {}, &base::JsonMember::name);
  return value;
}

/// Returns a member; null if it is missing or null.
Json member_of(const Json& object, std::string_view name) {
  const Json* const found = object.find(name);
  return found == nullptr ? Json() : in_order(*found);
}

Json* find(Json& object, std::string_view name) {
  const auto member = std::ranges::find(object.members, name, &base::JsonMember::name);
  return member == object.members.end() ? nullptr : &member->value;
}

/// Replaces the shapes in consolidated metadata. name_of: the name there of metadata with a key.
template <class NameOf>
void replace_shapes(Json& copies, const std::map<std::string, Json>& changed, NameOf name_of) {
  for (const auto& [key, metadata] : changed) {
    Json* const copy = find(copies, name_of(key));
    Json* const shape = copy == nullptr ? nullptr : find(*copy, "shape");
    if (shape != nullptr) *shape = *metadata.find("shape");
  }
}

/// Returns the lengths of the files of an array: its shards, or its chunks.
const std::vector<std::size_t>& lengths_of_files(const ArrayMetadata& array) {
  return array.sharding ? array.sharding->shard_shape : array.chunk_shape;
}

}  // namespace

std::string Extension::key_of(const GrownArray& array) const {
  const std::string_view name = format_ == filter::ZarrFormat::v3 ? "zarr.json" : ".zarray";
  return store::zarr::join_key(array.path, name);
}

Json Extension::read(const std::string& key) const {
  const auto text = store_.read(key);
  if (!text) throw Error(ErrorCode::corrupt, "is missing").add_context(key);
  return base::with_context(key, [&] { return base::parse_json(*text); });
}

Json Extension::read_added(const std::string& key) const {
  const std::vector<std::byte> bytes = base::read_file(store_.added() / key);
  return base::parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void Extension::check(const GrownArray& array) const {
  const Json old_one = read(key_of(array));
  const Json new_one = read_added(key_of(array));
  if (parse(old_one, format_).shape[array.axis] != array.length) {
    throw base::BusyFile("was extended by another program").add_context("variable /" + array.path);
  }
  for (const std::string_view name :
       {"chunks", "dtype", "compressor", "filters", "order", "data_type", "chunk_grid", "codecs"}) {
    if (member_of(old_one, name) == member_of(new_one, name)) continue;
    throw Error(
        ErrorCode::unsupported,
        fmt::format("cannot be extended, because ncf stores {} of new chunks as {}, but the "
                    "store has {}",
                    name, base::format_compact_json(member_of(new_one, name)),
                    base::format_compact_json(member_of(old_one, name))))
        .add_context("variable /" + array.path);
  }
  const bool has_fill = !member_of(new_one, "fill_value").is(Json::Kind::null);
  if (has_fill && member_of(old_one, "fill_value") != member_of(new_one, "fill_value")) {
    throw Error(ErrorCode::unsupported, "cannot be extended, because its fill value differs")
        .add_context("variable /" + array.path);
  }
}

/// Removes chunks that an interrupted run left beyond the end of the store, where none was added.
void Extension::remove_stale_chunks(const GrownArray& array, const ArrayMetadata& to,
                                    const ArrayMetadata& from, const Chunks& added) const {
  const std::vector<std::size_t>& lengths = lengths_of_files(to);
  const model::ChunkGrid grid(from.shape, lengths);
  if (added.size() == grid.chunk_count()) return;
  std::set<std::vector<std::size_t>> present;
  for (const auto& [key, numbers] : added) present.insert(numbers);
  for (std::size_t chunk = 0; chunk < grid.chunk_count(); ++chunk) {
    std::vector<std::size_t> numbers = grid.offset(chunk);
    const bool is_beyond = array.begin + numbers[array.axis] >= to.shape[array.axis];
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] /= lengths[i];
    if (!is_beyond || present.contains(numbers)) continue;
    numbers[array.axis] += array.begin / lengths[array.axis];
    store_.remove(store::zarr::join_key(array.path, store::zarr::chunk_key(to.keys, numbers)));
  }
}

void Extension::move_chunks(const GrownArray& array) {
  Json metadata = read(key_of(array));
  const ArrayMetadata to = parse(metadata, format_);
  const ArrayMetadata from = parse(read_added(key_of(array)), format_);
  const std::size_t first_file = array.begin / lengths_of_files(to)[array.axis];
  const fs::path folder = store_.added() / array.path;
  Chunks chunks;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string key = entry.path().lexically_relative(folder).generic_string();
    auto numbers = store::zarr::parse_chunk_key(from.keys, from.rank(), key);
    if (numbers) chunks.emplace_back(key, *std::move(numbers));
  }
  remove_stale_chunks(array, to, from, chunks);
  for (auto& [key, numbers] : chunks) {
    numbers[array.axis] += first_file;
    store_.add(folder / key,
               store::zarr::join_key(array.path, store::zarr::chunk_key(to.keys, numbers)));
  }
  Json* const shape = find(metadata, "shape");
  shape->elements[array.axis] = Json(array.begin + from.shape[array.axis]);
  changed_[key_of(array)] = std::move(metadata);
}

void Extension::publish() const {
  std::map<std::string, std::string> metadata;
  for (const auto& [key, changed] : changed_) metadata[key] = base::format_json(changed);
  const bool is_v3 = format_ == filter::ZarrFormat::v3;
  const std::string key(is_v3 ? std::string_view("zarr.json") : store::zarr::consolidated_key);
  if (is_v3 || store_.read(key)) {
    Json root = read(key);
    Json* const holder = is_v3 ? find(root, "consolidated_metadata") : &root;
    Json* const copies = holder == nullptr ? nullptr : find(*holder, "metadata");
    if (copies != nullptr) {
      replace_shapes(*copies, changed_, [is_v3](const std::string& name) {
        return is_v3 ? name.substr(0, name.size() - std::string_view("/zarr.json").size()) : name;
      });
      metadata[key] = base::format_json(root);
    }
  }
  store_.publish(metadata);
}

}  // namespace ncf::ops
