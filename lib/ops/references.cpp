// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/references.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "base/at_place.hpp"
#include "base/pending_file.hpp"
#include "base/stop.hpp"
#include "base/target_path.hpp"
#include "base/whole_file.hpp"
#include "filter/chain_order.hpp"
#include "model/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "ops/findings.hpp"
#include "ops/output_place.hpp"
#include "ops/reference_forms.hpp"
#include "ops/reference_series.hpp"
#include "ops/zarr_losses.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/input.hpp"
#include "store/open.hpp"
#include "store/zarr/references.hpp"
#include "transcode/missing_chunks.hpp"
#include "transcode/passthrough.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;
using base::at_place;
using model::Layout;
using model::StoredForm;
using model::VariableId;

/// Strings are embedded too, because they cannot be read from the file.
constexpr std::size_t max_strings = 65536;

/// Python's fsspec, which readers of references use, treats these characters in a key as a pattern,
/// and zarr-python reads a backslash as a slash: neither finds the variable.
void require_findable(const std::string& path) {
  const std::size_t place = path.find_first_of("\\*?[");
  if (place == std::string::npos) return;
  throw Error(
      ErrorCode::unsupported,
      fmt::format("readers of references do not find a name with '{}'; rename it", path[place]))
      .add_context("variable " + path);
}

class ReferenceMaker {
 public:
  /// first: of the parts, outlives this object.
  ReferenceMaker(model::Source& first, ops::ReferenceSeries series, filter::FilterSource& filters,
                 const NoteHandler& on_note)
      : first_(first),
        series_(std::move(series)),
        on_note_(on_note),
        forms_(ops::reference_forms(first)),
        schema_(joined_schema()),
        references_(schema_of_references(), filters) {}

  /// Adds what is in a part, the first one included.
  void add(model::Source& input, const ops::SeriesPart& part, const std::string& url) {
    const bool is_first = &input == &first_;
    require_length(input.schema(), part);
    references_.set_url(url);
    const std::vector<VariableId> ids =
        ops::match_variables(first_.schema(), input.schema(), series_);
    const std::vector<StoredForm> forms = is_first ? forms_ : ops::reference_forms(input);
    for (VariableId id = 0; id < forms_.size(); ++id) {
      base::throw_if_stopped();
      const Part from{input, ids[id], id, forms[ids[id]], part, axis_of(id)};
      if (!is_first && !from.axis) {
        require_equal(from);
      } else {
        is_held(id) ? hold(from) : refer(from);
      }
    }
    if (!is_first && !ops::have_same_group_attributes(first_.schema(), input.schema())) {
      has_other_attributes_ = true;
    }
  }

  std::string format() {
    if (has_other_attributes_) {
      on_note_("global attributes differ; those of " + series_.parts.front().input + " are used");
    }
    return references_.format();
  }

 private:
  /// A variable in one of the inputs.
  struct Part {
    model::Source& input;
    VariableId input_id;
    VariableId id;  ///< in the references
    StoredForm form;
    const ops::SeriesPart& part;
    std::optional<std::size_t> axis;  ///< along which the parts are joined
  };

  /// The schema of the first part, with the length of all.
  [[nodiscard]] model::Schema joined_schema() const {
    model::Schema schema = first_.schema();
    for (model::Dimension& dimension : schema.dimensions) {
      if (series_.is_along(dimension)) dimension.length = series_.length();
    }
    return schema;
  }

  [[nodiscard]] std::optional<std::size_t> axis_of(VariableId id) const {
    return series_.axis_of(schema_, schema_.variables[id]);
  }

  /// Whether the values are stored in the text. Those of the coordinate are, because they were read
  /// anyway, and readers need all of them at once.
  [[nodiscard]] bool is_held(VariableId id) const {
    const model::Variable& variable = schema_.variables[id];
    if (axis_of(id) && variable.group == 0 && variable.name == series_.dimension) return true;
    return ops::is_held_in_text(forms_[id], model::value_count(schema_.shape(variable)));
  }

  /// Zarr with chunks that are contiguous ranges of the files.
  [[nodiscard]] model::Schema schema_of_references() const {
    model::Schema schema = schema_;
    schema.format = Format::zarr2;
    for (const std::string& note : ops::adapt_to_zarr(schema)) on_note_(note);
    for (model::Dimension& dimension : schema.dimensions) dimension.is_unlimited = false;
    for (VariableId id = 0; id < forms_.size(); ++id) {
      model::Variable& variable = schema.variables[id];
      const StoredForm& form = forms_[id];
      require_findable(schema.variable_path(id));
      if (!variable.type->is_fixed_size) variable.filters.clear();
      variable.storage = {};
      if (is_held(id)) continue;
      variable.byte_order = form.byte_order;
      if (const auto why =
              filter::why_not_in_zarr(visible_form(form.filters), form.element_bytes)) {
        throw Error(ErrorCode::unsupported,
                    fmt::format("{}; copy the file to Zarr, where the order differs", *why))
            .add_context("variable " + schema.variable_path(id));
      }
      variable.storage = {Layout::chunked, ops::reference_chunks(form, axis_of(id))};
    }
    return schema;
  }

