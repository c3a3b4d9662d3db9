// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/view_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "model/schema/coordinates.hpp"
#include "ncf/error.hpp"
#include "ops/definitions/definition_text.hpp"
#include "ops/report/quantities.hpp"
#include "ops/select/variable_selection.hpp"
#include "ops/views/joined_parts.hpp"

namespace ncf::ops {
namespace {

using model::DimensionId;
using model::Schema;
using model::Variable;
using model::VariableId;
using model::ViewDefinition;

std::optional<DimensionId> find_dimension(const Schema& schema, const std::string& name) {
  for (DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    if (schema.dimensions[id].group == 0 && schema.dimensions[id].name == name) return id;
  }
  return std::nullopt;
}

/// Returns the variable with the dimension's name that has only this dimension, or none.
std::optional<VariableId> find_coordinate(const Schema& schema, const std::string& name) {
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    const Variable& variable = schema.variables[id];
    if (variable.group != 0 || variable.name != name || !variable.type->is_number()) continue;
    if (variable.dimensions.empty()) return id;
    if (variable.dimensions.size() > 1) continue;
    if (schema.dimensions[variable.dimensions.front()].name == name) return id;
  }
  return std::nullopt;
}

VariableId find_variable(const Schema& schema, const std::string& path, const std::string& first) {
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    if (schema.variable_path(id) == path) return id;
  }
  throw Error(ErrorCode::unsupported,
              fmt::format("is missing, but is in {}; leave it out with -V '!{}'", first, path))
      .add_context("variable " + path);
}

/// Joins sources one after the other.
class Joiner {
 public:
  Joiner(const JoinRequest& request, std::shared_ptr<model::SourcePool> pool,
         std::vector<std::string>& notes)
      : request_(request), pool_(std::move(pool)), notes_(notes) {}

  ViewInMaking join() {
    const std::vector<JoinedPart> parts = order();
    first_name_ = parts.front().name;
    for (const JoinedPart& part : parts) {
      base::throw_if_stopped();
      base::with_context(part.name, [&] { add(part); });
    }
    tell_attributes();
    return {finish(), pool_, std::ranges::max(lengths_)};
  }

