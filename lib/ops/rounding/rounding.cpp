// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "model/schema/fill_values.hpp"
#include "model/schema/schema.hpp"
#include "model/values/numbers.hpp"
#include "ops/report/quantities.hpp"
#include "ops/rounding/quantize_request.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;

/// Returns the earlier rounding in this mode, according to the attribute; empty if there was none.
std::optional<Quantization> find_earlier(const model::Variable& variable, Quantization::Mode mode) {
  const auto digits = model::numbers_of(variable, model::quantization_attribute(mode));
  if (digits.size() != 1) return std::nullopt;
  return Quantization{mode, static_cast<int>(digits.front())};
}

/// Notes an earlier rounding, because rounding again does not restore digits.
void note_earlier(const std::string& path, const Quantization& earlier, const Quantization& now,
                  std::vector<std::string>& notes) {
  if (earlier.mode != now.mode) {
    notes.push_back(
        fmt::format("variable {}: its values were rounded by {} before, and are now rounded by {}; "
                    "the attributes record both",
                    path, describe(earlier), describe(now)));
  } else if (earlier.digits < now.digits) {
    notes.push_back(
        fmt::format("variable {}: its values were rounded by {} before, and {} cannot restore "
                    "digits; the attribute keeps {}",
                    path, describe(earlier), describe(now), earlier.digits));
  }
}

/// Notes a valid range, because readers that follow netCDF's conventions treat values outside it as
/// missing.
void note_valid_range(const std::string& path, const model::Variable& variable,
                      std::vector<std::string>& notes) {
  for (const std::string_view name : model::valid_range_attributes) {
    if (model::numbers_of(variable, name).empty()) continue;
    notes.push_back(
        fmt::format("variable {}: values near the ends of its {} may be rounded to values outside "
                    "of it, which many programs read as missing",
                    path, name));
    return;
  }
}

}  // namespace

void mark_quantized(model::Schema& schema, const Roundings& roundings,
                    std::vector<std::string>& notes) {
  for (model::VariableId id = 0; id < roundings.size(); ++id) {
    if (!roundings[id]) continue;
    const Quantization& now = roundings[id]->quantization;
    model::Variable& variable = schema.variables[id];
    note_valid_range(schema.variable_path(id), variable, notes);
    int digits = now.digits;
    for (const auto mode : model::quantization_modes) {
      const auto earlier = find_earlier(variable, mode);
      if (!earlier) continue;
      note_earlier(schema.variable_path(id), *earlier, now, notes);
      if (mode == now.mode) digits = std::min(digits, earlier->digits);
    }
    const std::string_view name = model::quantization_attribute(now.mode);
    std::erase_if(variable.attributes, [&](const auto& other) { return other.name == name; });
    model::Values value(model::atomic_type(model::TypeClass::int_), 1);
    std::memcpy(value.data(), &digits, sizeof digits);
    variable.attributes.push_back(
        {std::string(name), std::make_shared<const model::Values>(std::move(value))});
  }
}

void note_uncompressed(const Roundings& roundings, CopyPlan& plan) {
  constexpr std::uint64_t worth_compressing = 4096;
  std::vector<std::string> paths;
  for (model::VariableId id = 0; id < roundings.size(); ++id) {
    const VariableCopy& copy = plan.variables[id];
    if (!roundings[id] || !copy.filters.empty() || copy.raw_bytes < worth_compressing) continue;
    paths.push_back(copy.path);
  }
  if (paths.empty()) return;
  plan.notes.push_back(
      fmt::format("rounded values take as much space as before, because no filter compresses them; "
                  "add for example -F \"*,shuffle|deflate,5\": {}",
                  format_few(paths)));
}

std::vector<double> missing_values_of(const model::Variable& variable) {
  return model::to_doubles(model::missing_markers_of(variable));
}

transcode::Tolerance tolerance_of(const model::Variable& variable) {
  return transcode::Tolerance(variable.filters_to_define(), missing_values_of(variable));
}

transcode::Quantizer make_quantizer(const model::Variable& variable, const Rounding& rounding) {
  return {rounding.quantization, *variable.type, missing_values_of(variable), rounding.bound};
}

Quantizers make_quantizers(const model::Schema& schema, const Roundings& roundings) {
  Quantizers quantizers(roundings.size());
  for (model::VariableId id = 0; id < roundings.size(); ++id) {
    if (roundings[id]) quantizers[id] = make_quantizer(schema.variables[id], *roundings[id]);
  }
  return quantizers;
}

}  // namespace ncf::ops
