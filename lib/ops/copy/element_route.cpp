// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/element_route.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/stop.hpp"
#include "model/default_fill.hpp"
#include "model/element.hpp"
#include "model/visit_number.hpp"
#include "ncf/error.hpp"
#include "ops/zarr_losses.hpp"
#include "transcode/tile_walk.hpp"
#include "transcode/tolerance.hpp"
#include "transcode/verify.hpp"

namespace ncf::ops {
namespace {

using model::VariableId;

/// What is read and written in one call: as many values as the buffer and the memory hold.
std::size_t max_values_at_once(const PreparedCopy& prepared, VariableId id,
                               const CopyOptions& options) {
  const VariableCopy& copy = prepared.plan.variables[id];
  const std::size_t value_bytes = prepared.source.schema.variables[id].type->size_bytes;
  // What is read back is there twice.
  const std::uint64_t memory =
      prepared.resources.max_bytes / (is_read_back(prepared, id, options) ? 2 : 1);
  return transcode::values_of_a_call(std::min(options.buffer_bytes, memory), value_bytes,
                                     {copy.input_chunks, copy.chunks});
}

/// Reads a variable of the input, box by box, as the output is to hold it: rounded if asked, and
/// in Zarr without null strings, whose number it returns.
template <class Visit>
std::size_t each_box(PreparedCopy& prepared, VariableId id, const CopyOptions& options,
                     Visit visit) {
  model::Source& input = *prepared.input;
  const VariableId input_id = prepared.source.input_ids[id];
  const model::Variable& from = input.schema().variables[input_id];
  const VariableCopy& copy = prepared.plan.variables[id];
  const std::vector<std::size_t> shape = input.schema().shape(from);
  transcode::TileWalk tiles(shape, copy.chunks.empty() ? copy.input_chunks : copy.chunks,
                            max_values_at_once(prepared, id, options));
  model::Values values(from.type);
  std::size_t null_strings = 0;
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    input.read(input_id, *box, values);
    if (prepared.quantizers[id]) {
      prepared.quantizers[id]->apply({values.data(), values.size_bytes()}, *box, shape);
    }
    if (is_zarr(prepared.plan.format)) {
      null_strings += model::count_null_strings(values);
      model::empty_null_strings(values);
    }
    visit(*box, values);
  }
  return null_strings;
}

template <class Visit>
void each_variable(const PreparedCopy& prepared, Visit visit) {
  for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
    base::throw_if_stopped();
    if (prepared.plan.variables[id].route == Route::element) visit(id);
  }
}

/// One value, as an output with chunks reads where nothing was written; empty where that is
/// undefined.
std::optional<model::Values> unwritten_value(const model::Variable& variable, Format format) {
  if (is_netcdf4(format) && variable.no_fill && variable.type->is_fixed_size) {
    return variable.hidden_fill ? std::optional(*variable.hidden_fill) : std::nullopt;
  }
  const auto* const attribute = model::find_attribute(variable.attributes, "_FillValue");
  if (attribute != nullptr) return *attribute->values;
  const bool hides = variable.hidden_fill && (is_netcdf4(format) || format == Format::zarr3);
  return hides ? *variable.hidden_fill : model::default_fill_value(variable.type);
}

/// What boxes need not be written: those of a variable of which the input stores nothing, in a file
/// of which the output stores nothing either. (Unlimited dimensions are as long as what is
/// written.)
class UnwrittenBoxes {
 public:
  UnwrittenBoxes(PreparedCopy& prepared, VariableId id) {
    const model::Variable& to = prepared.output_schema.variables[id];
    if (!has_chunks(prepared.plan.format) || prepared.output_schema.has_unlimited(to)) return;
    if (!prepared.input->shows_stored_bytes()) return;
    if (prepared.input->stored_chunk_count(prepared.source.input_ids[id]) > 0) return;
    fill_ = unwritten_value(to, prepared.plan.format);
  }

  [[nodiscard]] bool has(const model::Values& values) const {
    if (!fill_) return false;
    const std::size_t bytes = values.type()->size_bytes;
    for (std::size_t i = 0; i < values.count(); ++i) {
      if (!is_fill(values.data() + i * bytes)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool is_fill(const std::byte* value) const {
    const model::Type& type = *fill_->type();
    if (type.is_fixed_size) return std::equal(value, value + type.size_bytes, fill_->data());
    if (type.type_class != model::TypeClass::string) return false;
    const auto* const text = model::load<const char*>(value);
    const auto* const fill = model::load<const char*>(fill_->data());
    return text != nullptr && fill != nullptr && std::string_view(text) == fill;
  }

  std::optional<model::Values> fill_;  ///< empty where all must be written
};

/// Of values that differ; those of variable length must not.
std::optional<double> find_excess(const model::Values& written, const model::Values& read,
                                  const transcode::Tolerance& tolerance) {
  if (!read.type()->is_fixed_size) throw Error(ErrorCode::corrupt, transcode::not_as_written);
  return tolerance.find_excess({written.data(), written.size_bytes()},
                               {read.data(), read.size_bytes()},
                               model::element_name(read.type()->type_class));
}

}  // namespace

std::uint64_t element_peak_bytes(const PreparedCopy& prepared, VariableId id,
                                 const CopyOptions& options) {
  const std::uint64_t value_bytes = prepared.source.schema.variables[id].type->size_bytes;
  const std::uint64_t bytes = std::min(prepared.plan.variables[id].raw_bytes,
                                       max_values_at_once(prepared, id, options) * value_bytes);
  return is_read_back(prepared, id, options) ? 2 * bytes : bytes;
}

std::vector<std::string> copy_elements(PreparedCopy& prepared, model::Target& output,
                                       const CopyOptions& options, const BytesHandler& on_copied) {
  std::vector<std::string> notes;
  each_variable(prepared, [&](VariableId id) {
    const UnwrittenBoxes unwritten(prepared, id);
    const auto write = [&](const model::Box& box, const model::Values& values) {
      if (!unwritten.has(values)) output.write(id, box, values);
      on_copied(values.size_bytes());
    };
    const std::size_t null_strings = each_box(prepared, id, options, write);
    if (null_strings == 0) return;
    notes.push_back(
        describe_null_strings("variable " + prepared.plan.variables[id].path, null_strings));
  });
  return notes;
}

transcode::Excesses verify_elements(PreparedCopy& prepared, const transcode::ReadBack& output,
                                    const CopyOptions& options, const BytesHandler& on_verified) {
  transcode::Excesses excesses;
  each_variable(prepared, [&](VariableId id) {
    if (!is_read_back(prepared, id, options)) return;
    const VariableId output_id = output.ids.at(id);
    const transcode::Tolerance tolerance = tolerance_of(prepared, id);
    model::Values read(output.source.schema().variables[output_id].type);
    each_box(prepared, id, options, [&](const model::Box& box, const model::Values& values) {
      output.source.read(output_id, box, read);
      if (read != values) {
        output.source.at_variable(output_id, [&] {
          transcode::add_excess(excesses, id, find_excess(values, read, tolerance));
        });
      }
      on_verified(values.size_bytes());
    });
  });
  return excesses;
}

}  // namespace ncf::ops
