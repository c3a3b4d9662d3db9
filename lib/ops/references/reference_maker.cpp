// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/references/reference_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/grid/box.hpp"
#include "ncf/error.hpp"
#include "ops/output/marker_attributes.hpp"
#include "ops/output/zarr_losses.hpp"
#include "ops/references/reference_series.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::ops {
namespace {

using model::ByteOrder;
using model::Layout;
using model::StoredForm;
using model::VariableId;

// ---- Which ranges of a netCDF file are chunks to a reader of references ----

constexpr std::uint64_t max_small_bytes = 1024;
constexpr std::uint64_t max_chunk_bytes = std::uint64_t{1} << 31U;  // numcodecs' limit
constexpr std::uint64_t max_parts = 1'000'000;                      // of contiguous values

/// Returns the stored form of each variable, with the records of a classic file as chunks.
std::vector<StoredForm> reference_forms(model::Source& input) {
  std::vector<StoredForm> forms;
  for (model::VariableId id = 0; id < input.schema().variables.size(); ++id) {
    StoredForm& form = forms.emplace_back(input.stored_form(id));
    const auto places = input.find_elements(id);
    if (!places) continue;
    if (places->is_swapped) {
      form.byte_order = form.byte_order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
    }
    if (!places->record_bytes) continue;
    form.layout = Layout::chunked;
    form.chunk_shape = form.extent;
    form.chunk_shape.front() = 1;
  }
  return forms;
}

/// Returns the largest divisor of `length` that is at most `most`, which is not 0; or 1 if that
/// would make more than max_parts parts.
std::size_t part_length(std::size_t length, std::uint64_t most) {
  for (std::uint64_t parts = (length - 1) / most + 1; parts <= max_parts; ++parts) {
    if (length % parts == 0) return length / parts;
  }
  return 1;
}

/// Returns the chunks of a variable that is not held in the text. Contiguous values are one chunk,
/// or several of equal size if that would be too large. If the first axis is `joined_axis`, each
/// row is a chunk, so that the rows of another file can follow after any number of rows.
///
/// throws: Error(unsupported) if too many chunks would be needed.
std::vector<std::size_t> reference_chunks(const StoredForm& form,
                                          std::optional<std::size_t> joined_axis) {
  if (form.layout == Layout::chunked) return form.chunk_shape;
  std::vector<std::size_t> shape = form.extent;
  if (joined_axis == 0U) shape.front() = 1;
  std::uint64_t bytes = model::value_count(shape) * form.element_bytes;
  std::uint64_t parts = 1;
  for (std::size_t& length : shape) {
    if (bytes <= max_chunk_bytes) break;
    bytes /= length;
    parts *= length;
    length = part_length(length, std::max<std::uint64_t>(1, max_chunk_bytes / bytes));
    bytes *= length;
    parts /= length;
  }
  if (parts > max_parts) {
    throw Error(ErrorCode::unsupported,
                fmt::format("contiguous values would need {} references of equal size, because "
                            "readers accept at most 2 GiB per reference; make a chunked copy first "
                            "(-c)",
                            parts));
  }
  return shape;
}

/// Returns whether values are stored in the text itself: they cannot be read from the file, or are
/// so few that this takes longer.
bool is_held_in_text(const StoredForm& form, std::uint64_t values) {
  if (form.extent.empty() || form.element.empty() || form.layout == Layout::compact) return true;
  return form.filters.empty() && values * form.element_bytes <= max_small_bytes;
}

/// The limit for strings, which are embedded because they cannot be read from the file.
constexpr std::size_t max_strings = 65536;

/// Refuses names that readers do not find: Python's fsspec, which readers of references use, treats
/// some characters in a key as a pattern, and zarr-python reads a backslash as a slash.
void require_findable(const std::string& path) {
  const std::size_t place = path.find_first_of("\\*?[");
  if (place == std::string::npos) return;
  throw Error(
      ErrorCode::unsupported,
      fmt::format("readers of references do not find a name with '{}'; rename it", path[place]))
      .add_context("variable " + path);
}

}  // namespace

ReferenceMaker::ReferenceMaker(model::Source& first, ReferenceSeries series,
                               filter::FilterSource& filters, const NoteHandler& on_note)
    : first_(first),
      series_(std::move(series)),
      on_note_(on_note),
      forms_(reference_forms(first)),
      schema_(joined_schema()),
      references_(schema_of_references(), filters) {}

