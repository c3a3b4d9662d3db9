// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/joined_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/views/selection_text.hpp"

namespace ncf::ops {

using model::Dimension;
using model::DimensionId;
using model::Schema;

namespace {

/// Objects of one kind in two inputs, by their paths.
using Paths = std::map<std::string, std::size_t>;

/// Compares the objects of one kind. difference(id, other_id): says how an object and the one with
/// its path in the other input differ; empty if they do not.
/// throws: Error(unsupported) naming an object that only one input has, or that differs.
template <typename Difference>
void require_same(const std::string& kind, const Paths& first, const Paths& other,
                  const std::string& first_input, const Difference& difference) {
  for (const auto& [path, id] : first) {
    base::with_context(kind + " " + path, [&, id = id, &path = path] {
      const auto found = other.find(path);
      if (found == other.end()) {
        throw Error(ErrorCode::unsupported, "is missing, but is in " + first_input);
      }
      const std::string what = difference(id, found->second);
      if (what.empty()) return;
      throw Error(ErrorCode::unsupported, fmt::format("has {} than in {}", what, first_input));
    });
  }
  for (const auto& [path, id] : other) {
    if (first.contains(path)) continue;
    throw Error(ErrorCode::unsupported, "is not in " + first_input).add_context(kind + " " + path);
  }
}

/// path_of(id): of each of so many objects.
template <typename PathOf>
Paths paths_of(std::size_t count, const PathOf& path_of) {
  Paths paths;
  for (std::size_t id = 0; id < count; ++id) paths[path_of(id)] = id;
  return paths;
}

Paths groups_of(const Schema& schema) {
  return paths_of(schema.groups.size(), [&](model::GroupId id) { return schema.group_path(id); });
}

/// Returns the dimensions that variables to keep have, or all.
Paths dimensions_of(const KeptPart& part) {
  const Schema& schema = part.schema;
  Paths paths;
  for (DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    bool is_kept = part.kept.empty();
    for (model::VariableId variable = 0; variable < part.kept.size() && !is_kept; ++variable) {
      is_kept =
          part.kept[variable] && std::ranges::count(schema.variables[variable].dimensions, id) > 0;
    }
    if (is_kept) paths[schema.dimension_path(id)] = id;
  }
  return paths;
}

Paths types_of(const Schema& schema) {
  Paths paths;
  for (std::size_t id = 0; id < schema.types.size(); ++id) {
    const model::UserType& type = schema.types[id];
    if (!type.is_unnamed) paths[schema.type_path(type)] = id;
  }
  return paths;
}

/// Returns the longest step between values that is not a gap.
double usual_step(const std::vector<JoinedPart>& parts) {
  double longest = 0;
  std::vector<double> between;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    longest = std::max(longest, parts[i].longest_step);
    if (i > 0) between.push_back(std::abs(parts[i].values.front() - parts[i - 1].values.back()));
  }
  if (longest > 0 || between.empty()) return longest;
  const auto middle = between.begin() + static_cast<std::ptrdiff_t>(between.size() / 2);
  std::nth_element(between.begin(), middle, between.end());
  return *middle;
}

std::string text_of_ends(const JoinedPart& part, const std::optional<cdl::TimeAxis>& axis) {
  return fmt::format("{} to {}", text_of_value(part.values.front(), axis),
                     text_of_value(part.values.back(), axis));
}

void tell_gaps(const std::vector<JoinedPart>& parts, const std::string& dimension,
               const std::optional<cdl::TimeAxis>& axis, std::vector<std::string>& notes) {
  constexpr double longer_than_usual = 1.5;
  const double most = longer_than_usual * usual_step(parts);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const JoinedPart& before = parts[i - 1];
    if (std::abs(parts[i].values.front() - before.values.back()) <= most) continue;
    notes.push_back(fmt::format("there is a gap along {}: {} ends at {}, and {} begins at {}",
                                dimension, before.name, text_of_value(before.values.back(), axis),
                                parts[i].name, text_of_value(parts[i].values.front(), axis)));
  }
}

}  // namespace

