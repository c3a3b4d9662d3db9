// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/view_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/text/characters.hpp"
#include "cdl/write/time_axis.hpp"
#include "model/schema/coordinates.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/select/variable_selection.hpp"
#include "ops/views/selection_text.hpp"

namespace ncf::ops {
namespace {

using model::DimensionId;
using model::Schema;
using model::Variable;
using model::VariableId;

/// Elements of a dimension that stay, and what is added to longitudes there: those that differ by
/// whole circles are equal, so a range over the border of a grid joins two runs of it.
struct Run {
  std::size_t start = 0;
  std::size_t count = 0;
  std::size_t step = 1;
  double shift = 0;
};

/// Adds the shifts to the values of a variable with the dimension, after what is done to them
/// before.
void shift_values(ViewInMaking& view, VariableId id, DimensionId dimension,
                  const std::vector<Run>& runs) {
  const Variable& variable = view.definition.schema.variables[id];
  const auto place = std::ranges::find(variable.dimensions, dimension);
  const bool is_signed = model::visit_number(
      variable.type->type_class, [](auto like) { return std::is_signed_v<decltype(like)>; });
  if (place == variable.dimensions.end() || !is_signed) return;
  const auto axis = static_cast<std::size_t>(place - variable.dimensions.begin());
  std::vector<double> shifts;
  for (const Run& run : runs) shifts.insert(shifts.end(), run.count, run.shift);
  const auto shift = [shifts, axis, type = variable.type](const model::Box& box,
                                                          std::span<const std::byte> originals,
                                                          std::span<std::byte> values) {
    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < box.count.size(); ++i) inner *= box.count[i];
    model::visit_number(type->type_class, [&](auto like) {
      using Number = decltype(like);
      for (std::size_t i = 0; i < box.value_count(); ++i) {
        const double more = shifts[box.start[axis] + i / inner % box.count[axis]];
        const auto number = model::load<Number>(originals.data() + i * sizeof(Number));
        model::store(values.data() + i * sizeof(Number),
                     static_cast<Number>(static_cast<double>(number) + more));
      }
      return true;
    });
  };
  view.definition.convert(id, {variable.type, shift});
}

/// Writes longitudes as the range asks for them, with their bounds. Packed ones stay, and so do
/// unsigned integers, which have no negative longitudes.
/// runs: what remains along the dimension of the variable.
void shift_longitudes(ViewInMaking& view, VariableId id, DimensionId dimension,
                      const std::vector<Run>& runs) {
  if (std::ranges::all_of(runs, [](const Run& run) { return run.shift == 0; })) return;
  const Schema& schema = view.definition.schema;
  const Variable& variable = schema.variables[id];
  if (model::is_packed(variable)) return;
  shift_values(view, id, dimension, runs);
  const std::string bounds = model::text_attribute(variable, "bounds");
  for (VariableId other = 0; other < schema.variables.size(); ++other) {
    const Variable& candidate = schema.variables[other];
    if (candidate.group != variable.group || candidate.name != bounds) continue;
    shift_values(view, other, dimension, runs);
  }
}

/// Selects elements of a dimension by the values of a variable along it.
class ValueSelector {
 public:
  ValueSelector(const ViewInMaking& view, VariableId id)
      : variable_(view.definition.schema.variables[id]),
        axis_(cdl::TimeAxis::of(variable_)),
        numbers_(view.read_numbers(id)) {}

  [[nodiscard]] std::vector<Run> select(const ValueRange& range) const {
    std::vector<Run> runs;
    if (axis_) {
      runs = select_times(range);
    } else if (model::is_longitude(variable_)) {
      runs = select_longitudes(range);
    } else {
      runs = select_numbers(range);
    }
    if (!runs.empty()) return runs;
    throw Error(ErrorCode::not_found,
                fmt::format("no value of {} is in this range; {}", variable_.name, values_there()));
  }

 private:
  template <class IsSelected>
  [[nodiscard]] std::vector<Run> runs_where(IsSelected is_selected) const {
    std::vector<Run> runs;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (std::isnan(numbers_[i]) || !is_selected(numbers_[i])) continue;
      if (runs.empty() || runs.back().start + runs.back().count != i) runs.push_back({i, 0, 1, 0});
      ++runs.back().count;
    }
    return runs;
  }

  [[nodiscard]] std::vector<Run> select_times(const ValueRange& range) const {
    const auto as_tuple = [](const cdl::Date& date) {
      return std::tuple(date.year, date.month, date.day, date.hour);
    };
    const cdl::Calendar calendar = axis_->calendar();
    std::optional<Period> first;
    std::optional<Period> last;
    if (range.first) first = parse_period(*range.first, calendar);
    if (range.last) last = parse_period(*range.last, calendar);
    if (first && last && as_tuple(last->end) <= as_tuple(first->begin)) throw ends_before();
    return runs_where([&](double number) {
      // Times are often rounded, so a little before a date is that date.
      constexpr double little_hours = 1e-6;
      const auto rounded = axis_->date_of(number);
      const auto date = rounded ? cdl::add_hours(calendar, *rounded, little_hours) : std::nullopt;
      return date && (!first || as_tuple(*date) >= as_tuple(first->begin)) &&
             (!last || as_tuple(*date) < as_tuple(last->end));
    });
  }

