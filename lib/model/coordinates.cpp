// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/coordinates.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/characters.hpp"
#include "model/visit_number.hpp"

namespace ncf::model {
namespace {

/// Names that an attribute lists; they point into the schema.
using Names = std::unordered_set<std::string_view>;

/// What a word that ends in ":" is: "crs: x y" begins with a variable, "ps: surface" does not.
enum class Key { variable, term };

struct Listing {
  std::string_view attribute;
  Key key = Key::term;
};
constexpr Listing listings[] = {
    {"coordinates"},
    {"bounds"},
    {"climatology"},
    {"grid_mapping", Key::variable},
    {"cell_measures"},
    {"formula_terms"},
    {"coordinate_interpolation", Key::variable},
    {"geometry"},
    {"node_coordinates"},
    {"node_count"},
    {"part_node_count"},
    {"interior_ring"},
};

constexpr std::string_view units_of_position[] = {
    "degrees_north", "degree_north", "degrees_N", "degree_N", "degreesN", "degreeN",
    "degrees_east",  "degree_east",  "degrees_E", "degree_E", "degreesE", "degreeE",
};

/// The first word of `text`, which loses it; empty at the end.
std::string_view take_word(std::string_view& text) {
  const auto is_between = [](char c) { return base::is_blank(c) || c == '\0'; };
  const auto* const begin = std::find_if_not(text.begin(), text.end(), is_between);
  const auto* const end = std::find_if(begin, text.end(), is_between);
  const std::string_view word(begin, static_cast<std::size_t>(end - begin));
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return word;
}

void add_names(std::string_view text, Key key, Names& names) {
  for (auto word = take_word(text); !word.empty(); word = take_word(text)) {
    if (word.back() == ':') {
      if (key == Key::term) continue;
      word.remove_suffix(1);
    }
    names.insert(word.substr(word.rfind('/') + 1));
  }
}

/// The texts of an attribute; none if it is of another type.
std::vector<std::string_view> texts_of(const Values& values) {
  if (values.type()->type_class == TypeClass::char_) return {text_of(values)};
  std::vector<std::string_view> texts;
  if (values.type()->type_class != TypeClass::string) return texts;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const auto* const text = load<const char*>(values.data() + i * sizeof(char*));
    if (text != nullptr) texts.emplace_back(text);
  }
  return texts;
}

void add_listed(const std::vector<Attribute>& attributes, Names& names) {
  for (const Listing& listing : listings) {
    const Attribute* const attribute = find_attribute(attributes, listing.attribute);
    if (attribute == nullptr) continue;
    for (const std::string_view text : texts_of(*attribute->values)) {
      add_names(text, listing.key, names);
    }
  }
}

bool has_name_of_dimension(const Schema& schema, const Variable& variable) {
  return std::any_of(
      variable.dimensions.begin(), variable.dimensions.end(),
      [&](DimensionId dimension) { return schema.dimensions[dimension].name == variable.name; });
}

/// "degrees_north", "days since 1900-01-01".
bool is_position_or_time(std::string_view units) {
  const std::string_view first = take_word(units);
  const bool is_position = std::any_of(std::begin(units_of_position), std::end(units_of_position),
                                       [&](std::string_view known) { return known == first; }) &&
                           take_word(units).empty();
  return is_position || base::equals_ignoring_case(take_word(units), "since");
}

bool has_units_of_coordinate(const Variable& variable) {
  const Attribute* const units = find_attribute(variable.attributes, "units");
  if (units == nullptr) return false;
  const auto texts = texts_of(*units->values);
  return std::any_of(texts.begin(), texts.end(), is_position_or_time);
}

}  // namespace

std::vector<bool> find_coordinates(const Schema& schema) {
  Names listed;
  for (const Group& group : schema.groups) add_listed(group.attributes, listed);
  for (const Variable& variable : schema.variables) add_listed(variable.attributes, listed);
  std::vector<bool> coordinates;
  coordinates.reserve(schema.variables.size());
  for (const Variable& variable : schema.variables) {
    coordinates.push_back(listed.contains(variable.name) ||
                          has_name_of_dimension(schema, variable) ||
                          has_units_of_coordinate(variable) ||
                          find_attribute(variable.attributes, "axis") != nullptr);
  }
  return coordinates;
}

}  // namespace ncf::model
