// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/output_schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "filter/codecs/codec_interpreter.hpp"
#include "filter/codecs/own_codecs.hpp"
#include "filter/registry/registry.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/schema/filter_types.hpp"
#include "model/schema/format_facts.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/output/marker_attributes.hpp"
#include "ops/output/output_definitions.hpp"
#include "ops/output/purpose.hpp"
#include "ops/output/zarr_losses.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

using model::facts_of;
using model::Schema;
using model::Variable;

// ---- The input's filters of variables for which the user requests no others ---------------------

/// A variable of an output, with the request for its filters.
struct KeptFilters {
  model::Schema& schema;
  model::VariableId id;
  FilterChoice& choice;  ///< explains what is left out
  std::vector<std::string>& notes;

  [[nodiscard]] model::Variable& variable() const { return schema.variables[id]; }
};

using WhyNot = std::function<std::optional<std::string>(const Filter&)>;

/// Leaves out the filters for which there is a reason. Returns whether there is any.
bool leave_out(const KeptFilters& kept, const WhyNot& why_not) {
  StoredChain left_out;
  std::erase_if(kept.variable().filters, [&](const StoredFilter& filter) {
    const auto why = why_not(visible_form(filter));
    if (!why) return false;
    kept.notes.push_back(fmt::format("variable {}: {} of the input is left out: {}",
                                     kept.schema.variable_path(kept.id),
                                     filter::filter_title(filter.id), *why));
    left_out.push_back(filter);
    return true;
  });
  if (left_out.empty()) return false;
  kept.choice.by = fmt::format("as in the input, without {}", filter::describe(left_out));
  return true;
}

void leave_out_all(const KeptFilters& kept, std::string_view why) {
  kept.variable().filters.clear();
  kept.choice.by = fmt::format("the input's left out: {}", why);
}

/// Zarr can compress scalars, and zarr-python does by default.
void leave_out_of_scalar(const KeptFilters& kept) {
  Variable& scalar = kept.variable();
  if (!scalar.filters.empty()) leave_out_all(kept, "netCDF-4 has none for scalars");
  scalar.codecs = {};
}

/// Zarr can compress strings. HDF5's filters only work on its strings of fixed length: of others
/// they encode references to the texts.
void leave_out_of_strings(const KeptFilters& kept) {
  const bool is_for_zarr = is_zarr(kept.schema.format);
  kept.notes.push_back(
      fmt::format("variable {}: filters dropped: {}", kept.schema.variable_path(kept.id),
                  is_for_zarr ? "HDF5's filters of strings encode references, not texts"
                              : "netCDF-4 cannot filter strings"));
  leave_out_all(kept, is_for_zarr ? "they do not encode texts" : "netCDF-4 has none for strings");
}

/// Leaves out filters of scalars, which loses nothing, and of strings, with a note, if the output's
/// format cannot have them.
void leave_out_by_format(const KeptFilters& kept, Format input_format) {
  const Variable& variable = kept.variable();
  if (variable.asked_filters) return;
  const bool is_for_netcdf4 = is_netcdf4(kept.schema.format);
  if (is_for_netcdf4 && variable.is_scalar()) leave_out_of_scalar(kept);
  if (variable.type->is_fixed_size || variable.filters.empty()) return;
  if (is_for_netcdf4 || is_netcdf4(input_format)) leave_out_of_strings(kept);
}

/// Leaves out filters that cannot encode the chunks of the output, or whose codecs in Zarr cannot
/// encode the values, with notes. Chunks as in the input are not checked: all of them may have
/// skipped the filter. Returns whether it left out any.
bool leave_out_by_chunks(const KeptFilters& kept, const model::Schema& input) {
  const Variable& variable = kept.variable();
  if (variable.asked_filters || variable.filters.empty()) return false;
  const bool is_for_zarr = is_zarr(kept.schema.format);
  const std::vector<std::size_t> shape = model::chunk_shape_to_make(kept.schema, variable);
  const bool is_as_before =
      is_for_zarr == is_zarr(input.format) && shape == input.variables[kept.id].storage.chunk_shape;
  if (is_as_before) return false;
  return leave_out(kept, [&](const Filter& filter) {
    auto why = model::why_not_on_chunks(filter, {shape, is_for_zarr});
    if (!why && is_for_zarr) why = model::why_not_in_zarr({filter}, variable);
    return why;
  });
}

// ---- Storage ------------------------------------------------------------------------------------

/// For `-M`: drops chunks that are smaller than `smallest_bytes` and not required.
void unchunk_if_small(model::Variable& variable, const Schema& schema,
                      std::uint64_t smallest_bytes) {
  if (variable.storage.layout != model::Layout::chunked || variable.has_filters()) return;
  std::uint64_t chunk_bytes = variable.type->size_bytes;
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    const model::Dimension& dimension = schema.dimensions[variable.dimensions[i]];
    if (dimension.is_unlimited) return;
    const auto& shape = variable.storage.chunk_shape;
    chunk_bytes *= shape.empty() || shape[i] == 0 ? dimension.length : shape[i];
  }
  if (chunk_bytes < smallest_bytes) variable.storage = {};
}