  [[nodiscard]] std::vector<Run> select_numbers(const ValueRange& range) const {
    const double first = limit(range.first, -std::numeric_limits<double>::infinity());
    const double last = limit(range.last, std::numeric_limits<double>::infinity());
    if (last < first) throw ends_before();
    return runs_where([&](double number) { return number >= first && number <= last; });
  }

  /// Longitudes that differ by whole circles are equal; a range goes east from its first one.
  [[nodiscard]] std::vector<Run> select_longitudes(const ValueRange& range) const {
    constexpr double circle = 360;
    if (!range.first || !range.last) return select_numbers(range);
    const double first = limit(range.first, 0);
    double last = limit(range.last, 0);
    if (last < first) last += circle * std::ceil((first - last) / circle);
    if (last - first > circle) {
      throw Error(ErrorCode::usage, "the range is longer than a circle");
    }
    std::vector<Run> runs;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (std::isnan(numbers_[i])) continue;
      const double shift = circle * std::ceil((first - numbers_[i]) / circle);
      if (numbers_[i] + shift > last) continue;
      const bool follows =
          !runs.empty() && runs.back().start + runs.back().count == i && runs.back().shift == shift;
      if (!follows) runs.push_back({i, 0, 1, shift});
      ++runs.back().count;
    }
    const bool descends = numbers_.size() > 1 && numbers_[1] < numbers_[0];
    std::ranges::stable_sort(runs, [&](const Run& a, const Run& b) {
      return descends ? a.shift > b.shift : a.shift < b.shift;
    });
    return runs;
  }

  /// Returns a limit as the variable can express it.
  [[nodiscard]] double limit(const std::optional<std::string>& text, double otherwise) const {
    if (!text) return otherwise;
    const double number = parse_limit(*text);
    if (variable_.type->type_class != model::TypeClass::float_ || model::is_packed(variable_)) {
      return number;
    }
    return static_cast<double>(static_cast<float>(number));
  }

  [[nodiscard]] static Error ends_before() {
    return {ErrorCode::usage,
            "the range ends before it begins; begin with the smaller value, whatever the order in "
            "the file"};
  }

  [[nodiscard]] std::string values_there() const {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const double number : numbers_) {
      if (std::isnan(number)) continue;
      least = std::min(least, number);
      most = std::max(most, number);
    }
    if (most < least) return "it has none";
    return fmt::format("they are from {} to {}", text_of_value(least, axis_),
                       text_of_value(most, axis_));
  }

  const Variable& variable_;
  std::optional<cdl::TimeAxis> axis_;
  std::vector<double> numbers_;
};

std::size_t place_of_index(std::int64_t index, std::size_t length) {
  const auto whole = static_cast<std::int64_t>(length);
  if (index < 0) index += whole;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(index, 0, whole));
}

Run run_of_slice(const IndexSlice& slice, const model::Dimension& dimension) {
  const std::size_t first = place_of_index(slice.first.value_or(0), dimension.length);
  const std::size_t end =
      slice.end ? place_of_index(*slice.end, dimension.length) : dimension.length;
  if (first >= end) {
    throw Error(ErrorCode::not_found, fmt::format("selects nothing: {} has {} elements",
                                                  dimension.name, dimension.length));
  }
  return {first, (end - first - 1) / slice.step + 1, slice.step, 0};
}

/// Cuts the segments of an axis. numbers: gets the old number of each new segment.
std::vector<model::Segment> cut(const std::vector<model::Segment>& axis,
                                const std::vector<Run>& runs, std::vector<std::size_t>& numbers) {
  std::vector<model::Segment> segments;
  std::size_t to = 0;
  for (const Run& run : runs) {
    for (std::size_t number = 0; number < axis.size(); ++number) {
      const model::Segment& segment = axis[number];
      const std::size_t end =
          std::min(segment.to + segment.count, run.start + (run.count - 1) * run.step + 1);
      const std::size_t begin = std::max(segment.to, run.start);
      if (begin >= end) continue;
      const std::size_t before = (begin - run.start + run.step - 1) / run.step;
      const std::size_t first = run.start + before * run.step;
      if (first >= end) continue;
      const std::size_t count = (end - first - 1) / run.step + 1;
      segments.push_back({to, count, segment.source_of(first), segment.step * run.step});
      numbers.push_back(number);
      to += count;
    }
  }
  return segments;
}

