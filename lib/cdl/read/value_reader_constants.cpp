// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values that are one constant: numbers, characters, strings, opaque values, members of
// enumerations.

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/text/characters.hpp"
#include "cdl/language/language.hpp"
#include "cdl/read/literal.hpp"
#include "cdl/read/value_reader.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

char* copy_text(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

/// Returns the name of the type whose range the number exceeds: that of its suffix, or `type`.
const std::string& exceeded_type(const Number& number, const model::Type& type) {
  const bool is_of_suffix = number.has_overflowed || number.has_vanished;
  return is_of_suffix ? model::atomic_type(number.type)->name : type.name;
}

/// Says how a conversion that was not exact changed a number. stored: the result, of type `type`.
std::string describe_loss(Conversion conversion, const Number& number, const model::Type& type,
                          const std::byte* stored) {
  switch (conversion) {
    case Conversion::reinterpreted: {
      const Number same = with_same_bits(number, 8 * static_cast<int>(type.size_bytes));
      return fmt::format("does not fit {}: taken as {}, of the same bits", type.name,
                         format_number(same));
    }
    case Conversion::truncated:
      return fmt::format("the fraction is cut off for type {}", type.name);
    case Conversion::rounded:
      return fmt::format("too many digits for type {}: rounded to {:.0f}", type.name,
                         model::visit_number(type.type_class, [&](auto like) {
                           return static_cast<double>(model::load<decltype(like)>(stored));
                         }));
    case Conversion::vanished:
      return fmt::format("too small for type {}: 0", exceeded_type(number, type));
    default:
      return fmt::format("too large for type {}: infinite", exceeded_type(number, type));
  }
}

}  // namespace

void ValueReader::read_numeric(const model::Type& type, std::byte* to) {
  const Span span = lexer_.peek().span;
  const Number number = read_number("a value of type " + type.name);
  store(number, span, type, to);
  warn_if_adjusted(number, span);
}

void ValueReader::store(const Number& number, const Span& span, const model::Type& type,
                        std::byte* to) {
  const Token token{TokenKind::number, {}, span};
  const Conversion conversion = at_token(token, [&] { return convert_number(number, type, to); });
  if (conversion == Conversion::exact) return;
  if (conversion == Conversion::reinterpreted && !allows_other_bits_) {
    throw Fault{span, "does not fit " + type.name};
  }
  diagnostics_.warning(lexer_.text(), span, describe_loss(conversion, number, type, to));
}

void ValueReader::warn_if_adjusted(const Number& number, const Span& span) {
  if (!number.is_adjusted) return;
  diagnostics_.warning(lexer_.text(), span,
                       fmt::format("does not fit the type of its suffix: taken as {} {}",
                                   model::atomic_type(number.type)->name, format_number(number)));
}

Number ValueReader::read_checked_number() {
  refuse_fill();
  const Span span = lexer_.peek().span;
  const Number number = read_number("a number or text");
  warn_if_adjusted(number, span);
  return number;
}

Number ValueReader::read_number(const std::string& expected) {
  const Token token = lexer_.peek();
  switch (token.kind) {
    case TokenKind::number:
      lexer_.take();
      return at_token(token, [&] { return parse_number(token.text); });
    case TokenKind::character:
      lexer_.take();
      return at_token(token, [&] { return parse_character(token.text); });
    case TokenKind::string: {
      const std::string text = lexer_.take_string();
      if (text.empty()) throw Fault{token.span, "an empty string where a number is expected"};
      return at_token(token, [&] { return parse_number(text); });
    }
    case TokenKind::name:
      if (const auto named = find_named_number(token.text); named) {
        lexer_.take();
        return *named;
      }
      if (base::equals_ignoring_case(token.text, "time")) return read_function(token);
      break;
    default:
      break;
  }
  throw lexer_.unexpected(expected);
}