/// Shortens chunks for NCZarr: libnetcdf reads stores with chunks longer than a dimension, but does
/// not create them.
void shorten_chunks_for_nczarr(Schema& schema, model::VariableId id,
                               std::vector<std::string>& notes) {
  model::Variable& variable = schema.variables[id];
  const std::vector<std::size_t> before = variable.storage.chunk_shape;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const model::Dimension& dimension = schema.dimensions[variable.dimensions[i]];
    if (dimension.is_unlimited) continue;
    variable.storage.chunk_shape[i] = std::min(before[i], dimension.length);
  }
  if (variable.storage.chunk_shape == before) return;
  notes.push_back(fmt::format(
      "variable {}: chunks of {} become {}, because NCZarr has no chunks longer than a dimension",
      schema.variable_path(id), fmt::join(before, " x "),
      fmt::join(variable.storage.chunk_shape, " x ")));
}

/// Returns why the requested filters cannot encode the chunks of a variable; empty if they can.
std::optional<std::string> why_not_on_chunks(const Schema& schema,
                                             const model::Variable& variable) {
  if (!variable.asked_filters) return std::nullopt;
  const std::vector<std::size_t> shape = model::chunk_shape_to_make(schema, variable);
  return model::why_not_on_chunks(without_optional(*variable.asked_filters),
                                  {shape, is_zarr(schema.format)});
}

/// Returns the codecs of Zarr that the output cannot keep, because no filter is equal to them.
std::vector<std::string> lost_codecs(const model::Variable& variable, Format format) {
  if (variable.asked_filters || variable.codecs.empty()) return {};
  const auto version = format == Format::zarr3 ? filter::ZarrFormat::v3 : filter::ZarrFormat::v2;
  const bool keeps_codecs =
      is_plain_zarr(format) && variable.codecs.list().front().format == version;
  if (keeps_codecs) return {};
  std::vector<std::string> names;
  for (const filter::Codec& codec : variable.codecs.list()) {
    const auto* const own = filter::find_own_codec(codec);
    if (own != nullptr && !filter::find_form(codec)) names.emplace_back(own->name);
  }
  return names;
}

void tell_lost_codecs(const std::map<std::string, std::vector<std::string>>& paths_by_name,
                      Format format, std::vector<std::string>& notes) {
  for (const auto& [name, paths] : paths_by_name) {
    const auto* const own = filter::find_own_codec({filter::ZarrFormat::v2, name, {}});
    const bool is_checksum = filter::is_checksum(own->id);
    const std::string change =
        is_checksum ? fmt::format(
                          "{} has no checksums of the kind {}, so they are left out; "
                          "fletcher32, in -F, is another kind",
                          format_name(format), name)
                    : fmt::format("{} has no codec {}, so it is left out, and the values stay",
                                  format_name(format), name);
    note_few(notes, change, paths);
  }
}

/// Returns whether common plugins could not decode the numbers in the order in which they are.
bool needs_little_endian(const model::Variable& variable) {
  if (!variable.asked_filters || !variable.is_big_endian()) return false;
  return std::ranges::any_of(*variable.asked_filters, [](const Filter& filter) {
    const filter::FilterFacts* const facts = filter::find_filter(filter.id);
    return facts != nullptr && facts->is_for_little_endian;
  });
}

/// What determines the storage of a variable, besides its filters.
struct StorageRequest {
  const CopyOptions& options;
  const Schema& input;
  ChunkSpec chunking;
  const ChunkSpec& sharding;
};

/// Adapts the variables of an output to its format.
class VariableAdapter {
 public:
  VariableAdapter(const StorageRequest& request, Schema& schema, std::vector<std::string>& notes)
      : request_(request), schema_(schema), notes_(notes) {}

  void adapt(model::VariableId id, FilterChoice& choice) {
    model::Variable& variable = schema_.variables[id];
    // The values are already rounded; the attribute that records it is copied like any other.
    variable.quantization.reset();
    variable.asked_filters = choice.filters;
    if (variable.asked_filters) variable.filters.clear();
    for (std::string& name : lost_codecs(variable, schema_.format)) {
      lost_codecs_[std::move(name)].push_back(path_of(id));
    }
    if (!has_chunks(schema_.format)) {
      variable.storage = {};
      // Classic files do not store it. It avoids writing fill values that data replaces at once.
      variable.no_fill = true;
      return;
    }
    adapt_filters(id, choice);
    choose_chunks(id, choice);
    if (is_netcdf4(schema_.format) && needs_little_endian(variable)) {
      variable.byte_order = model::ByteOrder::little;
      little_endian_.push_back(path_of(id));
    }
  }

