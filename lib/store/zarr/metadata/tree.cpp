// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/text/characters.hpp"
#include "base/threads/stop.hpp"
#include "store/zarr/metadata/consolidated.hpp"
#include "store/zarr/metadata/json_values.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;
using base::json_object;

using filter::ZarrFormat;

constexpr std::size_t max_nodes = 100'000;

Json object_or_empty(std::optional<Json> json) {
  if (!json) return json_object();
  if (!json->is(Json::Kind::object)) throw Error(ErrorCode::corrupt, "is not a JSON object");
  return std::move(*json);
}

void require_format(const Json& metadata, std::uint64_t number) {
  const Json& format = get_member(metadata, "zarr_format");
  if (as_uint64(format) == number) return;
  throw Error(ErrorCode::corrupt, fmt::format("\"zarr_format\" is {}, expected {}",
                                              format_compact_json(format), number));
}

/// Makes a node of v3 from its `zarr.json`.
Node make_node_v3(std::string path, Json metadata) {
  require_format(metadata, 3);
  const Json& type = get_member(metadata, "node_type");
  const bool is_array = type == Json("array");
  if (!is_array && type != Json("group")) {
    throw Error(ErrorCode::corrupt, fmt::format(R"("node_type" is {}, expected "array" or "group")",
                                                format_compact_json(type)));
  }
  static constexpr std::string_view known[] = {"zarr_format", "node_type", "attributes",
                                               "consolidated_metadata"};
  if (!is_array) {
    require_understood(metadata, known);
    (void)find_consolidated(metadata);
  }
  Node node{std::move(path), is_array, {}, {}, json_object()};
  if (const Json* const attributes = metadata.find("attributes")) {
    if (!attributes->is(Json::Kind::object)) {
      throw Error(ErrorCode::corrupt, "\"attributes\" is not a JSON object");
    }
    node.attributes = *attributes;
  }
  node.metadata = std::move(metadata);
  return node;
}

/// Names of folders and values, sorted.
struct Contents {
  std::set<std::string> folders;
  std::vector<std::string> files;
};

/// Reads metadata from the values of a store, and from the consolidated copy if they are missing.
class MetadataReader {
 public:
  MetadataReader(KeyStore& store, Copies copies)
      : store_(store),
        copies_(std::move(copies)),
        has_only_copies_(!copies_.empty() && store.is_far()) {
    for (const auto& [key, copy] : copies_) add_folders(key);
  }

  std::optional<Json> read(const std::string& key) {
    if (has_only_copies_ && key != key_v3) return std::nullopt;  // the root has no copy there
    auto json = read_json(store_, key);
    if (!json) return json;
    return base::with_context(key, [&] { return object_or_empty(std::move(json)); });
  }

  /// Returns whether to read only the copies, because each value would take a request to a server.
  [[nodiscard]] bool has_only_copies() const noexcept { return has_only_copies_; }

  /// Returns null if there is no copy.
  [[nodiscard]] const Json* find_copy(const std::string& key) const {
    const auto found = copies_.find(key);
    return found == copies_.end() ? nullptr : &found->second;
  }

  std::optional<Json> read_copy(const std::string& key) {
    const Json* const copy = find_copy(key);
    if (copy == nullptr) return std::nullopt;
    return base::with_context(key, [&] { return object_or_empty(*copy); });
  }

  /// Checks the names of values in a folder that are neither metadata nor chunks.
  /// throws: Error(corrupt).
  void require_right_names(const std::string& path) {
    if (has_only_copies_ || !store_.may_misname()) return;
    for (const Entry& entry : store_.list(path)) {
      if (entry.is_folder || is_chunk_name(entry.name) || is_metadata_name(entry.name)) continue;
      store_.require_right_name(join_key(path, entry.name));
    }
  }

  /// Returns whether `list` may find any folders, as far as is known without listing the store.
  bool may_have_folders(const std::string& path) {
    return copied_folders_.contains(path) || (!has_only_copies_ && store_.may_have_folders(path));
  }

  bool has(const std::string& key) {
    return copies_.contains(key) || (!has_only_copies_ && store_.size_bytes(key).has_value());
  }

  /// Returns whether a folder contains files with Zarr's names; it ignores those of other programs.
  bool has_files_of_zarr(const std::string& path) {
    if (has_only_copies_) return false;
    return std::ranges::any_of(store_.list(path), [](const Entry& entry) {
      return !entry.is_folder && (is_chunk_name(entry.name) || is_metadata_name(entry.name));
    });
  }