  void require_length(const model::Schema& schema, const ops::SeriesPart& part) const {
    for (const model::Dimension& dimension : schema.dimensions) {
      if (!series_.is_along(dimension) || dimension.length == part.length) continue;
      throw Error(ErrorCode::io, "was changed while it was read");
    }
  }

  [[nodiscard]] std::string place_of(const Part& from) const {
    return "variable " + schema_.variable_path(from.id);
  }

  void refer(const Part& from) {
    StoredForm form = from.form;
    if (form.layout == Layout::contiguous) {
      form.chunk_shape = ops::reference_chunks(form, from.axis);
      form.layout = Layout::chunked;
    }
    // Elements beyond the stored ones read as fill values in both.
    StoredForm as_zarr = references_.stored_form(from.id);
    as_zarr.extent = form.extent;
    const model::ChunkGrid grid(form.extent, form.chunk_shape);
    const auto places = from.input.find_elements(from.input_id);  // all of them, or none
    const auto stored_chunk_count = [&] {
      return places ? grid.chunk_count() : from.input.stored_chunk_count(from.input_id);
    };
    if (const auto why = transcode::why_not_passthrough(form, as_zarr, stored_chunk_count)) {
      throw Error(
          ErrorCode::unsupported,
          &from.input == &first_
              ? fmt::format("Zarr cannot read its stored bytes: {}; make a copy in Zarr", *why)
              : fmt::format("is not stored as in {}: {}; copy the files with the same "
                            "filters and chunks",
                            series_.parts.front().input, *why))
          .add_context(place_of(from));
    }
    require_whole_chunks(from, form.chunk_shape);
    places ? refer_to_rows(from, grid, *places) : refer_to_chunks(from, grid);
  }

  /// Those of the next part begin where the last one ends.
  void require_whole_chunks(const Part& from, const std::vector<std::size_t>& chunk_shape) const {
    if (!from.axis || from.part.start + from.part.length == series_.length()) return;
    const std::size_t chunk = chunk_shape[*from.axis];
    if (from.part.length % chunk == 0) return;
    throw Error(ErrorCode::unsupported,
                fmt::format("the length of {0}, {1}, is not a multiple of its chunks', {2}, so no "
                            "other file can follow; copy the files with -c {0}/N, where N divides "
                            "the length of each",
                            series_.dimension, from.part.length, chunk))
        .add_context(place_of(from));
  }

  /// The position in the references.
  static std::vector<std::size_t> shifted(const Part& from, std::vector<std::size_t> offset) {
    if (from.axis) offset[*from.axis] += from.part.start;
    return offset;
  }

  void refer_to_chunks(const Part& from, const model::ChunkGrid& grid) {
    std::size_t left = from.input.stored_chunk_count(from.input_id);
    if (from.form.layout == Layout::chunked) {
      for (std::size_t i = 0; i < grid.chunk_count() && left > 0; ++i) {
        base::throw_if_stopped();
        const auto offset = grid.offset(i);
        const auto place = from.input.find_chunk(from.input_id, offset);
        if (!place) continue;
        --left;
        require_no_mask(from, offset, *place);
        references_.refer(from.id, shifted(from, offset), *place);
      }
    }
    if (left > 0) throw transcode::missing_chunks(left).add_context(place_of(from));
  }

  void require_no_mask(const Part& from, std::span<const std::size_t> offset,
                       const model::StoredPlace& place) const {
    if (place.filter_mask == 0) return;
    throw Error(ErrorCode::unsupported,
                "some filters were skipped, which Zarr cannot express; copy the file to Zarr")
        .add_context(model::chunk_name(offset))
        .add_context(place_of(from));
  }

  void refer_to_rows(const Part& from, const model::ChunkGrid& grid,
                     const model::ElementPlaces& places) {
    const std::uint64_t bytes = grid.chunk_values() * places.element_bytes;
    for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
      const std::uint64_t begin = places.begin + i * places.record_bytes.value_or(bytes);
      references_.refer(from.id, shifted(from, grid.offset(i)), {begin, bytes});
    }
  }

  void hold(const Part& from) {
    const model::Schema& schema = from.input.schema();
    const model::Variable& variable = schema.variables[from.input_id];
    model::Box all;
    all.count = schema.shape(variable);
    all.start.resize(all.count.size());
    const std::size_t strings = from.form.element.empty()
                                    ? model::value_count(schema_.shape(schema_.variables[from.id]))
                                    : 0;
    if (strings > max_strings) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format(
              "its {} strings are too many to be stored with references; copy the file to Zarr",
              strings))
          .add_context(place_of(from));
    }
    if (all.value_count() == 0) return;
    model::Values values(variable.type);
    from.input.read(from.input_id, all, values);
    ops::StringLosses losses;
    losses.add(values);
    for (const std::string& note : losses.describe(schema_.variable_path(from.id), Format::zarr2)) {
      on_note_(note);
    }
    all.start = shifted(from, std::move(all.start));
    references_.write(from.id, all, values);
  }

  void require_equal(const Part& from) {
    if (ops::have_same_values({first_, from.id}, {from.input, from.input_id})) return;
    throw Error(ErrorCode::unsupported,
                fmt::format("its values differ from those in {}, and it has no dimension {} along "
                            "which both could be kept",
                            series_.parts.front().input, series_.dimension))
        .add_context(place_of(from));
  }

  model::Source& first_;
  ops::ReferenceSeries series_;
  const NoteHandler& on_note_;
  std::vector<StoredForm> forms_;  ///< of the first part, one for each variable
  model::Schema schema_;           ///< of all parts together
  store::zarr::References references_;
  bool has_other_attributes_ = false;
};

