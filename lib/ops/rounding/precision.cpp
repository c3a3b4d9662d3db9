// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/precision.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "model/schema/quantization.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;
using transcode::ErrorBound;

[[noreturn]] void throw_usage(const std::string& option, const std::string& what) {
  throw Error(ErrorCode::usage,
              fmt::format("--quantize \"{}\": {}; expected VARIABLES,MODE,DIGITS with the mode "
                          "bitgroom, granular or bitround, as in \"t2m,bitround,10\"; or "
                          "\"t2m,error,0.01\", \"t2m,relative,0.001\" or "
                          "\"t2m,bitround,information=99%\"",
                          option, what));
}

/// Parses a number that is all of `text`; empty if it is not one.
template <class Number>
std::optional<Number> find_number(std::string_view text) {
  Number number{};
  const char* all = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), all, number);
  if (error != std::errc() || end != all) return std::nullopt;
  return number;
}

int parse_digits(const std::string& option, std::string_view digits) {
  const auto number = find_number<int>(digits);
  if (number && *number >= 1) return *number;
  throw_usage(option, fmt::format("'{}' is not a positive whole number", digits));
}

ErrorBound parse_bound(const std::string& option, ErrorBound::Kind kind, std::string_view text) {
  const bool is_relative = kind == ErrorBound::Kind::relative;
  const auto limit = find_number<double>(text);
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
  const auto percent = find_number<double>(text.substr(0, text.size() - (is_percent ? 1 : 0)));
  if (is_percent && percent && *percent > 0 && *percent <= all) return {*percent / all};
  throw_usage(option, fmt::format("'{}' is not a percentage above 0% and up to 100%", text));
}

}  // namespace

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

void check_digits(const std::string& option, const Quantization& quantization,
                  const model::Type& type) {
  const int most = model::max_digits(quantization.mode, type);
  if (quantization.digits <= most) return;
  throw_usage(option,
              fmt::format("{} of type {} takes 1 to {} {}",
                          model::quantization_name(quantization.mode), type.name, most,
                          quantization.mode == Quantization::Mode::bit_round ? "bits" : "digits"));
}

std::string describe(const Quantization& quantization) {
  return fmt::format("{} {}", model::quantization_name(quantization.mode), quantization.digits);
}

}  // namespace ncf::ops
