// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/program/c_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "model/schema/schema.hpp"

namespace ncf::cdl {
namespace {

using model::Layout;
using model::Type;
using model::TypeClass;
using model::Variable;

std::string_view quantization_constant(model::Quantization::Mode mode) {
  switch (mode) {
    case model::Quantization::Mode::bit_groom:
      return "NC_QUANTIZE_BITGROOM";
    case model::Quantization::Mode::granular_bit_round:
      return "NC_QUANTIZE_GRANULARBR";
    default:
      return "NC_QUANTIZE_BITROUND";
  }
}

bool is_id(const Chain& chain, std::size_t i, std::uint32_t id) {
  return i < chain.size() && chain[i].id == id;
}

}  // namespace

CCall::CCall(std::string& out, std::size_t indent, std::string_view function, Arguments arguments)
    : list_(out.append(indent, ' '), indent, indent + 6) {
  list_.open(fmt::format("check({}(", function));
  for (const std::string_view argument : arguments) list_.put(argument);
}

void CCall::end(std::string_view place) {
  list_.close(")");
  list_.put(c_string(place));
  list_.close(");\n");
}

void CDefinitions::append_call(std::string_view function, CCall::Arguments arguments,
                               std::string_view place) {
  CCall(out_, 2, function, arguments).end(place);
}

void CDefinitions::append_value_types() {
  for (const model::UserType& user : schema_.types) {
    const Type& type = *user.type;
    if (type.type_class == TypeClass::compound) append_structure(type);
    if (type.type_class == TypeClass::opaque) {
      out_ += fmt::format("typedef unsigned char {}[{}];\n\n", names_.value_type(type),
                          type.size_bytes);
    }
  }
}

// Arrays have one dimension in C; libnetcdf gets the real dimensions.
void CDefinitions::append_structure(const Type& type) {
  out_ += "typedef struct {\n";
  const std::vector<std::string> members = member_names(type);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const model::CompoundField& field = type.fields[i];
    out_ += fmt::format("  {} {}", names_.value_type(*field.type), members[i]);
    if (!field.shape.empty()) out_ += fmt::format("[{}]", field.value_count());
    out_ += ";\n";
  }
  out_ += fmt::format("}} {};\n\n", names_.value_type(type));
}

void CDefinitions::append_ids() {
  for (model::GroupId id = 0; id < schema_.groups.size(); ++id) {
    out_ += fmt::format("static int {};\n", names_.group(id));
  }
  for (const model::UserType& user : schema_.types) {
    out_ += fmt::format("static nc_type {};\n", names_.type_id(*user.type));
  }
  for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
    out_ += fmt::format("static int {};\n", names_.dimension(id));
  }
  for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
    out_ += fmt::format("static int {};\n", names_.variable(id));
  }
}

void CDefinitions::append_define_types() {
  out_ += "\nstatic void define_types(void) {\n";
  for (const model::UserType& user : schema_.types) append_define_type(user);
  out_ += "}\n";
}

void CDefinitions::append_define_type(const model::UserType& user) {
  const Type& type = *user.type;
  const std::string& group = names_.group(user.group);
  const std::string id = names_.type_id(type);
  const std::string name = c_string(type.name);
  const std::string place = "type " + type.name;
  switch (type.type_class) {
    case TypeClass::opaque:
      return append_call("nc_def_opaque",
                         {group, fmt::format("{}", type.size_bytes), name, "&" + id}, place);
    case TypeClass::vlen:
      return append_call("nc_def_vlen", {group, name, names_.type_id(*type.base), "&" + id}, place);
    case TypeClass::enumeration:
      append_call("nc_def_enum", {group, names_.type_id(*type.base), name, "&" + id}, place);
      for (const model::EnumMember& member : type.members) {
        model::Values value(type.base, 1);
        std::copy(member.value.begin(), member.value.end(), value.data());
        std::string constant;
        CList list(constant, 0, 0);
        put_values(list, names_, *value.type(), value);
        append_call("nc_insert_enum",
                    {group, id, c_string(member.name),
                     fmt::format("({}[]){{{}}}", names_.value_type(*type.base), constant)},
                    place);
      }
      return;
    default:
      append_call("nc_def_compound",
                  {group, fmt::format("sizeof({})", names_.value_type(type)), name, "&" + id},
                  place);
      append_insert_fields(user, group);
  }
}

void CDefinitions::append_insert_fields(const model::UserType& user, const std::string& group) {
  const Type& type = *user.type;
  const std::string id = names_.type_id(type);
  const std::string place = "type " + type.name;
  const std::vector<std::string> members = member_names(type);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const model::CompoundField& field = type.fields[i];
    const std::string name = c_string(field.name);
    const std::string offset = fmt::format("offsetof({}, {})", names_.value_type(type), members[i]);
    const std::string field_type = names_.type_id(*field.type);
    if (field.shape.empty()) {
      append_call("nc_insert_compound", {group, id, name, offset, field_type}, place);
    } else {
      append_call("nc_insert_array_compound",
                  {group, id, name, offset, field_type, fmt::format("{}", field.shape.size()),
                   c_array("int", field.shape)},
                  place);
    }
  }
}

void CDefinitions::append_define_dimensions() {
  out_ += "\nstatic void define_dimensions(void) {\n";
  for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
    const model::Dimension& dimension = schema_.dimensions[id];
    append_call("nc_def_dim",
                {names_.group(dimension.group), c_string(dimension.name),
                 dimension.is_unlimited ? "NC_UNLIMITED" : fmt::format("{}", dimension.length),
                 "&" + names_.dimension(id)},
                "dimension " + schema_.dimension_path(id));
  }
  out_ += "}\n";
}

