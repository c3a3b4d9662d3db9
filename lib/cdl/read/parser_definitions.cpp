// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Dimensions, variables and user-defined types.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "cdl/read/parser.hpp"
#include "cdl/read/value_reader.hpp"
#include "model/values/type.hpp"

namespace ncf::cdl {
namespace {

using model::max_nested_types;
using model::max_type_bytes;
using model::TypeClass;

constexpr std::size_t max_dimensions = 1024;  // NC_MAX_VAR_DIMS
constexpr std::size_t max_field_dimensions = 32;

bool is_reference(const Token& token) {
  return token.kind == TokenKind::name || token.kind == TokenKind::path;
}

}  // namespace

// ---- Dimensions and variables ----

void Parser::parse_dimension_statement() {
  if (lexer_.peek().is(':')) return parse_attribute_statement();
  Reference first = take_reference("a dimension or an attribute");
  if (lexer_.peek().is(':')) {
    parse_attribute(nullptr, &first);
  } else if (is_reference(lexer_.peek())) {
    const Reference owner = take_reference("a variable");
    parse_attribute(&first, &owner);
  } else {
    parse_dimension(first);
    while (lexer_.take_if(',')) parse_dimension(take_reference("a dimension"));
  }
  lexer_.expect(';');
}

void Parser::parse_dimension(const Reference& name) {
  model::Dimension dimension;
  dimension.name = defining_ = name.path.name;
  dimension.group = group_;
  if (name.path.is_absolute || dimension.name.size() > max_name_bytes) {
    throw Fault{name.span, fmt::format("a dimension has a name of {} bytes at most, without a path",
                                       max_name_bytes)};
  }
  lexer_.expect('=');
  if (take_word_if("unlimited") || take_word_if("UNLIMITED")) {
    dimension.is_unlimited = true;
  } else {
    const Span span = lexer_.peek().span;
    dimension.length = take_length("a dimension's length", 0,
                                   std::uint64_t{std::numeric_limits<std::int64_t>::max()});
    dimension.is_unlimited = dimension.length == 0;
    if (dimension.is_unlimited) {
      diagnostics_.warning(text_, span,
                           fmt::format("{} becomes unlimited, because fixed dimensions are "
                                       "not empty",
                                       name.written));
    }
  }
  if (dimension.is_unlimited && ++unlimited_ > 1) document_.needs_netcdf4 = true;
  schema_.dimensions.push_back(std::move(dimension));
  document_.definitions.dimensions.push_back(name.span);
  if (!scope_.add_dimension(schema_.dimensions.size() - 1)) {
    throw Fault{name.span, fmt::format("dimension {} is defined already", name.written)};
  }
}

// Parses an attribute or variables, because both may begin with a type.
void Parser::parse_variable_statement() {
  if (lexer_.peek().is(':')) return parse_attribute_statement();
  Reference first = take_reference("a type or an attribute");
  if (lexer_.peek().is(':')) {
    parse_attribute(nullptr, &first);
  } else {
    Reference second = take_reference("a variable");
    if (lexer_.peek().is(':')) {
      parse_attribute(&first, &second);
    } else {
      parse_variables(first, std::move(second));
    }
  }
  lexer_.expect(';');
}

void Parser::parse_variables(const Reference& type, Reference name) {
  const model::TypeRef found = scope_.find_type(group_, type.path);
  if (!found) {
    tell(undefined("type", type));
  } else {
    note_type(*found);
  }
  for (;; name = take_reference("a variable")) {
    model::Variable variable;
    variable.name = defining_ = name.path.name;
    variable.group = group_;
    variable.type = found ? found : model::atomic_type(model::TypeClass::int_);
    if (name.path.is_absolute || variable.name.size() > max_name_bytes) {
      throw Fault{
          name.span,
          fmt::format("a variable has a name of {} bytes at most, without a path", max_name_bytes)};
    }
    if (options_.int64_is_int && variable.type->type_class == model::TypeClass::int64) {
      variable.type = model::atomic_type(model::TypeClass::int_);
      diagnostics_.warning(
          text_, type.span,
          fmt::format("{} becomes int: the requested kind of file has no wider integers",
                      name.written));
    }
    bool is_faulty = !found;
    if (lexer_.take_if('(')) parse_shape(variable, is_faulty);
    if (!model::fits_any_file(schema_.shape(variable), variable.type->size_bytes)) {
      diagnostics_.error(text_, name.span,
                         fmt::format("variable {} is larger than any file", name.written));
      is_faulty = true;
    }
    schema_.variables.push_back(std::move(variable));
    document_.definitions.variables.push_back(name.span);
    const model::VariableId id = schema_.variables.size() - 1;
    if (is_faulty) faulty_.insert(id);
    if (!scope_.add_variable(id)) {
      throw Fault{name.span, fmt::format("variable {} is defined already", name.written)};
    }
    if (!lexer_.take_if(',')) return;
  }
}

void Parser::parse_shape(model::Variable& variable, bool& is_faulty) {
  do {
    const Reference name = take_reference("a dimension");
    const auto id = scope_.find_dimension(group_, name.path);
    if (!id) {
      tell(undefined("dimension", name));
      is_faulty = true;
      continue;
    }
    if (variable.dimensions.size() == max_dimensions) {
      throw Fault{name.span, fmt::format("more than {} dimensions", max_dimensions)};
    }
    if (schema_.dimensions[*id].is_unlimited && !variable.dimensions.empty()) {
      document_.needs_netcdf4 = true;
    }
    variable.dimensions.push_back(*id);
  } while (lexer_.take_if(','));
  lexer_.expect(')');
}

void Parser::note_type(const model::Type& type) {
  if (type.type_class == model::TypeClass::string || !type.is_atomic()) {
    document_.needs_netcdf4 = true;
  } else if (type.type_class > model::TypeClass::double_) {
    document_.needs_cdf5 = true;
  }
  if (type.type_class == model::TypeClass::int64) document_.has_int64 = true;
}

// ---- User-defined types ----

void Parser::parse_type_statement() {
  document_.needs_netcdf4 = true;
  if (lexer_.peek().is(':')) return parse_attribute_statement();
  const Reference first = take_reference("a type");
  const std::string& word = first.written;
  if (lexer_.peek().is(':')) {
    parse_attribute(nullptr, &first);
    return lexer_.expect(';');
  }
  if (word == "opaque" && lexer_.peek().is('(')) {
    parse_opaque();
  } else if (lexer_.peek().is('(')) {
    parse_sequence(first);
  } else if (word == "compound" || word == "struct" || word == "structure") {
    parse_compound();
  } else if (take_word_if("enum")) {
    parse_enumeration(first);
  } else {
    const Reference owner = take_reference("a type's definition");
    parse_attribute(&first, &owner);
    return lexer_.expect(';');
  }
  lexer_.take_if(';');
}

model::TypeRef Parser::get_type(const Reference& reference) {
  model::TypeRef type = scope_.find_type(group_, reference.path);
  if (!type) throw undefined("type", reference);
  return type;
}

void Parser::define_type(model::Type type, const Span& span) {
  if (model::depth_of(type) > max_nested_types) {
    throw Fault{span, fmt::format("types nested deeper than {}", max_nested_types)};
  }
  const std::string name = type.name;
  schema_.types.push_back({group_, model::make_type(std::move(type))});
  document_.definitions.types.push_back(span);
  if (!scope_.add_type(schema_.types.size() - 1)) {
    throw Fault{span, fmt::format("type {} is defined already", name)};
  }
}

void Parser::parse_enumeration(const Reference& base) {
  model::Type type;
  type.type_class = TypeClass::enumeration;
  type.base = get_type(base);
  if (!type.base->is_integer()) {
    throw Fault{base.span,
                fmt::format("an enumeration of {}, which is not an integer type", base.written)};
  }
  type.size_bytes = type.base->size_bytes;
  const Span span = lexer_.peek().span;
  type.name = defining_ = take_name("the name of an enumeration");
  lexer_.expect('{');
  do {
    const Span member_span = lexer_.peek().span;
    model::EnumMember member;
    member.name = take_name("the name of a member");
    member.value.resize(type.size_bytes);
    const auto is_same = [&](const auto& other) {
      return other.name == member.name || other.value == member.value;
    };
    lexer_.expect('=');
    ValueReader(lexer_, diagnostics_).read(*type.base, member.value.data());
    if (std::ranges::any_of(type.members, is_same)) {
      throw Fault{member_span,
                  fmt::format("member {} has the name or the value of another", member.name)};
    }
    type.members.push_back(std::move(member));
  } while (lexer_.take_if(','));
  lexer_.expect('}');
  define_type(std::move(type), span);
}

void Parser::parse_opaque() {
  lexer_.expect('(');
  model::Type type;
  type.type_class = TypeClass::opaque;
  type.size_bytes = take_length("the size of an opaque type", 1, max_type_bytes);
  lexer_.expect(')');
  const Span span = lexer_.peek().span;
  type.name = defining_ = take_name("the name of an opaque type");
  define_type(std::move(type), span);
}

void Parser::parse_sequence(const Reference& base) {
  model::Type type;
  type.type_class = TypeClass::vlen;
  type.base = get_type(base);
  type.size_bytes = sizeof(model::Vlen);
  lexer_.expect('(');
  lexer_.expect('*');
  lexer_.expect(')');
  const Span span = lexer_.peek().span;
  type.name = defining_ = take_name("the name of a variable-length type");
  define_type(std::move(type), span);
}

void Parser::parse_compound() {
  model::Type type;
  type.type_class = TypeClass::compound;
  const Span span = lexer_.peek().span;
  type.name = defining_ = take_name("the name of a compound type");
  lexer_.expect('{');
  while (at_statement()) statement([&] { parse_fields(type); });
  defining_ = type.name;
  if (type.fields.empty()) throw lexer_.unexpected("a field");
  lexer_.expect('}');
  model::pad_compound(type);
  define_type(std::move(type), span);
}

void Parser::parse_fields(model::Type& type) {
  const model::TypeRef field_type = get_type(take_reference("the type of a field"));
  do {
    const Span span = lexer_.peek().span;
    model::CompoundField field;
    field.name = take_name("the name of a field");
    field.type = field_type;
    if (lexer_.take_if('(')) {
      do {
        if (field.shape.size() == max_field_dimensions) {
          throw Fault{span,
                      fmt::format("a field with more than {} dimensions", max_field_dimensions)};
        }
        field.shape.push_back(take_length("a field's length", 1, max_type_bytes));
      } while (lexer_.take_if(','));
      lexer_.expect(')');
    }
    const auto is_same = [&](const auto& other) { return other.name == field.name; };
    if (std::ranges::any_of(type.fields, is_same)) {
      throw Fault{span, fmt::format("field {} is defined already", field.name)};
    }
    if (!model::append_field(type, std::move(field))) {
      throw Fault{span, fmt::format("a compound larger than {} bytes", max_type_bytes)};
    }
  } while (lexer_.take_if(','));
  lexer_.expect(';');
}

}  // namespace ncf::cdl
