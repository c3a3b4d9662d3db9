// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/references.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
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
#include "ops/zarr_losses.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/input.hpp"
#include "store/open.hpp"
#include "store/zarr/references.hpp"
#include "transcode/missing_chunks.hpp"
#include "transcode/passthrough.hpp"

namespace ncf {
namespace {

using base::at_place;
using model::ByteOrder;
using model::Layout;
using model::StoredForm;
using model::VariableId;

/// Unfiltered values up to this size are embedded in the text: reading them from a file takes
/// longer.
constexpr std::uint64_t max_small_bytes = 1024;
/// Strings are embedded too, because they cannot be read from the file.
constexpr std::size_t max_strings = 65536;
constexpr std::uint64_t max_chunk_bytes = std::uint64_t{1} << 31U;  // numcodecs' limit

/// Contiguous values form one chunk, or one per row if that would be too large.
std::vector<std::size_t> chunks_of_contiguous(const StoredForm& form) {
  std::vector<std::size_t> shape = form.extent;
  std::uint64_t bytes = model::Box{shape, shape}.value_count() * form.element_bytes;
  for (std::size_t& length : shape) {
    if (bytes <= max_chunk_bytes) break;
    bytes /= length;
    length = 1;
  }
  return shape;
}

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
  ReferenceMaker(model::Source& input, filter::FilterSource& filters, const NoteHandler& on_note)
      : input_(input),
        on_note_(on_note),
        forms_(forms_of(input)),
        references_(schema_of(input.schema(), forms_, on_note), filters) {}

  std::string make(const std::string& url) {
    for (VariableId id = 0; id < forms_.size(); ++id) {
      base::throw_if_stopped();
      is_held_in_text(forms_[id]) ? hold(id) : refer(id);
    }
    return references_.format(url);
  }

 private:
  static bool is_held_in_text(const StoredForm& form) {
    if (form.extent.empty() || form.element.empty() || form.layout == Layout::compact) return true;
    const std::uint64_t bytes = model::value_count(form.extent) * form.element_bytes;
    return form.filters.empty() && bytes <= max_small_bytes;
  }

  /// As the file has the values, of which the records of a classic file are chunks.
  static std::vector<StoredForm> forms_of(model::Source& input) {
    std::vector<StoredForm> forms;
    for (VariableId id = 0; id < input.schema().variables.size(); ++id) {
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

  /// The input as Zarr, with chunks that are contiguous ranges of the file.
  static model::Schema schema_of(const model::Schema& input, const std::vector<StoredForm>& forms,
                                 const NoteHandler& on_note) {
    model::Schema schema = input;
    schema.format = Format::zarr2;
    for (const std::string& note : ops::adapt_to_zarr(schema)) on_note(note);
    for (model::Dimension& dimension : schema.dimensions) dimension.is_unlimited = false;
    for (VariableId id = 0; id < forms.size(); ++id) {
      model::Variable& variable = schema.variables[id];
      const StoredForm& form = forms[id];
      require_findable(schema.variable_path(id));
      if (!variable.type->is_fixed_size) variable.filters.clear();
      variable.storage = {};
      if (is_held_in_text(form)) continue;
      variable.byte_order = form.byte_order;
      if (const auto why =
              filter::why_not_in_zarr(visible_form(form.filters), form.element_bytes)) {
        throw Error(ErrorCode::unsupported,
                    fmt::format("{}; copy the file to Zarr, where the order differs", *why))
            .add_context("variable " + schema.variable_path(id));
      }
      const bool is_chunked = form.layout == Layout::chunked;
      variable.storage = {Layout::chunked,
                          is_chunked ? form.chunk_shape : chunks_of_contiguous(form)};
    }
    return schema;
  }

  void refer(VariableId id) {
    StoredForm form = forms_[id];
    if (form.layout == Layout::contiguous) {
      form.layout = Layout::chunked;
      form.chunk_shape = chunks_of_contiguous(form);
    }
    // Elements beyond the stored ones read as fill values in both.
    StoredForm as_zarr = references_.stored_form(id);
    as_zarr.extent = form.extent;
    const model::ChunkGrid grid(form.extent, form.chunk_shape);
    const auto places = input_.find_elements(id);  // all of them, or none
    const auto stored_chunk_count = [&] {
      return places ? grid.chunk_count() : input_.stored_chunk_count(id);
    };
    if (const auto why = transcode::why_not_passthrough(form, as_zarr, stored_chunk_count)) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("Zarr cannot read its stored bytes: {}; make a copy in Zarr", *why))
          .add_context(place_of(id));
    }
    places ? refer_to_rows(id, grid, *places) : refer_to_chunks(id, grid);
  }

