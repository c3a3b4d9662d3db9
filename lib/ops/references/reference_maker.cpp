// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/references/reference_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "ncf/error.hpp"
#include "ops/output/marker_attributes.hpp"
#include "ops/output/zarr_losses.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::ops {
namespace {

using model::ByteOrder;
using model::Layout;
using model::StoredForm;
using model::VariableId;

// ---- Which ranges of a netCDF file are chunks to a reader of references -------------------------

constexpr std::uint64_t max_small_bytes = 1024;
constexpr std::uint64_t max_chunk_bytes = std::uint64_t{1} << 31U;  // numcodecs' limit
constexpr std::uint64_t max_parts = 1'000'000;                      // of contiguous values

/// Returns the largest divisor of `length` that is at most `most`, which is not 0; or 1 if that
/// would make more than max_parts parts.
std::size_t part_length(std::size_t length, std::uint64_t most) {
  for (std::uint64_t parts = (length - 1) / most + 1; parts <= max_parts; ++parts) {
    if (length % parts == 0) return length / parts;
  }
  return 1;
}

/// Returns the stored form of a variable, with the records of a classic file as chunks.
StoredForm reference_form(model::Source& input, model::VariableId id) {
  StoredForm form = input.stored_form(id);
  const auto places = input.find_elements(id);
  if (!places) return form;
  if (places->is_swapped) {
    form.byte_order = form.byte_order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
  }
  if (!places->record_bytes) return form;
  form.layout = Layout::chunked;
  form.chunk_shape = form.extent;
  form.chunk_shape.front() = 1;
  return form;
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

// ---- The references of all variables ------------------------------------------------------------

ReferenceMaker::ReferenceMaker(model::ViewSource& view, filter::FilterSource& filters, UrlOf url_of,
                               const NoteHandler& on_note)
    : view_(view),
      url_of_(std::move(url_of)),
      on_note_(on_note),
      forms_(forms_of_first()),
      schema_(schema_with_markers()),
      references_(schema_of_references(), filters) {}

std::string ReferenceMaker::make() {
  for (std::size_t number = 0; number < view_.source_count(); ++number) {
    const auto source = view_.source(number);
    references_.set_url(url_of_(source->name()));
    base::with_context(source->name(), [&] { refer_to(*source, number); });
  }
  base::with_context(view_.source(0)->name(), [&] {
    for (VariableId id = 0; id < forms_.size(); ++id) {
      if (is_held(id)) hold(id);
    }
  });
  return references_.format();
}

void ReferenceMaker::refer_to(model::Source& source, std::size_t number) {
  for (VariableId id = 0; id < forms_.size(); ++id) {
    base::throw_if_stopped();
    if (is_held(id)) continue;
    const std::vector<model::Origin>& origins = view_.variable(id).origins;
    for (std::size_t segment = 0; segment < origins.size(); ++segment) {
      if (origins[segment].source != number) continue;
      const VariableId input_id = origins[segment].variable;
      const Part part{source, input_id, id, reference_form(source, input_id), segment};
      if (origins[segment].conversion != nullptr) {
        throw Error(ErrorCode::unsupported,
                    "its values are converted, which references cannot express; make a copy")
            .add_context(name_of(part));
      }
      refer(part);
    }
  }
}

/// Returns the form of each variable in the first source that has it.
std::vector<StoredForm> ReferenceMaker::forms_of_first() {
  std::vector<StoredForm> forms;
  for (VariableId id = 0; id < view_.schema().variables.size(); ++id) {
    const model::Origin& origin = view_.variable(id).origins.front();
    forms.push_back(in_view(id, reference_form(*view_.source(origin.source), origin.variable)));
  }
  return forms;
}

/// Adds a new dimension to the form of a source's variable.
StoredForm ReferenceMaker::in_view(VariableId id, StoredForm form) const {
  const model::RegionGrid& grid = view_.variable(id).grid;
  if (!grid.is_new_axis) return form;
  const auto axis = static_cast<std::ptrdiff_t>(*grid.joined_axis);
  for (auto* const lengths : {&form.extent, &form.max_extent, &form.chunk_shape}) {
    if (lengths != &form.chunk_shape || form.layout == Layout::chunked) {
      lengths->insert(lengths->begin() + axis, 1);
    }
  }
  return form;
}

model::Schema ReferenceMaker::schema_with_markers() const {
  model::Schema schema = view_.schema();
  std::vector<std::string> notes;
  adapt_markers(schema, Format::zarr2, notes);
  for (const std::string& note : notes) on_note_(note);
  return schema;
}

bool ReferenceMaker::is_held(VariableId id) const {
  const model::Variable& variable = schema_.variables[id];
  const model::ViewVariable& viewed = view_.variable(id);
  const bool is_converted = std::ranges::any_of(
      viewed.origins, [](const model::Origin& origin) { return origin.conversion != nullptr; });
  const bool is_coordinate = variable.dimensions.size() == 1 && variable.group == 0 &&
                             variable.name == schema_.dimensions[variable.dimensions[0]].name;
  if (is_coordinate && (viewed.grid.joined_axis || is_converted)) return true;
  return is_held_in_text(forms_[id], model::value_count(schema_.shape(variable)));
}

model::Schema ReferenceMaker::schema_of_references() const {
  model::Schema schema = schema_;
  schema.format = Format::zarr2;
  std::vector<std::string> notes;
  adapt_to_zarr(schema, notes);
  for (const std::string& note : notes) on_note_(note);
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
          .add_context(schema.variable_title(id));
    }
    base::with_context(schema.variable_title(id), [&] {
      variable.storage = {Layout::chunked,
                          reference_chunks(form, view_.variable(id).grid.joined_axis)};
    });
  }
  return schema;
}

