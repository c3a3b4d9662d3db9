// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/program/fortran_limits.hpp"

#include <fmt/format.h>

#include <string>

#include "ncf/error.hpp"

namespace ncf::cdl {
namespace {

using model::Schema;
using model::Variable;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::unsupported,
              fmt::format("{}: Fortran 77 programs make only classic and 64-bit offset files; "
                          "choose -l c",
                          what));
}

void check_type(const std::string& place, const model::Type& type) {
  if (type.type_class > model::TypeClass::double_) {
    refuse(fmt::format("{}: type {}", place, type.name));
  }
}

void check_attributes(const std::string& place, const std::vector<model::Attribute>& attributes) {
  for (const model::Attribute& attribute : attributes) {
    check_type(fmt::format("{}attribute {}", place, attribute.name), *attribute.values->type());
  }
}

void check_dimensions(const Schema& schema) {
  bool found = false;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    if (!schema.dimensions[id].is_unlimited) continue;
    if (found) {
      refuse(fmt::format("dimension {}: a second unlimited one", schema.dimension_path(id)));
    }
    found = true;
  }
}

void check_variable(const Schema& schema, model::VariableId id) {
  const Variable& variable = schema.variables[id];
  const std::string place = "variable " + schema.variable_path(id);
  check_type(place, *variable.type);
  check_attributes(place + ": ", variable.attributes);
  for (std::size_t i = 1; i < variable.dimensions.size(); ++i) {
    if (schema.dimensions[variable.dimensions[i]].is_unlimited) {
      refuse(place + ": an unlimited dimension that is not the first");
    }
  }
  if (variable.has_filters()) refuse(place + ": filters");
  if (variable.quantization) refuse(place + ": quantization");
  if (variable.storage.layout != model::Layout::contiguous) refuse(place + ": storage");
  if (variable.byte_order != model::ByteOrder::native) refuse(place + ": byte order");
}

}  // namespace

void check_fortran_limits(const Schema& schema) {
  if (schema.groups.size() > 1) refuse("group " + schema.group_path(1));
  for (const model::UserType& type : schema.types) refuse("type " + type.type->name);
  check_dimensions(schema);
  check_attributes("", schema.groups.front().attributes);
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) check_variable(schema, id);
  const bool is_classic = schema.format == Format::classic || schema.format == Format::offset64;
  if (!is_classic) refuse(fmt::format("{} files", format_name(schema.format)));
}

}  // namespace ncf::cdl