  void refer_to_chunks(VariableId id, const model::ChunkGrid& grid) {
    std::size_t left = input_.stored_chunk_count(id);
    if (forms_[id].layout == Layout::chunked) {
      for (std::size_t i = 0; i < grid.chunk_count() && left > 0; ++i) {
        base::throw_if_stopped();
        const auto offset = grid.offset(i);
        const auto place = input_.find_chunk(id, offset);
        if (!place) continue;
        --left;
        require_no_mask(id, offset, *place);
        references_.refer(id, offset, *place);
      }
    }
    if (left > 0) throw transcode::missing_chunks(left).add_context(place_of(id));
  }

  void require_no_mask(VariableId id, std::span<const std::size_t> offset,
                       const model::StoredPlace& place) const {
    if (place.filter_mask == 0) return;
    throw Error(ErrorCode::unsupported,
                "some filters were skipped, which Zarr cannot express; copy the file to Zarr")
        .add_context(model::chunk_name(offset))
        .add_context(place_of(id));
  }

  [[nodiscard]] std::string place_of(VariableId id) const {
    return "variable " + input_.schema().variable_path(id);
  }

  void refer_to_rows(VariableId id, const model::ChunkGrid& grid,
                     const model::ElementPlaces& places) {
    const std::uint64_t bytes = grid.chunk_values() * places.element_bytes;
    for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
      const std::uint64_t begin = places.begin + i * places.record_bytes.value_or(bytes);
      references_.refer(id, grid.offset(i), {begin, bytes});
    }
  }

  void hold(VariableId id) {
    const model::Schema& schema = input_.schema();
    const model::Variable& variable = schema.variables[id];
    model::Box all;
    all.count = schema.shape(variable);
    all.start.resize(all.count.size());
    if (all.value_count() > max_strings) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format(
              "its {} strings are too many to be stored with references; copy the file to Zarr",
              all.value_count()))
          .add_context(place_of(id));
    }
    if (all.value_count() == 0) return;
    model::Values values(variable.type);
    input_.read(id, all, values);
    ops::StringLosses losses;
    losses.add(values);
    for (const std::string& note : losses.describe(schema.variable_path(id), Format::zarr2)) {
      on_note_(note);
    }
    references_.write(id, all, values);
  }

  model::Source& input_;
  const NoteHandler& on_note_;
  std::vector<StoredForm> forms_;  ///< one for each variable
  store::zarr::References references_;
};

}  // namespace

void make_references(const ReferenceOptions& options, const NoteHandler& on_note) {
  const base::StopScope stop(options.stop);
  at_place(options.output, [&] { ops::refuse_standard_output(options.output); });
  base::PendingFile pending(options.output);
  const store::Input input =
      at_place(options.input, [&] { return store::reach_input(options.input); });
  if (input.path) {
    ops::require_apart(*input.path, {.path = options.output}, options.output);
    at_place(options.input, [&] { pending.limit_readers(base::source_status(*input.path)); });
  }
  plugin::PluginFilters filters;
  const auto dataset = store::open_source(input, options.input, {}, filters);
  ops::require_readable(dataset->schema(), options.input);
  const NoteHandler tell = on_note ? on_note : [](const std::string&) {};
  ops::tell_findings(dataset->schema(), Format::zarr2, tell);
  if (!dataset->is_one_file()) {
    throw Error(ErrorCode::unsupported, "references can only be made to a netCDF file")
        .add_context(options.input);
  }
  const std::string text = at_place(options.input, [&] {
    const std::string url = options.url  ? *options.url
                            : input.path ? base::absolute_path(*input.path).string()
                                         : store::plain_url(options.input);
    return ReferenceMaker(*dataset, filters, tell).make(url);
  });
  at_place(options.output, [&] {
    base::write_file(pending.temporary(), std::as_bytes(std::span(text)));
    pending.commit();
  });
}

}  // namespace ncf
