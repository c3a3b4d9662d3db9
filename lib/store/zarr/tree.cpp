// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/at_place.hpp"
#include "base/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {
namespace {

using filter::ZarrFormat;

constexpr std::size_t max_depth = 64;
constexpr std::size_t max_nodes = 100'000;
constexpr std::string_view consolidated_key = ".zmetadata";

Json object_or_empty(std::optional<Json> json) {
  if (!json) return json_object();
  if (!json->is(Json::Kind::object)) throw Error(ErrorCode::corrupt, "is no JSON object");
  return std::move(*json);
}

std::uint64_t format_number(const Json& metadata) {
  const Json* const number = metadata.find("zarr_format");
  return number == nullptr ? 0 : as_uint64(*number).value_or(0);
}

/// A node of v3 of its `zarr.json`.
Node make_node_v3(std::string path, std::string key, Json metadata) {
  if (format_number(metadata) != 3) throw Error(ErrorCode::corrupt, "is no metadata of Zarr v3");
  const Json* const type = metadata.find("node_type");
  const bool is_array = type != nullptr && type->text == "array";
  Node node{std::move(path), is_array, std::move(key), {}, json_object()};
  if (!node.is_array && (type == nullptr || type->text != "group")) {
    throw Error(ErrorCode::corrupt, "is neither an array nor a group");
  }
  const Json* const attributes = metadata.find("attributes");
  if (attributes != nullptr && attributes->is(Json::Kind::object)) node.attributes = *attributes;
  node.metadata = std::move(metadata);
  return node;
}

/// Where metadata come from: the values of a store, or its consolidated copy.
class Source {
 public:
  Source(KeyStore& store, std::optional<Json> consolidated)
      : store_(store), consolidated_(std::move(consolidated)) {}

  std::optional<Json> read(const std::string& path, std::string_view name) {
    const std::string key = join_key(path, name);
    if (!consolidated_) {
      auto json = read_json(store_, key);
      if (!json) return json;
      return base::at_place(key, [&] { return object_or_empty(std::move(json)); });
    }
    const Json* const json = consolidated_->find(key);
    return json == nullptr ? std::nullopt : std::optional(*json);
  }

  /// Where `read` finds what it returns.
  [[nodiscard]] std::string place_of(const std::string& path, std::string_view name) const {
    return consolidated_ ? std::string(consolidated_key) : join_key(path, name);
  }

  std::vector<std::string> folders(const std::string& path) {
    return consolidated_ ? consolidated_folders(path) : stored_folders(path);
  }

 private:
  std::vector<std::string> stored_folders(const std::string& path) {
    std::vector<std::string> names;
    for (Entry& entry : store_.list(path)) {
      if (entry.is_folder) names.push_back(std::move(entry.name));
    }
    return names;
  }

  std::vector<std::string> consolidated_folders(const std::string& path) {
    if (below_.empty()) collect_folders();
    const auto found = below_.find(path);
    return found == below_.end() ? std::vector<std::string>{} : found->second;
  }

  void collect_folders() {
    for (const JsonMember& member : consolidated_->members) {
      std::vector<std::string> parts = split_key(member.name);
      parts.pop_back();
      std::string above;
      for (std::string& part : parts) {
        std::vector<std::string>& names = below_[above];
        above = join_key(above, part);
        if (std::find(names.begin(), names.end(), part) == names.end()) names.push_back(part);
      }
    }
  }

  KeyStore& store_;
  std::optional<Json> consolidated_;
  std::map<std::string, std::vector<std::string>> below_;
};

class TreeReader {
 public:
  TreeReader(Source source, ZarrFormat format) : source_(std::move(source)) {
    tree_.format = format;
  }

  Tree read() {
    std::optional<Node> root = read_node("");
    // Some stores have no metadata of their root.
    if (!root) root = Node{"", false, "", json_object(), json_object()};
    const bool has_children = !root->is_array;
    tree_.nodes.push_back(std::move(*root));
    if (has_children) read_children("", 1);
    return std::move(tree_);
  }

 private:
  std::optional<Node> read_node(const std::string& path) {
    if (tree_.format == ZarrFormat::v3) {
      auto metadata = source_.read(path, "zarr.json");
      if (!metadata) return std::nullopt;
      const std::string key = source_.place_of(path, "zarr.json");
      return base::at_place(key, [&] { return make_node_v3(path, key, std::move(*metadata)); });
    }
    auto metadata = source_.read(path, ".zarray");
    const bool is_array = metadata.has_value();
    if (!is_array) metadata = source_.read(path, ".zgroup");
    if (!metadata) return std::nullopt;
    return Node{path, is_array, source_.place_of(path, is_array ? ".zarray" : ".zgroup"),
                std::move(*metadata), object_or_empty(source_.read(path, ".zattrs"))};
  }

  void read_children(const std::string& path, std::size_t depth) {
    if (depth > max_depth) {
      throw Error(ErrorCode::corrupt, fmt::format("groups nested {} deep", depth));
    }
    for (const std::string& name : source_.folders(path)) {
      base::throw_if_stopped();
      auto node = read_node(join_key(path, name));
      if (!node) continue;
      if (tree_.nodes.size() == max_nodes) {
        throw Error(ErrorCode::corrupt, fmt::format("more than {} groups and arrays", max_nodes));
      }
      const bool is_array = node->is_array;
      const std::string below = node->path;
      tree_.nodes.push_back(std::move(*node));
      if (!is_array) read_children(below, depth + 1);
    }
  }

  Source source_;
  Tree tree_;
};

bool has_value(KeyStore& store, const std::string& key) {
  return store.size_bytes(key).has_value();
}

/// The consolidated metadata, where they are all there is.
std::optional<Json> read_consolidated(KeyStore& store) {
  if (has_value(store, ".zgroup") || has_value(store, ".zarray")) return std::nullopt;
  auto json = read_json(store, std::string(consolidated_key));
  if (!json) return json;
  const Json* const metadata = json->find("metadata");
  if (metadata == nullptr || !metadata->is(Json::Kind::object)) {
    throw Error(ErrorCode::corrupt, ".zmetadata: has no object \"metadata\"");
  }
  return *metadata;
}

}  // namespace

Tree read_tree(KeyStore& store) {
  const ZarrFormat format = has_value(store, "zarr.json") ? ZarrFormat::v3 : ZarrFormat::v2;
  Source source(store, format == ZarrFormat::v2 ? read_consolidated(store) : std::nullopt);
  return TreeReader(std::move(source), format).read();
}

void write_consolidated(KeyStore& store) {
  const Tree tree = read_tree(store);
  if (tree.format == ZarrFormat::v3) {
    throw Error(ErrorCode::unsupported, "only Zarr of version 2 has consolidated metadata");
  }
  Json all = json_object();
  for (const Node& node : tree.nodes) {
    all.add(join_key(node.path, ".zattrs"), node.attributes);
    all.add(join_key(node.path, node.is_array ? ".zarray" : ".zgroup"), node.metadata);
  }
  Json consolidated = json_object();
  consolidated.add("metadata", std::move(all));
  consolidated.add("zarr_consolidated_format", json_number(std::uint64_t{1}));
  write_json(store, std::string(consolidated_key), consolidated);
}

std::optional<Json> read_json(KeyStore& store, const std::string& key) {
  const auto bytes = store.read(key, max_metadata_bytes);
  if (!bytes) return std::nullopt;
  return base::at_place(key, [&] {
    return parse_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  });
}

void write_json(KeyStore& store, const std::string& key, const Json& json) {
  const std::string text = format_json(json);
  store.write(key, std::as_bytes(std::span(text)));
}

}  // namespace ncf::store::zarr
