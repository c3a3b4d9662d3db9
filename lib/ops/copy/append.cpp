// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/append.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_work.hpp"
#include "ops/copy/extended_store.hpp"
#include "ops/copy/extension.hpp"
#include "store/open/open.hpp"

namespace ncf::ops {
namespace {

using base::with_context;

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