void ReferenceMaker::add(model::Source& input, const SeriesPart& part, const std::string& url) {
  const bool is_first = &input == &first_;
  require_length(input.schema(), part);
  references_.set_url(url);
  const std::vector<VariableId> ids = match_definitions(first_.schema(), input.schema(), series_);
  const std::vector<StoredForm> forms = is_first ? forms_ : reference_forms(input);
  for (VariableId id = 0; id < forms_.size(); ++id) {
    base::throw_if_stopped();
    const Part from{input, ids[id], id, forms[ids[id]], part, axis_of(id)};
    if (!is_first && !from.axis) {
      require_equal(from);
    } else {
      is_held(id) ? hold(from) : refer(from);
    }
  }
  if (!is_first && !have_same_group_attributes(first_.schema(), input.schema())) {
    has_other_attributes_ = true;
  }
}

std::string ReferenceMaker::format() {
  if (has_other_attributes_) {
    on_note_("global attributes differ; those of " + series_.parts.front().input + " are used");
  }
  return references_.format();
}

model::Schema ReferenceMaker::joined_schema() const {
  model::Schema schema = first_.schema();
  for (model::Dimension& dimension : schema.dimensions) {
    if (series_.is_along(dimension)) dimension.length = series_.length();
  }
  std::vector<std::string> notes;
  adapt_markers(schema, Format::zarr2, notes);
  for (const std::string& note : notes) on_note_(note);
  return schema;
}

std::optional<std::size_t> ReferenceMaker::axis_of(VariableId id) const {
  return series_.axis_of(schema_, id);
}

bool ReferenceMaker::is_held(VariableId id) const {
  const model::Variable& variable = schema_.variables[id];
  if (axis_of(id) && variable.group == 0 && variable.name == series_.dimension) return true;
  return is_held_in_text(forms_[id], model::value_count(schema_.shape(variable)));
}

model::Schema ReferenceMaker::schema_of_references() const {
  model::Schema schema = schema_;
  schema.format = Format::zarr2;
  for (const std::string& note : adapt_to_zarr(schema)) on_note_(note);
  for (model::Dimension& dimension : schema.dimensions) dimension.is_unlimited = false;
  for (VariableId id = 0; id < forms_.size(); ++id) {
    model::Variable& variable = schema.variables[id];
    const StoredForm& form = forms_[id];
    require_findable(schema.variable_path(id));
    if (!variable.type->is_fixed_size) variable.filters.clear();
    variable.storage = {};
    if (is_held(id)) continue;
    variable.byte_order = form.byte_order;
    if (const auto why = filter::why_not_in_zarr(visible_form(form.filters), form.element_bytes)) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("{}; copy the file to Zarr, where the order differs", *why))
          .add_context("variable " + schema.variable_path(id));
    }
    base::with_context("variable " + schema.variable_path(id), [&] {
      variable.storage = {Layout::chunked, reference_chunks(form, axis_of(id))};
    });
  }
  return schema;
}

void ReferenceMaker::require_length(const model::Schema& schema, const SeriesPart& part) const {
  for (const model::Dimension& dimension : schema.dimensions) {
    if (!series_.is_along(dimension) || dimension.length == part.length) continue;
    throw Error(ErrorCode::io, "was changed while it was read");
  }
}

std::string ReferenceMaker::place_of(const Part& from) const {
  return "variable " + schema_.variable_path(from.id);
}

// In a copy with fixed dimensions, variables have values up to the ends of their dimensions.
Error ReferenceMaker::why_not_referred(const Part& from, const StoredForm& as_zarr,
                                       const std::string& why) const {
  const bool is_padding = from.form.hides_padding && as_zarr.shows_padding &&
                          !transcode::difference_of_bytes(from.form, as_zarr);
  const std::string text =
      &from.input == &first_ ? fmt::format("Zarr cannot read its stored bytes: {}; make a copy {}",
                                           why, is_padding ? "with -u" : "in Zarr")
                             : fmt::format("is not stored as in {}: {}; copy the files with {}",
                                           series_.parts.front().input, why,
                                           is_padding ? "-u, and join the copies with --concat"
                                                      : "the same filters and chunks");
  Error error(ErrorCode::unsupported, text);
  error.add_context(place_of(from));
  return error;
}

