// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Dimensions and variables.
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "cdl/read/parser.hpp"
#include "cdl/read/value_reader.hpp"
#include "model/values/type.hpp"

namespace ncf::cdl {
namespace {

constexpr std::size_t max_dimensions = 1024;  // NC_MAX_VAR_DIMS

bool is_reference(const Token& token) {
  return token.kind == TokenKind::name || token.kind == TokenKind::path;
}

}  // namespace

bool fits_any_file(const model::Schema& schema, const model::Variable& variable) {
  return model::fits_any_file(schema.shape(variable), variable.type->size_bytes);
}

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
    while (take_if(',')) parse_dimension(take_reference("a dimension"));
  }
  expect(';');
}

void Parser::parse_dimension(const Reference& name) {
  model::Dimension dimension;
  dimension.name = defining_ = name.path.name;
  dimension.group = group_;
  if (name.path.is_absolute || dimension.name.size() > max_name_bytes) {
    throw Fault{name.span, fmt::format("a dimension has a name of {} bytes at most, without a path",
                                       max_name_bytes)};
  }
  expect('=');
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
  expect(';');
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
    if (take_if('(')) parse_shape(variable, is_faulty);
    if (!fits_any_file(schema_, variable)) {
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
    if (!take_if(',')) return;
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
  } while (take_if(','));
  expect(')');
}

void Parser::note_type(const model::Type& type) {
  if (type.type_class == model::TypeClass::string || !type.is_atomic()) {
    document_.needs_netcdf4 = true;
  } else if (type.type_class > model::TypeClass::double_) {
    document_.needs_cdf5 = true;
  }
  if (type.type_class == model::TypeClass::int64) document_.has_int64 = true;
}

}  // namespace ncf::cdl
