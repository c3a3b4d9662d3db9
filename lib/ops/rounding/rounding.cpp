// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/real_text.hpp"
#include "filter/spec/selector.hpp"
#include "model/schema/fill_values.hpp"
#include "model/schema/schema.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/report/quantities.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;
using transcode::ErrorBound;

// ---- What is requested ----

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
  const auto* bound = std::get_if<ErrorBound>(&precision);
  if (bound != nullptr && bound->kind == ErrorBound::Kind::absolute) return;
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

[[noreturn]] void throw_usage(const std::string& option, const std::string& what) {
  throw Error(ErrorCode::usage,
              fmt::format("--quantize \"{}\": {}; expected VARIABLES,MODE,DIGITS with the mode "
                          "bitgroom, granular or bitround, as in \"t2m,bitround,10\"; or "
                          "\"t2m,error,0.01\", \"t2m,relative,0.001\" or "
                          "\"t2m,bitround,information=99%\"",
                          option, what));
}

int parse_digits(const std::string& option, std::string_view digits) {
  const auto number = base::find_number<int>(digits);
  if (number && *number >= 1) return *number;
  throw_usage(option, fmt::format("'{}' is not a positive whole number", digits));
}

ErrorBound parse_bound(const std::string& option, ErrorBound::Kind kind, std::string_view text) {
  const bool is_relative = kind == ErrorBound::Kind::relative;
  const auto limit = base::find_number<double>(text);
  if (limit && std::isfinite(*limit) && *limit > 0 && (!is_relative || *limit < 1)) {
    return {kind, *limit};
  }
  throw_usage(option, fmt::format("'{}' is not a number above 0{}", text,
                                  is_relative ? " and below 1" : ""));
}

constexpr std::string_view information = "information=";

/// Parses a share. text: the part after `information=`.
InformationShare parse_share(const std::string& option, std::string_view text) {
  constexpr double all = 100;
  const bool is_percent = text.ends_with('%');
  const auto percent =
      base::find_number<double>(text.substr(0, text.size() - (is_percent ? 1 : 0)));
  if (is_percent && percent && *percent > 0 && *percent <= all) return {*percent / all};
  throw_usage(option, fmt::format("'{}' is not a percentage above 0% and up to 100%", text));
}

/// throws: Error(usage) if values of the type, float or double, do not have that many digits.
void check_digits(const std::string& option, const Quantization& quantization,
                  const model::Type& type) {
  const int most = model::max_digits(quantization.mode, type);
  if (quantization.digits <= most) return;
  throw_usage(option,
              fmt::format("{} of type {} takes 1 to {} {}",
                          model::quantization_name(quantization.mode), type.name, most,
                          quantization.mode == Quantization::Mode::bit_round ? "bits" : "digits"));
}

// ---- What is done ----

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

QuantizeRequest::QuantizeRequest(const CopyOptions& options) {
  for (const std::string& text : options.quantize) {
    ValueOption option = read_value_option("--quantize", text);
    std::string_view precision = option.rest;
    const bool is_packed = take_packing(text, precision);
    precisions_.push_back({parse_precision(text, precision), is_packed, text});
    if (is_packed) require_packable(text, precisions_.back().precision);
    options_.push_back(std::move(option.given));
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
    const AskedPrecision& asked_here = precisions_[decisions[id]->option];
    const auto& [precision, is_packed, text] = asked_here;
    const bool is_given = std::holds_alternative<Quantization>(precision);
    auto why_not = why_not_round(variable, is_given ? RoundingBy::digits : RoundingBy::values);
    if (!why_not && is_packed) why_not = why_not_pack(variable);
    if (why_not) {
      const bool is_named = decisions[id]->rank == filter::SelectorRank::name;
      not_rounded.add(schema, id, *why_not, is_named ? "--quantize " + text : "");
      continue;
    }
    if (const auto* digits = std::get_if<Quantization>(&precision)) {
      check_digits(text, *digits, *variable.type);
    }
    asked[id] = asked_here;
  }
  not_rounded.note(notes);
  return asked;
}

Precision parse_precision(const std::string& option, std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) throw_usage(option, "a part is missing");
  const std::string_view name = text.substr(0, comma);
  const std::string_view number = text.substr(comma + 1);
  if (name == "error") return parse_bound(option, ErrorBound::Kind::absolute, number);
  if (name == "relative") return parse_bound(option, ErrorBound::Kind::relative, number);
  const auto mode = model::find_quantization_mode(name);
  if (!mode) throw_usage(option, fmt::format("there is no mode '{}'", name));
  if (!number.starts_with(information)) return Quantization{*mode, parse_digits(option, number)};
  if (*mode == Quantization::Mode::bit_round) {
    return parse_share(option, number.substr(information.size()));
  }
  throw_usage(
      option,
      fmt::format("{} keeps digits; only bitround can keep a share of the information", name));
}

std::string describe(const Quantization& quantization) {
  return fmt::format("{} {}", model::quantization_name(quantization.mode), quantization.digits);
}

bool is_real(const model::Variable& variable) {
  return model::max_digits(model::Quantization::Mode::bit_round, *variable.type) > 0;
}

std::optional<std::string> why_not_round(const model::Variable& variable, RoundingBy by) {
  if (!is_real(variable)) {
    const char* advice = is_packed(variable)
                             ? "; the precision of packed values is their scale_factor"
                             : "; -F compresses others without loss";
    return fmt::format("is of type {}; only float and double can be rounded{}", variable.type->name,
                       advice);
  }
  if (is_packed(variable) && by == RoundingBy::values) {
    return "is packed by scale_factor or add_offset, so the error of its values cannot be "
           "measured; give ncfcopy --quantize the number of bits, as in bitround,10";
  }
  return std::nullopt;
}

void NotRounded::add(const model::Schema& schema, model::VariableId id, const std::string& why,
                     const std::string& named_by) {
  const model::Variable& variable = schema.variables[id];
  const std::string path = schema.variable_path(id);
  if (!named_by.empty()) {
    throw Error(ErrorCode::unsupported, fmt::format("{}: variable {} {}", named_by, path, why));
  }
  if (is_real(variable)) {
    reals_.push_back(fmt::format("variable {} {}", path, why));
  } else if (is_packed(variable)) {
    packed_integers_.push_back(path);
  }
}

void NotRounded::note(std::vector<std::string>& notes) const {
  notes.insert(notes.end(), reals_.begin(), reals_.end());
  note_few(notes, "packed integers are not rounded, because scale_factor gives their precision",
           packed_integers_);
}

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
  note_few(plan.notes,
           "rounded values take as much space as before, because no filter compresses them; add "
           "for example -F \"*,shuffle|deflate,5\"",
           paths);
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
