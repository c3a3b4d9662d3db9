// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/error_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

constexpr std::string_view relative_word = "relative,";

/// Parses "LIMIT" or "relative,LIMIT". text: the whole option, for messages.
ErrorLimit parse_limit(std::string_view text, std::string_view limit) {
  const bool is_relative = limit.starts_with(relative_word);
  if (is_relative) limit.remove_prefix(relative_word.size());
  double number = 0;
  const char* const all = limit.data() + limit.size();
  const auto [end, error] = std::from_chars(limit.data(), all, number);
  if (error != std::errc() || end != all || !std::isfinite(number) || number < 0) {
    throw Error(ErrorCode::usage,
                fmt::format("--error {}: expected LIMIT, VARIABLES,LIMIT or "
                            "VARIABLES,relative,LIMIT, where LIMIT is a number of at least 0",
                            text));
  }
  return is_relative ? ErrorLimit{.absolute = 0, .relative = number}
                     : ErrorLimit{.absolute = number, .relative = 0};
}

}  // namespace

std::string format_limit(const ErrorLimit& limit) {
  if (limit.relative > 0) return fmt::format("{}{}", relative_word, limit.relative);
  return limit.absolute > 0 ? fmt::format("{}", limit.absolute) : "";
}

ErrorLimitRequest::ErrorLimitRequest(const std::vector<std::string>& texts, bool allow_absent)
    : allow_absent_(allow_absent) {
  for (const std::string& text : texts) {
    const bool is_limit_alone = text.find(',') == std::string::npos;
    const std::string whole = is_limit_alone ? "*," + text : text;
    const filter::SelectorReading reading =
        read_option("--error", [&] { return filter::read_selector(whole); });
    const std::size_t begin = std::min(reading.end + 1, whole.size());
    limits_.push_back(parse_limit(text, std::string_view(whole).substr(begin)));
    options_.push_back({{.selector = reading.selector, .none = false, .spec = {}}, whole, true});
  }
}

std::vector<ErrorLimit> ErrorLimitRequest::choose(const model::Schema& schema) const {
  std::vector<ErrorLimit> limits(schema.variables.size());
  if (options_.empty()) return limits;
  const auto variables = selectable_variables(schema);
  std::vector<std::string> absent;
  const auto decisions = base::with_context("--error", [&] {
    return filter::SelectorMatcher(variables).decide(options_, nullptr,
                                                     allow_absent_ ? &absent : nullptr);
  });
  for (model::VariableId id = 0; id < limits.size(); ++id) {
    if (!decisions[id]) continue;
    const model::Type& type = *schema.variables[id].type;
    if (type.is_number()) {
      limits[id] = limits_[decisions[id]->option];
    } else if (decisions[id]->rank == filter::SelectorRank::name) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("--error {}: variable {} is of type {}; only numbers can have a "
                              "limit",
                              options_[decisions[id]->option].text, variables[id].path, type.name));
    }
  }
  return limits;
}

}  // namespace ncf::ops