/// Opens the inputs of references, each as often as needed: a run may have more of them than a
/// process may have open files.
class ReferenceInputs {
 public:
  explicit ReferenceInputs(const ReferenceOptions& options) : options_(options) {}

  std::unique_ptr<model::Source> open(const std::string& input) {
    const store::Input found = at_place(input, [&] { return store::reach_input(input); });
    auto source = store::open_source(found, input, {}, filters_);
    ops::require_readable(source->schema(), input);
    if (source->is_one_file()) return source;
    throw Error(ErrorCode::unsupported, "references can only be made to a netCDF file")
        .add_context(input);
  }

  /// Where readers find it.
  [[nodiscard]] std::string url_of(const std::string& input) const {
    const auto path = at_place(input, [&] { return store::find_input_path(input); });
    const fs::path place = path ? base::absolute_path(*path) : fs::path(store::plain_url(input));
    if (!options_.url) return place.string();
    return options_.url->ends_with('/') ? *options_.url + place.filename().string() : *options_.url;
  }

  [[nodiscard]] std::string refer(const NoteHandler& on_note) {
    const ops::ReferenceSeries series = ops::order_inputs(
        options_.inputs, options_.dimension, [&](const std::string& input) { return open(input); });
    const std::string& first_input = series.parts.front().input;
    const auto first = open(first_input);
    auto maker = at_place(first_input, [&] {
      return std::make_unique<ReferenceMaker>(*first, series, filters_, on_note);
    });
    for (const ops::SeriesPart& part : series.parts) {
      const bool is_first = &part == &series.parts.front();
      const auto other = is_first ? nullptr : open(part.input);
      model::Source& source = is_first ? *first : *other;
      ops::tell_findings(source.schema(), Format::zarr2, on_note);
      at_place(part.input, [&] { maker->add(source, part, url_of(part.input)); });
    }
    return maker->format();
  }

 private:
  const ReferenceOptions& options_;
  plugin::PluginFilters filters_;
};

void check(const ReferenceOptions& options) {
  if (options.inputs.empty()) throw Error(ErrorCode::usage, "no input");
  for (const std::string& input : options.inputs) {
    at_place(input, [&] {
      const auto path = store::find_input_path(input);
      std::error_code unknown;
      if (path && !fs::exists(*path, unknown)) (void)store::find_input(input);  // says so
    });
  }
  if (options.inputs.size() == 1 || !options.url) return;
  if (!options.url->ends_with('/')) {
    throw Error(ErrorCode::usage,
                "the URL of several inputs is a folder's, with a slash at the end");
  }
  std::set<fs::path> names;
  for (const std::string& input : options.inputs) {
    if (names.insert(fs::path(input).filename()).second) continue;
    throw Error(ErrorCode::usage, "another input has the same name, and would have the same URL")
        .add_context(input);
  }
}

/// The output's name is easily forgotten before those of many inputs.
void refuse_dataset(const std::string& output) {
  if (!store::look_at(output).signature) return;
  throw Error(ErrorCode::usage,
              "is a dataset, which the references would replace; remove it first, or name a file "
              "for the references before the inputs");
}

}  // namespace

std::string format_references(const ReferenceOptions& options, const NoteHandler& on_note) {
  const base::StopScope stop(options.stop);
  check(options);
  return ReferenceInputs(options).refer(on_note ? on_note : [](const std::string&) {});
}

void make_references(const ReferenceOptions& options, const NoteHandler& on_note) {
  const base::StopScope stop(options.stop);
  at_place(options.output, [&] { ops::refuse_standard_output(options.output); });
  base::PendingFile pending(options.output);
  at_place(options.output, [&] { refuse_dataset(options.output); });
  std::optional<base::SourceStatus> readers;
  for (const std::string& input : options.inputs) {
    const auto path = at_place(input, [&] { return store::find_input_path(input); });
    std::error_code unknown;
    if (!path || !fs::exists(*path, unknown)) continue;  // opening it says what is wrong
    ops::require_apart(*path, {.path = options.output}, options.output);
    const auto status = at_place(input, [&] { return base::source_status(*path); });
    if (!readers) readers = status;
    readers->mode &= mode_for_group(status, readers->group);
  }
  if (readers) pending.limit_readers(*readers);
  const std::string text = format_references(options, on_note);
  at_place(options.output, [&] {
    base::write_file(pending.temporary(), std::as_bytes(std::span(text)));
    pending.commit();
  });
}

}  // namespace ncf
