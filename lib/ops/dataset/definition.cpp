// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/text/characters.hpp"
#include "cdl/read/parser.hpp"
#include "model/values/type.hpp"
#include "model/values/values.hpp"
#include "ncf/error.hpp"
#include "ops/dataset/states.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {
namespace {

using model::Schema;

/// throws: Error(unsupported) if values should be rounded, which a target does not do.
void require_no_rounding(const Schema& schema) {
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (!schema.variables[id].quantization) continue;
    throw Error(ErrorCode::unsupported, "a target does not quantize values; round them before")
        .add_context(schema.variable_title(id));
  }
}

/// what: a chunk or a shard. throws: Error(usage).
void require_rank(const std::string& path, const model::Variable& variable,
                  const std::vector<std::size_t>& lengths, const char* what) {
  if (lengths.empty() || lengths.size() == variable.dimensions.size()) return;
  throw Error(ErrorCode::usage, fmt::format("has {} dimensions, but the {} has {}",
                                            variable.dimensions.size(), what, lengths.size()))
      .add_context("variable " + path);
}

// ---- Names ----

/// A name and the group that it is in.
struct NameInGroup {
  model::GroupId group = 0;
  std::string name;
};

std::optional<model::GroupId> find_group(const Schema& schema, const std::string& path) {
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    if (schema.group_path(id) == path) return id;
  }
  return std::nullopt;
}

/// throws: Error(not_found).
model::GroupId get_group(const Schema& schema, const std::string& path) {
  const auto id = find_group(schema, path);
  if (!id) throw Error(ErrorCode::not_found, "there is no group " + path);
  return *id;
}

std::optional<model::DimensionId> find_dimension(const Schema& schema, const std::string& path) {
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    if (schema.dimension_path(id) == path) return id;
  }
  return std::nullopt;
}

NameInGroup name_in_group(const Schema& schema, const std::string& path) {
  base::require_no_nul(path);  // without the path, which would end the message
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || path.front() != '/' || slash + 1 == path.size()) {
    throw Error(ErrorCode::usage, "not an absolute path").add_context(path);
  }
  const std::string group = path.substr(0, std::max<std::size_t>(slash, 1));
  return base::with_context(path, [&]() -> NameInGroup {
    return {get_group(schema, group), path.substr(slash + 1)};
  });
}

void require_new(bool is_there, const std::string& path) {
  if (is_there) throw Error(ErrorCode::usage, "is defined already").add_context(path);
}

// ---- Types ----

/// Returns whether what a group defines can be used in another one.
bool is_visible(const Schema& schema, model::GroupId group, model::GroupId from) {
  for (std::optional<model::GroupId> at = from; at; at = schema.groups[*at].parent) {
    if (*at == group) return true;
  }
  return false;
}

/// Defines a type in a group, and before it those that it consists of, unless the group sees them.
void define_type(Schema& schema, model::GroupId group, const model::TypeRef& type) {
  const auto is_same = [&](const model::UserType& other) {
    return is_visible(schema, other.group, group) && model::same_type(*other.type, *type);
  };
  if (type->is_atomic() || std::ranges::any_of(schema.types, is_same)) return;
  if (type->base) define_type(schema, group, type->base);
  for (const model::CompoundField& field : type->fields) define_type(schema, group, field.type);
  const bool is_taken = std::ranges::any_of(schema.types, [&](const model::UserType& other) {
    return other.group == group && other.type->name == type->name;
  });
  require_new(is_taken, "type " + type->name);
  schema.types.push_back({group, type});
}

// ---- Attributes ----

std::vector<AttributeDefinition> shown(const std::vector<model::Attribute>& attributes) {
  std::vector<AttributeDefinition> definitions;
  for (const model::Attribute& attribute : attributes) {
    definitions.push_back({attribute.name, Elements(model::Values(*attribute.values))});
  }
  return definitions;
}

/// What has attributes: a group, or a variable in it.
struct AttributeOwner {
  model::GroupId group;
  std::vector<model::Attribute>& attributes;
};

AttributeOwner owner_at(Definition::State& state, const std::string& path) {
  if (const auto group = find_group(state.schema, path)) {
    return {*group, state.schema.groups[*group].attributes};
  }
  model::Variable& variable = state.schema.variables[state.find_variable(path)];
  return {variable.group, variable.attributes};
}

VariableDefinition shown(const Schema& schema, model::VariableId id) {
  const model::Variable& variable = schema.variables[id];
  VariableDefinition definition;
  definition.path = schema.variable_path(id);
  definition.type = DataType(variable.type);
  for (const model::DimensionId dimension : variable.dimensions) {
    definition.dimensions.push_back(schema.dimension_path(dimension));
  }
  definition.shape = schema.shape(variable);
  definition.chunk_shape = variable.storage.chunk_shape;
  definition.shard_shape = variable.storage.shard_shape;
  definition.filters = variable.filters;
  definition.attributes = shown(variable.attributes);
  return definition;
}

}  // namespace

