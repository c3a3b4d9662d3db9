// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/definitions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/text/characters.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/registry/registry.hpp"
#include "model/dataset/stored_form.hpp"
#include "ops/definitions/attribute_comparison.hpp"
#include "ops/definitions/compare_scope.hpp"
#include "ops/definitions/definition_text.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::Variable;
using model::VariableId;

using Texts = std::map<std::string, std::string>;

/// Group ids by path.
std::map<std::string, model::GroupId> groups_by_path(const Schema& schema) {
  std::map<std::string, model::GroupId> groups;
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) groups[schema.group_path(id)] = id;
  return groups;
}

template <class Value>
const Value* find(const std::map<std::string, Value>& all, const std::string& path) {
  const auto found = all.find(path);
  return found == all.end() ? nullptr : &found->second;
}

/// Returns "4 x 16", "4 x 16 in 8 x 16" with shards, "none", or "none, compact" if the values are
/// in the header.
std::string chunks_text(const model::Variable& variable) {
  const model::Storage& storage = variable.storage;
  if (storage.layout == model::Layout::compact) return "none, compact";
  if (storage.layout != model::Layout::chunked) return "none";
  return format_chunks(storage.chunk_shape, storage.shard_shape, "none");
}

/// Returns the filters in words, or "none".
std::string filters_text(const model::Variable& variable) {
  if (!variable.filters.empty()) return filter::describe(visible_form(variable.filters));
  return "none";
}

std::string codecs_text(const model::Variable& variable) {
  return format_compact_json(filter::list_of_codecs(variable.codecs.list()));
}

std::string byte_order_text(const model::Variable& variable) {
  const bool is_native = variable.byte_order == model::ByteOrder::native;
  const auto order = is_native ? model::host_order(*variable.type) : variable.byte_order;
  return order == model::ByteOrder::big ? "big-endian" : "little-endian";
}

std::string fill_mode_text(const model::Variable& variable) {
  return variable.no_fill ? "no fill" : "fill";
}

/// Returns the value that is read where nothing was written, if it is neither a `_FillValue` nor
/// netCDF's default.
std::optional<std::string> hidden_fill_text(const model::Variable& variable) {
  if (!variable.stored_fill) return std::nullopt;
  return value_text(*variable.type, variable.stored_fill->data());
}

/// Returns whether two Zarr arrays have the same filters, but perhaps other codecs for them.
bool may_differ_in_codecs(const Variable& first, const Variable& second) {
  return !first.codecs.empty() && !second.codecs.empty() &&
         first.codecs.list().front().format == second.codecs.list().front().format &&
         filters_text(first) == filters_text(second);
}

class DefinitionComparison {
 public:
  DefinitionComparison(const Schema& first, const Schema& second,
                       const std::vector<std::string>& ignored_attributes, CompareReport& report)
      : first_(first),
        second_(second),
        differences_(first.format, second.format, report),
        attributes_(first, second, ignored_attributes, differences_) {}

  void run(const CompareScope& scope) {
    differences_.add_storage("/", "format", std::string(format_name(first_.format)),
                             std::string(format_name(second_.format)));
    compare_groups(scope.groups);
    if (scope.is_whole) compare_types();
    add_left_out();
    compare_dimensions(scope);
    for (const VariablePair& pair : scope.variables) compare_variables(pair);
  }

 private:
  using Kind = model::Finding::Kind;
  using Text = std::optional<std::string>;

  void compare_groups(const std::vector<std::string>& paths) {
    const auto first = groups_by_path(first_);
    const auto second = groups_by_path(second_);
    for (const std::string& path : paths) {
      const model::GroupId* const a = find(first, path);
      const model::GroupId* const b = find(second, path);
      if (a != nullptr && b != nullptr) {
        attributes_.compare({path}, first_.groups[*a].attributes, second_.groups[*b].attributes);
      } else {
        const auto text = [](const auto* there) { return there ? Text("defined") : Text(); };
        differences_.add(path, "group", text(a), text(b));
      }
    }
  }

