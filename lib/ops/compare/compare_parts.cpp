// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/compare_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ncf::ops {

std::string_view verdict(bool is_equal, bool is_within_limits) {
  if (is_equal) return "equal";
  return is_within_limits ? "within the limits" : "different";
}

std::uint64_t missing_changed(const ComparedNumbers& numbers) {
  return numbers.became_missing + numbers.became_present + numbers.marked_otherwise;
}

std::string format_place(const std::vector<std::size_t>& at) {
  return at.empty() ? "" : fmt::format("({})", fmt::join(at, ","));
}

std::string format_place(const CompareManyReport& report, const WorstError& worst) {
  const ComparedDataset& dataset = report.datasets[worst.dataset];
  const std::string& name = report.journal.empty() ? dataset.first : dataset.second;
  const std::string at = format_place(worst.place.at);
  return at.empty() ? name : name + ' ' + at;
}

std::vector<std::string> remarks_of(const ComparedVariable& variable) {
  const std::string& path = variable.path;
  if (!variable.failure.empty()) {
    return {fmt::format("{} was not compared: {}", path, variable.failure)};
  }
  std::vector<std::string> remarks;
  if (variable.packings) {
    remarks.push_back(fmt::format("{}: compared as unpacked values: {}; {}", path,
                                  variable.packings->first, variable.packings->second));
  }
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) remarks.push_back(fmt::format("{}: {}: {}", path, what, count));
  };
  if (variable.numbers) {
    add(variable.numbers->became_missing, "values that became missing");
    add(variable.numbers->became_present, "values that are no longer missing");
    add(variable.numbers->marked_otherwise, "missing values that are marked differently");
    add(variable.numbers->infinities_changed, "values that became infinite or finite");
    add(variable.numbers->zeros_changed, "zeros that changed, which have no relative error");
  }
  if (variable.numbers && variable.numbers->level_checks) {
    add(variable.numbers->level_checks->failed, "levels that fail a check");
  }
  if (!variable.limit.empty()) {
    add(variable.exceeding, fmt::format("values beyond the limit {}", variable.limit));
    if (variable.exceeding == 0 && variable.differing > 0) {
      remarks.push_back(fmt::format("{}: within the limit {}", path, variable.limit));
    }
  }
  return remarks;
}

}  // namespace ncf::ops
