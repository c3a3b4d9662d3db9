// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/quantize_request.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/schema/fill_values.hpp"
#include "ncf/error.hpp"
#include "ops/rounding/roundable.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;

/// Removes `pack=int16` from the end of the precision. Returns whether it was there.
/// throws: Error(usage) for another type.
bool take_packing(const std::string& option, std::string_view& precision) {
  const std::size_t begin = precision.find(",pack=");
  if (begin == std::string_view::npos) return false;
  const std::string_view asked = precision.substr(begin + 1);
  precision = precision.substr(0, begin);
  if (asked == "pack=int16") return true;
  throw Error(ErrorCode::usage, fmt::format("--quantize \"{}\": '{}' is unknown; values can be "
                                            "packed with pack=int16",
                                            option, asked));
}

/// throws: Error(usage) for a precision other than an absolute bound, because the steps of packed
/// values are equal.
void require_packable(const std::string& option, const Precision& precision) {
  const auto* bound = std::get_if<transcode::ErrorBound>(&precision);
  if (bound != nullptr && bound->kind == transcode::ErrorBound::Kind::absolute) return;
  throw Error(ErrorCode::usage,
              fmt::format("--quantize \"{}\": pack=int16 needs a bound that is the same for all "
                          "values, as in \"t2m,error,0.01,pack=int16\"",
                          option));
}

/// Returns whether all numbers of `missing_value` mark missing data.
bool are_all_marks(const model::Variable& variable) {
  const model::Attribute* const attribute =
      model::find_attribute(variable.attributes, "missing_value");
  if (attribute == nullptr || !attribute->values->type()->is_number()) return true;
  return model::to_markers(*attribute->values, variable).count() == attribute->values->count();
}

std::size_t count_distinct(std::vector<double> marks) {
  std::size_t count = 0;
  for (; !marks.empty(); ++count) {
    std::erase_if(marks, [first = marks.front()](double mark) {
      return mark == first || (std::isnan(mark) && std::isnan(first));
    });
  }
  return count;
}

/// Returns why a variable cannot be packed, though its values could be rounded; empty if it can.
std::optional<std::string> why_not_pack(const model::Variable& variable) {
  for (const char* name : {"flag_values", "flag_masks"}) {
    if (model::find_attribute(variable.attributes, name) == nullptr) continue;
    return fmt::format("has {}, which are not packed", name);
  }
  if (!are_all_marks(variable)) {
    return fmt::format("has a missing_value that no {} is equal to", variable.type->name);
  }
  constexpr std::size_t most_marks = 2;  // that packing keeps apart
  if (count_distinct(missing_values_of(variable)) <= most_marks) return std::nullopt;
  return "has more than one missing_value beside its _FillValue";
}

}  // namespace

QuantizeRequest::QuantizeRequest(const CopyOptions& options) {
  for (const std::string& text : options.quantize) {
    filter::SelectorReading reading =
        read_option("--quantize", [&] { return filter::read_selector(text); });
    const std::size_t begin = std::min(reading.end + 1, text.size());
    std::string_view precision = std::string_view(text).substr(begin);
    is_packed_.push_back(take_packing(text, precision));
    precisions_.push_back(parse_precision(text, precision));
    if (is_packed_.back()) require_packable(text, precisions_.back());
    options_.push_back(
        {{.selector = std::move(reading.selector), .none = false, .spec = {}}, text, true});
  }
}

AskedPrecisions QuantizeRequest::choose(const Subset& source, std::vector<std::string>& notes,
                                        std::vector<std::string>* absent) const {
  const model::Schema& schema = source.schema;
  AskedPrecisions asked(schema.variables.size());
  if (options_.empty()) return asked;
  NotRounded not_rounded;
  const auto decisions = decide("--quantize", options_, source, is_real, notes, absent);
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (!decisions[id]) continue;
    const model::Variable& variable = schema.variables[id];
    const Precision& precision = precisions_[decisions[id]->option];
    const std::string& text = options_[decisions[id]->option].text;
    const bool is_packed = is_packed_[decisions[id]->option];
    const bool is_given = std::holds_alternative<Quantization>(precision);
    auto why_not = why_not_round(variable, is_given ? RoundingBy::digits : RoundingBy::values);
    if (!why_not && is_packed) why_not = why_not_pack(variable);
    if (why_not) {
      const std::string path = schema.variable_path(id);
      if (decisions[id]->rank == filter::SelectorRank::name) {
        throw Error(ErrorCode::unsupported,
                    fmt::format("--quantize {}: variable {} {}", text, path, *why_not));
      }
      not_rounded.add(variable, path, *why_not);
      continue;
    }
    if (const auto* digits = std::get_if<Quantization>(&precision)) {
      check_digits(text, *digits, *variable.type);
    }
    asked[id] = AskedPrecision{precision, is_packed, text};
  }
  not_rounded.note(notes);
  return asked;
}

}  // namespace ncf::ops
