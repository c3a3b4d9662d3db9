// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/coordinates.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_set>

#include "base/text/characters.hpp"
#include "model/values/values.hpp"

namespace ncf::model {
namespace {

/// Names that an attribute lists; they point into the schema.
using Names = std::unordered_set<std::string_view>;

/// The meaning of a word that ends in ":". "crs: x y" begins with a variable, "ps: surface" does
/// not.
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
    // source: UGRID 1.0, which is part of CF from 1.11 on
    {"mesh"},
    {"location_index_set"},
    {"edge_coordinates"},
    {"face_coordinates"},
    {"volume_coordinates"},
    {"edge_node_connectivity"},
    {"face_node_connectivity"},
    {"volume_node_connectivity"},
    {"face_edge_connectivity"},
    {"face_face_connectivity"},
    {"edge_face_connectivity"},
    {"boundary_node_connectivity"},
    {"volume_edge_connectivity"},
    {"volume_face_connectivity"},
    {"volume_volume_connectivity"},
    {"volume_shape_type"},
};

constexpr std::string_view units_of_latitude[] = {"degrees_north", "degree_north", "degrees_N",
                                                  "degree_N",      "degreesN",     "degreeN"};
constexpr std::string_view units_of_longitude[] = {"degrees_east", "degree_east", "degrees_E",
                                                   "degree_E",     "degreesE",    "degreeE"};

bool is_among(std::string_view word, const auto& words) {
  return std::ranges::find(words, word) != std::end(words);
}

/// Besides those that end in "_coordinate". Others, such as air_pressure, are also names of data.
constexpr std::string_view standard_names[] = {
    "latitude",
    "longitude",
    "grid_latitude",
    "grid_longitude",
    "time",
    "forecast_reference_time",
    "forecast_period",
    "altitude",
    "height",
    "depth",
    "model_level_number",
    "realization",
    "ocean_s_coordinate_g1",
    "ocean_s_coordinate_g2",
};

/// Removes the first word from `text` and returns it; empty at the end.
std::string_view take_word(std::string_view& text) {
  const auto is_between = [](char c) { return base::is_blank(c) || c == '\0'; };
  const auto* const begin = std::find_if_not(text.begin(), text.end(), is_between);
  const auto* const end = std::find_if(begin, text.end(), is_between);
  const std::string_view word(begin, static_cast<std::size_t>(end - begin));
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return word;
}

/// Calls `visit` with each name or path in a text.
template <class Visit>
void visit_names(std::string_view text, Key key, Visit visit) {
  for (auto word = take_word(text); !word.empty(); word = take_word(text)) {
    if (word.back() == ':') {
      if (key == Key::term) continue;
      word.remove_suffix(1);
    }
    visit(word);
  }
}

std::string_view last_part_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Returns the texts of an attribute; none without one.
std::vector<std::string_view> texts_of_attribute(const std::vector<Attribute>& attributes,
                                                 std::string_view name) {
  const Attribute* const attribute = find_attribute(attributes, name);
  if (attribute == nullptr) return {};
  return texts_of(*attribute->values);
}

/// Calls `visit` with each name or path that an attribute lists.
template <class Visit>
void visit_listed(const std::vector<Attribute>& attributes, const Listing& listing, Visit visit) {
  for (const std::string_view text : texts_of_attribute(attributes, listing.attribute)) {
    visit_names(text, listing.key, visit);
  }
}

void add_listed(const std::vector<Attribute>& attributes, Names& names) {
  for (const Listing& listing : listings) {
    visit_listed(attributes, listing,
                 [&](std::string_view name) { names.insert(last_part_of(name)); });
  }
}

bool has_name_of_dimension(const Schema& schema, const Variable& variable) {
  return std::ranges::any_of(variable.dimensions, [&](DimensionId dimension) {
    return schema.dimensions[dimension].name == variable.name;
  });
}

/// Returns whether a text begins as a date does, "1900-01-01" or "-4712-01-01".
bool begins_as_date(std::string_view text) {
  return !text.empty() &&
         (base::is_digit(text.front()) || text.front() == '-' || text.front() == '+');
}

/// Returns whether units are those of a position or a time: "degrees_north", "days since
/// 1900-01-01".
bool is_position_or_time(std::string_view units) {
  const std::string_view first = take_word(units);
  const bool is_position =
      (is_among(first, units_of_latitude) || is_among(first, units_of_longitude)) &&
      take_word(units).empty();
  return is_position || (base::equals_ignoring_case(take_word(units), "since") &&
                         begins_as_date(take_word(units)));
}

bool has_units_of_coordinate(const Variable& variable) {
  return std::ranges::any_of(texts_of_attribute(variable.attributes, "units"), is_position_or_time);
}

bool has_standard_name_of_coordinate(const Variable& variable) {
  return std::ranges::any_of(
      texts_of_attribute(variable.attributes, "standard_name"), [](std::string_view name) {
        return name.ends_with("_coordinate") || is_among(name, standard_names);
      });
}

/// Finds variables by the names that attributes list.
class NamedVariables {
 public:
  explicit NamedVariables(const Schema& schema) : schema_(schema) {
    for (VariableId id = 0; id < schema.variables.size(); ++id) {
      by_name_.emplace(schema.variables[id].name, id);
    }
  }

  /// Calls `visit` with each variable that an attribute of this one lists.
  template <class Visit>
  void visit_listed(const Variable& variable, const Listing& listing, Visit visit) const {
    model::visit_listed(variable.attributes, listing, [&](std::string_view name) {
      if (const auto found = find(name, variable.group)) visit(*found);
    });
  }

