// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/quantize_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <utility>

#include "filter/selector_parser.hpp"
#include "model/convert.hpp"
#include "model/missing_markers.hpp"
#include "model/quantization.hpp"
#include "model/visit_number.hpp"
#include "ncf/error.hpp"
#include "ops/copy/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;

[[noreturn]] void throw_usage(const std::string& text, const std::string& what) {
  throw Error(ErrorCode::usage,
              fmt::format("--quantize \"{}\": {}; expected VARIABLES,MODE,DIGITS with the mode "
                          "bitgroom, granular or bitround, as in \"t2m,bitround,10\"",
                          text, what));
}

int parse_digits(const std::string& text, std::string_view digits) {
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number < 1) {
    throw_usage(text, fmt::format("'{}' is not a whole number from 1", digits));
  }
  return number;
}

/// Parses "MODE,DIGITS". text: the whole option, for messages.
Quantization parse_quantization(const std::string& text, std::string_view mode_and_digits) {
  const std::size_t comma = mode_and_digits.find(',');
  if (comma == std::string_view::npos) throw_usage(text, "something is missing");
  const std::string name(mode_and_digits.substr(0, comma));
  const auto mode = model::find_quantization_mode(name);
  if (!mode) throw_usage(text, fmt::format("there is no mode '{}'", name));
  return {*mode, parse_digits(text, mode_and_digits.substr(comma + 1))};
}

bool is_real(const model::Variable& variable) {
  return model::max_digits(Quantization::Mode::bit_round, *variable.type) > 0;
}

/// throws: Error(usage) if the type does not have that many digits.
void check_digits(const Quantization& quantization, const model::Type& type,
                  const std::string& text) {
  const int most = model::max_digits(quantization.mode, type);
  if (quantization.digits <= most) return;
  throw_usage(text,
              fmt::format("{} of type {} takes 1 to {} {}",
                          model::quantization_name(quantization.mode), type.name, most,
                          quantization.mode == Quantization::Mode::bit_round ? "bits" : "digits"));
}

/// The numbers of an attribute as doubles; empty if there is no such attribute or it is not
/// numeric.
std::vector<double> numbers_of(const model::Variable& variable, std::string_view attribute) {
  const model::Attribute* found = model::find_attribute(variable.attributes, attribute);
  if (found == nullptr) return {};
  const auto doubles =
      model::convert_exactly(*found->values, model::atomic_type(model::TypeClass::double_));
  if (!doubles) return {};
  std::vector<double> numbers(doubles->count());
  if (!numbers.empty()) std::memcpy(numbers.data(), doubles->data(), doubles->size_bytes());
  return numbers;
}

}  // namespace

QuantizeRequest::QuantizeRequest(const CopyOptions& options) {
  for (const std::string& text : options.quantizations) {
    filter::SelectorReading reading =
        read_option("--quantize", [&] { return filter::read_selector(text); });
    const std::size_t begin = std::min(reading.end + 1, text.size());
    modes_.push_back(parse_quantization(text, std::string_view(text).substr(begin)));
    options_.push_back(
        {{.selector = std::move(reading.selector), .none = false, .spec = {}}, text, true});
  }
}

Quantizations QuantizeRequest::choose(const Subset& source, std::vector<std::string>& notes) const {
  const model::Schema& schema = source.schema;
  Quantizations quantizations(schema.variables.size());
  if (options_.empty()) return quantizations;
  const auto decisions = decide("--quantize", options_, source, is_real, notes);
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (!decisions[id]) continue;
    const model::Variable& variable = schema.variables[id];
    const model::Type& type = *variable.type;
    const Quantization quantization = *modes_[decisions[id]->option];
    const std::string& text = options_[decisions[id]->option].text;
    if (!is_real(variable)) {
      if (decisions[id]->rank != filter::SelectorRank::name) continue;
      throw Error(ErrorCode::unsupported,
                  fmt::format("--quantize {}: variable {} is of type {}; only float and double can "
                              "be rounded",
                              text, schema.variable_path(id), type.name));
    }
    check_digits(quantization, type, text);
    quantizations[id] = quantization;
  }
  return quantizations;
}

std::string describe(const Quantization& quantization) {
  return fmt::format("{} {}", model::quantization_name(quantization.mode), quantization.digits);
}

namespace {

/// The earlier rounding in this mode, according to the attribute; empty if there was none.
std::optional<Quantization> find_earlier(const model::Variable& variable, Quantization::Mode mode) {
  const auto digits = numbers_of(variable, model::quantization_attribute(mode));
  if (digits.size() != 1) return std::nullopt;
  return Quantization{mode, static_cast<int>(digits.front())};
}

/// Rounding again does not restore digits.
void note_earlier(const std::string& path, const Quantization& earlier, const Quantization& now,
                  std::vector<std::string>& notes) {
  if (earlier.mode != now.mode) {
    notes.push_back(
        fmt::format("variable {}: its values were rounded by {} before, and are by {} now; the "
                    "attributes state both",
                    path, describe(earlier), describe(now)));
  } else if (earlier.digits < now.digits) {
    notes.push_back(
        fmt::format("variable {}: its values were rounded by {} before, and {} brings no digits "
                    "back; the attribute keeps {}",
                    path, describe(earlier), describe(now), earlier.digits));
  }
}

}  // namespace

void mark_quantized(model::Schema& schema, const Quantizations& quantizations,
                    std::vector<std::string>& notes) {
  using Mode = Quantization::Mode;
  for (model::VariableId id = 0; id < quantizations.size(); ++id) {
    if (!quantizations[id]) continue;
    const Quantization& now = *quantizations[id];
    model::Variable& variable = schema.variables[id];
    int digits = now.digits;
    for (const Mode mode : {Mode::bit_groom, Mode::granular_bit_round, Mode::bit_round}) {
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

std::vector<double> missing_values_of(const model::Variable& variable) {
  const model::Values markers = model::missing_markers_of(variable);
  return model::visit_number(variable.type->type_class, [&](auto like) {
    using Number = decltype(like);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < markers.count(); ++i) {
      const auto number = model::load<Number>(markers.data() + i * sizeof(Number));
      numbers.push_back(static_cast<double>(number));
    }
    return numbers;
  });
}

Quantizers make_quantizers(const model::Schema& schema, const Quantizations& quantizations) {
  Quantizers quantizers(quantizations.size());
  for (model::VariableId id = 0; id < quantizations.size(); ++id) {
    if (!quantizations[id]) continue;
    const model::Variable& variable = schema.variables[id];
    quantizers[id].emplace(*quantizations[id], *variable.type, missing_values_of(variable));
  }
  return quantizers;
}

}  // namespace ncf::ops
