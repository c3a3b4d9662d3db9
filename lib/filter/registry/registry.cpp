// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/registry/registry.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "filter/registry/known_ids.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

bool is_name_of(const FilterFacts& facts, std::string_view name) {
  return base::equals_ignoring_case(facts.name, name) ||
         std::ranges::any_of(facts.aliases, [name](std::string_view alias) {
           return base::equals_ignoring_case(alias, name);
         });
}

/// Returns names similar to `name`: at most one letter, or a third of its letters, differs.
std::vector<std::string> names_near(std::string_view name) {
  std::vector<std::string_view> known;
  for (const FilterFacts& facts : all_filters()) {
    known.push_back(facts.name);
    known.insert(known.end(), facts.aliases.begin(), facts.aliases.end());
  }
  std::vector<std::string> near;
  for (const std::size_t i :
       base::find_similar(name, known, std::max<std::size_t>(1, name.size() / 3))) {
    near.emplace_back(known[i]);
  }
  return near;
}

bool is_usually_optional(std::uint32_t id) {
  const FilterFacts* facts = find_filter(id);
  return facts != nullptr && facts->is_usually_optional;
}

/// What plugins say about filters that have no row.
struct LearnedLosses {
  std::mutex mutex;
  std::map<std::uint32_t, std::function<Loss(CdValues)>> by_id;
};

LearnedLosses& learned_losses() {
  static LearnedLosses losses;
  return losses;
}

bool is_visible_layout(const FilterFacts& facts, const Layout& layout) {
  return std::ranges::any_of(facts.visible,
                             [&layout](const Layout& visible) { return &visible == &layout; });
}

/// Returns the cd_values, with 0 for those that the filter sets itself.
std::vector<std::uint32_t> without_cd_values_of_filter(const Layout& layout,
                                                       std::vector<std::uint32_t> cd_values) {
  std::size_t at = 0;
  for (const Parameter& parameter : layout.parameters) {
    if (at >= cd_values.size()) break;
    if (parameter.kind == Kind::automatic) cd_values[at] = 0;
    at += width(parameter);
  }
  return cd_values;
}

bool is_optional(std::uint32_t id, FilterFlag flag) {
  return flag == FilterFlag::usual ? is_usually_optional(id) : flag == FilterFlag::optional;
}

}  // namespace

const FilterFacts* find_filter(std::uint32_t id) noexcept {
  const auto rows = all_filters();
  const auto found = std::ranges::lower_bound(rows, id, {}, &FilterFacts::id);
  return found != rows.end() && found->id == id ? &*found : nullptr;
}

const FilterFacts* find_facts(std::uint32_t id) noexcept {
  const FilterFacts* const facts = find_filter(id);
  return facts != nullptr ? facts : find_codec_without_filter(id);
}

const FilterFacts* find_filter(std::string_view name) noexcept {
  for (const FilterFacts& facts : all_filters()) {
    if (is_name_of(facts, name)) return &facts;
  }
  return nullptr;
}

const FilterFacts& get_filter(std::string_view name) {
  if (const FilterFacts* facts = find_filter(name)) return *facts;
  const std::vector<std::string> near = names_near(name);
  throw Error(ErrorCode::not_found,
              "unknown filter '" + std::string(name) + "', " +
                  (near.empty() ? "expected a number or a name, for example deflate, zstd or blosc"
                                : "did you mean " + alternatives(near) + "?"));
}

void learn_loss(std::uint32_t id, std::function<Loss(CdValues)> loss) {
  const std::lock_guard lock(learned_losses().mutex);
  learned_losses().by_id.try_emplace(id, std::move(loss));
}

Loss loss_of(const Filter& filter) {
  if (const FilterFacts* facts = find_facts(filter.id)) return loss_by(*facts, filter.parameters);
  const std::lock_guard lock(learned_losses().mutex);
  const auto learned = learned_losses().by_id.find(filter.id);
  return learned == learned_losses().by_id.end() ? Loss::unknown
                                                 : learned->second(filter.parameters);
}

bool may_change_values(const Filter& filter) { return loss_of(filter) != Loss::none; }

