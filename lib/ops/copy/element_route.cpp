// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/element_route.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/process/stop.hpp"
#include "model/schema/default_fill.hpp"
#include "model/values/element.hpp"
#include "model/values/visit_number.hpp"
#include "ncf/error.hpp"
#include "ops/zarr_losses.hpp"
#include "transcode/passthrough/verify.hpp"
#include "transcode/tiles/tile_walk.hpp"
#include "transcode/tolerance.hpp"

namespace ncf::ops {
namespace {

using model::VariableId;

/// Returns the number of values to read and write in one call: as many as the buffer and the memory
/// limit allow.
std::size_t max_values_at_once(const CopyWork& work, VariableId id) {
  const VariableCopy& copy = work.plan.variables[id];
  const std::size_t value_bytes = work.decision.source.schema.variables[id].type->size_bytes;
  // A variable that is read back needs the memory twice.
  const std::uint64_t memory = work.decision.resources.max_bytes / (is_read_back(work, id) ? 2 : 1);
  return transcode::values_of_a_call(std::min(work.decision.options.buffer_bytes, memory),
                                     value_bytes, {copy.input_chunks, copy.chunks});
}

/// Reads a variable of the input box by box, as the output stores it: rounded if requested, and for
/// Zarr without null strings. Returns the losses of strings in Zarr.
template <class Visit>
StringLosses each_box(const CopyWork& work, VariableId id, Visit visit) {
  model::Source& input = *work.decision.input;
  const VariableId input_id = work.decision.source.input_ids[id];
  const model::Variable& from = input.schema().variables[input_id];
  const VariableCopy& copy = work.plan.variables[id];
  const std::vector<std::size_t> shape = input.schema().shape(from);
  transcode::TileWalk tiles(shape, copy.chunks.empty() ? copy.input_chunks : copy.chunks,
                            max_values_at_once(work, id));
  model::Values values(from.type);
  StringLosses losses;
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    input.read(input_id, *box, values);
    if (work.decision.quantizers[id]) {
      input.at_variable(input_id, [&] {
        work.decision.quantizers[id]->apply({values.data(), values.size_bytes()}, *box, shape);
      });
    }
    if (is_zarr(work.plan.format)) {
      losses.add(values);
      model::empty_null_strings(values);
    }
    visit(*box, values);
  }
  return losses;
}

template <class Visit>
void each_variable(const CopyWork& work, Visit visit) {
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    base::throw_if_stopped();
    if (work.plan.variables[id].route == Route::element) visit(id);
  }
}

/// Determines the boxes that need no writing: if the input stores nothing for the variable and the
/// output then stores nothing either. (Unlimited dimensions are as long as what is written.)
class UnwrittenBoxes {
 public:
  UnwrittenBoxes(const CopyWork& work, VariableId id) {
    const model::Variable& to = work.decision.output_schema.variables[id];
    if (!has_chunks(work.plan.format) || work.decision.output_schema.has_unlimited(to)) return;
    if (!work.decision.input->shows_stored_bytes()) return;
    if (work.decision.input->stored_chunk_count(work.decision.source.input_ids[id]) > 0) return;
    fill_ = model::unwritten_value(work.decision.output_schema, to);
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

  std::optional<model::Values> fill_;  ///< empty if all boxes must be written
};

/// Does what Tolerance::find_excess does. throws: Error(corrupt) if values of variable length
/// differ.
std::optional<double> find_excess(const model::Values& written, const model::Values& read,
                                  const transcode::Tolerance& tolerance) {
  if (!read.type()->is_fixed_size) throw Error(ErrorCode::corrupt, transcode::not_as_written);
  return tolerance.find_excess({written.data(), written.size_bytes()},
                               {read.data(), read.size_bytes()},
                               model::element_name(read.type()->type_class));
}

}  // namespace

std::uint64_t element_peak_bytes(const CopyWork& work, VariableId id) {
  const std::uint64_t value_bytes = work.decision.source.schema.variables[id].type->size_bytes;
  const std::uint64_t bytes =
      std::min(work.plan.variables[id].raw_bytes, max_values_at_once(work, id) * value_bytes);
  return is_read_back(work, id) ? 2 * bytes : bytes;
}

std::vector<std::string> copy_elements(const CopyWork& work, model::Target& output,
                                       const BytesHandler& on_copied) {
  std::vector<std::string> notes;
  each_variable(work, [&](VariableId id) {
    const UnwrittenBoxes unwritten(work, id);
    const auto write = [&](const model::Box& box, const model::Values& values) {
      if (!unwritten.has(values)) output.write(id, box, values);
      on_copied(values.size_bytes());
    };
    const StringLosses losses = each_box(work, id, write);
    for (std::string& note : losses.describe(work.plan.variables[id].path, work.plan.format)) {
      notes.push_back(std::move(note));
    }
  });
  return notes;
}

transcode::Excesses verify_elements(const CopyWork& work, const transcode::ReadBack& output,
                                    const BytesHandler& on_verified) {
  transcode::Excesses excesses;
  each_variable(work, [&](VariableId id) {
    if (!is_read_back(work, id)) return;
    const VariableId output_id = output.ids.at(id);
    const transcode::Tolerance tolerance = tolerance_of(work, id);
    model::Values read(output.source.schema().variables[output_id].type);
    each_box(work, id, [&](const model::Box& box, const model::Values& values) {
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
