// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Definitions as functions in C: types, dimensions, attributes of groups, and one function for each
// variable with its storage and attributes.
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "cdl/program/c_text.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "model/schema/schema.hpp"

namespace ncf::cdl {
namespace {

using model::Layout;
using model::Type;
using model::TypeClass;
using model::Variable;

constexpr std::string_view check_function = R"(
static void check(int status, const char *place) {
  if (status == NC_NOERR) return;
  fprintf(stderr, "%s: %s\n", place, nc_strerror(status));
  exit(EXIT_FAILURE);
}
)";

/// In the order of Quantization::Mode.
constexpr std::array quantization_constants{"NC_QUANTIZE_BITGROOM", "NC_QUANTIZE_GRANULARBR",
                                            "NC_QUANTIZE_BITROUND"};

bool is_id(const Chain& chain, std::size_t i, std::uint32_t id) {
  return i < chain.size() && chain[i].id == id;
}

class CDefinitions {
 public:
  CDefinitions(const model::Schema& schema, const CNames& names, std::string& out)
      : schema_(schema), names_(names), out_(out) {}

  std::vector<std::string> append() {
    append_value_types();
    append_ids();
    out_ += check_function;
    const bool has_group_attributes = std::ranges::any_of(
        schema_.groups, [](const model::Group& group) { return !group.attributes.empty(); });
    if (!schema_.types.empty()) append_function("define_types", [this] { define_types(); });
    if (!schema_.dimensions.empty()) {
      append_function("define_dimensions", [this] { define_dimensions(); });
    }
    if (has_group_attributes) {
      append_function("define_attributes", [this] { define_group_attributes(); });
    }
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      append_function("define_" + names_.variable(id), [&] { define_variable(id); });
    }
    return std::move(functions_);
  }

 private:
  /// A group or variable, for calls of functions that begin with two ids.
  struct Object {
    const std::string& group;
    std::string id;
    std::string place;
  };

  void append_function(const std::string& name, const std::function<void()>& append_body) {
    out_ += fmt::format("\nstatic void {}(void) {{\n", name);
    append_body();
    out_ += "}\n";
    functions_.push_back(name);
  }

  void append_call(std::string_view function, CCall::Arguments arguments, std::string_view place) {
    CCall(out_, 2, function, arguments).end(place);
  }

  void append_call(std::string_view function, const Object& object, CCall::Arguments arguments) {
    CCall call(out_, 2, function, {object.group, object.id});
    for (const std::string_view argument : arguments) call.put(argument);
    call.end(object.place);
  }

  void append_value_types() {
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
  void append_structure(const Type& type) {
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

  void append_ids() {
    const auto append = [&](std::string_view type, const std::string& id) {
      out_ += fmt::format("static {} {};\n", type, id);
    };
    for (std::size_t id = 0; id < schema_.groups.size(); ++id) append("int", names_.group(id));
    for (const auto& user : schema_.types) append("nc_type", names_.type_id(*user.type));
    for (std::size_t id = 0; id < schema_.dimensions.size(); ++id) {
      append("int", names_.dimension(id));
    }
    for (std::size_t id = 0; id < schema_.variables.size(); ++id) {
      append("int", names_.variable(id));
    }
  }

  void define_types() {
    for (const model::UserType& user : schema_.types) define_type(user);
  }

  void define_type(const model::UserType& user) {
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
        return append_call("nc_def_vlen", {group, name, names_.type_id(*type.base), "&" + id},
                           place);
      case TypeClass::enumeration:
        append_call("nc_def_enum", {group, names_.type_id(*type.base), name, "&" + id}, place);
        return insert_members(type, {group, id, place});
      default:
        append_call("nc_def_compound",
                    {group, fmt::format("sizeof({})", names_.value_type(type)), name, "&" + id},
                    place);
        insert_fields(type, {group, id, place});
    }
  }

  void insert_members(const Type& type, const Object& object) {
    for (const model::EnumMember& member : type.members) {
      model::Values value(type.base, 1);
      std::ranges::copy(member.value, value.data());
      std::string constant;
      CList list(constant, 0, 0);
      put_values(list, names_, *type.base, value);
      append_call("nc_insert_enum", object,
                  {c_string(member.name),
                   fmt::format("({}[]){{{}}}", names_.value_type(*type.base), constant)});
    }
  }

  void insert_fields(const Type& type, const Object& object) {
    const std::vector<std::string> members = member_names(type);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const model::CompoundField& field = type.fields[i];
      const std::string name = c_string(field.name);
      const std::string offset =
          fmt::format("offsetof({}, {})", names_.value_type(type), members[i]);
      const std::string field_type = names_.type_id(*field.type);
      if (field.shape.empty()) {
        append_call("nc_insert_compound", object, {name, offset, field_type});
      } else {
        append_call("nc_insert_array_compound", object,
                    {name, offset, field_type, fmt::format("{}", field.shape.size()),
                     c_array("int", field.shape)});
      }
    }
  }

