// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/coordinate_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cdl/write/time_axis.hpp"
#include "model/schema/coordinates.hpp"
#include "ncf/error.hpp"
#include "ops/definitions/unpacking.hpp"

namespace ncf::ops {
namespace {

/// Returns "52 N" for 52, with the letters "NS".
std::string text_of_angle(double degrees, const char* letters) {
  return fmt::format("{:.5g} {}", std::abs(degrees), letters[degrees < 0 ? 1 : 0]);
}

/// Returns "2020-03-05 12:00", to the second; "2020-03-05" for its beginning.
std::string text_of_time(const model::Variable& variable, double number) {
  constexpr double half_second = 0.5 / 3600;
  const auto axis = cdl::TimeAxis::of(variable);
  const auto exact = axis->date_of(number);
  const auto date = exact ? cdl::add_hours(axis->calendar(), *exact, half_second) : std::nullopt;
  if (!date) return {};
  const auto second = static_cast<int>(date->hour * 3600);
  std::string text = fmt::format("{:04}-{:02}-{:02}", date->year, date->month, date->day);
  if (second > 0) text += fmt::format(" {:02}:{:02}", second / 3600, second / 60 % 60);
  return second % 60 > 0 ? text + fmt::format(":{:02}", second % 60) : text;
}

std::string text_of_number(const model::Variable& variable, double number) {
  const std::string units = model::units_of(variable);
  if (units.empty()) return fmt::format("{}={:.6g}", variable.name, number);
  return fmt::format("{:.6g} {}", number, units);
}

bool has_all(const std::vector<std::size_t>& covered, const std::vector<std::size_t>& dimensions) {
  return std::ranges::all_of(dimensions, [&](std::size_t dimension) {
    return std::ranges::find(covered, dimension) != covered.end();
  });
}

std::string name_positions(const MapAxis& axis, std::size_t cell) {
  const std::size_t first = axis.begin(cell);
  const std::size_t last = axis.begin(cell + 1) - 1;
  return first == last ? fmt::format("{} {}", axis.dimension, first)
                       : fmt::format("{} {}-{}", axis.dimension, first, last);
}

}  // namespace

// The attribute `coordinates` comes first: its latitudes and longitudes replace the coordinates of
// a rotated or projected grid.
CoordinateTexts::CoordinateTexts(model::Source& source, model::VariableId variable)
    : source_(source), variable_(source.schema().variables[variable]) {
  const model::Schema& schema = source.schema();
  for (const model::VariableId id : model::coordinates_of(schema, variable)) {
    auto coordinate = make_coordinate(id);
    if (!coordinate) continue;
    const bool is_own = coordinate->dimensions.size() == 1 &&
                        schema.dimensions[schema.variables[id].dimensions.front()].name ==
                            schema.variables[id].name;
    if (is_own) own_.push_back(*coordinate);
    if (is_own || coordinate->kind != Kind::other) add(std::move(*coordinate));
  }
  std::ranges::stable_sort(shown_, {}, &Coordinate::kind);
}

std::optional<CoordinateTexts::Coordinate> CoordinateTexts::make_coordinate(
    model::VariableId id) const {
  const model::Variable& variable = source_.schema().variables[id];
  if (!variable.type->is_number() || variable.dimensions.empty()) return std::nullopt;
  Coordinate coordinate{id, Kind::other, {}};
  for (const model::DimensionId dimension : variable.dimensions) {
    const auto found = std::ranges::find(variable_.dimensions, dimension);
    if (found == variable_.dimensions.end()) return std::nullopt;
    coordinate.dimensions.push_back(static_cast<std::size_t>(found - variable_.dimensions.begin()));
  }
  if (cdl::TimeAxis::of(variable)) coordinate.kind = Kind::time;
  if (model::is_latitude(variable)) coordinate.kind = Kind::latitude;
  if (model::is_longitude(variable)) coordinate.kind = Kind::longitude;
  return coordinate;
}

/// Adds a coordinate unless others name its dimensions; a latitude and a longitude belong together.
void CoordinateTexts::add(Coordinate coordinate) {
  std::vector<std::size_t> covered;
  for (const Coordinate& other : shown_) {
    if (other.id == coordinate.id) return;
    const bool are_a_pair = coordinate.kind >= Kind::latitude && other.kind >= Kind::latitude &&
                            coordinate.kind != other.kind;
    if (are_a_pair) continue;
    covered.insert(covered.end(), other.dimensions.begin(), other.dimensions.end());
  }
  if (!has_all(covered, coordinate.dimensions)) shown_.push_back(std::move(coordinate));
}

std::optional<double> CoordinateTexts::number(const Coordinate& coordinate,
                                              const std::vector<std::size_t>& at) const {
  const model::Variable& variable = source_.schema().variables[coordinate.id];
  model::Box box;
  for (const std::size_t dimension : coordinate.dimensions) box.start.push_back(at[dimension]);
  box.count.assign(box.start.size(), 1);
  double number = std::nan("");
  try {
    model::Values value(variable.type, 1);
    source_.read(coordinate.id, box, value);
    Unpacker(variable).unpack(value.data(), 1, &number);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
  }
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::string CoordinateTexts::text(const Coordinate& coordinate,
                                  const std::vector<std::size_t>& at) const {
  const auto found = number(coordinate, at);
  if (!found) return {};
  const model::Variable& variable = source_.schema().variables[coordinate.id];
  constexpr double circle = 360;
  switch (coordinate.kind) {
    case Kind::time:
      return text_of_time(variable, *found);
    case Kind::latitude:
      return text_of_angle(*found, "NS");
    case Kind::longitude:
      return text_of_angle(std::remainder(*found, circle), "EW");
    case Kind::other:
      return text_of_number(variable, *found);
  }
  return {};
}

std::string CoordinateTexts::describe(const std::vector<std::size_t>& at) const {
  std::vector<std::size_t> covered;
  std::string description;
  const auto append = [&](const std::string& part, const char* separator) {
    if (!description.empty()) description += separator;
    description += part;
  };
  std::vector<std::pair<Kind, std::string>> texts;
  for (const Coordinate& coordinate : shown_) {
    if (std::ranges::max(coordinate.dimensions) >= at.size()) continue;
    const std::string part = text(coordinate, at);
    if (part.empty()) continue;
    texts.emplace_back(coordinate.kind, part);
    covered.insert(covered.end(), coordinate.dimensions.begin(), coordinate.dimensions.end());
  }
  if (texts.empty()) return {};
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (has_all(covered, {i}) || source_.schema().shape(variable_)[i] == 1) continue;
    const std::string& name = source_.schema().dimensions[variable_.dimensions[i]].name;
    append(fmt::format("{}[{}]", name, at[i]), ", ");
  }
  for (const auto& [kind, part] : texts) append(part, kind == Kind::longitude ? " " : ", ");
  return description;
}

std::string CoordinateTexts::describe(std::size_t dimension, std::size_t index) const {
  std::vector<std::size_t> at(variable_.dimensions.size());
  at[dimension] = index;
  for (const Coordinate& coordinate : own_) {
    if (coordinate.dimensions.front() == dimension) return text(coordinate, at);
  }
  return {};
}

bool CoordinateTexts::is_upward(std::size_t dimension) const {
  std::vector<std::size_t> end(variable_.dimensions.size());
  end[dimension] = source_.schema().shape(variable_)[dimension] - 1;
  for (const Coordinate& coordinate : own_) {
    if (coordinate.dimensions.front() != dimension || coordinate.kind == Kind::time) continue;
    const auto first = number(coordinate, std::vector<std::size_t>(end.size()));
    const auto last = number(coordinate, end);
    return first && last && *first < *last &&
           model::text_attribute(source_.schema().variables[coordinate.id], "positive") != "down";
  }
  return false;
}

std::size_t cell_of(const MapAxis& axis, std::size_t position) {
  return ((position + 1) * axis.cells - 1) / axis.length;
}

void add_labels(const CoordinateTexts& texts, std::size_t dimension, std::size_t values,
                MapAxis& axis) {
  constexpr std::size_t most = 5;
  const std::size_t labels = std::min(most, axis.length);
  for (std::size_t i = 0; i < labels; ++i) {
    const std::size_t position = i * (axis.length - 1) / std::max<std::size_t>(1, labels - 1);
    const std::string text = texts.describe(dimension, position * values);
    axis.labels.push_back(text.empty() ? fmt::format("{}", position) : text);
  }
  axis.is_upward = texts.is_upward(dimension);
}

std::string describe_axes(const MapAxis& down, const MapAxis& across, std::string_view unit) {
  std::string text = fmt::format("Across: {}, {} {}.", across.dimension, across.length, unit);
  if (!down.dimension.empty()) {
    text += fmt::format(" Down: {}, {} {}.", down.dimension, down.length, unit);
  }
  return text;
}

std::string name_cell(const MapAxis& down, const MapAxis& across, std::size_t cell) {
  std::string column = name_positions(across, cell % across.cells);
  if (down.dimension.empty()) return column;
  return name_positions(down, cell / across.cells) + ", " + column;
}

}  // namespace ncf::ops
