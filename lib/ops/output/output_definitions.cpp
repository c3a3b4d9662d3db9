// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/output_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text/messages.hpp"
#include "model/schema/format_facts.hpp"
#include "model/values/values.hpp"
#include "ncf/error.hpp"
#include "ops/report/quantities.hpp"
#include "ops/select/subset.hpp"
#include "store/netcdf4/names.hpp"

namespace ncf::ops {
namespace {

using model::facts_of;
using model::Schema;

/// Shortens chunks that were made for a growing dimension to its final length.
void shorten_chunks(Schema& schema, model::DimensionId dimension) {
  for (model::Variable& variable : schema.variables) {
    std::vector<std::size_t>& chunk = variable.storage.chunk_shape;
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      if (variable.dimensions[i] != dimension) continue;
      chunk[i] = std::min(chunk[i], schema.dimensions[dimension].length);
    }
  }
}

void fix_unlimited(Schema& schema, std::vector<std::string>& notes) {
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    model::Dimension& dimension = schema.dimensions[id];
    if (!dimension.is_unlimited) continue;
    if (dimension.length == 0 && !facts_of(schema.format).has_empty_dimensions) {
      notes.push_back(fmt::format(
          "dimension {} has length 0, which only an unlimited dimension can have; it stays "
          "unlimited",
          dimension.name));
      continue;
    }
    dimension.is_unlimited = false;
    shorten_chunks(schema, id);
  }
}

/// Makes dimensions of length 0 unlimited. HDF5 and plain Zarr have fixed ones, but in netCDF a
/// length of 0 means "unlimited".
void free_empty(Schema& schema, std::vector<std::string>& notes) {
  if (facts_of(schema.format).has_empty_dimensions) return;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    model::Dimension& dimension = schema.dimensions[id];
    if (dimension.is_unlimited || dimension.length > 0) continue;
    dimension.is_unlimited = true;
    notes.push_back(
        fmt::format("dimension {} of length 0 becomes unlimited: netCDF has no other "
                    "dimensions without length",
                    schema.dimension_path(id)));
  }
}

/// Empties unlimited dimensions without variables, with notes: they are as long as their variables,
/// which may all be left out. Plain Zarr has only dimensions of arrays.
void empty_unused(Schema& schema, std::vector<std::string>& notes) {
  if (is_plain_zarr(schema.format)) return;
  std::vector<bool> is_used(schema.dimensions.size(), false);
  for (const model::Variable& variable : schema.variables) {
    for (const model::DimensionId id : variable.dimensions) is_used[id] = true;
  }
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    model::Dimension& dimension = schema.dimensions[id];
    if (is_used[id] || !dimension.is_unlimited || dimension.length == 0) continue;
    notes.push_back(
        fmt::format("dimension {} is unlimited, and no variable copied has it: its length becomes "
                    "0, not {}; -u keeps the length",
                    schema.dimension_path(id), dimension.length));
    dimension.length = 0;
  }
}

/// Composes the names, because netCDF requires Unicode's composed form, and notes those that
/// changed.
void compose_names(Schema& schema, std::vector<std::string>& notes) {
  note_few(
      notes,
      "names are written in Unicode's composed form, as netCDF requires; they had another form",
      model::compose_names(schema));
}

/// Leaves out attributes with names that netCDF-4 reserves, with a note.
void leave_out_special(Schema& schema, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  model::visit_attributes(
      schema, [&](auto& attributes, const std::string& owner, const model::Type* /*type*/) {
        std::erase_if(attributes, [&](const model::Attribute& attribute) {
          if (!store::netcdf4::is_reserved_attribute(attribute.name)) return false;
          names.push_back(model::attribute_path(owner, attribute.name));
          return true;
        });
      });
  note_few(notes, "netCDF-4 reserves the names of these attributes, which are left out", names);
}

/// throws: Error(unsupported), with advice, if netCDF cannot name a group.
void require_names_of_groups(const Schema& schema) {
  for (model::GroupId id = 1; id < schema.groups.size(); ++id) {
    try {
      (void)store::netcdf4::name_in_file(schema.groups[id].name);
    } catch (const Error& error) {
      throw Error(error.code(),
                  fmt::format("group {}: {}; to leave it out, name the variables to copy with -V",
                              schema.group_path(id), error.what()));
    }
  }
}

void require_attributes(const std::vector<model::Attribute>& before,
                        const std::vector<model::Attribute>& after, const std::string& owner) {
  for (const model::Attribute& attribute : before) {
    if (model::find_attribute(after, attribute.name) != nullptr) continue;
    throw Error(ErrorCode::unsupported,
                fmt::format("--in-place would lose attribute {}; use --into",
                            model::attribute_path(owner, attribute.name)));
  }
}

void require_name(const std::string& before, const std::string& after) {
  if (before == after) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("--in-place would write the name {} in another form of Unicode, in which "
                          "some programs do not find it; use --into",
                          before));
}

}  // namespace

void adapt_definitions(Schema& schema, bool fixes_unlimited, std::vector<std::string>& notes) {
  leave_out_unneeded(schema, notes);
  if (!is_zarr(schema.format)) compose_names(schema, notes);
  if (fixes_unlimited) fix_unlimited(schema, notes);
  free_empty(schema, notes);
  empty_unused(schema, notes);
  if (!is_netcdf4(schema.format)) return;
  require_names_of_groups(schema);
  leave_out_special(schema, notes);
}

void require_kept_in_place(const Schema& input, const Schema& output) {
  if (output.groups.size() < input.groups.size()) {
    throw Error(ErrorCode::unsupported, "--in-place would lose groups; use --into");
  }
  for (model::GroupId id = 0; id < input.groups.size(); ++id) {
    require_name(input.groups[id].name, output.groups[id].name);
    require_attributes(input.groups[id].attributes, output.groups[id].attributes,
                       input.group_path(id));
  }
  for (model::DimensionId id = 0; id < input.dimensions.size(); ++id) {
    require_name(input.dimensions[id].name, output.dimensions[id].name);
  }
  for (model::VariableId id = 0; id < input.variables.size(); ++id) {
    require_name(input.variables[id].name, output.variables[id].name);
    require_attributes(input.variables[id].attributes, output.variables[id].attributes,
                       input.variable_path(id));
  }
}

void add_history(Schema& schema, const std::string& command) {
  constexpr const char* name = "history";
  const std::string line = base::without_secrets(command);
  std::vector<model::Attribute>& attributes = schema.groups.front().attributes;
  const model::Attribute* const known = model::find_attribute(attributes, name);
  if (known == nullptr) return model::set_attribute(attributes, name, model::text_values(line));
  const auto before = model::texts_of(*known->values);
  if (before.size() != 1) {
    throw Error(ErrorCode::unsupported,
                "--history: cannot add a line, because the attribute history is not text");
  }
  const std::string text =
      before.front().empty() ? line : fmt::format("{}\n{}", line, before.front());
  const bool is_string = known->values->type()->type_class == model::TypeClass::string;
  model::set_attribute(attributes, name,
                       is_string ? model::string_value(text) : model::text_values(text));
}

}  // namespace ncf::ops