  static Texts types_of(const Schema& schema, bool is_unnamed) {
    Texts texts;
    for (const model::UserType& user : schema.types) {
      if (user.is_unnamed != is_unnamed) continue;
      texts[base::to_nfc(schema.type_path(user))] = type_definition_text(schema, user);
    }
    return texts;
  }

  /// Returns the types that are named in the file, except those that the other dataset has without
  /// a name and calls by the same name.
  static Texts named_types_of(const Schema& schema, const Schema& other) {
    Texts types = types_of(schema, false);
    const Texts unnamed = types_of(other, true);
    std::erase_if(types, [&](const auto& type) {
      const std::string* const text = find(unnamed, type.first);
      return text != nullptr && *text == type.second;
    });
    return types;
  }

  void compare_types() {
    const Texts first = named_types_of(first_, second_);
    const Texts second = named_types_of(second_, first_);
    for (const auto& [path, text] : first) {
      if (const std::string* const other = find(second, path)) {
        differences_.add(path, "type", text, *other);
      } else {
        differences_.add_expression(path, "type", text, {});
      }
    }
    for (const auto& [path, text] : second) {
      if (!first.contains(path)) differences_.add_expression(path, "type", {}, text);
    }
  }

  using Dimensions = std::map<std::string, model::DimensionId>;

