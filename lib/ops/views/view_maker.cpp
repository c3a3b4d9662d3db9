// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/view_maker.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"
#include "ops/views/changed_attributes.hpp"
#include "ops/views/changed_types.hpp"
#include "ops/views/join.hpp"
#include "ops/views/new_chunks.hpp"
#include "ops/views/parts_of_definition.hpp"
#include "ops/views/selection.hpp"
#include "ops/views/selection_text.hpp"
#include "ops/views/unpacked_values.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::VariableId;

/// Returns the view that has all of a source.
model::ViewDefinition all_of(const Schema& schema, std::size_t number) {
  model::ViewDefinition definition{schema, {}, {}};
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    model::ViewVariable variable;
    for (const std::size_t length : schema.shape(schema.variables[id])) {
      auto& axis = variable.grid.axes.emplace_back();
      if (length > 0) axis.push_back({0, length, 0, 1});
    }
    variable.origins.push_back({number, id, {}});
    definition.variables.push_back(std::move(variable));
  }
  return definition;
}

using LeaveOut = std::function<void(model::ViewDefinition& view)>;

/// Does what is done to one source, before it is joined with others. leave_out: leaves out
/// variables. steps: gets what was done.
model::ViewDefinition view_of(model::Source& source, std::size_t number, const ViewOptions& options,
                              const LeaveOut& leave_out, std::vector<std::string>& steps) {
  model::ViewDefinition view = all_of(source.schema(), number);
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
  model::ViewDefinition renamed{schema, {}, {}};
  std::vector<std::string> steps;
  rename(renamed, options.rename, steps);
  std::vector<bool> kept = keep(renamed.schema);
  for (const std::string& text : options.select) {
    for (const SelectionItem& item : parse_selection(text)) {
      for (VariableId id = 0; id < kept.size(); ++id) {
        const std::string path = renamed.schema.variable_path(id);
        if (path == item.name || renamed.schema.variables[id].name == item.name) kept[id] = true;
      }
    }
  }
  return kept;
}

/// Does the rest.
void finish(std::string name, ViewInMaking view, const ViewOptions& options, View& made) {
  rename(view.definition, options.rename, made.steps);
  select(view, options.select, made.steps);
  make_unlimited(view.definition, options.unlimited);
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

model::Values ViewInMaking::read(VariableId id) const {
  const Schema& schema = definition.schema;
  const model::Variable& variable = schema.variables[id];
  const std::vector<std::size_t> shape = schema.shape(variable);
  model::Values values(variable.type);
  model::read_values(definition.variables[id], *pool,
                     {std::vector<std::size_t>(shape.size(), 0), shape}, values);
  return values;
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
  const auto only = std::make_shared<std::unique_ptr<model::Source>>(std::move(made.source));
  auto pool = std::make_shared<model::SourcePool>(
      1, [only](std::size_t /*number*/) { return std::move(*only); });
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
