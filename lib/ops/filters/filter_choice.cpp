// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/filter_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/text/messages.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/resolve.hpp"
#include "model/schema/filter_types.hpp"
#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/report/quantities.hpp"
#include "ops/select/variable_selection.hpp"
#include "plugin/loader.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf::ops {
namespace {

/// Returns why a variable cannot have any filters, or null.
const char* why_not(const model::Variable& variable) {
  if (variable.is_scalar()) return "a scalar";
  if (!variable.type->is_fixed_size) return "of a variable-length type";
  return nullptr;
}

/// Returns whether an invalid option would be valid filters without a selector: "zlib,4".
bool is_spec_alone(const std::string& text) {
  try {
    static_cast<void>(resolve(parse_filter_spec(text), text));
    return true;
  } catch (const Error&) {
    return false;
  }
}

struct ReadOption {
  FilterOption option;
  Chain chain;
};

/// Reads a filter option. throws: SyntaxError.
ReadOption read_filter_option(const std::string& text, filter::FilterSource& plugins,
                              std::vector<std::string>& notes) {
  try {
    FilterOption option = parse_filter_option(text, &notes);
    Chain chain = filter::resolve(option.spec, text, plugins);
    for (const Filter& one : chain) {  // its kernel may say that it is lossless
      if (filter::find_filter(one.id) == nullptr) (void)plugin::find_kernel(one.id);
    }
    return {std::move(option), std::move(chain)};
  } catch (const SyntaxError&) {
    if (!is_spec_alone(text)) throw;
    const std::size_t first = std::min(text.find_first_of(",|"), text.size());
    throw SyntaxError(text, {0, first}, filter::advice_without_selector(text));
  }
}

/// The reason why a variable cannot have the filters requested for it. Selected by name: "variable
/// /s is a scalar and cannot have filters"; by pattern: "a scalar".
struct Refusal {
  std::string of_name;
  std::string of_pattern;
};

/// Returns why a variable cannot have codecs that are not filters; empty if there are none, or it
/// can.
std::optional<std::string> why_no_codec(const Chain& chain, const model::Type& type,
                                        Format output) {
  for (const Filter& one : chain) {
    const auto* const codec = filter::find_codec_without_filter(one.id);
    if (codec == nullptr) continue;
    if (!is_plain_zarr(output)) {
      return fmt::format("codec {} exists only in plain Zarr: {}", codec->name, codec->description);
    }
    const bool is_of_numbers = codec->kind == filter::FilterKind::values_to_values;
    const bool is_of_reals = one.id == filter::bitround_id;
    if ((is_of_numbers && !type.is_number()) || (is_of_reals && !type.is_floating_point())) {
      return fmt::format("codec {} encodes {}, not {}", codec->name,
                         is_of_reals ? "floating-point numbers" : "numbers", type.name);
    }
  }
  return std::nullopt;
}

std::optional<Refusal> why_not(const model::Variable& variable, const std::string& path,
                               const FilterSpec& spec, const Chain& chain, Format output) {
  if (chain.empty()) return std::nullopt;
  if (const char* reason = why_not(variable)) {
    return Refusal{fmt::format("variable {} is {} and cannot have filters", path, reason), reason};
  }
  if (auto reason = why_no_codec(chain, *variable.type, output)) return Refusal{*reason, *reason};
  auto reason = model::why_not_on_type(without_optional(chain), *variable.type);
  if (!reason) reason = model::why_not_requested(chain, *variable.type);
  if (!reason && is_zarr(output)) reason = model::why_not_in_zarr(chain, variable);
  if (!reason) reason = model::find_unfitting_size(spec, variable.type->size_bytes);
  if (!reason) return std::nullopt;
  return Refusal{fmt::format("variable {}: {}", path, *reason), *reason};
}

/// The coordinates that patterns give filters which need plugins. Many programs open no file of
/// which they cannot read the coordinates.
class CoordinatesWithPlugins {
 public:
  /// input: the variable with its filters in the input. chain: those it gets.
  void add(const model::Variable& input, const std::string& path, const Chain& chain) {
    const auto is_new = [&](const Filter& one) {
      return one.id >= filter::first_registered_id &&
             std::ranges::none_of(input.filters,
                                  [&](const auto& before) { return before.id == one.id; });
    };
    if (std::ranges::none_of(chain, is_new)) return;
    paths_.push_back(path);
    for (const Filter& one : chain) {
      if (!is_new(one)) continue;
      const filter::FilterFacts* const facts = filter::find_filter(one.id);
      filters_.insert(facts != nullptr ? std::string(facts->name)
                                       : fmt::format("filter {}", one.id));
    }
  }

  void note(std::vector<std::string>& notes) const {
    if (paths_.empty()) return;
    notes.push_back(fmt::format(
        "coordinates that only programs with a plugin for {} can read: {}; \":data\" in "
        "place of \"*\" leaves coordinates as they are",
        fmt::join(filters_, " and "), format_few(paths_)));
  }