  /// Returns the dimensions that have a name, by path.
  static Dimensions dimensions_of(const Schema& schema) {
    Dimensions dimensions;
    for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
      if (!schema.dimensions[id].is_unnamed) dimensions[schema.dimension_path(id)] = id;
    }
    return dimensions;
  }

  /// Returns the dimensions of the variables that are compared, or all.
  [[nodiscard]] std::set<std::string> dimensions_in(const CompareScope& scope,
                                                    const Dimensions& first,
                                                    const Dimensions& second) const {
    std::set<std::string> paths;
    if (scope.is_whole) {
      for (const auto& [path, id] : first) paths.insert(path);
      for (const auto& [path, id] : second) paths.insert(path);
    }
    const auto add = [&](const Schema& schema, std::optional<VariableId> variable) {
      if (!variable) return;
      for (const model::DimensionId id : schema.variables[*variable].dimensions) {
        if (!schema.dimensions[id].is_unnamed) paths.insert(schema.dimension_path(id));
      }
    };
    for (const VariablePair& pair : scope.variables) {
      add(first_, pair.first);
      add(second_, pair.second);
    }
    return paths;
  }

  void compare_dimensions(const CompareScope& scope) {
    const Dimensions first = dimensions_of(first_);
    const Dimensions second = dimensions_of(second_);
    for (const std::string& path : dimensions_in(scope, first, second)) {
      const model::DimensionId* const a = find(first, path);
      const model::DimensionId* const b = find(second, path);
      if (a != nullptr && b != nullptr) {
        compare_dimension(path, *a, *b);
      } else {
        const auto text = [](const Schema& schema, const model::DimensionId* id) {
          return id ? Text(std::to_string(schema.dimensions[*id].length)) : Text();
        };
        differences_.add_expression(path, "dimension", text(first_, a), text(second_, b),
                                    differences_.both_express(expresses_lone_dimensions));
      }
    }
  }

  void compare_dimension(const std::string& path, model::DimensionId first_id,
                         model::DimensionId second_id) {
    const model::Dimension& first = first_.dimensions[first_id];
    const model::Dimension& second = second_.dimensions[second_id];
    differences_.add(path, "length", std::to_string(first.length), std::to_string(second.length));
    const auto text = [](const model::Dimension& dimension) {
      return dimension.is_unlimited ? "unlimited" : "fixed";
    };
    differences_.add_expression(path, "growth", text(first), text(second),
                                expresses_growth(first_.format, second_, second_id) &&
                                    expresses_growth(second_.format, first_, first_id));
  }

  void compare_variables(const VariablePair& pair) {
    if (!pair.first || !pair.second) {
      const auto text = [](const Schema& schema, std::optional<VariableId> id) {
        return id ? Text(variable_text(schema, *id)) : Text();
      };
      differences_.add(pair.path, "variable", text(first_, pair.first), text(second_, pair.second));
      return;
    }
    const Variable& first = first_.variables[*pair.first];
    const Variable& second = second_.variables[*pair.second];
    AttributeOwner owner{pair.path, &first, &second};
    if (are_packed_differently(first, second)) {
      differences_.add_storage(pair.path, "type", type_text(first_, first),
                               type_text(second_, second));
      owner.of_packing = attributes_of_packing(first, second);
    } else {
      compare_types_of(pair.path, first, second);
    }
    compare_dimension_lists(pair, first, second);
    attributes_.compare(owner, first.attributes, second.attributes);
    compare_storage(pair.path, first, second);
  }

  void compare_storage(const std::string& path, const Variable& first, const Variable& second) {
    const auto add = [&](const char* what, auto text) {
      differences_.add_storage(path, what, text(first), text(second));
    };
    add("chunks", chunks_text);
    add("filters", filters_text);
    if (may_differ_in_codecs(first, second)) add("codecs", codecs_text);
    add("byte order", byte_order_text);
    add("fill mode", fill_mode_text);
    add("fill value", hidden_fill_text);
  }

  /// Types without a name in the file are compared here only.
  void compare_types_of(const std::string& path, const Variable& first, const Variable& second) {
    if (model::same_type(*first.type, *second.type)) return;
    const std::string a = type_text(first_, first);
    const std::string b = type_text(second_, second);
    if (a != b && model::same_type_but_for_name(*first.type, *second.type)) {
      return differences_.add_expression(path, "type", a, b);
    }
    if (a != b) return differences_.add(path, "type", a, b);
    differences_.add(path, "type", type_definitions_text(first_, first),
                     type_definitions_text(second_, second));
  }

  void compare_dimension_lists(const VariablePair& pair, const Variable& first,
                               const Variable& second) {
    const std::string a = dimensions_text(first_, first);
    const std::string b = dimensions_text(second_, second);
    if (first_.shape(first) != second_.shape(second) || has_other_names(first, second)) {
      differences_.add(pair.path, "dimensions", a, b);
    } else if (has_unnamed(first_, first) != has_unnamed(second_, second)) {
      differences_.add_storage(pair.path, "dimensions", a, b);
    }
  }

  static bool has_unnamed(const Schema& schema, const Variable& variable) {
    return std::ranges::any_of(variable.dimensions, [&](model::DimensionId id) {
      return schema.dimensions[id].is_unnamed;
    });
  }

  /// Returns whether a dimension has another name. The variables have as many dimensions.
  [[nodiscard]] bool has_other_names(const Variable& first, const Variable& second) const {
    for (std::size_t i = 0; i < first.dimensions.size(); ++i) {
      const model::DimensionId a = first.dimensions[i];
      const model::DimensionId b = second.dimensions[i];
      if (first_.dimensions[a].is_unnamed || second_.dimensions[b].is_unnamed) continue;
      if (first_.dimension_path(a) == second_.dimension_path(b)) continue;
      if (dimension_text(first_, first, a) != dimension_text(second_, second, b)) return true;
    }
    return false;
  }

  /// Adds the parts that cannot be compared, which count as different.
  void add_left_out() {
    std::map<model::Finding::Part, DefinitionDifference> differences;
    const auto collect = [&](const Schema& schema, Text DefinitionDifference::*side) {
      for (const model::Finding& finding : schema.findings) {
        if (finding.kind != Kind::left_out) continue;
        DefinitionDifference& difference = differences[finding.part()];
        difference.path = finding.full_path();
        difference.*side = finding.text;
      }
    };
    collect(first_, &DefinitionDifference::first);
    collect(second_, &DefinitionDifference::second);
    for (auto& [part, difference] : differences) {
      difference.what = "not compared";
      differences_.add(std::move(difference));
    }
  }

  const Schema& first_;
  const Schema& second_;
  DifferenceList differences_;
  AttributeComparison attributes_;
};

}  // namespace

void compare_definitions(const Schema& first, const Schema& second, const CompareScope& scope,
                         const std::vector<std::string>& ignored_attributes,
                         CompareReport& report) {
  DefinitionComparison(first, second, ignored_attributes, report).run(scope);
}

}  // namespace ncf::ops