Number ValueReader::read_function(const Token& name) {
  const Span span = name.span;
  lexer_.take();
  lexer_.expect('(', "'(' after time");
  if (lexer_.peek().kind != TokenKind::string) throw lexer_.unexpected("a date in quotes");
  const Token token = lexer_.take();
  const std::string date = at_token(token, [&] { return parse_string(token.text); });
  const double hours = at_token(token, [&] { return hours_since_1970(date); });
  if (lexer_.peek().is(',')) {
    throw Fault{span, "time() takes only a date: other calendars are not supported"};
  }
  lexer_.expect(')', "')'");
  return real_number(hours, TypeClass::double_);
}

void ValueReader::read_character(std::byte* to) {
  if (lexer_.peek().kind != TokenKind::string) {
    return read_numeric(*model::atomic_type(TypeClass::char_), to);
  }
  const Span span = lexer_.peek().span;
  const std::string text = lexer_.take_string();
  if (text.size() > 1) throw Fault{span, "a string where one character is expected"};
  *to = static_cast<std::byte>(text.empty() ? '\0' : text.front());
}

void ValueReader::read_string(std::byte* to) {
  const Token token = lexer_.peek();
  std::string text;
  if (token.kind == TokenKind::name &&
      (token.text == "NIL" || token.text == "nil" || token.text == "Nil")) {
    lexer_.take();
    return;
  }
  if (token.kind == TokenKind::string) {
    text = lexer_.take_string();
  } else {
    const bool is_character = token.kind == TokenKind::character;
    const Number number = read_number("a value of type string");
    text =
        is_character ? std::string(1, static_cast<char>(number.magnitude)) : format_number(number);
  }
  if (text.find('\0') != std::string::npos) {
    throw Fault{token.span, "a value of type string cannot hold a NUL; characters can"};
  }
  model::store(to, copy_text(text));
}

void ValueReader::read_opaque(const model::Type& type, std::byte* to) {
  const Token& token = lexer_.peek();
  const bool is_hex = token.kind == TokenKind::number &&
                      (token.text.starts_with("0x") || token.text.starts_with("0X"));
  if (!is_hex) throw lexer_.unexpected(fmt::format("0x... for opaque type {}", type.name));
  const Token taken = lexer_.take();
  const std::string_view digits = taken.text.substr(2);
  if (digits.empty() ||
      digits.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) {
    throw Fault{taken.span, "in an opaque value, only hexadecimal digits may follow 0x"};
  }
  if (digits.size() > 2 * type.size_bytes) {
    throw Fault{taken.span, fmt::format("more than the {} bytes of opaque type {}", type.size_bytes,
                                        type.name)};
  }
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const char c = base::to_lower(digits[i]);
    const int value = base::is_digit(c) ? c - '0' : c - 'a' + 10;
    to[i / 2] |= static_cast<std::byte>(i % 2 == 0 ? value << 4 : value);
  }
}

// Reads a member's name, perhaps with that of its type or the path of the type's group before it.
// ncdump writes a value that is not a member as a number, and 0 as _UNDEFINED.
void ValueReader::read_member(const model::Type& type, std::byte* to) {
  const TokenKind kind = lexer_.peek().kind;
  if (kind == TokenKind::number) return read_numeric(*type.base, to);
  if (kind != TokenKind::name && kind != TokenKind::path) {
    throw lexer_.unexpected("a member of enumeration " + type.name);
  }
  const Token token = lexer_.take();
  // The last part of a path; a name cannot contain a slash.
  const std::string_view last = token.text.substr(token.text.rfind('/') + 1);
  const std::string name = parse_name(last);
  const model::EnumMember* member = find_member(type, name);
  const std::string type_prefix = type.name + '.';
  if (member == nullptr && name.starts_with(type_prefix)) {
    member = find_member(type, std::string_view(name).substr(type_prefix.size()));
  }
  if (member != nullptr) {
    std::memcpy(to, member->value.data(), member->value.size());
    return;
  }
  if (token.text == no_member) return;
  throw Fault{token.span, fmt::format("{} is not a member of enumeration {}", name, type.name)};
}

}  // namespace ncf::cdl
