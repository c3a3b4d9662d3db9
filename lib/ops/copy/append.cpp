// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "base/json/json.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_work.hpp"
#include "ops/copy/extended_store.hpp"
#include "store/open/open.hpp"
#include "store/zarr/metadata/array.hpp"
#include "store/zarr/metadata/consolidated.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::Json;
using base::with_context;
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

// ---- Chunks and metadata ----

/// An array, and how it grows.
struct GrownArray {
  std::string path;        ///< "forecast/t2m"
  std::size_t axis = 0;    ///< the dimension along which it grows
  std::size_t length = 0;  ///< before it grows
  std::size_t begin = 0;   ///< where the added elements begin; a multiple of a chunk or shard
};

/// Moves the chunks of arrays to the end of the same arrays in another store, and lets the metadata
/// there state the new lengths.
/// source: Zarr v2 and v3 specifications; zarr-python, "Consolidating metadata"
class Extension {
 public:
  /// store: with the chunks, in the same form, in the folder `added`. Outlives this object.
  Extension(ExtendedStore& store, filter::ZarrFormat format) : store_(store), format_(format) {}

  /// Requires that the chunks of both arrays mean the same. throws: Error(unsupported) naming it;
  /// BusyFile if the length has changed.
  void check(const GrownArray& array) const {
    const Json old_one = read(key_of(array));
    const Json new_one = read_added(key_of(array));
    if (parse(old_one, format_).shape[array.axis] != array.length) {
      throw base::BusyFile("was extended by another program")
          .add_context("variable /" + array.path);
    }
    for (const std::string_view name : {"chunks", "dtype", "compressor", "filters", "order",
                                        "data_type", "chunk_grid", "codecs"}) {
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

  /// Moves the chunks of an array. Readers of the store see the same values as before.
  void move_chunks(const GrownArray& array) {
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

  /// Replaces the metadata by those that state the new lengths.
  void publish() const {
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

 private:
  /// Chunks of the added store: their keys, and their positions counted in chunks.
  using Chunks = std::vector<std::pair<std::string, std::vector<std::size_t>>>;

  [[nodiscard]] std::string key_of(const GrownArray& array) const {
    const std::string_view name = format_ == filter::ZarrFormat::v3 ? "zarr.json" : ".zarray";
    return store::zarr::join_key(array.path, name);
  }

  [[nodiscard]] Json read(const std::string& key) const {
    const auto text = store_.read(key);
    if (!text) throw Error(ErrorCode::corrupt, "is missing").add_context(key);
    return with_context(key, [&] { return base::parse_json(*text); });
  }

  [[nodiscard]] Json read_added(const std::string& key) const {
    const std::vector<std::byte> bytes = base::read_file(store_.added() / key);
    return base::parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  /// Removes chunks that an interrupted run left beyond the end of the store, where none was added.
  void remove_stale_chunks(const GrownArray& array, const ArrayMetadata& to,
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

  ExtendedStore& store_;
  filter::ZarrFormat format_;
  std::map<std::string, Json> changed_;  ///< metadata of arrays, by key
};

// ---- The copy ----

/// throws: Error(usage) for options that would change what the store has.
void require_possible(const CopyOptions& options) {
  const ViewOptions& view = options.view;
  const std::pair<bool, const char*> refused[] = {
      {!options.filters.empty() || options.deflate || options.shuffle, "-F, -d and -s"},
      {!options.chunks.empty() || options.smallest_chunk_bytes, "-c and -M"},
      {!options.shards.empty() || options.shard_bytes, "--shards"},
      {options.format.has_value(), "-k"},
      {!options.purpose.empty() || !options.layout.empty(), "--for and --layout"},
      {options.variables || options.groups || !view.exclude.empty(), "-v, -V, -g and -G"},
      {!view.select.empty() || !view.rename.empty() || !view.unlimited.empty() ||
           !view.attributes.empty(),
       "--select, --rename-variable, --unlimited and --attribute"},
      {options.if_smaller.has_value(), "--if-smaller"},
      {options.mpi.has_value(), "--mpi"},
      {!options.history.empty(), "--history"},
  };
  for (const auto& [is_given, names] : refused) {
    if (!is_given) continue;
    throw Error(
        ErrorCode::usage,
        fmt::format("--append keeps the form and the names of the store; leave out {}", names));
  }
}

/// Returns the options of the copy that makes the new chunks.
CopyOptions options_of_copy(const CopyOptions& options, const ExtendedStore& store, Format format) {
  CopyOptions copy = options;
  copy.append.reset();
  copy.view.concat = options.append;
  copy.view.only_new = true;
  copy.view.inputs.insert(copy.view.inputs.begin(), options.output);
  copy.format = format;
  copy.output = store.added().string();
  return copy;
}

/// Returns the schema of the store. throws: Error(unsupported) if it is not plain Zarr.
model::Schema schema_of(const CopyOptions& options) {
  return with_context(options.output, [&] {
    model::Schema schema = store::open_source(options.output)->schema();
    if (is_plain_zarr(schema.format)) return schema;
    throw Error(ErrorCode::unsupported,
                schema.format == Format::nczarr
                    ? "is an NCZarr store, whose own metadata --append does not extend; make a "
                      "store of -k zarr2 or -k zarr3"
                    : "is not a Zarr store, which --append could extend; join files with --concat");
  });
}

/// Returns the arrays that grow. added: with dimensions of their own (ops/views/view_maker.cpp).
std::vector<GrownArray> grown_arrays(const CopyOptions& options, const model::Schema& schema,
                                     const CopyReport& report) {
  std::vector<GrownArray> arrays;
  for (const VariableCopy& copy : report.plan.variables) {
    for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
      if (schema.variable_path(id) != copy.path) continue;
      const model::Variable& variable = schema.variables[id];
      const model::Storage& storage = variable.storage;
      const auto& files = storage.shard_shape.empty() ? storage.chunk_shape : storage.shard_shape;
      for (std::size_t axis = 0; axis < files.size(); ++axis) {
        const model::Dimension& dimension = schema.dimensions[variable.dimensions[axis]];
        if (dimension.name != *options.append) continue;
        arrays.push_back({copy.path.substr(1), axis, dimension.length,
                          dimension.length / files[axis] * files[axis]});
      }
    }
  }
  return arrays;
}

void extend(const CopyOptions& options, ExtendedStore& store, const model::Schema& schema,
            const CopyReport& report) {
  const bool is_v3 = schema.format == Format::zarr3;
  Extension extension(store, is_v3 ? filter::ZarrFormat::v3 : filter::ZarrFormat::v2);
  const std::vector<GrownArray> arrays = grown_arrays(options, schema, report);
  for (const GrownArray& array : arrays) extension.check(array);
  for (const GrownArray& array : arrays) extension.move_chunks(array);
  extension.publish();
}

/// Says of the plan what the user asked for, not how it is done.
void name_as_asked(CopyPlan& plan, const CopyOptions& options) {
  plan.input = fmt::format("{} and {}", options.output, options.input);
  plan.output = options.output;
  plan.made_fixed.clear();
}

}  // namespace

CopyReport append(const CopyOptions& options, const NoteHandler& on_note,
                  const ProgressHandler& on_progress) {
  require_possible(options);
  const transcode::Resources resources = resources_of(options);
  const auto store = open_extended(options, network_of(options, resources), ExtendedFor::writing);
  const model::Schema schema = schema_of(options);
  const CopyOptions copy = options_of_copy(options, *store, schema.format);
  CopyReport report = copy_with(resources, copy, on_note, on_progress);
  name_as_asked(report.plan, options);
  with_context(options.output, [&] {
    try {
      extend(options, *store, schema, report);
    } catch (const std::filesystem::filesystem_error& error) {
      throw Error(ErrorCode::io, error.what());
    }
  });
  return report;
}

CopyPlan plan_append(const CopyOptions& options, const NoteHandler& on_note) {
  require_possible(options);
  const transcode::Resources resources = resources_of(options);
  const auto store = open_extended(options, network_of(options, resources), ExtendedFor::planning);
  const CopyOptions copy = options_of_copy(options, *store, schema_of(options).format);
  CopyPlan plan;
  plan_with(resources, copy, on_note, [&](const CopyWork& work) { plan = work.plan; });
  name_as_asked(plan, options);
  return plan;
}

}  // namespace ncf::ops
