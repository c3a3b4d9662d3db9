// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes: of the file, of groups, of variables; and those that say how variables are stored.
#include <fmt/format.h>

#include <utility>

#include "cdl/read/attribute_values.hpp"
#include "cdl/read/parser.hpp"
#include "cdl/read/value_reader.hpp"

namespace ncf::cdl {
namespace {

/// How ncdump writes that there are no values. For a user-defined type it has no other meaning.
bool is_empty_list(const Token& token, const model::Type& type) {
  return !type.is_atomic() && token.kind == TokenKind::string && token.text == R"("")";
}

model::Values read_values(Lexer& lexer, Diagnostics& diagnostics, const model::TypeRef& type) {
  if (!type) return read_untyped_values(lexer, diagnostics);
  if (is_empty_list(lexer.peek(), *type)) {
    lexer.take();
    return model::Values(type, 0);
  }
  ValueReader reader(lexer, diagnostics);
  reader.forbid_fill();
  return reader.read_list(type, ';');
}

}  // namespace

void Parser::parse_attribute_statement() {
  if (lexer_.peek().is(':')) {
    parse_attribute(nullptr, nullptr);
  } else {
    const Reference first = take_reference("an attribute");
    if (lexer_.peek().is(':')) {
      parse_attribute(nullptr, &first);
    } else {
      const Reference owner = take_reference("a variable");
      parse_attribute(&first, &owner);
    }
  }
  expect(';');
}

// `v:a`, `:a`, `T v:a` or `T :a`. A name alone before the colon may be that of both a variable and
// a type. It means the type if a blank follows, as ncdump writes it.
void Parser::parse_attribute(const Reference* type, const Reference* owner) {
  const Span colon = lexer_.peek().span;
  expect(':');
  if (owner == nullptr) return parse_global_attribute(nullptr);
  const bool has_blank = colon.offset > owner->span.offset + owner->span.length;
  const auto variable = scope_.find_variable(group_, owner->path);
  if ((!variable || has_blank) && type == nullptr) {
    if (const model::TypeRef of_all = scope_.find_type(group_, owner->path); of_all) {
      return parse_global_attribute(of_all);
    }
  }
  if (!variable) throw undefined("variable", *owner);
  parse_variable_attribute(*variable, type == nullptr ? nullptr : get_type(*type));
}

void Parser::parse_global_attribute(const model::TypeRef& type) {
  const Span span = lexer_.peek().span;
  std::string name = take_name("the name of an attribute");
  const auto special = find_special(name);
  if (special && !is_global(*special)) {
    throw Fault{span, fmt::format("{} belongs to a variable", name)};
  }
  if (special && group_ != 0) {
    throw Fault{span, fmt::format("{} belongs to the file, not to a group", name)};
  }
  expect('=');
  if (special) return specials_.read_global(*special, document_);
  read_attribute({group_, {}}, std::move(name), type, span);
}

void Parser::parse_variable_attribute(model::VariableId id, const model::TypeRef& type) {
  const Span span = lexer_.peek().span;
  std::string name = take_name("the name of an attribute");
  expect('=');
  if (faulty_.contains(id)) {
    while (lexer_.peek().kind != TokenKind::end && !lexer_.peek().is(';')) lexer_.take();
    return;
  }
  if (const auto special = find_special(name); special) {
    if (is_global(*special)) throw Fault{span, fmt::format("{} belongs to the file", name)};
    return specials_.read(*special, id, document_);
  }
  const model::Variable& variable = schema_.variables[id];
  if (name == "_FillValue") return add_fill_value(id, type, span);
  read_attribute({variable.group, id}, std::move(name), type, span);
}

void Parser::read_attribute(const AttributeOwner& owner, std::string name,
                            const model::TypeRef& type, const Span& span) {
  auto values = std::make_shared<const model::Values>(read_values(lexer_, diagnostics_, type));
  note_type(*values->type());
  add_attribute(owner, {std::move(name), std::move(values)}, span);
}

// One that says the same twice loses nothing.
void Parser::add_attribute(const AttributeOwner& owner, model::Attribute attribute,
                           const Span& span) {
  std::vector<model::Attribute>& attributes = owner.variable
                                                  ? schema_.variables[*owner.variable].attributes
                                                  : schema_.groups[owner.group].attributes;
  const model::Attribute* const there = model::find_attribute(attributes, attribute.name);
  if (there == nullptr) {
    document_.definitions.attributes.push_back({owner, attribute.name, span});
    attributes.push_back(std::move(attribute));
  } else if (!(*there->values == *attribute.values)) {
    throw Fault{span,
                fmt::format("attribute {} is defined already, with another value", attribute.name)};
  }
}

// type: as written, or null. Of types, strings alone are not converted to the variable's.
void Parser::add_fill_value(model::VariableId id, const model::TypeRef& type, const Span& span) {
  const model::Variable& variable = schema_.variables[id];
  const bool is_string = type && type->type_class == model::TypeClass::string;
  auto value = std::make_shared<const model::Values>(
      is_string ? read_values(lexer_, diagnostics_, type)
                : read_fill_value(lexer_, diagnostics_, variable.type));
  add_attribute({variable.group, id}, {"_FillValue", std::move(value)}, span);
}

}  // namespace ncf::cdl
