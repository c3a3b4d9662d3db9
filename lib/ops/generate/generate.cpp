// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/machine.hpp"
#include "model/dataset/stored_form.hpp"
#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/generate/input_text.hpp"
#include "ops/generate/readings.hpp"
#include "ops/output/output_format.hpp"
#include "ops/output/output_place.hpp"
#include "ops/output/pending_dataset.hpp"
#include "ops/output/value_writer.hpp"
#include "ops/rounding/rounding.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/recoding/tolerance.hpp"

namespace ncf {
namespace {

using base::with_context;
using model::Schema;
using model::Variable;

// ---- What the values take on the disk ----
//
// A short text can define more values than a disk can store. Most are fill values, which some files
// store and others do not:
//
//   classic formats     every value, as soon as the file is defined, unless it is not filled (-x)
//   netCDF-4            of contiguous variables every value, once one is written
//   chunks of any file  those that the text gives; all where missing ones would read otherwise

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t bytes_of_all_values(const Schema& schema, const Variable& variable) {
  std::uint64_t bytes = variable.type->size_bytes;
  for (const std::size_t length : schema.shape(variable)) {
    if (__builtin_mul_overflow(bytes, length, &bytes)) return no_limit;
  }
  return bytes;
}

bool is_contiguous(const Schema& schema, const Variable& variable) {
  return is_netcdf4(schema.format) && variable.storage.layout == model::Layout::contiguous &&
         !variable.has_filters() && !schema.has_unlimited(variable);
}

/// Returns whether the file will store every value, given or not. The size of chunks with filters
/// is unknown.
bool stores_all_values(const ops::GeneratePlan& plan, model::VariableId id) {
  const Variable& variable = plan.schema.variables[id];
  if (!has_chunks(plan.schema.format)) return plan.has_values[id] || !variable.no_fill;
  if (!plan.has_values[id]) return false;
  return is_contiguous(plan.schema, variable) ||
         (ops::must_write_fill(variable) && !variable.has_filters());
}

const char* advice(const Schema& schema) {
  if (!has_chunks(schema.format)) {
    return "a classic file stores every value, given or not; -4 makes a file that stores only "
           "given values, -x one without fill values for variables without values";
  }
  return "values that the text does not give are stored too; chunks (_ChunkSizes) without _NoFill "
         "avoid that";
}

/// Call it before writing. throws: Error(unsupported), with advice, if the values would fill the
/// disk.
void require_space_for_values(const ops::GeneratePlan& plan, const ops::PendingDataset& output) {
  std::uint64_t all_bytes = 0;
  std::uint64_t most_bytes = 0;
  model::VariableId largest = 0;
  for (model::VariableId id = 0; id < plan.schema.variables.size(); ++id) {
    if (!stores_all_values(plan, id)) continue;
    const std::uint64_t bytes = bytes_of_all_values(plan.schema, plan.schema.variables[id]);
    if (__builtin_add_overflow(all_bytes, bytes, &all_bytes)) all_bytes = no_limit;
    if (bytes <= most_bytes) continue;
    most_bytes = bytes;
    largest = id;
  }
  if (most_bytes == 0) return;
  try {
    output.require_space(all_bytes);
  } catch (const Error& error) {
    Error told(ErrorCode::unsupported, fmt::format("{}; {}", error.message(), advice(plan.schema)));
    told.add_context(plan.schema.variable_title(largest));
    for (const std::string& place : error.context()) told.add_context(place);
    throw told;
  }
}

// ---- Making the file ----

std::string output_name(const GenerateOptions& options, const ops::GeneratePlan& plan) {
  if (options.output) return *options.output;
  const std::string name = options.input == "-"
                               ? plan.dataset_name
                               : std::filesystem::path(options.input).stem().string();
  if (name.empty()) {
    throw Error(ErrorCode::usage, "the dataset has no name to name the output after; give one");
  }
  return name + options.extension;
}

/// The output of a text, and what it needs.
struct Making {
  const ops::InputText& text;
  const ops::GeneratePlan& plan;
  const GenerateOptions& options;
  const CdlMessageHandler& on_message;
  ops::PendingDataset& pending;
  const std::string& output;  ///< name in messages
  const ops::OutputPlace& place;
  ops::Quantizers quantizers;  ///< one for each variable
};

/// The variables with filters that may change values.
using Tolerances = std::map<model::VariableId, transcode::Tolerance>;

void warn(const Making& making, const std::string& warning) {
  if (making.on_message) making.on_message(fmt::format("{}: warning: {}", making.output, warning));
}

/// Returns the schema with the storage as the library created it, and the final dimension lengths.
model::Schema made_schema(const ops::GeneratePlan& plan, const model::Target& target) {
  model::Schema made = plan.schema;
  for (model::VariableId id = 0; id < made.variables.size(); ++id) {
    made.variables[id].storage = target.schema().variables[id].storage;
  }
  return made;
}

ops::Roundings roundings_of(const model::Schema& schema) {
  ops::Roundings roundings(schema.variables.size());
  for (model::VariableId id = 0; id < roundings.size(); ++id) {
    const auto& quantization = schema.variables[id].quantization;
    if (quantization) roundings[id] = ops::Rounding{*quantization};
  }
  return roundings;
}

/// Adds attributes that record the rounding, before all others, as libnetcdf does.
model::Schema with_roundings(model::Schema schema) {
  std::vector<std::string> notes;  // a text has one rounding per variable, so there are no notes
  ops::mark_quantized(schema, roundings_of(schema), notes);
  for (model::Variable& variable : schema.variables) {
    auto& attributes = variable.attributes;
    if (variable.quantization) {
      std::rotate(attributes.rbegin(), attributes.rbegin() + 1, attributes.rend());
    }
  }
  return schema;
}

/// Returns the values of the text, rounded if requested.
model::Values as_written(const Making& making, model::VariableId id, const model::Box& box,
                         model::Values values) {
  const model::Schema& schema = making.plan.schema;
  if (const auto& quantizer = making.quantizers[id]) {
    quantizer->apply({values.data(), values.size_bytes()}, box, schema.shape(schema.variables[id]));
  }
  return values;
}

/// Checks the variables whose values the store encodes.
void require_safe_chains(const Making& making, const model::Target& target,
                         const model::Schema& made, ops::ValueWriter& writer) {
  for (model::VariableId id = 0; id < made.variables.size(); ++id) {
    if (!making.plan.has_values[id] || writer.encodes(id)) continue;
    const StoredChain& filters = target.schema().variables[id].filters;
    if (is_netcdf4(made.format)) ops::require_safe_in_libhdf5(made, id, filters);
    ops::require_safe_padding(made, id, filters,
                              target.shows_stored_bytes() ? ops::choose_full_chunks : "omit -P");
  }
}

/// Writes all values. Our kernels encode chunks on all threads while the text is read. Everything
/// is written in the order of the text, so the output is the same for any number of threads.
/// tolerances: on return, only those of variables that must still be checked.
void write_all_values(const Making& making, model::Target& target, const model::Schema& made,
                      Tolerances& tolerances) {
  ops::ValueWriter writer(target, made, making.quantizers,
                          base::thread_count(making.options.threads),
                          making.options.max_memory_bytes, making.place.temporary_folder());
  with_context(making.output, [&] { require_safe_chains(making, target, made, writer); });
  std::optional<model::VariableId> last;
  const auto write = [&](model::VariableId id, const model::Box& box, const model::Values& values) {
    if (last && *last != id) writer.finish(*last);
    last = id;
    if (writer.encodes(id)) return writer.write(id, box, {values.data(), values.size_bytes()});
    writer.write(id, box, values);
  };
  ops::read_values(making.text, making.plan, made, making.on_message, write);
  writer.finish();
  for (const std::string& note : with_context(making.output, [&] { return writer.notes(); })) {
    warn(making, note);
  }
  std::erase_if(tolerances, [&](const auto& tolerance) { return writer.encodes(tolerance.first); });
}

Tolerances lossy_tolerances(const model::Schema& made) {
  Tolerances tolerances;
  for (model::VariableId id = 0; id < made.variables.size(); ++id) {
    transcode::Tolerance tolerance = ops::tolerance_of(made.variables[id]);
    if (tolerance.allows_changes()) tolerances.emplace(id, std::move(tolerance));
  }
  return tolerances;
}

/// Reads the text and the output again, and warns about values that their filters should have kept.
/// throws: Error(corrupt) if such a filter may be lossless, unless the text accepts its changes.
void check_bounds(const Making& making, const model::Schema& made, const Tolerances& tolerances,
                  model::Source& source) {
  const auto ids = source.named([&] { return model::find_variables(made, source.schema()); });
  transcode::Excesses excesses;
  const auto compare = [&](model::VariableId id, const model::Box& box,
                           const model::Values& values) {
    const auto tolerance = tolerances.find(id);
    if (tolerance == tolerances.end()) return;
    const model::Values written = as_written(making, id, box, values);
    model::Values read(source.schema().variables[ids[id]].type);
    source.read(ids[id], box, read);
    transcode::add_excess(
        excesses, id,
        tolerance->second.find_excess({written.data(), written.size_bytes()},
                                      {read.data(), read.size_bytes()},
                                      model::element_name(written.type()->type_class)));
  };
  ops::read_values(making.text, making.plan, made, {}, compare);
  for (const auto& [id, excess] : excesses) {
    const std::string variable = making.plan.schema.variable_title(id);
    const auto accept = [&, id = id, &excess = excess] { return tolerances.at(id).accept(excess); };
    const std::string text =
        with_context(making.output, [&] { return with_context(variable, accept); });
    warn(making, fmt::format("{}: {}", variable, text));
  }
}

void write_file(const Making& making) {
  const ops::GeneratePlan& plan = making.plan;
  plugin::PluginFilters filters;
  model::Schema schema = with_roundings(plan.schema);
  std::vector<std::string> warnings;
  with_context(making.output, [&] {
    ops::check_kind(plan.schema);
    ops::set_layout(making.options.layout, schema, filters);
    warnings = ops::adapt_filters(schema, filters);
  });
  const auto target = making.pending.create(std::move(schema),
                                            {.in_memory = making.options.output_in_memory,
                                             .is_consolidated = making.place.is_consolidated},
                                            filters);
  const model::Schema made = made_schema(plan, *target);
  for (const std::string& note : making.place.notes) warn(making, note);
  for (const std::string& warning : warnings) warn(making, warning);
  Tolerances tolerances = lossy_tolerances(made);
  if (making.options.header_only) {
    ops::read_values(making.text, plan, made, making.on_message, {});
  } else {
    target->expect(ops::all_chunks(made, plan.has_values));
    write_all_values(making, *target, made, tolerances);
  }
  target->close();
  if (tolerances.empty() || making.options.header_only) return;
  making.pending.read_back(ops::ReadFrom::anywhere, filters, [&](model::Source& source) {
    check_bounds(making, made, tolerances, source);
  });
}

/// Returns the options, with the kind implied by the output's name.
GenerateOptions with_kind_of_name(const GenerateOptions& options) {
  GenerateOptions complete = options;
  if (!options.output) return complete;
  const auto named = with_context(*options.output, [&] {
    return ops::format_of_place(ops::find_output_place(*options.output), options.format);
  });
  if (named) complete.format = named;
  return complete;
}

GenerateReport make_dataset(const GenerateOptions& options, const CdlMessageHandler& on_message) {
  const ops::InputText text(options.input);
  const ops::GeneratePlan plan = ops::plan_generate(text, with_kind_of_name(options), on_message);
  if (plan.is_faulty) ops::read_values(text, plan, plan.schema, on_message, {});  // all its errors
  const std::string output = with_context(text.name(), [&] { return output_name(options, plan); });
  const ops::OutputPlace place =
      with_context(output, [&] { return ops::find_output_place(output); });
  if (!place.url) {
    ops::require_other_file(text.identity(), place, output);
    if (options.input != "-") ops::require_apart(options.input, place, output);
  }
  const auto pending = ops::make_pending(place, plan.schema.format, output, {});
  ops::make_or_discard(pending, [&] {
    ops::at_definitions(text, plan, on_message, [&] {
      require_space_for_values(plan, *pending);
      write_file({text, plan, options, on_message, *pending, output, place,
                  ops::make_quantizers(plan.schema, roundings_of(plan.schema))});
    });
    pending->commit();
  });
  return {output, plan.schema.format};
}

}  // namespace

void check_cdl(const GenerateOptions& options, const CdlMessageHandler& on_message) {
  base::library_call(options.stop, [&] {
    const ops::InputText text(options.input);
    const ops::GeneratePlan plan = ops::plan_generate(text, options, on_message);
    ops::read_values(text, plan, plan.schema, on_message, {});
    ops::at_definitions(text, plan, on_message,
                        [&] { with_context(text.name(), [&] { ops::check_kind(plan.schema); }); });
  });
}

GenerateReport generate(const GenerateOptions& options, const CdlMessageHandler& on_message) {
  return base::library_call(options.stop, [&] { return make_dataset(options, on_message); });
}

}  // namespace ncf