Definition::State::State(Schema of) : schema(std::move(of)) {
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    ids.emplace(schema.variable_path(id), id);
  }
}

model::VariableId Definition::State::find_variable(const std::string& path) const {
  const auto found = ids.find(path);
  if (found != ids.end()) return found->second;
  const bool is_path = path.starts_with('/');
  throw Error(ErrorCode::not_found,
              "there is no variable " + path + (is_path ? "" : "; a path begins with /"));
}

void Definition::State::name_last_variable() {
  const model::VariableId id = schema.variables.size() - 1;
  ids.emplace(schema.variable_path(id), id);
}

Definition::Definition() : state_(std::make_unique<State>(Schema())) {}
Definition::Definition(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Definition::Definition(const Definition& other) : state_(std::make_unique<State>(*other.state_)) {}
Definition::Definition(Definition&& other) noexcept = default;
Definition& Definition::operator=(Definition other) noexcept {
  state_.swap(other.state_);
  return *this;
}
Definition::~Definition() = default;

Definition Definition::from_cdl(std::string_view cdl) {
  cdl::TextWindow window(cdl::source_of(cdl));
  std::string errors;
  cdl::Diagnostics diagnostics("definition", [&](const std::string& message) {
    errors += (errors.empty() ? "" : "\n") + message;
  });
  const auto refuse_data = [](const model::Schema&, model::VariableId, cdl::Lexer& lexer) {
    throw cdl::Fault{lexer.peek().span, "a definition has no data"};
  };
  plugin::PluginFilters filters;
  cdl::Document document =
      cdl::Parser(window, diagnostics, refuse_data, {.filters = filters}).parse();
  if (diagnostics.errors() > 0) throw Error(ErrorCode::syntax, errors);
  require_no_rounding(document.schema);
  if (document.format) document.schema.format = *document.format;
  return ops::make_definition(std::move(document.schema));
}

Format Definition::format() const { return state_->schema.format; }

std::vector<std::string> Definition::groups() const {
  std::vector<std::string> paths;
  for (model::GroupId id = 0; id < state_->schema.groups.size(); ++id) {
    paths.push_back(state_->schema.group_path(id));
  }
  return paths;
}

std::vector<DimensionDefinition> Definition::dimensions() const {
  std::vector<DimensionDefinition> definitions;
  for (model::DimensionId id = 0; id < state_->schema.dimensions.size(); ++id) {
    const model::Dimension& dimension = state_->schema.dimensions[id];
    definitions.push_back(
        {state_->schema.dimension_path(id), dimension.length, dimension.is_unlimited});
  }
  return definitions;
}

std::vector<VariableDefinition> Definition::variables() const {
  std::vector<VariableDefinition> definitions;
  for (model::VariableId id = 0; id < state_->schema.variables.size(); ++id) {
    definitions.push_back(shown(state_->schema, id));
  }
  return definitions;
}

VariableDefinition Definition::variable(const std::string& path) const {
  return shown(state_->schema, state_->find_variable(path));
}

std::vector<AttributeDefinition> Definition::attributes(const std::string& group) const {
  return shown(state_->schema.groups[get_group(state_->schema, group)].attributes);
}

std::vector<std::string> Definition::notes() const {
  std::vector<std::string> notes;
  for (const model::Finding& finding : state_->schema.findings) notes.push_back(finding.message());
  return notes;
}

void Definition::add_group(const std::string& path) {
  const NameInGroup named = name_in_group(state_->schema, path);
  require_new(find_group(state_->schema, path) || state_->ids.contains(path), path);
  state_->schema.groups.push_back({named.name, named.group, {}});
}

void Definition::add_dimension(const std::string& path, std::size_t length, bool is_unlimited) {
  const NameInGroup named = name_in_group(state_->schema, path);
  require_new(find_dimension(state_->schema, path).has_value(), path);
  state_->schema.dimensions.push_back({named.name, length, is_unlimited, named.group});
}

std::vector<DataType> Definition::types(const std::string& group) const {
  const model::GroupId id = get_group(state_->schema, group);
  std::vector<DataType> types;
  for (const model::UserType& type : state_->schema.types) {
    if (type.group == id) types.emplace_back(type.type);
  }
  return types;
}

void Definition::add_type(const std::string& group, const DataType& type) {
  define_type(state_->schema, get_group(state_->schema, group), type.model());
}

void Definition::add_variable(const std::string& path, const DataType& type,
                              const std::vector<std::string>& dimensions) {
  NameInGroup named = name_in_group(state_->schema, path);
  require_new(state_->ids.contains(path) || find_group(state_->schema, path), path);
  model::Variable variable;
  variable.name = std::move(named.name);
  variable.group = named.group;
  variable.type = type.model();
  for (const std::string& dimension : dimensions) {
    const auto id = find_dimension(state_->schema, dimension);
    if (!id) {
      throw Error(ErrorCode::not_found, "there is no dimension " + dimension).add_context(path);
    }
    variable.dimensions.push_back(*id);
  }
  define_type(state_->schema, variable.group, variable.type);
  state_->schema.variables.push_back(std::move(variable));
  state_->name_last_variable();
}

void Definition::set_attribute(const std::string& path, const AttributeDefinition& attribute) {
  base::require_no_nul(attribute.name);
  const auto [group, attributes] = owner_at(*state_, path);
  define_type(state_->schema, group, attribute.values.type().model());
  model::Attribute made{attribute.name,
                        std::make_shared<const model::Values>(attribute.values.model())};
  const auto same = std::ranges::find(attributes, attribute.name, &model::Attribute::name);
  if (same != attributes.end()) {
    *same = std::move(made);
  } else {
    attributes.push_back(std::move(made));
  }
}

void Definition::set_attribute(const std::string& path, const std::string& name,
                               std::string_view text) {
  set_attribute(path, {name, Elements::of_characters(text)});
}

void Definition::set_filters(const std::string& variable, const Chain& filters) {
  state_->schema.variables[state_->find_variable(variable)].asked_filters = filters;
}

void Definition::set_chunks(const std::string& variable,
                            const std::vector<std::size_t>& chunk_shape) {
  const model::VariableId id = state_->find_variable(variable);
  model::Variable& changed = state_->schema.variables[id];
  require_rank(variable, changed, chunk_shape, "chunk");
  if (!changed.filters.empty()) state_->storage_in_file.emplace(id, changed.storage);
  changed.storage = {};
  if (chunk_shape.empty()) return;
  changed.storage.layout = model::Layout::chunked;
  changed.storage.chunk_shape = chunk_shape;
}

void Definition::set_shards(const std::string& variable,
                            const std::vector<std::size_t>& shard_shape) {
  model::Variable& changed = state_->schema.variables[state_->find_variable(variable)];
  require_rank(variable, changed, shard_shape, "shard");
  const bool is_zero = std::ranges::find(shard_shape, 0U) != shard_shape.end();
  if (is_zero || (!shard_shape.empty() && changed.storage.chunk_shape.empty())) {
    throw Error(ErrorCode::usage, is_zero ? "a length of the shard is 0"
                                          : "shards contain chunks; set their shape first")
        .add_context("variable " + variable);
  }
  changed.storage.shard_shape = shard_shape;
}

Definition ops::make_definition(Schema schema) {
  return Definition(std::make_unique<Definition::State>(std::move(schema)));
}

void ops::require_within(const ncf::Box& box, const std::vector<std::size_t>& shape) {
  bool is_within = box.start.size() == shape.size() && box.count.size() == shape.size();
  for (std::size_t i = 0; is_within && i < shape.size(); ++i) {
    is_within = box.count[i] <= shape[i] && box.start[i] <= shape[i] - box.count[i];
  }
  if (!is_within) throw Error(ErrorCode::usage, "the box is not within the variable's shape");
}

void ops::require_chunk(const model::StoredForm& form, const std::vector<std::size_t>& start) {
  if (form.layout != model::Layout::chunked) {
    throw Error(ErrorCode::usage, "has no chunks; read or write boxes of it");
  }
  bool is_start = start.size() == form.chunk_shape.size();
  for (std::size_t i = 0; is_start && i < start.size(); ++i) {
    is_start = start[i] % form.chunk_shape[i] == 0;
  }
  if (is_start) return;
  throw Error(ErrorCode::usage, model::chunk_name(start) + " does not exist: chunks begin at " +
                                    "multiples of the chunk shape");
}

void ops::require_bytes(const model::Type& type, const ncf::Box& box, std::size_t bytes) {
  if (!type.is_fixed_size) {
    throw Error(ErrorCode::unsupported,
                "elements of variable length cannot be moved as bytes; use read_elements and "
                "write_elements");
  }
  std::size_t needed = type.size_bytes;
  for (const std::size_t count : box.count) {
    if (__builtin_mul_overflow(needed, count, &needed)) needed = 0;
  }
  if (bytes == needed) return;
  throw Error(ErrorCode::usage,
              fmt::format("the box has {} bytes of elements, not {}", needed, bytes));
}

void ops::require_text(const model::Type& type) {
  if (type.type_class == model::TypeClass::string) return;
  throw Error(ErrorCode::usage, "the elements are not strings");
}

}  // namespace ncf
