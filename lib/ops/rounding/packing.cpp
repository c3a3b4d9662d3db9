// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/packing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/schema/fill_values.hpp"
#include "model/schema/schema.hpp"
#include "model/values/numbers.hpp"
#include "model/view/view_source.hpp"
#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/report/quantities.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/values/value_scan.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/rounding/error_bound.hpp"
#include "transcode/rounding/packer.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;
using model::VariableId;
using transcode::NumberRange;
using transcode::Packer;

template <class Number>
model::Values values_of(TypeClass type, const std::vector<Number>& numbers) {
  model::Values values(model::atomic_type(type), numbers.size());
  if (!numbers.empty()) std::memcpy(values.data(), numbers.data(), values.size_bytes());
  return values;
}

/// pack: converts a number, given its index.
template <class Pack>
void pack_attribute(model::Variable& variable, std::string_view name,
                    const std::vector<double>& numbers, Pack pack) {
  if (numbers.empty()) return;
  std::vector<Packer::Packed> packed;
  for (std::size_t i = 0; i < numbers.size(); ++i) packed.push_back(pack(numbers[i], i));
  set_attribute(variable.attributes, name, values_of(TypeClass::short_, packed));
}

/// Packs what `missing_value` means among the values.
void pack_missing_values(model::Variable& variable, const Packer& packer) {
  constexpr const char* name = "missing_value";
  pack_attribute(variable, name, model::to_doubles(model::markers_of(variable, name)),
                 [&](double number, std::size_t /*index*/) { return packer.pack(number); });
}

/// Packs the ends of the valid range as numbers, even if they mark missing data: the packed marks
/// are below all numbers. NaN is not a limit.
void pack_valid_range(model::Variable& variable, const Packer& packer) {
  for (const std::string_view name : model::valid_range_attributes) {
    pack_attribute(variable, name, model::numbers_of(variable, name),
                   [&](double number, std::size_t index) {
                     if (!std::isnan(number)) return packer.nearest(number);
                     return name == "valid_max" || index == 1 ? Packer::highest : Packer::lowest;
                   });
  }
}

constexpr std::string_view sign_name = "_Unsigned";  // readers apply it to packed numbers

/// Removes the attributes that do not describe packed values.
void remove_stale_attributes(model::Variable& variable) {
  std::erase_if(variable.attributes, [](const model::Attribute& attribute) {
    return model::is_quantization_attribute(attribute.name) || attribute.name == sign_name;
  });
  variable.quantization.reset();
}

/// Packs the definition. By CF, marks of missing data and valid ranges are packed, too.
void pack_definition(model::Variable& variable, const Packer& packer) {
  pack_missing_values(variable, packer);
  pack_valid_range(variable, packer);
  remove_stale_attributes(variable);
  variable.type = model::atomic_type(TypeClass::short_);
  variable.byte_order = model::ByteOrder::native;
  variable.stored_fill.reset();
  set_attribute(variable.attributes, "_FillValue",
                values_of(TypeClass::short_, std::vector<Packer::Packed>{Packer::fill}));
  set_attribute(variable.attributes, "scale_factor",
                values_of(TypeClass::double_, std::vector<double>{packer.scale_factor()}));
  set_attribute(variable.attributes, "add_offset",
                values_of(TypeClass::double_, std::vector<double>{packer.add_offset()}));
}

/// Notes differences that readers see.
void tell_changes(const model::Variable& variable, const std::string& path,
                  const NumberRange& range, std::vector<std::string>& notes) {
  if (range.nan) {
    notes.push_back(fmt::format("variable {}: NaN becomes _FillValue, the first at ({})", path,
                                fmt::join(range.nan->place, ",")));
  }
  for (const model::Attribute& attribute : variable.attributes) {
    const bool is_sign = attribute.name == sign_name;
    if (!is_sign && !model::is_quantization_attribute(attribute.name)) continue;
    notes.push_back(
        fmt::format("variable {}: {} is left out, because {}", path, attribute.name,
                    is_sign ? "packed numbers are signed" : "packing rounds in another way"));
  }
  std::vector<std::string_view> packed;
  for (const std::string_view name : model::valid_range_attributes) {
    if (!model::numbers_of(variable, name).empty()) packed.push_back(name);
  }
  if (packed.empty()) return;
  notes.push_back(
      fmt::format("variable {}: {} {} packed, too; readers may treat an invalid value as valid, or "
                  "a valid one as invalid, if it is within one scale_factor of a limit",
                  path, fmt::join(packed, ", "), packed.size() == 1 ? "is" : "are"));
}

/// Returns the packed value that is read where nothing is stored; empty if it is unknown, or stored
/// as another number than the variable's.
std::optional<std::vector<std::byte>> packed_fill(const model::Variable& variable,
                                                  const model::StoredForm& stored,
                                                  const Packer& packer) {
  const auto fill = model::fill_in_memory(stored);
  if (!fill || stored.element != model::element_name(variable.type->type_class)) {
    return std::nullopt;
  }
  const double number = fill->size() == sizeof(double)
                            ? model::load<double>(fill->data())
                            : static_cast<double>(model::load<float>(fill->data()));
  std::vector<std::byte> packed(sizeof(Packer::Packed));
  model::store(packed.data(), packer.pack(number));
  return packed;
}