FilterKind kind_of(const Filter& filter) {
  const FilterFacts* facts = find_facts(filter.id);
  if (facts == nullptr) return FilterKind::values_to_bytes;
  const bool packs_values =
      facts->kind == FilterKind::bytes_to_bytes && loss_of(filter) == Loss::some;
  return packs_values ? FilterKind::values_to_bytes : facts->kind;
}

std::optional<double> error_bound(const Filter& filter) {
  const FilterFacts* facts = find_filter(filter.id);
  if (facts == nullptr || facts->error_bound == nullptr) return std::nullopt;
  return facts->error_bound(filter.parameters);
}

double certain_magnitude(const Filter& filter, std::size_t bytes) {
  const FilterFacts* facts = find_filter(filter.id);
  if (facts == nullptr || facts->certain_magnitude == nullptr) return 0;
  return facts->certain_magnitude(filter.parameters, bytes);
}

std::size_t block_edge(const Filter& filter) {
  if (loss_of(filter) != Loss::some) return 1;
  if (kind_of(filter) == FilterKind::values_to_values) return 1;
  const FilterFacts* facts = find_filter(filter.id);
  return facts == nullptr ? 0 : facts->block_edge;
}

bool is_optional(const Filter& filter) { return is_optional(filter.id, filter.flag); }

bool is_optional(const StoredFilter& filter) { return is_optional(filter.id, filter.flag); }

bool has_usual_flag(const Filter& filter) {
  return is_optional(filter) == is_usually_optional(filter.id);
}

bool has_usual_flag(const StoredFilter& filter) {
  return is_optional(filter) == is_usually_optional(filter.id);
}

std::string_view name_of(FilterFlag flag) noexcept {
  constexpr std::string_view names[] = {"usual", "optional", "mandatory"};
  return names[static_cast<std::size_t>(flag)];
}

FilterFlag flag_of(std::uint32_t id, bool is_optional) {
  if (is_optional == is_usually_optional(id)) return FilterFlag::usual;
  return is_optional ? FilterFlag::optional : FilterFlag::mandatory;
}

std::string filter_title(std::uint32_t id) {
  const FilterFacts* facts = find_facts(id);
  return facts != nullptr ? filter_title(id, facts->name) : fmt::format("filter {}", id);
}

std::string filter_title(std::uint32_t id, std::string_view name) {
  // Zarr codecs that are not filters have ids of ours, which are higher.
  return id > highest_id ? fmt::format("codec {}", name) : fmt::format("filter {} ({})", id, name);
}

std::string providers_of(const FilterFacts& facts) {
  std::vector<std::string> texts;
  if (facts.providers.hdf5) texts.emplace_back("HDF5, built in");
  if (facts.providers.ncf) {
    texts.emplace_back("ncf's own plugin");
  } else if (!facts.providers.ncf_built_with.empty()) {
    texts.push_back("ncf built with " + std::string(facts.providers.ncf_built_with));
  }
  if (!facts.providers.debian_package.empty()) {
    texts.push_back("Debian package " + std::string(facts.providers.debian_package));
  }
  if (facts.providers.python_hdf5plugin) texts.emplace_back("the Python package hdf5plugin");
  return alternatives(texts);
}

// ---- visible form ----

std::optional<Filter> find_visible_form(std::uint32_t id, std::span<const std::uint32_t> cd_values,
                                        Form likely) {
  const FilterFacts* facts = find_filter(id);
  if (facts == nullptr) return std::nullopt;
  if (facts->read_working != nullptr) {
    if (auto visible = facts->read_working(cd_values)) return Filter{id, std::move(*visible)};
  }
  const std::optional<Reading> reading = read_cd_values(*facts, cd_values, likely);
  if (!reading || reading->fault) return std::nullopt;
  if (is_visible_layout(*facts, *reading->layout)) {
    return Filter{
        id, without_cd_values_of_filter(*reading->layout, {cd_values.begin(), cd_values.end()})};
  }

  // Missing cd_values stay missing, so that the same cd_values are stored again.
  const Layout& layout = get_layout_of_mode(*facts, reading->layout->mode);
  Values values;
  for (const Parameter& parameter : layout.parameters) {
    const std::optional<double> value = value_of(*reading, parameter.name);
    if (!value) break;
    values.push_back(parameter.kind == Kind::automatic ? 0 : value);
  }
  const Layout held{layout.mode, layout.parameters.first(values.size()), layout.min_cd_values};
  return Filter{id, write_cd_values(held, values)};
}