void cut(ViewInMaking& view, DimensionId dimension, const std::vector<Run>& runs) {
  Schema& schema = view.definition.schema;
  std::size_t length = 0;
  for (const Run& run : runs) length += run.count;
  schema.dimensions[dimension].length = length;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    Variable& variable = schema.variables[id];
    model::ViewVariable& viewed = view.definition.variables[id];
    for (std::size_t axis = 0; axis < variable.dimensions.size(); ++axis) {
      if (variable.dimensions[axis] != dimension) continue;
      std::vector<std::size_t> numbers;
      viewed.grid.axes[axis] = cut(viewed.grid.axes[axis], runs, numbers);
      if (axis == viewed.grid.joined_axis) {
        std::vector<model::Origin> origins;
        for (const std::size_t number : numbers) origins.push_back(viewed.origins[number]);
        viewed.origins = std::move(origins);
      }
      if (axis < variable.storage.chunk_shape.size() &&
          !schema.dimensions[dimension].is_unlimited) {
        std::size_t& chunk = variable.storage.chunk_shape[axis];
        chunk = std::min(chunk, length);
      }
    }
  }
}

/// What an item selects along: a dimension, and by the values of which variable.
struct Along {
  DimensionId dimension = 0;
  std::optional<VariableId> variable;
};

/// Returns the variable with the name of a dimension and only this dimension, in its group or one
/// below.
std::optional<VariableId> find_coordinate(const Schema& schema, DimensionId dimension) {
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    const Variable& variable = schema.variables[id];
    if (variable.name == schema.dimensions[dimension].name &&
        variable.dimensions == std::vector{dimension}) {
      return id;
    }
  }
  return std::nullopt;
}

std::vector<Along> find_along(const Schema& schema, const std::string& name) {
  const std::vector<std::string> paths = paths_of_dimensions(schema);
  const std::vector<std::string> variables = paths_of_variables(schema);
  const std::string composed = base::to_nfc(name);
  std::vector<Along> found;
  for (DimensionId id = 0; id < paths.size(); ++id) {
    if (is_named(paths[id], composed)) found.push_back({id, find_coordinate(schema, id)});
  }
  if (!found.empty()) return found;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    const Variable& variable = schema.variables[id];
    if (!is_named(variables[id], composed)) continue;
    if (variable.dimensions.size() == 1) {
      found.push_back({variable.dimensions.front(), id});
      continue;
    }
    throw Error(ErrorCode::usage,
                fmt::format("variable {} has {} dimensions, not one; select by the index of each, "
                            "DIM[FIRST:END]",
                            schema.variable_path(id), variable.dimensions.size()));
  }
  if (!found.empty()) return found;
  throw Error(ErrorCode::not_found,
              fmt::format("there is no dimension {}{}", name, advice_on_name(name, paths)));
}

std::vector<Run> runs_of(const ViewInMaking& view, const SelectionItem& item, const Along& along) {
  const Schema& schema = view.definition.schema;
  const model::Dimension& dimension = schema.dimensions[along.dimension];
  if (item.slice) return {run_of_slice(*item.slice, dimension)};
  if (!along.variable || !schema.variables[*along.variable].type->is_number()) {
    throw Error(ErrorCode::usage,
                fmt::format("dimension {0} has no variable of its name with numbers; select by "
                            "index, {0}[FIRST:END]",
                            dimension.name));
  }
  return ValueSelector(view, *along.variable).select(item.range);
}

void select(ViewInMaking& view, const SelectionItem& item, std::set<DimensionId>& cut_before,
            std::vector<std::string>& steps) {
  for (const Along& along : find_along(view.definition.schema, item.name)) {
    const model::Dimension& dimension = view.definition.schema.dimensions[along.dimension];
    if (!cut_before.insert(along.dimension).second) {
      throw Error(ErrorCode::usage,
                  fmt::format("dimension {} is selected more than once", dimension.name));
    }
    const std::size_t before = dimension.length;
    const std::vector<Run> runs = runs_of(view, item, along);
    cut(view, along.dimension, runs);
    if (along.variable) shift_longitudes(view, *along.variable, along.dimension, runs);
    steps.push_back(fmt::format("--select {}: {} of {} along {}, from index {}", item.text,
                                dimension.length, before, dimension.name, runs.front().start));
  }
}

}  // namespace

void select(ViewInMaking& view, const std::vector<std::string>& texts,
            std::vector<std::string>& steps) {
  std::set<DimensionId> cut_before;
  for (const std::string& text : texts) {
    base::with_context("--select", [&] {
      for (const SelectionItem& item : parse_selection(text)) {
        base::with_context(item.text, [&] { select(view, item, cut_before, steps); });
      }
    });
  }
}

}  // namespace ncf::ops
