// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// User-defined types.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cdl/read/parser.hpp"
#include "cdl/read/parser_statement.hpp"
#include "cdl/read/value_reader.hpp"
#include "model/values/type.hpp"

namespace ncf::cdl {
namespace {

using model::max_nested_types;
using model::max_type_bytes;
using model::TypeClass;

constexpr std::size_t max_field_dimensions = 32;

}  // namespace

void Parser::parse_type_statement() {
  document_.needs_netcdf4 = true;
  if (lexer_.peek().is(':')) return parse_attribute_statement();
  const Reference first = take_reference("a type");
  const std::string& word = first.written;
  if (lexer_.peek().is(':')) {
    parse_attribute(nullptr, &first);
    return expect(';');
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
    return expect(';');
  }
  take_if(';');
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
  expect('{');
  do {
    const Span member_span = lexer_.peek().span;
    model::EnumMember member;
    member.name = take_name("the name of a member");
    member.value.resize(type.size_bytes);
    const auto is_same = [&](const auto& other) {
      return other.name == member.name || other.value == member.value;
    };
    expect('=');
    ValueReader(lexer_, diagnostics_).read(*type.base, member.value.data());
    if (std::any_of(type.members.begin(), type.members.end(), is_same)) {
      throw Fault{member_span,
                  fmt::format("member {} has the name or the value of another", member.name)};
    }
    type.members.push_back(std::move(member));
  } while (take_if(','));
  expect('}');
  define_type(std::move(type), span);
}

void Parser::parse_opaque() {
  expect('(');
  model::Type type;
  type.type_class = TypeClass::opaque;
  type.size_bytes = take_length("the size of an opaque type", 1, max_type_bytes);
  expect(')');
  const Span span = lexer_.peek().span;
  type.name = defining_ = take_name("the name of an opaque type");
  define_type(std::move(type), span);
}

void Parser::parse_sequence(const Reference& base) {
  model::Type type;
  type.type_class = TypeClass::vlen;
  type.base = get_type(base);
  type.size_bytes = sizeof(model::Vlen);
  expect('(');
  expect('*');
  expect(')');
  const Span span = lexer_.peek().span;
  type.name = defining_ = take_name("the name of a variable-length type");
  define_type(std::move(type), span);
}

void Parser::parse_compound() {
  model::Type type;
  type.type_class = TypeClass::compound;
  const Span span = lexer_.peek().span;
  type.name = defining_ = take_name("the name of a compound type");
  expect('{');
  while (at_statement()) statement([&] { parse_fields(type); });
  defining_ = type.name;
  if (type.fields.empty()) throw unexpected(lexer_, "a field");
  expect('}');
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
    if (take_if('(')) {
      do {
        if (field.shape.size() == max_field_dimensions) {
          throw Fault{span,
                      fmt::format("a field with more than {} dimensions", max_field_dimensions)};
        }
        field.shape.push_back(take_length("a field's length", 1, max_type_bytes));
      } while (take_if(','));
      expect(')');
    }
    const auto is_same = [&](const auto& other) { return other.name == field.name; };
    if (std::any_of(type.fields.begin(), type.fields.end(), is_same)) {
      throw Fault{span, fmt::format("field {} is defined already", field.name)};
    }
    if (!model::append_field(type, std::move(field))) {
      throw Fault{span, fmt::format("a compound larger than {} bytes", max_type_bytes)};
    }
  } while (take_if(','));
  expect(';');
}

}  // namespace ncf::cdl
