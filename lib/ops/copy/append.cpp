// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/append.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/target_path.hpp"
#include "base/files/watched_file.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_work.hpp"
#include "ops/copy/extension.hpp"
#include "ops/output/old_store.hpp"
#include "ops/output/output_place.hpp"
#include "store/open/open.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::with_context;

/// What is beside the store while it is extended.
struct Places {
  fs::path store;
  fs::path added;     ///< a store with the new chunks
  fs::path metadata;  ///< that state the new lengths, once all chunks are in the store
};

Places find_places(const CopyOptions& options) {
  return with_context(options.output, [&] {
    const OutputPlace place = find_output_place(options.output);
    std::error_code unknown;
    if (place.url || !fs::is_directory(place.path, unknown) || !is_store(place.path)) {
      throw Error(ErrorCode::unsupported,
                  "is not a Zarr store in a folder, which --append could extend; join files, and "
                  "stores elsewhere, with --concat");
    }
    const fs::path store = fs::canonical(place.path);
    const std::string name = "." + store.filename().string() + ".ncf-append";
    return Places{store, store.parent_path() / (name + ".zarr"), store.parent_path() / name};
  });
}

/// Keeps other runs from appending to the store while the result exists. throws: BusyFile.
base::Descriptor lock(const Places& places) {
  base::Descriptor folder(places.store, O_RDONLY | O_DIRECTORY);
  // On file systems without locks, no program uses locks.
  if (::flock(folder.id(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw base::BusyFile("another run appends to it").add_context(places.store.string());
  }
  return folder;
}

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
CopyOptions options_of_copy(const CopyOptions& options, const Places& places, Format format) {
  CopyOptions copy = options;
  copy.append.reset();
  copy.view.concat = options.append;
  copy.view.only_new = true;
  copy.view.inputs.insert(copy.view.inputs.begin(), options.output);
  copy.format = format;
  copy.output = places.added.string();
  return copy;
}

/// Returns the schema of the store, after an interrupted run is finished.
model::Schema prepare(const CopyOptions& options, const Places& places) {
  require_possible(options);
  return with_context(options.output, [&] {
    if (fs::exists(places.metadata)) publish_metadata(places.metadata, places.store);
    model::Schema schema = store::open_source(options.output)->schema();
    if (schema.format == Format::nczarr) {
      throw Error(
          ErrorCode::unsupported,
          "is an NCZarr store, whose own metadata --append does not extend; make a store of "
          "-k zarr2 or -k zarr3");
    }
    return schema;
  });
}

/// Returns the arrays that grow. added: with dimensions of their own (ops/views/new_chunks.hpp).
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

void extend(const CopyOptions& options, const Places& places, const model::Schema& schema,
            const CopyReport& report) {
  const bool is_v3 = schema.format == Format::zarr3;
  Extension extension(places.store, places.added,
                      is_v3 ? filter::ZarrFormat::v3 : filter::ZarrFormat::v2);
  const std::vector<GrownArray> arrays = grown_arrays(options, schema, report);
  for (const GrownArray& array : arrays) extension.check(array);
  for (const GrownArray& array : arrays) extension.move_chunks(array);
  extension.write_metadata(places.metadata);
  publish_metadata(places.metadata, places.store);
}

}  // namespace

CopyReport append(const CopyOptions& options, const NoteHandler& on_note,
                  const ProgressHandler& on_progress) {
  const Places places = find_places(options);
  const base::Descriptor locked = lock(places);
  const model::Schema schema = prepare(options, places);
  const CopyOptions copy = options_of_copy(options, places, schema.format);
  CopyReport report = copy_with(resources_of(copy), copy, on_note, on_progress);
  report.plan.output = options.output;
  with_context(options.output, [&] {
    try {
      extend(options, places, schema, report);
    } catch (const fs::filesystem_error& error) {
      fs::remove_all(places.added);
      throw Error(ErrorCode::io, error.what());
    } catch (...) {
      fs::remove_all(places.added);
      throw;
    }
    fs::remove_all(places.added);
  });
  return report;
}

CopyPlan plan_append(const CopyOptions& options, const NoteHandler& on_note) {
  const Places places = find_places(options);
  const base::Descriptor locked = lock(places);
  const model::Schema schema = prepare(options, places);
  const CopyOptions copy = options_of_copy(options, places, schema.format);
  CopyPlan plan;
  plan_with(resources_of(copy), copy, on_note, [&](const CopyWork& work) { plan = work.plan; });
  plan.output = options.output;
  return plan;
}

}  // namespace ncf::ops