  /// Gives the variables whose chunks do not fit others, and the purpose's filters, where no option
  /// decides.
  void fit_purpose(const Purpose& purpose, std::vector<FilterChoice>& choices) {
    const std::string by = "--for " + request_.options.purpose;
    const std::string filters(purpose.rules.filters);
    for (const UnfitChunks& unfit : find_unfit_chunks(purpose, schema_)) {
      if (decides(request_.chunking, schema_, unfit.variable)) continue;
      request_.chunking.variables.push_back(
          {path_of(unfit.variable), model::Layout::chunked, unfit.shape, by});
      FilterChoice& choice = choices[unfit.variable];
      if (!choice.filters) choice = {resolve(parse_filter_spec(filters), filters), by};
      adapt(unfit.variable, choice);
    }
  }

  /// Notes the changes of filters, each kind once.
  void tell_changes() {
    unfiltered_.note(notes_);
    tell_lost_codecs(lost_codecs_, schema_.format, notes_);
    note_few(notes_,
             "stored in little-endian order, because common plugins cannot decode big-endian "
             "numbers with these filters",
             little_endian_);
    note_checksums_last(with_checksum_last_, notes_);
  }

 private:
  [[nodiscard]] std::string path_of(model::VariableId id) const {
    return schema_.variable_path(id);
  }

  [[nodiscard]] KeptFilters kept(model::VariableId id, FilterChoice& choice) {
    return {schema_, id, choice, notes_};
  }

  void adapt_filters(model::VariableId id, FilterChoice& choice) {
    model::Variable& variable = schema_.variables[id];
    if (is_zarr(schema_.format) && !variable.asked_filters &&
        put_checksum_last_for_zarr(variable)) {
      with_checksum_last_.push_back(path_of(id));
    }
    leave_out_by_format(kept(id, choice), request_.input.format);
  }

  void choose_chunks(model::VariableId id, FilterChoice& choice) {
    model::Variable& variable = schema_.variables[id];
    const auto choose = [&] {
      variable.storage = choose_storage(request_.chunking, schema_, id, variable.has_filters());
    };
    choose();
    if (const auto why = why_not_on_chunks(schema_, variable); why && choice.is_by_pattern) {
      unfiltered_.add(request_.input.variables[id], path_of(id), *why);
      refuse_filters(choice, *why);
      variable.asked_filters = Chain{};
      choose();
    }
    if (leave_out_by_chunks(kept(id, choice), request_.input)) choose();
    if (auto left_out = leave_out_inapplicable(schema_, id); !left_out.empty()) {
      std::ranges::move(left_out, std::back_inserter(notes_));
      choice.filters = variable.asked_filters;
      choose();
    }
    const CopyOptions& options = request_.options;
    if (!facts_of(schema_.format).has_long_chunks) shorten_chunks_for_nczarr(schema_, id, notes_);
    if (options.smallest_chunk_bytes && !asks_for_shards(request_.sharding, schema_, id)) {
      unchunk_if_small(variable, schema_, *options.smallest_chunk_bytes);
    }
    if (schema_.format == Format::zarr3) {
      choose_shards(request_.sharding, options.shard_bytes, request_.input.variables[id].storage,
                    schema_, id, variable.storage);
    }
  }

  StorageRequest request_;
  Schema& schema_;
  std::vector<std::string>& notes_;
  std::vector<std::string> with_checksum_last_;
  UnfilteredVariables unfiltered_;
  std::map<std::string, std::vector<std::string>> lost_codecs_;  ///< paths, by the codec's name
  std::vector<std::string> little_endian_;
};

}  // namespace

void make_filled(Schema& schema, const std::vector<bool>& has_values,
                 std::vector<std::string>& notes) {
  std::vector<model::VariableId> filled;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (has_values[id]) continue;
    model::Variable& variable = schema.variables[id];
    if (std::exchange(variable.no_fill, false)) variable.stored_fill.reset();
    filled.push_back(id);
  }
  fit_fill_values(schema, filled, notes);
}

void leave_out_by_packing(const Packings& packings, model::Schema& output,
                          std::vector<FilterChoice>& choices, std::vector<std::string>& notes) {
  for (model::VariableId id = 0; id < packings.size(); ++id) {
    if (!packings[id]) continue;
    const model::TypeRef type = output.variables[id].type;
    leave_out({output, id, choices[id], notes},
              [&](const Filter& filter) { return model::why_not_on_type(filter, *type); });
  }
}

Schema make_output_schema(const CopyOptions& options, const Schema& input, Format format,
                          const ChunkSpec& chunking, const ChunkSpec& sharding,
                          std::vector<FilterChoice>& choices, std::vector<std::string>& notes) {
  Schema schema = input;
  schema.format = format;
  adapt_definitions(schema, options.fix_unlimited, notes);
  adapt_markers(schema, format, notes);
  if (is_zarr(format)) {
    adapt_to_zarr(schema, notes);
  }
  VariableAdapter adapter({options, input, chunking, sharding}, schema, notes);
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    adapter.adapt(id, choices[id]);
  }
  if (!options.purpose.empty()) adapter.fit_purpose(parse_purpose(options.purpose), choices);
  adapter.tell_changes();
  if (options.in_place) require_kept_in_place(input, schema);
  return schema;
}

}  // namespace ncf::ops