void CDefinitions::append_define_attributes() {
  out_ += "\nstatic void define_attributes(void) {\n";
  for (model::GroupId id = 0; id < schema_.groups.size(); ++id) {
    for (const model::Attribute& attribute : schema_.groups[id].attributes) {
      append_attribute(names_.group(id), "NC_GLOBAL", attribute, "group " + schema_.group_path(id));
    }
  }
  out_ += "}\n";
}

void CDefinitions::append_attribute(const std::string& group, std::string_view id,
                                    const model::Attribute& attribute, const std::string& owner) {
  const model::Values& values = *attribute.values;
  const Type& type = *values.type();
  const std::string name = c_string(attribute.name);
  const std::string place = fmt::format("{}: attribute {}", owner, attribute.name);
  const std::string count = fmt::format("{}", values.count());
  if (type.type_class == TypeClass::char_) {
    CCall call(out_, 2, "nc_put_att_text", {group, id, name, count});
    call.arguments().put_string(model::text_of(values));
    return call.end(place);
  }
  if (values.count() == 0) {
    return append_call("nc_put_att", {group, id, name, names_.type_id(type), "0", "\"\""}, place);
  }
  // Compound literals live only as long as their block, so an array that uses them is not static.
  const std::string begin =
      fmt::format("    {}const {}values[] = {{", type.is_fixed_size ? "static " : "",
                  names_.value_type(type) + " ");
  out_ += "  {\n" + begin;
  CList list(out_, begin.size(), 6);
  put_values(list, names_, *values.type(), values);
  out_ += "};\n";
  CCall(out_, 4, "nc_put_att", {group, id, name, names_.type_id(type), count, "values"}).end(place);
  out_ += "  }\n";
}

void CDefinitions::append_define_variable(model::VariableId variable_id) {
  const Variable& variable = schema_.variables[variable_id];
  const std::string& group = names_.group(variable.group);
  const std::string& id = names_.variable(variable_id);
  const std::string place = "variable " + schema_.variable_path(variable_id);
  std::vector<std::string> dimensions;
  for (const model::DimensionId dimension : variable.dimensions) {
    dimensions.push_back(names_.dimension(dimension));
  }
  out_ += fmt::format("\nstatic void define_{}(void) {{\n", id);
  append_call("nc_def_var",
              {group, c_string(variable.name), names_.type_id(*variable.type),
               fmt::format("{}", dimensions.size()), c_array("int", dimensions), "&" + id},
              place);
  if (variable.no_fill && variable.type->is_fixed_size) {
    append_call("nc_def_var_fill", {group, id, "NC_NOFILL", "NULL"}, place);
  }
  if (is_netcdf4(schema_.format)) append_storage(variable, id, place);
  for (const model::Attribute& attribute : variable.attributes) {
    const bool is_written_by_library =
        variable.quantization &&
        attribute.name == model::quantization_attribute(variable.quantization->mode);
    if (!is_written_by_library) append_attribute(group, id, attribute, place);
  }
  out_ += "}\n";
}

void CDefinitions::append_storage(const Variable& variable, const std::string& id,
                                  const std::string& place) {
  const std::string& group = names_.group(variable.group);
  append_layout(variable, id, place);
  if (variable.byte_order != model::ByteOrder::native && variable.type->is_number()) {
    const bool is_little = variable.byte_order == model::ByteOrder::little;
    append_call("nc_def_var_endian", {group, id, is_little ? "NC_ENDIAN_LITTLE" : "NC_ENDIAN_BIG"},
                place);
  }
  if (variable.quantization) {
    append_call("nc_def_var_quantize",
                {group, id, quantization_constant(variable.quantization->mode),
                 fmt::format("{}", variable.quantization->digits)},
                place);
  }
  append_filters(variable, id, place);
}

// A variable is contiguous by default, unless it needs chunks.
void CDefinitions::append_layout(const Variable& variable, const std::string& id,
                                 const std::string& place) {
  const std::string& group = names_.group(variable.group);
  const model::Storage& storage = variable.storage;
  if (storage.layout == Layout::compact) {
    append_call("nc_def_var_chunking", {group, id, "NC_COMPACT", "NULL"}, place);
  } else if (storage.layout == Layout::chunked && !variable.is_scalar()) {
    append_call("nc_def_var_chunking",
                {group, id, "NC_CHUNKED", c_array("size_t", storage.chunk_shape)}, place);
  }
}

void CDefinitions::append_filters(const Variable& variable, const std::string& id,
                                  const std::string& place) {
  const std::string& group = names_.group(variable.group);
  const Chain chain = variable.filters_to_define();
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Filter filter =
        filter::to_visible_form(chain[i].id, chain[i].parameters, filter::Form::visible);
    if (filter.id == filter::fletcher32_id) {
      append_call("nc_def_var_fletcher32", {group, id, "NC_FLETCHER32"}, place);
    } else if (filter.id == filter::shuffle_id && !is_id(chain, i + 1, filter::deflate_id)) {
      append_call("nc_def_var_deflate", {group, id, "NC_SHUFFLE", "0", "0"}, place);
    } else if (filter.id == filter::deflate_id && !filter.parameters.empty()) {
      const bool shuffles = i > 0 && is_id(chain, i - 1, filter::shuffle_id);
      append_call("nc_def_var_deflate",
                  {group, id, shuffles ? "NC_SHUFFLE" : "NC_NOSHUFFLE", "1",
                   fmt::format("{}", filter.parameters.front())},
                  place);
    } else if (filter.id != filter::shuffle_id) {
      append_call(
          "nc_def_var_filter",
          {group, id, fmt::format("{}", filter.id), fmt::format("{}", filter.parameters.size()),
           c_array("unsigned int", filter.parameters)},
          place);
    }
  }
}

}  // namespace ncf::cdl
