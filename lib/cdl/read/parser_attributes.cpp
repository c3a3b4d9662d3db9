// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes of the file, of groups and of variables, and special attributes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cdl/read/lexer.hpp"
#include "cdl/read/literal.hpp"
#include "cdl/read/number.hpp"
#include "cdl/read/parser.hpp"
#include "cdl/read/text.hpp"
#include "cdl/read/value_reader.hpp"
#include "model/values/values.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

// ---- The values of an attribute whose type is not written ----
//
// Text is joined to characters; numbers widen to the widest among them.
// source: ncgen(1), "Attributes"; ncgen/semantics.c

constexpr std::size_t max_numbers = std::size_t{1} << 20U;

struct WrittenNumber {
  Number number;
  Span span;
};

/// Signed and unsigned types are alike.
std::size_t width(TypeClass type) { return model::atomic_type(type)->size_bytes; }

bool fits(const WrittenNumber& written, TypeClass type) {
  std::array<std::byte, sizeof(double)> ignored{};
  try {
    return convert_number(written.number, *model::atomic_type(type), ignored.data()) !=
           Conversion::reinterpreted;
  } catch (const BadLiteral&) {
    return false;
  }
}

/// Chooses a type as ncgen does: the widest, and of equally wide ones the last. If that cannot hold
/// all numbers, chooses the first that can.
TypeClass integer_type(const std::vector<WrittenNumber>& numbers) {
  TypeClass chosen = numbers.front().number.type;
  for (const WrittenNumber& written : numbers) {
    if (width(written.number.type) >= width(chosen)) chosen = written.number.type;
  }
  for (const TypeClass type : {chosen, TypeClass::short_, TypeClass::int_, TypeClass::uint,
                               TypeClass::int64, TypeClass::uint64}) {
    if (width(type) < width(chosen)) continue;
    if (std::ranges::all_of(numbers,
                            [&](const WrittenNumber& written) { return fits(written, type); })) {
      return type;
    }
  }
  return chosen;
}

/// Returns whether float holds the number exactly, if it is an integer.
bool float_holds(const WrittenNumber& written) {
  std::array<std::byte, sizeof(float)> ignored{};
  return convert_number(written.number, *model::atomic_type(TypeClass::float_), ignored.data()) !=
         Conversion::rounded;
}

TypeClass common_type(const std::vector<WrittenNumber>& numbers) {
  const auto has = [&](TypeClass type) {
    return std::ranges::any_of(
        numbers, [&](const WrittenNumber& written) { return written.number.type == type; });
  };
  if (has(TypeClass::double_)) return TypeClass::double_;
  if (has(TypeClass::float_)) {
    return std::ranges::all_of(numbers, float_holds) ? TypeClass::float_ : TypeClass::double_;
  }
  return integer_type(numbers);
}

model::Values to_values(ValueReader& reader, const std::vector<WrittenNumber>& numbers) {
  const model::TypeRef& type = model::atomic_type(common_type(numbers));
  model::Values values(type, numbers.size());
  std::byte* to = values.data();
  for (const WrittenNumber& written : numbers) {
    if (!fits(written, type->type_class)) {
      throw Fault{written.span, "does not fit " + type->name};
    }
    reader.store(written.number, written.span, *type, to);
    to += type->size_bytes;
  }
  return values;
}

std::vector<WrittenNumber> read_numbers(ValueReader& reader, Lexer& lexer) {
  std::vector<WrittenNumber> numbers;
  do {
    const Span span = lexer.peek().span;
    if (!numbers.empty() && lexer.peek().kind == TokenKind::string) {
      throw Fault{span, "text among the numbers of an attribute without a type"};
    }
    if (numbers.size() == max_numbers) {
      throw Fault{span, fmt::format("more than {} numbers in an attribute", max_numbers)};
    }
    numbers.push_back({reader.read_checked_number(), span});
  } while (lexer.take_if(','));
  return numbers;
}

/// Returns whether a token is text that contains no number.
bool is_plain_text(const Token& token) {
  if (token.kind != TokenKind::string) return false;
  try {
    (void)parse_number(parse_string(token.text));
    return false;
  } catch (const BadLiteral&) {
    return true;
  }
}