  void define_dimensions() {
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      const model::Dimension& dimension = schema_.dimensions[id];
      append_call("nc_def_dim",
                  {names_.group(dimension.group), c_string(dimension.name),
                   dimension.is_unlimited ? "NC_UNLIMITED" : fmt::format("{}", dimension.length),
                   "&" + names_.dimension(id)},
                  "dimension " + schema_.dimension_path(id));
    }
  }

  void define_group_attributes() {
    for (model::GroupId id = 0; id < schema_.groups.size(); ++id) {
      const Object group{names_.group(id), "NC_GLOBAL", "group " + schema_.group_path(id)};
      for (const auto& attribute : schema_.groups[id].attributes) put_attribute(attribute, group);
    }
  }

  void put_attribute(const model::Attribute& attribute, const Object& owner) {
    const model::Values& values = *attribute.values;
    const Type& type = *values.type();
    const std::string name = c_string(attribute.name);
    const Object object{owner.group, owner.id,
                        fmt::format("{}: attribute {}", owner.place, attribute.name)};
    const std::string count = fmt::format("{}", values.count());
    if (type.type_class == TypeClass::char_) {
      return CCall(out_, 2, "nc_put_att_text", {object.group, object.id, name, count})
          .put_string(model::text_of(values))
          .end(object.place);
    }
    if (values.count() == 0) {
      return append_call("nc_put_att", object, {name, names_.type_id(type), "0", "\"\""});
    }
    // Compound literals live only as long as their block, so an array that uses them is not static.
    const std::string begin =
        fmt::format("    {}const {} values[] = {{", type.is_fixed_size ? "static " : "",
                    names_.value_type(type));
    out_ += "  {\n" + begin;
    CList list(out_, begin.size(), 6);
    put_values(list, names_, type, values);
    out_ += "};\n";
    CCall(out_, 4, "nc_put_att",
          {object.group, object.id, name, names_.type_id(type), count, "values"})
        .end(object.place);
    out_ += "  }\n";
  }

  void define_variable(model::VariableId id) {
    const Variable& variable = schema_.variables[id];
    const Object object{names_.group(variable.group), names_.variable(id),
                        schema_.variable_title(id)};
    std::vector<std::string> dimensions;
    for (const model::DimensionId dimension : variable.dimensions) {
      dimensions.push_back(names_.dimension(dimension));
    }
    append_call("nc_def_var",
                {object.group, c_string(variable.name), names_.type_id(*variable.type),
                 fmt::format("{}", dimensions.size()), c_array("int", dimensions), "&" + object.id},
                object.place);
    if (variable.no_fill && variable.type->is_fixed_size) {
      append_call("nc_def_var_fill", object, {"NC_NOFILL", "NULL"});
    }
    if (is_netcdf4(schema_.format)) define_storage(variable, object);
    for (const model::Attribute& attribute : variable.attributes) {
      const bool is_written_by_library =
          variable.quantization &&
          attribute.name == model::quantization_attribute(variable.quantization->mode);
      if (!is_written_by_library) put_attribute(attribute, object);
    }
  }

  // A variable is contiguous by default, unless it needs chunks.
  void define_storage(const Variable& variable, const Object& object) {
    const model::Storage& storage = variable.storage;
    if (storage.layout == Layout::compact) {
      append_call("nc_def_var_chunking", object, {"NC_COMPACT", "NULL"});
    } else if (storage.layout == Layout::chunked && !variable.is_scalar()) {
      append_call("nc_def_var_chunking", object,
                  {"NC_CHUNKED", c_array("size_t", storage.chunk_shape)});
    }
    if (variable.byte_order != model::ByteOrder::native && variable.type->is_number()) {
      const bool is_little = variable.byte_order == model::ByteOrder::little;
      append_call("nc_def_var_endian", object, {is_little ? "NC_ENDIAN_LITTLE" : "NC_ENDIAN_BIG"});
    }
    if (variable.quantization) {
      append_call("nc_def_var_quantize", object,
                  {quantization_constants.at(static_cast<std::size_t>(variable.quantization->mode)),
                   fmt::format("{}", variable.quantization->digits)});
    }
    define_filters(variable.filters_to_define(), object);
  }

  void define_filters(const Chain& chain, const Object& object) {
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const Filter filter =
          filter::to_visible_form(chain[i].id, chain[i].parameters, filter::Form::visible);
      if (filter.id == filter::fletcher32_id) {
        append_call("nc_def_var_fletcher32", object, {"NC_FLETCHER32"});
      } else if (filter.id == filter::shuffle_id && !is_id(chain, i + 1, filter::deflate_id)) {
        append_call("nc_def_var_deflate", object, {"NC_SHUFFLE", "0", "0"});
      } else if (filter.id == filter::deflate_id && !filter.parameters.empty()) {
        const bool shuffles = i > 0 && is_id(chain, i - 1, filter::shuffle_id);
        append_call("nc_def_var_deflate", object,
                    {shuffles ? "NC_SHUFFLE" : "NC_NOSHUFFLE", "1",
                     fmt::format("{}", filter.parameters.front())});
      } else if (filter.id != filter::shuffle_id) {
        append_call("nc_def_var_filter", object,
                    {fmt::format("{}", filter.id), fmt::format("{}", filter.parameters.size()),
                     c_array("unsigned int", filter.parameters)});
      }
    }
  }

  const model::Schema& schema_;
  const CNames& names_;
  std::string& out_;
  std::vector<std::string> functions_;
};

}  // namespace

std::vector<std::string> append_c_definitions(std::string& out, const model::Schema& schema,
                                              const CNames& names) {
  return CDefinitions(schema, names, out).append();
}

}  // namespace ncf::cdl
