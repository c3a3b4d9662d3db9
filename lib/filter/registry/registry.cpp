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
         std::any_of(facts.aliases.begin(), facts.aliases.end(), [name](std::string_view alias) {
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

bool is_optional(std::uint32_t id, FilterFlag flag) {
  return flag == FilterFlag::usual ? is_usually_optional(id) : flag == FilterFlag::optional;
}

}  // namespace

const FilterFacts* find_filter(std::uint32_t id) noexcept {
  const auto rows = all_filters();
  const auto found = std::lower_bound(
      rows.begin(), rows.end(), id,
      [](const FilterFacts& facts, std::uint32_t wanted) { return facts.id < wanted; });
  return found != rows.end() && found->id == id ? &*found : nullptr;
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
  if (const FilterFacts* facts = find_filter(filter.id)) {
    return loss_by(*facts, filter.parameters);
  }
  if (const auto* const codec = find_codec_without_filter(filter.id))
    return loss_by(*codec, filter.parameters);
  const std::lock_guard lock(learned_losses().mutex);
  const auto learned = learned_losses().by_id.find(filter.id);
  return learned == learned_losses().by_id.end() ? Loss::unknown
                                                 : learned->second(filter.parameters);
}

bool may_change_values(const Filter& filter) { return loss_of(filter) != Loss::none; }

FilterKind kind_of(const Filter& filter) {
  if (const auto* const codec = find_codec_without_filter(filter.id)) return codec->kind;
  const FilterFacts* facts = find_filter(filter.id);
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
  if (const auto* const codec = find_codec_without_filter(id)) return filter_title(id, codec->name);
  const FilterFacts* facts = find_filter(id);
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

}  // namespace ncf::filter
