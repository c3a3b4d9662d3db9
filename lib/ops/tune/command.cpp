// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text/characters.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::ops {
namespace {

/// Variables with equal options, in the order of the file.
struct Group {
  std::string shared;
  std::vector<std::string> selectors;
  std::vector<std::string> coordinates;  ///< those of the selectors that select coordinates
};

using Groups = std::vector<Group>;

constexpr std::string_view all_data = ":data";

Group& add_to_group(Groups& groups, const std::string& shared, const std::string& path) {
  auto group = std::ranges::find(groups, shared, &Group::shared);
  if (group == groups.end()) group = groups.insert(group, {shared, {}, {}});
  group->selectors.push_back(selector_of(path));
  return *group;
}

std::string option_text(const Group& group) {
  return fmt::format("{},{}", fmt::join(group.selectors, "&"), group.shared);
}

/// Returns whether the filters can encode values of any type and chunks of any shape.
bool suit_any_variable(const std::string& filters) {
  if (filters == "none") return true;
  return std::ranges::none_of(resolve(parse_filter_spec(filters)), [](const Filter& one) {
    const filter::FilterFacts* facts = filter::find_filter(one.id);
    return facts == nullptr || facts->why_not_on_type != nullptr ||
           facts->why_not_on_shape != nullptr;
  });
}

/// Returns the largest group whose filters can be requested for all variables; null if none can.
Group* find_group_for_all(Groups& groups) {
  Group* largest = nullptr;
  for (Group& group : groups) {
    const bool is_larger = largest == nullptr || group.selectors.size() > largest->selectors.size();
    if (is_larger && suit_any_variable(group.shared)) largest = &group;
  }
  return largest;
}

/// Returns the chosen filters if they round; null otherwise.
const TuneTrial* find_rounding_filters(const TunedVariable& variable) {
  const auto found = std::ranges::find_if(
      variable.trials, [](const TuneTrial& trial) { return trial.is_chosen && trial.rounds; });
  return found == variable.trials.end() ? nullptr : &*found;
}

}  // namespace

std::string rounding_of_choice(const TunedVariable& variable) {
  return find_rounding_filters(variable) == nullptr ? variable.rounding : "";
}

std::optional<double> error_of_choice(const TunedVariable& variable) {
  const TuneTrial* const filters = find_rounding_filters(variable);
  return filters == nullptr ? variable.largest_error : filters->largest_error;
}

const TuneTrial& chosen_trial(const TunedVariable& variable) {
  return *std::ranges::find(variable.trials, true, &TuneTrial::is_chosen);
}

std::string selector_of(const std::string& path) {
  // In the root group, the path without "/" is enough.
  std::string text;
  for (const char c : path.substr(path.rfind('/') == 0 ? 1 : 0)) {
    if (std::string_view(" \t,&[]*?:\\").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return base::equals_ignoring_case(text, "none") ? '/' + text : text;
}

CopyOptions options_to_copy(const TuneReport& report, const std::string& output,
                            bool may_select_all, std::size_t max_named) {
  Groups filters;
  Groups roundings;
  for (const TunedVariable& variable : report.variables) {
    const TuneTrial& chosen = chosen_trial(variable);
    may_select_all = may_select_all && !chosen.is_present;
    if (!chosen.is_present) {
      Group& group = add_to_group(filters, chosen.filters, variable.path);
      if (variable.is_coordinate) group.coordinates.push_back(group.selectors.back());
    }
    const std::string rounding = rounding_of_choice(variable);
    if (!rounding.empty()) add_to_group(roundings, rounding, variable.path);
  }
  if (may_select_all && report.variables.size() > max_named) {
    if (Group* group = find_group_for_all(filters)) {
      group->selectors = std::exchange(group->coordinates, {});
      group->selectors.insert(group->selectors.begin(), std::string(all_data));
      std::swap(filters.front(), *group);
    }
  }
  CopyOptions options;
  options.input = report.input;
  options.output = output;
  for (const Group& group : filters) options.filters.push_back(option_text(group));
  for (const Group& group : roundings) options.quantize.push_back(option_text(group));
  return options;
}

bool names_variables(const CopyOptions& options) {
  const std::string beginning = std::string(all_data) + ',';
  return !options.quantize.empty() ||
         std::ranges::any_of(options.filters, [&](const FilterText& given) {
           return !given.text.starts_with(beginning);
         });
}

std::vector<std::string> words_of_options(const CopyOptions& options) {
  std::vector<std::string> words{"ncfcopy"};
  for (const auto& [text] : options.filters) words.insert(words.end(), {"-F", text});
  for (const std::string& text : options.quantize) {
    words.insert(words.end(), {"--quantize", text});
  }
  return words;
}

std::vector<std::string> words_of_command(const CopyOptions& options) {
  std::vector<std::string> words = words_of_options(options);
  if (options.follow_external) words.emplace_back("--follow-external");
  if (options.input.starts_with('-') || options.output.starts_with('-')) words.emplace_back("--");
  words.insert(words.end(), {options.input, options.output});
  return words;
}

}  // namespace ncf::ops
