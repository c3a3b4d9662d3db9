// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_work.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/threads/stop.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/output/zarr_losses.hpp"
#include "ops/values/tiling.hpp"
#include "transcode/recoding/tolerance.hpp"
#include "transcode/walks/walks.hpp"

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
/// Zarr without null strings.
class InputBoxes {
 public:
  InputBoxes(const CopyWork& work, VariableId id)
      : work_(work),
        id_(id),
        input_id_(work.decision.source.input_ids[id]),
        max_values_(max_values_at_once(work, id)),
        shape_(input().schema().shape(input().schema().variables[input_id_])),
        values_(input().schema().variables[input_id_].type) {}

  [[nodiscard]] const std::vector<std::size_t>& shape() const noexcept { return shape_; }
  /// Returns the losses of strings in Zarr.
  [[nodiscard]] const StringLosses& losses() const noexcept { return losses_; }

  /// Returns tiles of as many whole chunks as are read at once.
  [[nodiscard]] model::ChunkGrid tiles() const { return tiles_of(max_values_); }
  /// Returns a tile for each chunk.
  [[nodiscard]] model::ChunkGrid chunks() const { return tiles_of(1); }

  const model::Values& read(const model::Box& box) {
    base::throw_if_stopped();
    input().read(input_id_, box, values_);
    if (work_.decision.quantizers[id_]) {
      input().at_variable(input_id_, [&] {
        work_.decision.quantizers[id_]->apply({values_.data(), values_.size_bytes()}, box, shape_);
      });
    }
    if (is_zarr(work_.plan.format)) {
      losses_.add(values_);
      model::empty_null_strings(values_);
    }
    return values_;
  }

  /// Reads a tile, in pieces if it has too many values.
  template <class Visit>
  void read_tile(const model::Box& tile, Visit visit) {
    transcode::TileWalk pieces(tile.count, {}, max_values_);
    while (auto piece = pieces.next()) {
      for (std::size_t i = 0; i < shape_.size(); ++i) piece->start[i] += tile.start[i];
      visit(*piece, read(*piece));
    }
  }

 private:
  [[nodiscard]] model::Source& input() const { return *work_.decision.input; }

  [[nodiscard]] model::ChunkGrid tiles_of(std::size_t max_values) const {
    const VariableCopy& copy = work_.plan.variables[id_];
    const auto& chunks = copy.chunks.empty() ? copy.input_chunks : copy.chunks;
    std::vector<std::size_t> tile = transcode::TileWalk(shape_, chunks, max_values).tile();
    for (std::size_t& length : tile) length = std::max<std::size_t>(1, length);
    return {shape_, std::move(tile)};
  }

  const CopyWork& work_;
  VariableId id_;
  VariableId input_id_;
  std::size_t max_values_;
  std::vector<std::size_t> shape_;
  model::Values values_;
  StringLosses losses_;
};

template <class Visit>
void each_variable(const CopyWork& work, Visit visit) {
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    base::throw_if_stopped();
    if (work.plan.variables[id].route == Route::element) visit(id);
  }
}

bool is_same(const std::byte* value, const model::Values& fill) {
  const model::Type& type = *fill.type();
  if (type.is_fixed_size) return std::equal(value, value + type.size_bytes, fill.data());
  if (type.type_class != model::TypeClass::string) return false;
  const auto* const text = model::load<const char*>(value);
  const auto* const other = model::load<const char*>(fill.data());
  return text != nullptr && other != nullptr && std::string_view(text) == other;
}

/// What is to be copied or compared of a variable.
struct Tiles {
  model::ChunkGrid grid;
  std::optional<std::vector<std::size_t>> numbers;  ///< empty for all
  std::size_t other_values = 0;                     ///< in tiles without such a number
};

