// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a public Target holds.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/threads/library_call.hpp"
#include "model/dataset/target.hpp"
#include "ncf/dataset.hpp"
#include "ops/dataset/definition_state.hpp"
#include "ops/dataset/source_state.hpp"
#include "ops/dataset/target_schema.hpp"
#include "ops/output/pending_dataset.hpp"
#include "ops/output/requested_layout.hpp"
#include "ops/output/value_writer.hpp"
#include "ops/output/zarr_losses.hpp"
#include "ops/select/thread_count.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {

// The order of members matters: the target is closed before its output is removed and before its
// filters go.
struct Target::State {
  /// How a variable is written.
  enum class Writing { not_yet, as_stored, as_elements };

  std::string name;
  NoteHandler on_note;
  ops::TargetSchema asked;
  plugin::PluginFilters filters;
  std::optional<base::Descriptor> memory;
  std::unique_ptr<ops::PendingDataset> pending;  ///< null in memory
  std::unique_ptr<model::Target> target;
  std::unique_ptr<ops::ValueWriter> writer;
  Definition definition;
  std::vector<Writing> writing;
  std::map<model::VariableId, ops::StringLosses> string_losses;
  bool is_open = true;  ///< no write failed, and nothing is committed

  State(std::string output, const Definition& given, Format format, NoteHandler handler)
      : name(std::move(output)),
        on_note(std::move(handler)),
        asked(base::with_context(name, [&] { return ops::TargetSchema(given, format, on_note); })),
        writing(asked.schema.variables.size(), Writing::not_yet) {}

  void set_layout(const TargetOptions& options) {
    base::with_context(name, [&] { ops::set_layout(options.layout, asked.schema, filters); });
  }

  /// folder: for temporary files.
  void take_made(const TargetOptions& options, std::filesystem::path folder) {
    definition = asked.made(target->schema());
    model::Schema made = target->schema();
    made.dimensions = asked.schema.dimensions;
    target->expect(ops::all_chunks(made));
    writer = std::make_unique<ops::ValueWriter>(
        *target, asked.schema, ops::Quantizers(asked.schema.variables.size()),
        ops::thread_count(options.threads), options.max_memory_bytes, std::move(folder));
  }

  /// Does `work` with the id of a variable. An Error names the output.
  template <class Work>
  decltype(auto) at(const std::string& path, Work&& work) {
    return base::library_call([&]() -> decltype(auto) {
      return work(base::with_context(name, [&] {
        require_open();
        return asked.given.state().find_variable(path);
      }));
    });
  }

  /// Does `work`, which writes. If it fails, the output cannot be completed.
  template <class Work>
  void write(Work&& work) {
    is_open = false;
    work();
    is_open = true;
  }

  /// throws: Error(usage).
  void require_open() const {
    if (is_open) return;
    throw Error(ErrorCode::usage, "a write failed before, or the output is committed");
  }

  [[nodiscard]] const model::Variable& variable(model::VariableId id) const {
    return asked.schema.variables[id];
  }
  [[nodiscard]] std::vector<std::size_t> shape(model::VariableId id) const {
    return asked.schema.shape(variable(id));
  }

  void begin(model::VariableId id, Writing how);
  void reach_length(model::VariableId id);
  void write_values(model::VariableId id, const model::Box& box, const model::Values& values);
  void copy_values(Source::State& from, model::VariableId from_id, model::VariableId id);
  void close();
};

}  // namespace ncf
