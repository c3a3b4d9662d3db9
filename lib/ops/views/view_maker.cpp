// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/view_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/views/selection_text.hpp"
#include "ops/views/view_steps.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf::ops {
namespace {

using model::DimensionId;
using model::Schema;
using model::Variable;
using model::VariableId;

using LeaveOut = std::function<void(model::ViewDefinition& view)>;

/// Does what is done to one source, before it is joined with others. leave_out: leaves out
/// variables. steps: gets what was done.
model::ViewDefinition view_of(model::Source& source, std::size_t number, const ViewOptions& options,
                              const LeaveOut& leave_out, std::vector<std::string>& steps) {
  model::ViewDefinition view = model::all_of(source.schema(), number);
  leave_out(view);
  const ChosenTypes types = choose_types(options.types, view.schema);
  if (options.unpack) unpack(view, types, source, steps);
  change_types(view, types, source, steps);
  return view;
}

/// Leaves out variables of joined sources, of which not all need to have them.
class Exclusion {
 public:
  explicit Exclusion(const std::vector<std::string>& names) : names_(names) {}

  void apply(model::ViewDefinition& view) {
    for (const std::string& name : names_) {
      try {
        exclude(view, name);
        found_.insert(name);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::not_found) throw;
        absent_.emplace(name, error);
      }
    }
  }

  /// throws: Error(not_found) for a name that no source has.
  void require_all_found() const {
    for (const auto& [name, error] : absent_) {
      if (!found_.contains(name)) throw error;
    }
  }

 private:
  const std::vector<std::string>& names_;
  std::set<std::string> found_;
  std::map<std::string, Error> absent_;
};

/// Returns the variables that are kept, or whose values the options select by. Empty: all.
std::vector<bool> marks_to_keep(const Schema& schema, const ViewOptions& options,
                                const KeepVariables& keep) {
  if (!keep) return {};
  Schema renamed = schema;
  std::vector<std::string> steps;
  rename(renamed, options.rename, steps);
  std::vector<bool> kept = keep(renamed);
  for (const std::string& text : options.select) {
    for (const SelectionItem& item : parse_selection(text)) {
      for (VariableId id = 0; id < kept.size(); ++id) {
        const bool is_named =
            item.name == renamed.variable_path(id) || item.name == renamed.variables[id].name;
        if (is_named) kept[id] = true;
      }
    }
  }
  return kept;
}

// ---- What `--append` writes ----

/// Drops what is before `begin` of the joined dimension.
void drop(model::ViewVariable& viewed, std::size_t begin) {
  std::vector<model::Segment>& axis = viewed.grid.axes[*viewed.grid.joined_axis];
  std::vector<model::Segment> segments;
  std::vector<model::Origin> origins;
  for (std::size_t i = 0; i < axis.size(); ++i) {
    const model::Segment& segment = axis[i];
    const std::size_t end = segment.to + segment.count;
    if (end <= begin) continue;
    const std::size_t first = std::max(segment.to, begin);
    segments.push_back({first - begin, end - first, segment.source_of(first), segment.step});
    origins.push_back(std::move(viewed.origins[i]));
  }
  axis = std::move(segments);
  viewed.origins = std::move(origins);
}

/// Drops the dimensions that no variable has.
void drop_unused_dimensions(Schema& schema) {
  std::vector<model::Dimension> used;
  std::map<DimensionId, DimensionId> ids;
  for (Variable& variable : schema.variables) {
    for (DimensionId& id : variable.dimensions) {
      const auto [known, is_new] = ids.emplace(id, used.size());
      if (is_new) used.push_back(schema.dimensions[id]);
      id = known->second;
    }
  }
  schema.dimensions = std::move(used);
}

/// Leaves of a join only the variables with the joined dimension, and of these what follows the
/// last file, chunk or shard, that the first source fills. The dimension gets a name and a length
/// of its own for each length of files. first: the source that must come first in the order.
///
/// throws: Error(unsupported) if another one does.
void keep_new_chunks(model::ViewDefinition& view, const std::string& dimension, std::size_t first) {
  Schema& schema = view.schema;
  std::map<std::size_t, DimensionId> dimensions;  // by the length of files
  std::vector<Variable> variables;
  std::vector<model::ViewVariable> viewed;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    model::ViewVariable& one = view.variables[id];
    const bool is_unchanged = one.origins.size() == 1 && one.origins.front().source == first;
    if (!one.grid.joined_axis || is_unchanged) continue;
    if (one.grid.is_new_axis) {
      throw Error(ErrorCode::unsupported, fmt::format("has no dimension {}", dimension));
    }
    if (one.origins.front().source != first) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("its values of {} begin after those of an input, which would have to "
                              "be inserted before them",
                              dimension));
    }
    Variable& variable = schema.variables[id];
    const std::size_t axis = *one.grid.joined_axis;
    const auto& storage = variable.storage;
    const auto& files = storage.shard_shape.empty() ? storage.chunk_shape : storage.shard_shape;
    const std::size_t length = one.grid.axes[axis].front().count;
    const std::size_t begin = length / files[axis] * files[axis];
    const auto [known, is_new] = dimensions.emplace(files[axis], schema.dimensions.size());
    if (is_new) {
      const std::size_t all = schema.dimensions[variable.dimensions[axis]].length;
      // Shards are cut off at the end of fixed dimensions.
      schema.dimensions.push_back(
          {fmt::format("{}_{}", dimension, files[axis]), all - begin, true});
    }
    drop(one, begin);
    variable.dimensions[axis] = known->second;
    variables.push_back(std::move(variable));
    viewed.push_back(std::move(one));
  }
  schema.variables = std::move(variables);
  view.variables = std::move(viewed);
  drop_unused_dimensions(schema);
}