 private:
  std::vector<std::string> paths_;
  std::set<std::string> filters_;
};

}  // namespace

void refuse_filters(FilterChoice& choice, std::string_view why) {
  choice = {Chain{}, fmt::format("{}: cannot have filters", why)};
}

void UnfilteredVariables::add(const model::Variable& input, const std::string& path,
                              std::string_view reason) {
  (input.has_filters() ? with_filters_ : without_).push_back(fmt::format("{} ({})", path, reason));
}

void UnfilteredVariables::note(std::vector<std::string>& notes) const {
  note_few(notes,
           fmt::format("no filters for {}, which cannot have them",
                       base::format_count(without_.size(), "variable")),
           without_);
  note_few(notes,
           fmt::format("filters removed from {}, which cannot have those requested",
                       base::format_count(with_filters_.size(), "variable")),
           with_filters_);
}

FilterRequest::FilterRequest(const CopyOptions& options, std::vector<std::string>& notes)
    : deflate_level_(options.deflate), shuffle_(options.shuffle), gives_advice_(!options.strict) {
  plugin::PluginFilters plugins;
  for (const FilterText& option : options.filters) {
    ReadOption read =
        read_option("-F", [&] { return read_filter_option(option.text, plugins, notes); });
    const bool changes_values = std::ranges::any_of(read.chain, filter::may_change_values);
    options_.push_back({std::move(read.option), option.text, changes_values});
    chains_.push_back(std::move(read.chain));
  }
  constexpr int highest_level = 9;
  if (deflate_level_ && (*deflate_level_ < 0 || *deflate_level_ > highest_level)) {
    throw Error(ErrorCode::usage, fmt::format("-d {}: deflate's level is 0 to 9", *deflate_level_));
  }
  if (shuffle_ && deflate_level_.value_or(0) == 0) {
    notes.emplace_back("-s has no effect without -d; to only shuffle, write -F \"*,shuffle\"");
  }
}

bool FilterRequest::asks_for_filters() const noexcept {
  return std::any_of(options_.begin(), options_.end(),
                     [](const auto& given) { return !given.option.none; });
}

// Scalars and strings from Zarr or HDF5 may have filters. The output's format decides about those.
FilterChoice FilterRequest::choose_by_default(const model::Variable& variable) const {
  const bool keeps_own =
      why_not(variable) != nullptr && (!variable.filters.empty() || !variable.codecs.empty());
  if (!deflate_level_ || (keeps_own && *deflate_level_ != 0)) {
    return {std::nullopt, "as in the input"};
  }
  const std::string by = fmt::format("-d {}{}", *deflate_level_, shuffle_ ? " -s" : "");
  if (*deflate_level_ == 0 || why_not(variable) != nullptr) return {Chain{}, by};
  Chain chain;
  if (shuffle_) chain.push_back({filter::shuffle_id, {}});
  chain.push_back({filter::deflate_id, {static_cast<std::uint32_t>(*deflate_level_)}});
  return {std::move(chain), by};
}

std::vector<FilterChoice> FilterRequest::choose(const Subset& source, Format output,
                                                std::vector<std::string>& notes,
                                                std::vector<std::string>* absent) const {
  const model::Schema& schema = source.schema;
  const auto decisions = decide(
      "-F", options_, source,
      [](const model::Variable& variable) { return why_not(variable) == nullptr; }, notes, absent);

  std::vector<FilterChoice> choices;
  UnfilteredVariables unfiltered;
  CoordinatesWithPlugins with_plugins;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    const auto& decision = decisions[id];
    if (!decision) {
      choices.push_back(choose_by_default(variable));
      continue;
    }
    choices.push_back({chains_[decision->option], "-F " + options_[decision->option].text});
    const std::string path = schema.variable_path(id);
    const FilterSpec& spec = options_[decision->option].option.spec;
    const auto refusal = why_not(variable, path, spec, *choices.back().filters, output);
    const bool is_named = decision->rank == filter::SelectorRank::name;
    if (!refusal) {
      choices.back().is_by_pattern = !is_named;
      const bool is_role = decision->rank == filter::SelectorRank::role;
      if (source.is_coordinate[id] && !is_named && !is_role) {
        with_plugins.add(variable, path, *choices.back().filters);
      }
      continue;
    }
    if (is_named) {
      throw Error(ErrorCode::unsupported, choices.back().by + ": " + refusal->of_name);
    }
    refuse_filters(choices.back(), refusal->of_pattern);
    unfiltered.add(variable, path, refusal->of_pattern);
  }
  unfiltered.note(notes);
  if (gives_advice_ && is_netcdf4(output)) with_plugins.note(notes);
  return choices;
}

std::vector<FilterChoice> choose_no_filters(const model::Schema& schema) {
  std::vector<FilterChoice> choices;
  for (const model::Variable& variable : schema.variables) {
    choices.push_back(
        {Chain{}, variable.filters.empty() ? "as in the input" : "the format has none"});
  }
  return choices;
}

}  // namespace ncf::ops