std::string ReferenceMaker::name_of(const Part& from) const {
  return schema_.variable_title(from.id);
}

// In a copy with fixed dimensions, variables have values up to the ends of their dimensions.
Error ReferenceMaker::why_not_referred(const Part& from, const StoredForm& as_zarr,
                                       const std::string& why) const {
  const bool is_padding = from.form.hides_padding && as_zarr.shows_padding &&
                          !transcode::difference_of_bytes(from.form, as_zarr);
  const std::string text =
      from.segment == 0
          ? fmt::format("Zarr cannot read its stored bytes: {}; make a copy {}", why,
                        is_padding ? "with -u" : "in Zarr")
          : fmt::format("is not stored as in {}: {}; copy the files with {}",
                        view_.source(view_.variable(from.id).origins.front().source)->name(), why,
                        is_padding ? "-u, and join the copies with --concat"
                                   : "the same filters and chunks");
  Error error(ErrorCode::unsupported, text);
  error.add_context(name_of(from));
  return error;
}

void ReferenceMaker::refer(const Part& from) {
  StoredForm form = from.form;
  const model::RegionGrid& regions = view_.variable(from.id).grid;
  if (form.layout == Layout::contiguous) {
    const auto joined_axis = regions.is_new_axis ? std::nullopt : regions.joined_axis;
    form.chunk_shape = reference_chunks(form, joined_axis);
    form.layout = Layout::chunked;
  }
  const StoredForm viewed = in_view(from.id, form);
  // Elements beyond the stored ones read as fill values in both.
  StoredForm as_zarr = references_.stored_form(from.id);
  as_zarr.extent = as_zarr.max_extent = viewed.extent;
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  const auto places = from.input.find_elements(from.input_id);  // all of them, or none
  const auto stored_chunk_count = [&] {
    return places ? grid.chunk_count() : from.input.stored_chunk_count(from.input_id);
  };
  if (const auto why = transcode::why_not_passthrough(viewed, as_zarr, stored_chunk_count)) {
    throw why_not_referred(from, as_zarr, *why);
  }
  const model::Schema& schema = from.input.schema();
  const std::vector<std::size_t> shape = schema.shape(schema.variables[from.input_id]);
  require_whole_chunks(from, viewed.chunk_shape, shape);
  if (form.extent != shape || stored_chunk_count() < grid.chunk_count()) require_fill(from);
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
                      name_of(from)));
    }
    return;
  }
  throw Error(
      ErrorCode::unsupported,
      "some chunks were never written; Zarr needs a fill value for these, and would show equal "
      "bytes as missing; add a _FillValue, or copy the file to Zarr")
      .add_context(name_of(from));
}