void require_same_definitions(const KeptPart& first_part, const KeptPart& other_part,
                              const std::string& first_input, const std::string& joined) {
  const Schema& first = first_part.schema;
  const Schema& other = other_part.schema;
  require_same("group", groups_of(first), groups_of(other), first_input,
               [](auto, auto) { return ""; });
  require_same("dimension", dimensions_of(first_part), dimensions_of(other_part), first_input,
               [&](DimensionId a, DimensionId b) {
                 const Dimension& dimension = first.dimensions[a];
                 const bool is_joined = dimension.group == 0 && dimension.name == joined;
                 const bool is_same = is_joined || dimension.length == other.dimensions[b].length;
                 return is_same ? "" : "another length";
               });
  require_same("type", types_of(first), types_of(other), first_input,
               [&](std::size_t a, std::size_t b) {
                 const bool is_same = model::same_type(*first.types[a].type, *other.types[b].type);
                 return is_same ? "" : "another definition";
               });
}

void require_same_dimensions(const DefinedVariable& first, const DefinedVariable& other,
                             const std::string& first_input, const std::string& joined) {
  const auto describe = [&](const DefinedVariable& one) {
    std::vector<std::string> texts;
    for (const DimensionId id : one.variable.dimensions) {
      const Dimension& dimension = one.schema.dimensions[id];
      const bool is_joined = dimension.group == 0 && dimension.name == joined;
      texts.push_back(is_joined ? dimension.name
                                : fmt::format("{} = {}", dimension.name, dimension.length));
    }
    return fmt::format("({})", fmt::join(texts, ", "));
  };
  const std::string a = describe(first);
  const std::string b = describe(other);
  if (a == b) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("has dimensions {}, but {} in {}", b, a, first_input));
}

const model::Attribute* find_meaning(const model::Variable& variable, std::string_view name) {
  const auto* const attribute = model::find_attribute(variable.attributes, name);
  if (attribute == nullptr || (name != "_FillValue" && name != "missing_value")) return attribute;
  const std::vector<double> numbers = model::to_doubles(*attribute->values);
  return numbers.size() == 1 && std::isnan(numbers.front()) ? nullptr : attribute;
}

bool have_same_values(const model::ViewVariable& a, const model::ViewVariable& b,
                      const model::TypeRef& type, model::SourcePool& pool) {
  constexpr std::uint64_t slab_bytes = std::uint64_t{8} << 20U;
  std::vector<std::size_t> shape;
  for (const auto& axis : a.grid.axes) shape.push_back(axis.empty() ? 0 : axis.front().count);
  const model::ChunkGrid grid(shape, model::slab_shape(shape, type->size_bytes, slab_bytes));
  model::Values left(type);
  model::Values right(type);
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    base::throw_if_stopped();
    const model::Box box = grid.within(grid.chunk_box(i));
    model::read_values(a, pool, box, left);
    model::read_values(b, pool, box, right);
    if (left != right) return false;
  }
  return true;
}

std::optional<TimeConversion> find_conversion(const cdl::TimeAxis& from, const cdl::TimeAxis& to) {
  const auto unit = from.unit_seconds();
  const auto to_unit = to.unit_seconds();
  const auto apart = from.seconds_after(to);
  if (!unit || !to_unit || !apart) return std::nullopt;
  return TimeConversion{*unit / *to_unit, *apart / *to_unit};
}