/// Returns the tiles that need to be copied: not all if the input stores few chunks, and the output
/// reads the same where nothing is written.
Tiles tiles_to_copy(const CopyWork& work, VariableId id, InputBoxes& boxes) {
  const Tiles all{boxes.tiles(), {}};
  const model::Schema& output = work.decision.output_schema;
  if (!has_chunks(work.plan.format) || !work.decision.input->shows_stored_bytes()) return all;
  const auto fill = model::unwritten_value(output, output.variables[id]);
  if (!fill) return all;
  const auto chunks =
      find_written_chunks({*work.decision.input, work.decision.source.input_ids[id]});
  if (!chunks) return all;
  // If some chunks of strings are stored, libhdf5 cannot read those that were never written.
  if (!fill->type()->is_fixed_size && !chunks->chunks.empty()) return all;
  Tiles few{boxes.chunks(), {}};
  few.numbers = find_written_tiles(*chunks, few.grid);
  const auto others = find_unwritten(*few.numbers, few.grid);
  if (!others) return all;
  const model::Box one{few.grid.offset(others->first_tile),
                       std::vector<std::size_t>(boxes.shape().size(), 1)};
  if (!is_same(boxes.read(one).data(), *fill)) return all;
  few.other_values = others->value_count;
  return few;
}

/// Returns the tiles that show whether the output is as the input.
Tiles tiles_to_verify(const CopyWork& work, VariableId id, const InputBoxes& boxes,
                      const VariableOf& output) {
  Tiles few{boxes.chunks(), {}};
  few.numbers = find_tiles_to_compare({*work.decision.input, work.decision.source.input_ids[id]},
                                      output, few.grid);
  return few.numbers ? few : Tiles{boxes.tiles(), {}};
}

template <class Visit>
void each_box(InputBoxes& boxes, const Tiles& tiles, Visit visit) {
  const std::size_t count = tiles.numbers ? tiles.numbers->size() : tiles.grid.chunk_count();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t tile = tiles.numbers ? (*tiles.numbers)[i] : i;
    boxes.read_tile(tiles.grid.within(tiles.grid.chunk_box(tile)), visit);
  }
}

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

std::uint64_t most_chunks_copied(const CopyWork& work, VariableId id) {
  InputBoxes boxes(work, id);
  const Tiles tiles = tiles_to_copy(work, id, boxes);
  return tiles.numbers ? tiles.numbers->size() : boxes.chunks().chunk_count();
}

std::vector<std::string> copy_elements(const CopyWork& work, model::Target& output,
                                       const BytesHandler& on_copied) {
  std::vector<std::string> notes;
  each_variable(work, [&](VariableId id) {
    InputBoxes boxes(work, id);
    const Tiles tiles = tiles_to_copy(work, id, boxes);
    each_box(boxes, tiles, [&](const model::Box& box, const model::Values& values) {
      output.write(id, box, values);
      on_copied(values.size_bytes());
    });
    if (tiles.numbers) {
      const model::Variable& variable = work.decision.output_schema.variables[id];
      if (work.decision.output_schema.has_unlimited(variable)) output.extend(id, boxes.shape());
      on_copied(tiles.other_values * variable.type->size_bytes);
    }
    for (std::string& note :
         boxes.losses().describe(work.plan.variables[id].path, work.plan.format)) {
      notes.push_back(std::move(note));
    }
  });
  return notes;
}

transcode::Excesses verify_elements(const CopyWork& work, const transcode::ReopenedOutput& output,
                                    const BytesHandler& on_verified) {
  transcode::Excesses excesses;
  each_variable(work, [&](VariableId id) {
    if (!is_read_back(work, id)) return;
    const VariableId output_id = output.ids.at(id);
    const transcode::Tolerance tolerance = tolerance_of(work, id);
    model::Values read(output.source.schema().variables[output_id].type);
    InputBoxes boxes(work, id);
    const Tiles tiles = tiles_to_verify(work, id, boxes, {output.source, output_id});
    each_box(boxes, tiles, [&](const model::Box& box, const model::Values& values) {
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
