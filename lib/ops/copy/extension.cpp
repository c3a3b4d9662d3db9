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
#include "base/files/watched_file.hpp"
#include "base/files/whole_file.hpp"
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

void write(const fs::path& path, const Json& value) {
  const std::string text = base::format_json(value);
  fs::create_directories(path.parent_path());
  base::write_file(path, std::as_bytes(std::span(text)));
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

Json Extension::read(const fs::path& store, const std::string& key) const {
  return base::with_context((store / key).string(), [&] {
    const std::vector<std::byte> bytes = base::read_file(store / key);
    return base::parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
}

void Extension::check(const GrownArray& array) const {
  const Json old_one = read(store_, key_of(array));
  const Json new_one = read(added_, key_of(array));
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
    fs::remove(store_ / array.path / store::zarr::chunk_key(to.keys, numbers));
  }
}

void Extension::move_chunks(const GrownArray& array) {
  Json metadata = read(store_, key_of(array));
  const ArrayMetadata to = parse(metadata, format_);
  const ArrayMetadata from = parse(read(added_, key_of(array)), format_);
  const std::size_t first_file = array.begin / lengths_of_files(to)[array.axis];
  const fs::path folder = added_ / array.path;
  Chunks chunks;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string key = entry.path().lexically_relative(folder).generic_string();
    auto numbers = store::zarr::parse_chunk_key(from.keys, from.rank(), key);
    if (numbers) chunks.emplace_back(key, *std::move(numbers));
  }
  remove_stale_chunks(array, to, from, chunks);
  const fs::path root = fs::canonical(store_);
  for (auto& [key, numbers] : chunks) {
    numbers[array.axis] += first_file;
    const fs::path target = store_ / array.path / store::zarr::chunk_key(to.keys, numbers);
    fs::create_directories(target.parent_path());
    const auto [end, rest] = std::ranges::mismatch(root, fs::canonical(target.parent_path()));
    if (end != root.end()) {
      throw Error(ErrorCode::unsupported, "is outside of the store; links are not followed")
          .add_context(target.string());
    }
    fs::rename(folder / key, target);
  }
  Json* const shape = find(metadata, "shape");
  shape->elements[array.axis] = Json(array.begin + from.shape[array.axis]);
  changed_[key_of(array)] = std::move(metadata);
}

void Extension::write_metadata(const fs::path& folder) const {
  const fs::path partial = folder.string() + ".partial";
  fs::remove_all(partial);
  for (const auto& [key, metadata] : changed_) write(partial / key, metadata);
  if (format_ == filter::ZarrFormat::v3) {
    Json root = read(store_, "zarr.json");
    Json* const consolidated = find(root, "consolidated_metadata");
    Json* const copies = consolidated == nullptr ? nullptr : find(*consolidated, "metadata");
    if (copies != nullptr) {
      replace_shapes(*copies, changed_, [](const std::string& key) {
        return key.substr(0, key.size() - std::string_view("/zarr.json").size());
      });
      write(partial / "zarr.json", root);
    }
  } else if (fs::exists(store_ / store::zarr::consolidated_key)) {
    Json root = read(store_, std::string(store::zarr::consolidated_key));
    if (Json* const copies = find(root, "metadata")) {
      replace_shapes(*copies, changed_, [](const std::string& key) { return key; });
    }
    write(partial / store::zarr::consolidated_key, root);
  }
  base::write_out_and_forget(partial);
  fs::rename(partial, folder);
}

void publish_metadata(const fs::path& folder, const fs::path& store) {
  std::vector<fs::path> keys;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) keys.push_back(entry.path().lexically_relative(folder));
  }
  // Those of the root, which are consolidated, are the last.
  std::ranges::stable_sort(keys, [](const fs::path& a, const fs::path& b) {
    return a.has_parent_path() && !b.has_parent_path();
  });
  for (const fs::path& key : keys) fs::rename(folder / key, store / key);
  fs::remove_all(folder);
}

}  // namespace ncf::ops