void ReferenceMaker::refer(const Part& from) {
  StoredForm form = from.form;
  if (form.layout == Layout::contiguous) {
    form.chunk_shape = reference_chunks(form, from.axis);
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
    throw why_not_referred(from, as_zarr, *why);
  }
  require_whole_chunks(from, form.chunk_shape);
  const model::Schema& schema = from.input.schema();
  const bool is_shorter = form.extent != schema.shape(schema.variables[from.input_id]);
  if (is_shorter || stored_chunk_count() < grid.chunk_count()) require_fill(from);
  places ? refer_to_rows(from, grid, *places) : refer_to_chunks(from, grid);
}

/// Checks that there is a fill value. Zarr needs one for missing chunks, and its readers also treat
/// stored values that equal it as missing. Without one, every byte is data for netCDF.
void ReferenceMaker::require_fill(const Part& from) {
  const model::Variable& variable = schema_.variables[from.id];
  const model::TypeClass type = variable.type->type_class;
  if (model::find_attribute(variable.attributes, "_FillValue") != nullptr) return;
  if (type != model::TypeClass::byte_ && type != model::TypeClass::ubyte) {
    if (filled_.insert(from.id).second) {
      on_note_(
          fmt::format("{}: some chunks were never written; Zarr needs a fill value for these, "
                      "and its readers show that as the variable's _FillValue",
                      place_of(from)));
    }
    return;
  }
  throw Error(
      ErrorCode::unsupported,
      "some chunks were never written; Zarr needs a fill value for these, and would show equal "
      "bytes as missing; add a _FillValue, or copy the file to Zarr")
      .add_context(place_of(from));
}

void ReferenceMaker::require_whole_chunks(const Part& from,
                                          const std::vector<std::size_t>& chunk_shape) const {
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

std::vector<std::size_t> ReferenceMaker::shifted(const Part& from,
                                                 std::vector<std::size_t> offset) {
  if (from.axis) offset[*from.axis] += from.part.start;
  return offset;
}

void ReferenceMaker::refer_to_chunks(const Part& from, const model::ChunkGrid& grid) {
  const auto refer = [&](std::size_t chunk, const model::StoredPlace& place) {
    const auto offset = grid.offset(chunk);
    require_no_mask(from, offset, place);
    references_.refer(from.id, shifted(from, offset), place);
    return true;
  };
  const std::size_t left = from.form.layout == Layout::chunked
                               ? from.input.visit_chunks(from.input_id, grid, refer)
                               : from.input.stored_chunk_count(from.input_id);
  if (left > 0) throw transcode::missing_chunks(left).add_context(place_of(from));
}

void ReferenceMaker::require_no_mask(const Part& from, std::span<const std::size_t> offset,
                                     const model::StoredPlace& place) const {
  if (place.filter_mask == 0) return;
  throw Error(ErrorCode::unsupported,
              "some filters were skipped, which Zarr cannot express; copy the file to Zarr")
      .add_context(model::chunk_name(offset))
      .add_context(place_of(from));
}

void ReferenceMaker::refer_to_rows(const Part& from, const model::ChunkGrid& grid,
                                   const model::ElementPlaces& places) {
  const std::uint64_t bytes = grid.chunk_values() * places.element_bytes;
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    const std::uint64_t begin = places.begin + i * places.record_bytes.value_or(bytes);
    references_.refer(from.id, shifted(from, grid.offset(i)), {begin, bytes});
  }
}

void ReferenceMaker::hold(const Part& from) {
  const model::Schema& schema = from.input.schema();
  const model::Variable& variable = schema.variables[from.input_id];
  model::Box all;
  all.count = schema.shape(variable);
  all.start.resize(all.count.size());
  const std::size_t strings =
      from.form.element.empty() ? model::value_count(schema_.shape(schema_.variables[from.id])) : 0;
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
  StringLosses losses;
  losses.add(values);
  for (const std::string& note : losses.describe(schema_.variable_path(from.id), Format::zarr2)) {
    on_note_(note);
  }
  all.start = shifted(from, std::move(all.start));
  references_.write(from.id, all, values);
}

void ReferenceMaker::require_equal(const Part& from) {
  if (have_same_values({first_, from.id}, {from.input, from.input_id})) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("its values differ from those in {}, and it has no dimension {} along "
                          "which both could be kept",
                          series_.parts.front().input, series_.dimension))
      .add_context(place_of(from));
}

}  // namespace ncf::ops