  /// Lists the contents of a folder of the store, and the folders in the copy.
  /// throws: Error(corrupt) if a hidden name is damaged.
  Contents list(const std::string& path) {
    Contents contents{copied_folders_[path], {}};
    if (has_only_copies_) return contents;
    for (Entry& entry : store_.list(path)) {
      const bool is_known = !entry.is_folder && is_metadata_name(entry.name);
      if (entry.name.starts_with('.') && !is_known && store_.may_misname()) {
        store_.require_right_name(join_key(path, entry.name));
      }
      if (entry.is_folder) {
        contents.folders.insert(std::move(entry.name));
      } else {
        contents.files.push_back(std::move(entry.name));
      }
    }
    return contents;
  }

 private:
  void add_folders(const std::string& key) {
    std::vector<std::string> parts = split_key(key);
    parts.pop_back();
    std::string above;
    for (const std::string& part : parts) {
      copied_folders_[above].insert(part);
      above = join_key(above, part);
    }
  }

  KeyStore& store_;
  Copies copies_;
  bool has_only_copies_;
  std::map<std::string, std::set<std::string>> copied_folders_;
};

class TreeReader {
 public:
  TreeReader(MetadataReader metadata, ZarrFormat format) : metadata_(std::move(metadata)) {
    tree_.format = format;
  }

  Tree read() {
    std::optional<Node> root = read_node("");
    // Some stores have no metadata for their root.
    if (!root) root = Node{"", false, "", json_object(), json_object()};
    add_with_children(std::move(*root), 1);
    return std::move(tree_);
  }

 private:
  using Lookup = std::optional<Json> (MetadataReader::*)(const std::string& key);

  std::optional<Node> read_node(const std::string& path) {
    auto node = read_node(path, &MetadataReader::read);
    const Json* const copy = node && node->is_array ? metadata_.find_copy(node->key) : nullptr;
    if (copy != nullptr) node->stale_part = find_stale_part(tree_.format, node->metadata, *copy);
    if (!node) {
      node = read_node(path, &MetadataReader::read_copy);
      if (!node) return node;
      const std::string own_key = std::exchange(node->key, copies_key());
      if (!metadata_.has_only_copies()) node->missing_key = own_key;
    }
    if (tree_.format == ZarrFormat::v2) read_attributes(*node);
    return node;
  }

  std::optional<Node> read_node(const std::string& path, Lookup look_up) {
    if (tree_.format == ZarrFormat::v3) {
      return read_node(path, key_v3, look_up,
                       [&](Json metadata) { return make_node_v3(path, std::move(metadata)); });
    }
    const auto make = [&](bool is_array) {
      return [&path, is_array](Json metadata) {
        require_format(metadata, 2);
        return Node{path, is_array, {}, std::move(metadata), json_object()};
      };
    };
    auto array = read_node(path, ".zarray", look_up, make(true));
    return array ? array : read_node(path, ".zgroup", look_up, make(false));
  }

  template <class Make>
  std::optional<Node> read_node(const std::string& path, std::string_view name, Lookup look_up,
                                const Make& make) {
    const std::string key = join_key(path, name);
    auto metadata = (metadata_.*look_up)(key);
    if (!metadata) return std::nullopt;
    Node node = base::with_context(key, [&] { return make(std::move(*metadata)); });
    node.key = key;
    return node;
  }

  void read_attributes(Node& node) {
    const std::string key = join_key(node.path, ".zattrs");
    auto attributes = metadata_.read(key);
    if (!attributes) {
      metadata_.require_right_names(node.path);
      attributes = metadata_.read_copy(key);
      const bool is_lost =
          attributes && !attributes->members.empty() && !metadata_.has_only_copies();
      if (is_lost && node.missing_key.empty()) node.missing_key = key;
    }
    node.attributes = object_or_empty(std::move(attributes));
  }

  [[nodiscard]] std::string copies_key() const {
    return std::string(tree_.format == ZarrFormat::v3 ? key_v3 : consolidated_key);
  }

  void read_children(const std::string& path, std::size_t depth) {
    if (depth > max_depth + 1) {
      throw Error(ErrorCode::corrupt, fmt::format("groups nested {} deep", depth - 1));
    }
    const Contents contents = metadata_.list(path);
    for (const std::string& name : contents.files) {
      if (!belongs_to_group(name)) tree_.others.push_back(join_key(path, name));
    }
    for (const std::string& name : contents.folders) {
      base::throw_if_stopped();
      const std::string inner = join_key(path, name);
      std::optional<Node> node;
      if (!try_node(inner, [&] { node = read_node(inner); })) continue;
      if (node) {
        add_with_children(std::move(*node), depth + 1);
      } else if (!name.starts_with('.')) {
        read_without_metadata(inner, depth);
      }
    }
  }