void ReferenceMaker::require_whole_chunks(const Part& from,
                                          const std::vector<std::size_t>& chunk_shape,
                                          const std::vector<std::size_t>& shape) const {
  const model::RegionGrid& regions = view_.variable(from.id).grid;
  const model::Variable& variable = schema_.variables[from.id];
  std::size_t in_source = 0;
  for (std::size_t axis = 0; axis < regions.axes.size(); ++axis) {
    const bool is_joined = axis == regions.joined_axis;
    if (is_joined && regions.is_new_axis) continue;
    const std::size_t length = shape[in_source++];
    const std::size_t chunk = chunk_shape[axis];
    const std::vector<model::Segment>& segments = regions.axes[axis];
    const std::string& dimension = schema_.dimensions[variable.dimensions[axis]].name;
    for (std::size_t i = is_joined ? from.segment : 0; i < segments.size(); ++i) {
      const model::Segment& segment = segments[i];
      const bool begins = segment.from % chunk == 0 && segment.to % chunk == 0;
      const bool has_all = segment.step == 1 || segment.count == 1;
      const bool is_end = i + 1 == segments.size() && segment.from + segment.count == length;
      if (begins && has_all && (segment.count % chunk == 0 || is_end)) {
        if (is_joined) break;
        continue;
      }
      const bool is_file = is_joined && segment.from == 0 && segment.count == length;
      throw Error(ErrorCode::unsupported,
                  is_file ? fmt::format("the length of {0}, {1}, is not a multiple of its chunks', "
                                        "{2}, so no other file can follow; copy the files with -c "
                                        "{0}/N, where N divides the length of each",
                                        dimension, length, chunk)
                          : fmt::format("what is selected along {} does not begin and end at "
                                        "chunks, of {}; make a copy",
                                        dimension, chunk))
          .add_context(name_of(from));
    }
  }
}

void ReferenceMaker::refer_to_chunks(const Part& from, const model::ChunkGrid& grid) {
  const auto refer = [&](std::size_t chunk, const model::StoredPlace& place) {
    const auto offset = grid.offset(chunk);
    const auto in_view = view_.variable(from.id).grid.find_in_view(offset, from.segment);
    if (!in_view) return true;
    require_no_mask(from, offset, place);
    references_.refer(from.id, *in_view, place);
    return true;
  };
  const std::size_t left = from.form.layout == Layout::chunked
                               ? from.input.visit_chunks(from.input_id, grid, refer)
                               : from.input.stored_chunk_count(from.input_id);
  if (left > 0) throw transcode::missing_chunks(left).add_context(name_of(from));
}

void ReferenceMaker::require_no_mask(const Part& from, std::span<const std::size_t> offset,
                                     const model::StoredPlace& place) const {
  if (place.filter_mask == 0) return;
  throw Error(ErrorCode::unsupported,
              "some filters were skipped, which Zarr cannot express; copy the file to Zarr")
      .add_context(model::chunk_name(offset))
      .add_context(name_of(from));
}

void ReferenceMaker::refer_to_rows(const Part& from, const model::ChunkGrid& grid,
                                   const model::ElementPlaces& places) {
  const std::uint64_t bytes = grid.chunk_values() * places.element_bytes;
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    const std::uint64_t begin = places.begin + i * places.record_bytes.value_or(bytes);
    const auto in_view = view_.variable(from.id).grid.find_in_view(grid.offset(i), from.segment);
    if (in_view) references_.refer(from.id, *in_view, {begin, bytes});
  }
}

void ReferenceMaker::hold(VariableId id) {
  const model::Variable& variable = view_.schema().variables[id];
  model::Box all;
  all.count = view_.schema().shape(variable);
  all.start.resize(all.count.size());
  const std::size_t strings = forms_[id].element.empty() ? all.value_count() : 0;
  if (strings > max_strings) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format(
            "its {} strings are too many to be stored with references; copy the file to Zarr",
            strings))
        .add_context(schema_.variable_title(id));
  }
  if (all.value_count() == 0) return;
  model::Values values(variable.type);
  view_.read(id, all, values);
  StringLosses losses;
  losses.add(values);
  for (const std::string& note : losses.describe(schema_.variable_path(id), Format::zarr2)) {
    on_note_(note);
  }
  references_.write(id, all, values);
}

}  // namespace ncf::ops