// ---- All steps ----

/// Does the rest.
void finish(std::string name, ViewInMaking view, const ViewOptions& options, View& made) {
  rename(view.definition.schema, options.rename, made.steps);
  select(view, options.select, made.steps);
  make_unlimited(view.definition.schema, options.unlimited);
  change_attributes(view.definition.schema, options.attributes);
  plugin::KernelChains chains;
  made.source = std::make_unique<model::ViewSource>(
      std::move(name), std::move(view.definition), std::move(view.pool),
      [&chains](const model::StoredForm& form) -> model::ViewSource::Chain {
        auto chain = chains.prepare(form.chain(), form.optional_filters);
        if (!chain) return nullptr;
        return std::make_shared<const filter::PreparedChain>(std::move(*chain));
      });
}

}  // namespace

std::vector<double> ViewInMaking::read_numbers(VariableId id) const {
  const Schema& schema = definition.schema;
  const model::Variable& variable = schema.variables[id];
  const std::vector<std::size_t> shape = schema.shape(variable);
  model::Values values(variable.type);
  model::read_values(definition.variables[id], *pool,
                     {std::vector<std::size_t>(shape.size(), 0), shape}, values);
  std::vector<double> numbers(values.count());
  Unpacker(variable).unpack(values.data(), values.count(), numbers.data());
  return numbers;
}

bool is_empty(const ViewOptions& options) { return options == ViewOptions(); }

View make_view(std::unique_ptr<model::Source> source, const ViewOptions& options) {
  if (!is_empty(options)) return make_view_of_all(std::move(source), options);
  View made;
  made.source = std::move(source);
  return made;
}

View make_view_of_all(std::unique_ptr<model::Source> source, const ViewOptions& options) {
  View made;
  made.source = std::move(source);
  std::string name = made.source->name();
  const auto leave_out = [&options](model::ViewDefinition& view) {
    for (const std::string& variable : options.exclude) exclude(view, variable);
  };
  model::ViewDefinition definition = view_of(*made.source, 0, options, leave_out, made.steps);
  auto pool = std::make_shared<model::SourcePool>(std::move(made.source));
  finish(std::move(name), {std::move(definition), std::move(pool)}, options, made);
  return made;
}

std::unique_ptr<model::Source> select_part(std::unique_ptr<model::Source> source,
                                           const std::vector<std::string>& select) {
  ViewOptions options;
  options.select = select;
  return make_view(std::move(source), options).source;
}

View make_joined_view(const ViewOptions& options, const OpenInput& open,
                      const KeepVariables& keep) {
  View made;
  auto pool = std::make_shared<model::SourcePool>(options.inputs.size(), [&options, open](
                                                                             std::size_t number) {
    return base::with_context(options.inputs[number], [&] { return open(options.inputs[number]); });
  });
  Exclusion exclusion(options.exclude);
  const auto leave_out = [&exclusion](model::ViewDefinition& view) { exclusion.apply(view); };
  const JoinRequest request{
      *options.concat, options.inputs,
      [&](model::Source& source, std::size_t number) {
        std::vector<std::string> steps;
        return view_of(source, number, options, leave_out, steps);
      },
      [&](const Schema& schema) { return marks_to_keep(schema, options, keep); },
      options.skip_present};
  ViewInMaking view = join(request, std::move(pool), made.notes);
  exclusion.require_all_found();
  made.longest_part = view.longest_part;
  const Schema& schema = view.definition.schema;
  for (const model::Dimension& dimension : schema.dimensions) {
    if (dimension.group != 0 || dimension.name != *options.concat) continue;
    made.steps.push_back(
        options.only_new
            ? fmt::format("--append {0}: {0} is then {1} long", dimension.name, dimension.length)
            : fmt::format("--concat {}: {} inputs, together {} long", dimension.name,
                          options.inputs.size(), dimension.length));
  }
  if (options.only_new) {
    base::with_context(options.inputs.front(),
                       [&] { keep_new_chunks(view.definition, *options.concat, 0); });
  }
  finish("", std::move(view), options, made);
  return made;
}

}  // namespace ncf::ops