  /// Reads metadata by `work`; returns false if they are broken.
  template <class Work>
  bool try_node(const std::string& path, Work work) {
    try {
      work();
      return true;
    } catch (const Error& error) {
      if (!concerns_one_node(error)) throw;
      tree_.broken.push_back({path, error.what()});
      return false;
    }
  }

  /// Returns whether a file belongs to a group; hidden files belong to systems and programs.
  [[nodiscard]] bool belongs_to_group(const std::string& name) const {
    if (!is_metadata_name(name)) return name.starts_with('.') || is_litter_name(name);
    return (name == key_v3) == (tree_.format == ZarrFormat::v3);
  }

  /// depth: of the children.
  void add_with_children(Node node, std::size_t depth) {
    const bool is_array = node.is_array;
    const std::string path = node.path;
    if (is_array && may_have_unstated_folders(node)) {
      node.has_unstated_folders = true;
      node.metadata.add("dimension_separator", "/");
    }
    add(std::move(node));
    if (is_array) {
      find_within_array(path, depth);
    } else {
      read_children(path, depth);
    }
  }

  /// zarr-python before 2.8 did not state how chunks are named.
  bool may_have_unstated_folders(const Node& node) {
    if (tree_.format == ZarrFormat::v3 || !metadata_.may_have_folders(node.path)) return false;
    if (node.metadata.find("dimension_separator") != nullptr) return false;
    const auto is_number = [](const std::string& name) {
      return std::ranges::all_of(name, base::is_digit);
    };
    const Contents contents = metadata_.list(node.path);
    return std::ranges::any_of(contents.folders, is_number) &&
           std::ranges::none_of(contents.files, is_chunk_name);
  }

  // Does not look at chunks or folders of chunks: there may be many.
  void find_within_array(const std::string& path, std::size_t depth) {
    if (depth > max_depth || !metadata_.may_have_folders(path)) return;
    for (const std::string& name : metadata_.list(path).folders) {
      base::throw_if_stopped();
      if (is_chunk_name(name) || name.starts_with('.')) continue;
      const std::string inner = join_key(path, name);
      if (has_metadata(inner)) {
        tree_.within_arrays.push_back(inner);
      } else {
        find_within_array(inner, depth + 1);
      }
    }
  }

  bool has_metadata(const std::string& path) {
    if (tree_.format == ZarrFormat::v3) return metadata_.has(join_key(path, key_v3));
    return metadata_.has(join_key(path, ".zarray")) || metadata_.has(join_key(path, ".zgroup"));
  }

  /// Reads a folder without metadata. It is a group if there is a group or an array in it.
  /// Otherwise, if it contains Zarr files, their metadata are missing.
  void read_without_metadata(const std::string& path, std::size_t depth) {
    if (depth == max_depth) return;
    const std::size_t nodes = tree_.nodes.size();
    const std::size_t lost = tree_.lost.size();
    const std::size_t others = tree_.others.size();
    Node group{path, false, {}, json_object(), json_object()};
    group.is_implied = true;
    const auto read_more = [&] { read_attributes(group); };
    if (tree_.format == ZarrFormat::v2 && !try_node(path, read_more)) return;
    add(std::move(group));
    read_children(path, depth + 1);
    if (tree_.nodes.size() > nodes + 1) return;
    tree_.nodes.pop_back();
    const bool is_lost = tree_.lost.size() > lost || metadata_.has_files_of_zarr(path);
    tree_.lost.resize(lost);
    if (!is_lost) return;
    tree_.others.resize(others);
    tree_.lost.push_back(path);
  }

  void add(Node node) {
    if (tree_.nodes.size() == max_nodes) {
      throw Error(ErrorCode::corrupt, fmt::format("more than {} groups and arrays", max_nodes));
    }
    tree_.nodes.push_back(std::move(node));
  }

  MetadataReader metadata_;
  Tree tree_;
};

}  // namespace

bool concerns_one_node(const Error& error) noexcept {
  return !base::is_of_system(error.code()) && error.code() != ErrorCode::interrupted &&
         error.code() != ErrorCode::internal;
}

Tree read_tree(KeyStore& store) {
  const bool is_v3 = store.size_bytes(std::string(key_v3)).has_value();
  MetadataReader metadata(store, read_copies(store, is_v3 ? ZarrFormat::v3 : ZarrFormat::v2));
  return TreeReader(std::move(metadata), is_v3 ? ZarrFormat::v3 : ZarrFormat::v2).read();
}

}  // namespace ncf::store::zarr