Filter to_visible_form(std::uint32_t id, std::vector<std::uint32_t> cd_values, Form likely) {
  if (auto visible = find_visible_form(id, cd_values, likely)) return std::move(*visible);
  return {id, std::move(cd_values)};
}

bool ask_alike(const Filter& a, const Filter& b) {
  if (a.id != b.id) return false;
  if (a.parameters == b.parameters) return true;
  const FilterFacts* facts = find_filter(a.id);
  if (facts == nullptr) return false;
  const auto one = read_cd_values(*facts, a.parameters, Form::visible);
  const auto other = read_cd_values(*facts, b.parameters, Form::visible);
  if (!one || !other || one->layout != other->layout) return false;
  for (std::size_t i = 0; i < one->values.size(); ++i) {
    const Parameter& parameter = one->layout->parameters[i];
    const auto value_in = [&](const Reading& reading) {
      return reading.values[i] ? reading.values[i] : parameter.default_value;
    };
    if (is_given(parameter) && value_in(*one) != value_in(*other)) return false;
  }
  return true;
}

// ---- filters described for people ----

namespace {

std::string format_parts(const FilterFacts& facts, const Layout& layout, const Values& values,
                         std::string_view separator) {
  std::string text(facts.name);
  const auto add = [&](std::string_view part) { text.append(separator).append(part); };
  // `zfp rate=8` already implies its mode; `zfp reversible` has no other parameter.
  if (!layout.mode.empty() && find_parameter(layout, layout.mode) == nullptr) add(layout.mode);
  for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
    const Parameter& parameter = layout.parameters[i];
    const std::optional<double> value = values[i] ? values[i] : parameter.default_value;
    if (!is_given(parameter) || !value) continue;
    add(fmt::format("{}={}", parameter.name, format_value(parameter, *value)));
  }
  return text;
}

std::string describe_cd_values(std::uint32_t id, std::span<const std::uint32_t> cd_values,
                               Form likely) {
  const FilterFacts* facts = find_filter(id);
  if (facts != nullptr) {
    if (const auto reading = read_cd_values(*facts, cd_values, likely)) {
      return format_parts(*facts, *reading->layout, reading->values, " ");
    }
  }
  const std::string name = facts != nullptr  ? std::string(facts->name)
                           : id > highest_id ? filter_title(id)
                                             : fmt::format("filter {}", id);
  if (cd_values.empty()) return name;
  return fmt::format("{} ({})", name, base::format_count(cd_values.size(), "parameter"));
}

template <typename AnyFilter>
std::string flag_text(const AnyFilter& filter) {
  return has_usual_flag(filter) ? "" : fmt::format(" ({})", name_of(filter.flag));
}

template <typename AnyChain>
std::string describe_all(const AnyChain& chain) {
  std::string text;
  for (const auto& filter : chain) {
    if (!text.empty()) text += " | ";
    text += describe(filter);
  }
  return text;
}

}  // namespace

std::string describe(const Filter& filter) {
  return describe_cd_values(filter.id, filter.parameters, Form::visible).append(flag_text(filter));
}

std::string describe(const StoredFilter& filter) {
  return describe_cd_values(filter.id, filter.parameters, Form::working).append(flag_text(filter));
}

std::string describe(const Chain& chain) { return describe_all(chain); }

std::string describe(const StoredChain& chain) { return describe_all(chain); }

std::string format_named(const FilterFacts& facts, const Layout& layout, const Values& values) {
  return format_parts(facts, layout, values, ",");
}

}  // namespace ncf::filter

namespace ncf {

Filter visible_form(const StoredFilter& filter) {
  Filter visible = filter::to_visible_form(filter.id, filter.parameters, filter::Form::working);
  visible.flag = filter.flag;
  return visible;
}

Chain visible_form(const StoredChain& chain) {
  Chain visible;
  for (const StoredFilter& filter : chain) visible.push_back(visible_form(filter));
  return visible;
}

}  // namespace ncf