/// Reads items separated by commas up to the ';', which is not taken. An empty list has type char.
/// throws: Fault.
model::Values read_untyped_values(Lexer& lexer, Diagnostics& diagnostics) {
  ValueReader reader(lexer, diagnostics);
  reader.forbid_fill();
  const TokenKind first = lexer.peek().kind;
  if (lexer.peek().is(';') || first == TokenKind::string) {
    return reader.read_list(model::atomic_type(TypeClass::char_));
  }
  return to_values(reader, read_numbers(reader, lexer));
}

/// Reads the value of `_FillValue` as the variable's type. If that type cannot hold the value, or
/// there are several values, they keep a type of their own, as in some files.
/// type: the variable's. throws: Fault.
model::Values read_fill_value(Lexer& lexer, Diagnostics& diagnostics, const model::TypeRef& type) {
  const bool is_text = lexer.peek().kind == TokenKind::string;
  if ((type->type_class == TypeClass::char_ && is_text) ||
      (type->is_number() && is_plain_text(lexer.peek()))) {
    model::Values text = read_untyped_values(lexer, diagnostics);
    // ncdump writes NUL as an empty text.
    const bool is_zero = text.count() == 0 && same_type(*text.type(), *type);
    return is_zero ? model::Values(type, 1) : std::move(text);
  }
  ValueReader reader(lexer, diagnostics);
  reader.forbid_fill();
  model::Values value(type, 1);
  if (!type->is_number()) {
    reader.read(*type, value.data());
    if (lexer.peek().is(',')) throw lexer.unexpected("one value");
    return value;
  }
  const std::vector<WrittenNumber> numbers = read_numbers(reader, lexer);
  if (numbers.size() > 1) return to_values(reader, numbers);
  try {
    reader.store(numbers.front().number, numbers.front().span, *type, value.data());
    return value;
  } catch (const Fault&) {
    return to_values(reader, numbers);
  }
}

/// Returns whether a token is what ncdump writes if there are no values. For a user-defined type it
/// has no other meaning.
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
  return reader.read_list(type);
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
  lexer_.expect(';');
}

// Parses `v:a`, `:a`, `T v:a` or `T :a`. A single name before the colon may be that of both a
// variable and a type. It means the type if a blank follows, as ncdump writes it.
void Parser::parse_attribute(const Reference* type, const Reference* owner) {
  const Span colon = lexer_.peek().span;
  lexer_.expect(':');
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
  const auto special = type ? std::nullopt : find_special(name);
  if (special && !is_global(*special)) {
    throw Fault{span, fmt::format("{} belongs to a variable", name)};
  }
  if (special && group_ != 0) {
    throw Fault{span, fmt::format("{} belongs to the file, not to a group", name)};
  }
  lexer_.expect('=');
  if (special) return specials_.read_global(*special, document_);
  read_attribute({group_, {}}, std::move(name), type, span);
}

void Parser::parse_variable_attribute(model::VariableId id, const model::TypeRef& type) {
  const Span span = lexer_.peek().span;
  std::string name = take_name("the name of an attribute");
  lexer_.expect('=');
  if (faulty_.contains(id)) return skip_values();
  if (const auto special = type ? std::nullopt : find_special(name); special) {
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

// An attribute given twice with the same value is accepted.
void Parser::add_attribute(const AttributeOwner& owner, model::Attribute attribute,
                           const Span& span) {
  std::vector<model::Attribute>& attributes = owner.variable
                                                  ? schema_.variables[*owner.variable].attributes
                                                  : schema_.groups[owner.group].attributes;
  if (attributes_.emplace(owner, attribute.name).second) {
    document_.definitions.attributes.push_back({owner, attribute.name, span});
    attributes.push_back(std::move(attribute));
  } else if (!(*model::find_attribute(attributes, attribute.name)->values == *attribute.values)) {
    throw Fault{span,
                fmt::format("attribute {} is defined already, with another value", attribute.name)};
  }
}

// type: as written, or null. A number of any written type is converted to the variable's type, as
// ncgen does.
void Parser::add_fill_value(model::VariableId id, const model::TypeRef& type, const Span& span) {
  const model::Variable& variable = schema_.variables[id];
  const bool is_text =
      type && (type->type_class == TypeClass::string || type->type_class == TypeClass::char_);
  const bool has_no_values = type && lexer_.peek().is(';');
  auto value = std::make_shared<const model::Values>(
      is_text || has_no_values ? read_values(lexer_, diagnostics_, type)
                               : read_fill_value(lexer_, diagnostics_, variable.type));
  add_attribute({variable.group, id}, {"_FillValue", std::move(value)}, span);
}

}  // namespace ncf::cdl