 private:
  /// Looks at the dimension in each source.
  std::vector<JoinedPart> order() {
    std::vector<JoinedPart> parts;
    std::size_t with_values = 0;
    for (std::size_t i = 0; i < pool_->count(); ++i) {
      base::throw_if_stopped();
      parts.push_back(base::with_context(request_.names[i], [&] { return look_at(i); }));
      if (!parts.back().values.empty()) ++with_values;
    }
    if (with_values == parts.size()) {
      if (request_.skip_present) skip_present_parts(parts, request_.dimension, axis_, notes_);
      sort_parts(parts, request_.dimension, axis_, notes_);
    } else if (with_values > 0) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("some files have variable {} along which they are joined, others "
                              "have not",
                              request_.dimension));
    } else {
      notes_.push_back(fmt::format("{} {} has no values: files are joined in the order given",
                                   is_new_ ? "the new dimension" : "dimension",
                                   request_.dimension));
    }
    return parts;
  }

  JoinedPart look_at(std::size_t number) {
    const auto source = pool_->get(number);
    ViewInMaking one{request_.view_of(*source, number), pool_};
    const Schema& schema = one.definition.schema;
    const auto dimension = find_dimension(schema, request_.dimension);
    if (number == 0) is_new_ = !dimension;
    if (is_new_ == dimension.has_value()) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("has {} dimension {}, unlike {}", dimension ? "a" : "no",
                              request_.dimension, request_.names.front()));
    }
    const std::size_t length = dimension ? schema.dimensions[*dimension].length : 1;
    const auto coordinate = find_coordinate(schema, request_.dimension);
    if (is_new_ && !coordinate) require_unlike_others(schema);
    if (!coordinate) return {number, request_.names[number], length};
    return base::with_context(schema.variable_title(*coordinate), [&] {
      std::vector<double> numbers = one.read_numbers(*coordinate);
      const auto axis = cdl::TimeAxis::of(schema.variables[*coordinate]);
      if (number == 0) axis_ = axis;
      if (axis && axis_) {
        const auto conversion = find_conversion(*axis, *axis_);
        if (conversion) {
          for (double& value : numbers) value = value * conversion->factor + conversion->offset;
        }
      }
      return make_part(number, request_.names[number], std::move(numbers));
    });
  }

  /// throws: Error(not_found) if the name of the new dimension is probably a misspelt one.
  void require_unlike_others(const Schema& schema) const {
    const std::string advice = advice_on_name(request_.dimension, paths_of_dimensions(schema));
    if (advice.empty()) return;
    throw Error(ErrorCode::not_found,
                fmt::format("there is no dimension {}{}", request_.dimension, advice));
  }

  void add(const JoinedPart& part) {
    ViewDefinition one = request_.view_of(*pool_->get(part.source), part.source);
    const bool is_first = joined_.variables.empty() && joined_.schema.variables.empty();
    if (is_first) begin(one);
    if (!is_new_) {
      const DimensionId dimension = *find_dimension(one.schema, request_.dimension);
      if (one.schema.dimensions[dimension].length != part.length) {
        throw Error(ErrorCode::io, "was changed while it was read");
      }
    }
    if (!is_first) {
      const std::vector<bool> kept = request_.keep(one.schema);
      require_same_definitions({joined_.schema, is_kept_}, {one.schema, kept}, first_name_,
                               request_.dimension);
      require_no_others(one.schema, kept);
    }
    for (VariableId id = 0; id < joined_.schema.variables.size(); ++id) {
      base::throw_if_stopped();
      if (!is_first && !is_kept(id)) continue;
      const VariableId other =
          is_first ? id : find_variable(one.schema, joined_.schema.variable_path(id), first_name_);
      base::with_context(joined_.schema.variable_title(id), [&] {
        if (!is_first) compare(id, one, other);
        append(id, one, other);
      });
    }
    note_group_attributes(one.schema);
    if (part.length > 0) segments_.push_back({length_, part.length, 0, 1});
    lengths_.push_back(part.length);
    length_ += part.length;
  }

  void begin(const ViewDefinition& first) {
    joined_.schema = first.schema;
    joined_.variables = first.variables;
    is_kept_ = request_.keep(first.schema);
    const std::vector<bool> coordinates = model::find_coordinates(first.schema);
    for (VariableId id = 0; id < joined_.variables.size(); ++id) {
      const Variable& variable = joined_.schema.variables[id];
      joined_.variables[id].origins.clear();
      origins_.emplace_back();
      paths_.insert(joined_.schema.variable_path(id));
      const bool is_joined_scalar = variable.group == 0 && variable.name == request_.dimension;
      is_joined_.push_back(is_new_ ? !coordinates[id] || is_joined_scalar
                                   : axis_of(variable).has_value());
      axes_.push_back(cdl::TimeAxes(first.schema).of(id));
    }
  }

  [[nodiscard]] bool is_kept(VariableId id) const { return is_kept_.empty() || is_kept_[id]; }

  /// Returns the position of the joined dimension, which exists in the sources.
  [[nodiscard]] std::optional<std::size_t> axis_of(const Variable& variable) const {
    const auto dimension = find_dimension(joined_.schema, request_.dimension);
    const auto& dimensions = variable.dimensions;
    if (!dimension || std::ranges::count(dimensions, *dimension) == 0) return std::nullopt;
    if (std::ranges::count(dimensions, *dimension) > 1) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("has dimension {}, along which the files are joined, more than once",
                              request_.dimension))
          .add_context("variable /" + variable.name);
    }
    return static_cast<std::size_t>(std::ranges::find(dimensions, *dimension) - dimensions.begin());
  }

  void require_no_others(const Schema& schema, const std::vector<bool>& kept) const {
    for (VariableId id = 0; id < schema.variables.size(); ++id) {
      const std::string path = schema.variable_path(id);
      if (paths_.contains(path) || (!kept.empty() && !kept[id])) continue;
      throw Error(ErrorCode::unsupported,
                  fmt::format("is not in {}; leave it out with -V '!{}'", first_name_, path))
          .add_context("variable " + path);
    }
  }

  /// Requires that a variable can be joined with those before. throws: Error(unsupported).
  void compare(VariableId id, const ViewDefinition& one, VariableId other) {
    const Variable& first = joined_.schema.variables[id];
    const Variable& second = one.schema.variables[other];
    const bool are_numbers = first.type->is_number() && second.type->is_number();
    const bool can_convert = are_numbers && is_joined_[id];
    if (!model::same_type(*first.type, *second.type) && !can_convert) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("is of type {}, but of type {} in {}", second.type->name,
                              first.type->name, first_name_));
    }
    require_same_dimensions({joined_.schema, first}, {one.schema, second}, first_name_,
                            request_.dimension);
    for (const std::string_view name : meanings) require_same(name, id, first, second);
    note_attributes(joined_.schema.variable_path(id), first.attributes, second.attributes);
    if (is_joined_[id] ||
        have_same_values(value_of_first(id), one.variables[other], first.type, *pool_)) {
      return;
    }
    if (is_new_) {
      is_joined_[id] = true;
      return;
    }
    throw Error(ErrorCode::unsupported,
                fmt::format("its values differ from those in {}, and it has no dimension {} along "
                            "which both could be kept",
                            first_name_, request_.dimension));
  }

  [[nodiscard]] model::ViewVariable value_of_first(VariableId id) const {
    return {joined_.variables[id].grid, {origins_[id].front()}};
  }

  /// Times of other units are converted.
  void require_same(std::string_view name, VariableId id, const Variable& first,
                    const Variable& second) const {
    const auto* const a = find_meaning(first, name);
    const auto* const b = find_meaning(second, name);
    if (a == b || (a != nullptr && b != nullptr && *a->values == *b->values)) return;
    const auto axis = cdl::TimeAxis::of(second);
    if ((name == "units" || name == "calendar") && axis && axes_[id] &&
        find_conversion(*axis, *axes_[id])) {
      return;
    }
    const auto text = [](const model::Attribute* attribute) {
      return attribute == nullptr ? "missing" : attribute_text(*attribute->values);
    };
    const bool is_packing = name == "scale_factor" || name == "add_offset" || name == "_Unsigned";
    throw Error(ErrorCode::unsupported,
                fmt::format("{} is {}, but {} in {}{}", name, text(b), text(a), first_name_,
                            is_packing ? "; join unpacked values with --unpack" : ""));
  }

  void note_attributes(const std::string& path, const std::vector<model::Attribute>& first,
                       const std::vector<model::Attribute>& second) {
    const auto note_those_unlike = [&](const auto& attributes, const auto& others) {
      for (const model::Attribute& attribute : attributes) {
        const auto* const other = model::find_attribute(others, attribute.name);
        if (other == nullptr || *attribute.values != *other->values) {
          const bool is_joined = std::ranges::find(meanings, attribute.name) != std::end(meanings);
          if (!is_joined) other_attributes_.insert(fmt::format("{}:{}", path, attribute.name));
        }
      }
    };
    note_those_unlike(first, second);
    note_those_unlike(second, first);
  }

  void note_group_attributes(const Schema& other) {
    const Schema& first = joined_.schema;
    for (model::GroupId id = 0; id < first.groups.size(); ++id) {
      const std::string path = first.group_path(id);
      for (model::GroupId i = 0; i < other.groups.size(); ++i) {
        if (other.group_path(i) != path) continue;
        note_attributes(id == 0 ? "" : path, first.groups[id].attributes,
                        other.groups[i].attributes);
      }
    }
  }

  void tell_attributes() {
    note_few(notes_, fmt::format("attributes differ, and those of {} are used", first_name_),
             {other_attributes_.begin(), other_attributes_.end()});
  }

  void append(VariableId id, const ViewDefinition& one, VariableId other) {
    model::Origin origin = one.variables[other].origins.front();
    const auto axis = cdl::TimeAxes(one.schema).of(other);
    const auto times = axis && axes_[id] ? find_conversion(*axis, *axes_[id]) : std::nullopt;
    const Variable& variable = one.schema.variables[other];
    const model::TypeRef& type = joined_.schema.variables[id].type;
    if ((times && !times->is_none()) || !model::same_type(*variable.type, *type)) {
      origin.conversion =
          model::chained(std::move(origin.conversion),
                         make_conversion(times.value_or(TimeConversion()), variable, type));
    }
    origins_[id].push_back(std::move(origin));
  }

  ViewDefinition finish() {
    Schema& schema = joined_.schema;
    if (length_ == 0) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("dimension {} is empty in all inputs", request_.dimension));
    }
    if (is_new_) schema.dimensions.push_back({request_.dimension, length_, false, 0});
    const DimensionId dimension = *find_dimension(schema, request_.dimension);
    schema.dimensions[dimension].length = length_;
    for (VariableId id = 0; id < schema.variables.size(); ++id) {
      Variable& variable = schema.variables[id];
      model::ViewVariable& viewed = joined_.variables[id];
      if (!is_joined_[id]) {
        viewed.origins = {origins_[id].front()};
        continue;
      }
      viewed.origins.clear();
      // The values of those that are not kept are never read.
      if (!is_kept(id)) origins_[id].resize(lengths_.size(), origins_[id].front());
      for (std::size_t i = 0; i < lengths_.size(); ++i) {
        if (lengths_[i] > 0) viewed.origins.push_back(std::move(origins_[id][i]));
      }
      viewed.grid.joined_axis = is_new_ ? 0 : *axis_of(variable);
      viewed.grid.is_new_axis = is_new_;
      if (is_new_) add_axis(variable, viewed, dimension);
      viewed.grid.axes[*viewed.grid.joined_axis] = segments_;
    }
    return std::move(joined_);
  }

  static void add_axis(Variable& variable, model::ViewVariable& viewed, DimensionId dimension) {
    viewed.grid.axes.emplace(viewed.grid.axes.begin());
    variable.dimensions.insert(variable.dimensions.begin(), dimension);
    for (auto* const shape : {&variable.storage.chunk_shape, &variable.storage.shard_shape}) {
      if (!shape->empty()) shape->insert(shape->begin(), 1);
    }
  }

  const JoinRequest& request_;
  std::shared_ptr<model::SourcePool> pool_;
  std::vector<std::string>& notes_;
  bool is_new_ = false;                ///< the sources do not have the dimension
  std::optional<cdl::TimeAxis> axis_;  ///< of the first source given
  std::string first_name_;             ///< in order
  ViewDefinition joined_;
  std::size_t length_ = 0;
  std::vector<std::size_t> lengths_;                 ///< of the sources
  std::vector<model::Segment> segments_;             ///< of those with elements
  std::vector<bool> is_kept_;                        ///< by variable; empty if all are
  std::vector<bool> is_joined_;                      ///< by variable
  std::vector<std::vector<model::Origin>> origins_;  ///< by variable
  std::vector<std::optional<cdl::TimeAxis>> axes_;   ///< by variable, of the first source
  std::set<std::string> paths_;                      ///< of the variables
  std::set<std::string> other_attributes_;
};

}  // namespace

ViewInMaking join(const JoinRequest& request, std::shared_ptr<model::SourcePool> pool,
                  std::vector<std::string>& notes) {
  return Joiner(request, std::move(pool), notes).join();
}

}  // namespace ncf::ops
