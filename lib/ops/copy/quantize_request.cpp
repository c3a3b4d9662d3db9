// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/quantize_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "filter/selector.hpp"
#include "model/quantization.hpp"
#include "ncf/error.hpp"
#include "ops/copy/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;

bool is_real(const model::Variable& variable) {
  return model::max_digits(Quantization::Mode::bit_round, *variable.type) > 0;
}

bool is_packed(const model::Variable& variable) {
  return model::find_attribute(variable.attributes, "scale_factor") != nullptr ||
         model::find_attribute(variable.attributes, "add_offset") != nullptr;
}

/// Why a variable cannot be rounded in this way; empty if it can.
std::optional<std::string> why_not_round(const model::Variable& variable,
                                         const Precision& precision) {
  if (!is_real(variable)) {
    const char* advice = is_packed(variable)
                             ? "; the precision of packed values is their scale_factor"
                             : "; -F compresses others without loss";
    return fmt::format("is of type {}; only float and double can be rounded{}", variable.type->name,
                       advice);
  }
  if (is_packed(variable) && !std::holds_alternative<Quantization>(precision)) {
    return "is packed by scale_factor or add_offset, so the error of its values cannot be "
           "measured; "
           "give the number of bits, as in bitround,10";
  }
  return std::nullopt;
}

}  // namespace

QuantizeRequest::QuantizeRequest(const CopyOptions& options) {
  for (const std::string& text : options.quantizations) {
    filter::SelectorReading reading =
        read_option("--quantize", [&] { return filter::read_selector(text); });
    const std::size_t begin = std::min(reading.end + 1, text.size());
    precisions_.push_back(parse_precision(text, std::string_view(text).substr(begin)));
    options_.push_back(
        {{.selector = std::move(reading.selector), .none = false, .spec = {}}, text, true});
  }
}

AskedPrecisions QuantizeRequest::choose(const Subset& source,
                                        std::vector<std::string>& notes) const {
  const model::Schema& schema = source.schema;
  AskedPrecisions asked(schema.variables.size());
  if (options_.empty()) return asked;
  const auto decisions = decide("--quantize", options_, source, is_real, notes);
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (!decisions[id]) continue;
    const model::Variable& variable = schema.variables[id];
    const Precision& precision = precisions_[decisions[id]->option];
    const std::string& text = options_[decisions[id]->option].text;
    if (const auto why_not = why_not_round(variable, precision)) {
      const std::string fault = fmt::format("variable {} {}", schema.variable_path(id), *why_not);
      if (decisions[id]->rank == filter::SelectorRank::name) {
        throw Error(ErrorCode::unsupported, fmt::format("--quantize {}: {}", text, fault));
      }
      if (is_real(variable)) notes.push_back(fault);
      continue;
    }
    if (const auto* digits = std::get_if<Quantization>(&precision)) {
      check_digits(text, *digits, *variable.type);
    }
    asked[id] = AskedPrecision{precision, text};
  }
  return asked;
}

}  // namespace ncf::ops