model::ViewConversionRef make_conversion(const TimeConversion& conversion,
                                         const model::Variable& variable,
                                         const model::TypeRef& to) {
  auto made = std::make_shared<model::ViewConversion>();
  made->original = variable.type;
  const Unpacker numbers(variable);
  made->convert = [conversion, numbers, from = variable.type, to](
                      const model::Box& box, std::span<const std::byte> originals,
                      std::span<std::byte> values) {
    std::vector<double> meant(box.value_count());
    numbers.unpack(originals.data(), meant.size(), meant.data());
    model::visit_number(from->type_class, [&](auto from_like) {
      return model::visit_number(to->type_class, [&](auto like) {
        using Number = decltype(like);
        for (std::size_t i = 0; i < meant.size(); ++i) {
          const auto original = static_cast<double>(
              model::load<decltype(from_like)>(originals.data() + i * sizeof(from_like)));
          const bool is_time = !conversion.is_none() && !std::isnan(meant[i]);
          const double wanted =
              is_time ? original * conversion.factor + conversion.offset : original;
          Number number{};
          const bool is_exact = model::convert_number_exactly(wanted, number);
          if (!is_exact && is_time && std::is_floating_point_v<Number>) {
            number = static_cast<Number>(wanted);
          } else if (!is_exact) {
            throw Error(ErrorCode::unsupported,
                        fmt::format("value {} cannot be expressed as {}{}", original, to->name,
                                    is_time ? " in the units of the first file" : ""));
          }
          model::store(values.data() + i * sizeof(Number), number);
        }
        return true;
      });
    });
  };
  return made;
}

JoinedPart make_part(std::size_t source, std::string name, std::vector<double> values) {
  if (values.empty()) throw Error(ErrorCode::unsupported, "has no values");
  JoinedPart part{source, std::move(name), values.size(), {}, 0};
  const bool is_falling = values.back() < values.front();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double step = i == 0 ? 0 : values[i] - values[i - 1];
    const bool follows = i == 0 || (is_falling ? step < 0 : step > 0);
    if (std::isnan(values[i]) || !follows) {
      throw Error(ErrorCode::unsupported, fmt::format("value {} is not {} than the one before",
                                                      values[i], is_falling ? "less" : "greater"));
    }
    part.longest_step = std::max(part.longest_step, std::abs(step));
  }
  part.values = std::move(values);
  return part;
}

void skip_present_parts(std::vector<JoinedPart>& parts, const std::string& dimension,
                        const std::optional<cdl::TimeAxis>& axis, std::vector<std::string>& notes) {
  std::vector<double> present = parts.front().values;
  std::ranges::sort(present);
  const auto is_present = [&](double value) { return std::ranges::binary_search(present, value); };
  const std::string first = parts.front().name;
  const auto skipped = std::remove_if(parts.begin() + 1, parts.end(), [&](const auto& part) {
    if (!std::ranges::all_of(part.values, is_present)) return false;
    notes.push_back(fmt::format("{}: skipped, because its values {} along {} are in {}", part.name,
                                text_of_ends(part, axis), dimension, first));
    return true;
  });
  parts.erase(skipped, parts.end());
}

void sort_parts(std::vector<JoinedPart>& parts, const std::string& dimension,
                const std::optional<cdl::TimeAxis>& axis, std::vector<std::string>& notes) {
  const auto is_falling = [](const JoinedPart& part) {
    return part.values.back() < part.values.front();
  };
  const bool all_fall = std::ranges::any_of(parts, is_falling);
  const auto precedes = [&](double a, double b) { return all_fall ? b < a : a < b; };
  std::ranges::sort(parts, [&](const JoinedPart& a, const JoinedPart& b) {
    return precedes(a.values.front(), b.values.front());
  });
  const auto text = [&](const JoinedPart& part) { return text_of_ends(part, axis); };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool has_direction = parts[i].length == 1 || is_falling(parts[i]) == all_fall;
    const bool follows = i == 0 || precedes(parts[i - 1].values.back(), parts[i].values.front());
    if (has_direction && follows) continue;
    const JoinedPart& other = i == 0 ? parts[1] : parts[i - 1];
    throw Error(
        ErrorCode::unsupported,
        has_direction
            ? fmt::format("values {} overlap {} of {}", text(parts[i]), text(other), other.name)
            : fmt::format("values {} ascend, but those of other files descend", text(parts[i])))
        .add_context("variable /" + dimension)
        .add_context(parts[i].name);
  }
  tell_gaps(parts, dimension, axis, notes);
}

}  // namespace ncf::ops