  /// Calls `visit` with each variable that has the name of a dimension of this one.
  template <class Visit>
  void visit_of_dimensions(const Variable& variable, Visit visit) const {
    for (const DimensionId dimension : variable.dimensions) {
      const auto found = find(schema_.dimensions[dimension].name, variable.group);
      if (found) visit(*found);
    }
  }

 private:
  using ByName = std::multimap<std::string_view, VariableId>;

  /// Returns the variable with this path, or the nearest with this name, seen from a group.
  [[nodiscard]] std::optional<VariableId> find(std::string_view path, GroupId group) const {
    const auto [begin, end] = by_name_.equal_range(last_part_of(path));
    if (begin == end) return std::nullopt;
    if (path.find('/') != std::string_view::npos) {
      return find_path(absolute_path(path, group), begin, end);
    }
    for (std::optional<GroupId> above = group; above; above = schema_.groups[*above].parent) {
      for (auto known = begin; known != end; ++known) {
        if (schema_.variables[known->second].group == *above) return known->second;
      }
    }
    return begin->second;
  }

  /// Returns the path from the root: "/forecast/lat" for "../lat" in "/forecast/model".
  [[nodiscard]] std::string absolute_path(std::string_view path, GroupId group) const {
    const std::filesystem::path from(path.starts_with('/') ? "/" : schema_.group_path(group));
    return (from / path).lexically_normal().string();
  }

  [[nodiscard]] std::optional<VariableId> find_path(std::string_view path,
                                                    ByName::const_iterator begin,
                                                    ByName::const_iterator end) const {
    for (auto known = begin; known != end; ++known) {
      if (schema_.variable_path(known->second) == path) return known->second;
    }
    return std::nullopt;
  }

  const Schema& schema_;
  ByName by_name_;
};

/// Ancillary variables are not coordinates: their values may change like those of other variables.
constexpr Listing ancillary{"ancillary_variables"};

}  // namespace

std::vector<bool> with_associated(const Schema& schema, std::vector<bool> marked) {
  const NamedVariables named(schema);
  std::vector<VariableId> left;
  const auto add = [&](VariableId id) {
    if (!marked[id]) left.push_back(id);
    marked[id] = true;
  };
  for (VariableId id = 0; id < marked.size(); ++id) {
    if (marked[id]) left.push_back(id);
  }
  while (!left.empty()) {
    const Variable& variable = schema.variables[left.back()];
    left.pop_back();
    named.visit_of_dimensions(variable, add);
    for (const Listing& listing : listings) named.visit_listed(variable, listing, add);
    named.visit_listed(variable, ancillary, add);
  }
  return marked;
}

std::vector<VariableId> coordinates_of(const Schema& schema, VariableId id) {
  const NamedVariables named(schema);
  const Variable& variable = schema.variables[id];
  std::vector<VariableId> found;
  const auto add = [&](VariableId one) { found.push_back(one); };
  named.visit_listed(variable, {"coordinates"}, add);
  named.visit_of_dimensions(variable, add);
  return found;
}

std::string text_attribute(const Variable& variable, std::string_view name) {
  const auto texts = texts_of_attribute(variable.attributes, name);
  return texts.empty() ? std::string() : std::string(without_padding(texts.front()));
}

std::string units_of(const Variable& variable) {
  std::string units = text_attribute(variable, "units");
  return units == "1" ? std::string() : units;
}

bool is_latitude(const Variable& variable) {
  return text_attribute(variable, "standard_name") == "latitude" ||
         is_among(text_attribute(variable, "units"), units_of_latitude);
}

bool is_longitude(const Variable& variable) {
  return text_attribute(variable, "standard_name") == "longitude" ||
         is_among(text_attribute(variable, "units"), units_of_longitude);
}

std::vector<bool> find_coordinates(const Schema& schema) {
  Names listed;
  for (const Group& group : schema.groups) add_listed(group.attributes, listed);
  for (const Variable& variable : schema.variables) add_listed(variable.attributes, listed);
  std::vector<bool> coordinates;
  coordinates.reserve(schema.variables.size());
  for (const Variable& variable : schema.variables) {
    coordinates.push_back(
        listed.contains(variable.name) || has_name_of_dimension(schema, variable) ||
        has_units_of_coordinate(variable) || has_standard_name_of_coordinate(variable) ||
        find_attribute(variable.attributes, "axis") != nullptr ||
        find_attribute(variable.attributes, "positive") != nullptr);
  }
  return coordinates;
}

bool refers_to_variables(std::string_view attribute) {
  return attribute == ancillary.attribute ||
         std::ranges::find(listings, attribute, &Listing::attribute) != std::end(listings);
}

std::string with_renamed(std::string_view attribute, std::string_view text, std::string_view from,
                         std::string_view to) {
  const auto* const listing = std::ranges::find(listings, attribute, &Listing::attribute);
  const Key key = listing == std::end(listings) ? Key::term : listing->key;
  std::string renamed;
  visit_names(text, key, [&](std::string_view name) {
    if (last_part_of(name) != from) return;
    const auto before = static_cast<std::size_t>(name.data() - text.data());
    const std::size_t place = before + name.size() - from.size();
    renamed += text.substr(0, place);
    renamed += to;
    text.remove_prefix(place + from.size());
  });
  return renamed += text;
}

}  // namespace ncf::model
