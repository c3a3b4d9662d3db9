// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What public Definitions, Sources and Targets hold, and the checks of arguments that they share.
#pragma once

#include <cstddef>
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
#include "base/threads/machine.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/dataset/target.hpp"
#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ncf/dataset.hpp"
#include "ops/dataset/value_reader.hpp"
#include "ops/output/output_format.hpp"
#include "ops/output/output_place.hpp"
#include "ops/output/pending_dataset.hpp"
#include "ops/output/value_writer.hpp"
#include "plugin/plugin_filters.hpp"
#include "plugin/registration_adapter.hpp"

namespace ncf {

struct Definition::State {
  explicit State(model::Schema of);

  /// throws: Error(not_found).
  [[nodiscard]] model::VariableId find_variable(const std::string& path) const;
  /// Enters the last variable of the schema, which is new.
  void name_last_variable();

  model::Schema schema;
  std::map<std::string, model::VariableId> ids;  ///< by path
  /// The storage for which a file has its filters, of variables that have another one now.
  std::map<model::VariableId, model::Storage> storage_in_file;
};

struct Source::State {
  State(std::unique_ptr<plugin::PluginFilters> needed, std::unique_ptr<model::Source> opened,
        const SourceOptions& options);

  /// Does `work` with the id of a variable. An Error names the dataset.
  template <class Work>
  decltype(auto) at(const std::string& path, Work&& work) {
    return base::library_call([&]() -> decltype(auto) {
      return work(source->named([&] { return definition.state().find_variable(path); }));
    });
  }

  std::unique_ptr<plugin::PluginFilters> filters;
  std::unique_ptr<model::Source> source;
  Definition definition;
  ops::ValueReader reader;
};

namespace ops {

Definition make_definition(model::Schema schema);

/// throws: Error(usage) if the box is not within a variable of this shape.
void require_within(const ncf::Box& box, const std::vector<std::size_t>& shape);

/// throws: Error(usage) if a variable of this form has no chunk that begins at `start`.
void require_chunk(const model::StoredForm& form, const std::vector<std::size_t>& start);

/// Checks the size of elements of a type. throws: Error(unsupported) if they have variable length;
/// Error(usage) if there are not as many bytes as the box has.
void require_bytes(const model::Type& type, const ncf::Box& box, std::size_t bytes);

/// Returns elements as CDL writes them, exactly.
[[nodiscard]] std::string cdl_of(const model::Type& type, const std::byte* elements,
                                 std::size_t count);

/// throws: Error(usage) if elements are not netCDF's strings.
void require_text(const model::Type& type);

inline model::Box to_model(const ncf::Box& box) { return {box.start, box.count}; }

/// Closes a dataset. If the program's lock cannot be taken, it stays open.
template <class State>
void close_dataset(std::unique_ptr<State> state) noexcept {
  if (!state) return;
  try {
    base::library_call([&] { state.reset(); });
  } catch (const Error&) {
    static_cast<void>(state.release());
  }
}

/// What to make of a definition: the schema of the output, and placeholders for filters that are
/// not available but may only be stored.
struct TargetSchema {
  /// throws: Error, for example naming a filter that is requested and not available.
  TargetSchema(const Definition& definition, Format format, const NoteHandler& on_note);

  /// The definition of the output. made: as the store created it.
  [[nodiscard]] Definition made(const model::Schema& created) const;

  Definition given;
  model::Schema schema;
  std::unique_ptr<plugin::PlaceholderFilters> placeholders;  ///< outlive the output

 private:
  void reuse(model::VariableId id);
};

/// The format that is requested, that the output's name implies, or of the definition.
/// throws: as format_of_place.
[[nodiscard]] Format format_of_target(const OutputPlace& place, Format defined,
                                      std::optional<Format> requested);

}  // namespace ops

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
        base::thread_count(options.threads), options.max_memory_bytes, std::move(folder));
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
  void copy_values(Source::State& from, model::VariableId from_id, model::VariableId id);
  void close(bool in_memory);
};

}  // namespace ncf