/// Returns what workers read and pack; empty if they cannot decode the chunks or find the elements,
/// or if these do not hold all numbers. packed: with the packed variable.
std::optional<transcode::RecodingSide> side_for_workers(model::Source& input, VariableId id,
                                                        const model::StoredForm& stored,
                                                        const model::ViewConversion& conversion,
                                                        const model::Schema& packed) {
  if (stored.element != model::element_name(conversion.original->type_class) ||
      stored.extent != packed.shape(packed.variables[id]) || !stored.unreadable_codecs.empty()) {
    return std::nullopt;
  }
  transcode::RecodingSide side{id, model::elements_form(packed, id), {}};
  side.form.fill = conversion.fill;
  side.conversion = {stored.element_bytes, stored.byte_order, conversion.convert};
  if (stored.layout != model::Layout::chunked) {
    side.places = input.find_elements(id);
  } else if (conversion.fill) {
    side.form.layout = model::Layout::chunked;
    side.form.chunk_shape = stored.chunk_shape;
    side.chain = plugin::KernelChains().prepare(stored.chain(), stored.optional_filters);
  }
  return side.chain || side.places ? std::optional(std::move(side)) : std::nullopt;
}

NumberRange scan_range(ValueScanner& scanner, VariableId input_id, const model::Variable& variable,
                       const std::vector<double>& missing) {
  NumberRange range;
  scanner.scan(
      input_id, 0, [&](const model::Box& box, std::span<const std::byte> values, std::size_t) {
        return [&range,
                found = transcode::find_range(*variable.type, missing, box, values)]() mutable {
          range.merge(std::move(found));
        };
      });
  return range;
}

/// Subtracts the memory for packing. throws: Error(usage) if it is not enough.
void leave_memory(transcode::Resources& resources, std::uint64_t packing_bytes) {
  if (packing_bytes > 0 && packing_bytes >= resources.max_bytes && resources.is_strict) {
    throw Error(ErrorCode::usage,
                fmt::format("packing values needs more than {} bytes of memory; allow this with "
                            "--max-memory",
                            packing_bytes));
  }
  resources.max_bytes -= std::min(resources.max_bytes, packing_bytes);
}

/// Decides how each variable is packed.
class InputPacking {
 public:
  InputPacking(model::Source& input, Subset& source, const transcode::Resources& resources,
               std::vector<std::string>& notes)
      : input_(input),
        source_(source),
        scanner_(input, resources),
        view_(model::all_of(input.schema())),
        notes_(notes) {}

  Packing pack(VariableId id, const AskedPrecision& asked) {
    model::Variable& variable = source_.schema.variables[id];
    const std::string path = source_.schema.variable_path(id);
    const VariableId input_id = source_.input_ids[id];
    require_filters_to_read(input_, input_id, variable.filters);
    const auto& bound = std::get<transcode::ErrorBound>(asked.precision);
    const std::vector<double> missing = missing_values_of(variable);
    const NumberRange range = scan_range(scanner_, input_id, variable, missing);
    const auto packer = base::with_context("variable " + path, [&] {
      return base::with_context("--quantize " + asked.option, [&] {
        return Packer(range, bound.limit, *variable.type, missing);
      });
    });
    const model::StoredForm stored = input_.stored_form(input_id);
    filter::ChunkLayout stored_chunks = stored_chunk_layout(variable, stored);
    model::ViewConversion conversion{
        variable.type,
        [packer](const model::Box& box, std::span<const std::byte> values,
                 std::span<std::byte> packed) { packer.apply(box, values, packed); },
        packed_fill(input_.schema().variables[input_id], stored, packer)};
    tell_changes(variable, path, range, notes_);
    pack_definition(variable, packer);
    pack_definition(view_.schema.variables[input_id], packer);
    auto side = side_for_workers(input_, input_id, stored, conversion, view_.schema);
    view_.convert(input_id, std::move(conversion));
    return {fmt::format("int16, scale_factor {}, add_offset {}", packer.scale_factor(),
                        packer.add_offset()),
            fmt::format("keeps every value within {}", transcode::describe(bound)),
            std::move(stored_chunks), std::move(side)};
  }

  [[nodiscard]] std::uint64_t peak_bytes() const { return scanner_.peak_bytes(); }

  std::unique_ptr<model::ViewSource> packed(std::unique_ptr<model::Source> input) {
    return std::make_unique<model::ViewSource>(std::move(input), std::move(view_));
  }

 private:
  model::Source& input_;
  Subset& source_;
  ValueScanner scanner_;
  model::ViewDefinition view_;  ///< of the input, with packed variables
  std::vector<std::string>& notes_;
};

}  // namespace

PackedInput pack_input(AskedPrecisions& asked, std::unique_ptr<model::Source>& input,
                       Subset& source, transcode::Resources& resources,
                       std::vector<std::string>& notes) {
  PackedInput packed;
  packed.packings.resize(asked.size());
  if (std::ranges::none_of(asked, [](const auto& one) { return one && one->is_packed; })) {
    return packed;
  }
  InputPacking packing(*input, source, resources, notes);
  bool has_any = false;
  std::vector<std::string> without_values;
  for (VariableId id = 0; id < asked.size(); ++id) {
    if (!asked[id] || !asked[id]->is_packed) continue;
    if (source.has_values[id] && source.schema.raw_bytes(id) > 0) {
      packed.packings[id] = packing.pack(id, *asked[id]);
      has_any = true;
    } else {
      without_values.push_back(source.schema.variable_path(id));
    }
    asked[id].reset();
  }
  note_few(notes, "not packed, because there are no values to choose a scale for", without_values);
  packed.peak_bytes = packing.peak_bytes();
  if (has_any) {
    auto view = packing.packed(std::move(input));
    for (VariableId id = 0; id < packed.packings.size(); ++id) {
      const auto& one = packed.packings[id];
      if (!one || (one->for_workers && one->for_workers->chain)) continue;
      packed.reading_bytes =
          std::max(packed.reading_bytes, view->reading_bytes(source.input_ids[id]));
    }
    input = std::move(view);
    leave_memory(resources, packed.reading_bytes);
  }
  return packed;
}

}  // namespace ncf::ops
