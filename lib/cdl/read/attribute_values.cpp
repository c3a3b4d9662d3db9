// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/attribute_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cdl/read/convert.hpp"
#include "cdl/read/value_reader.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

constexpr std::size_t max_numbers = std::size_t{1} << 20U;

struct WrittenNumber {
  Number number;
  Span span;
};

/// How wide an integer type is; types with and without sign are alike.
int width(TypeClass type) {
  switch (type) {
    case TypeClass::byte_:
    case TypeClass::ubyte:
      return 1;
    case TypeClass::short_:
    case TypeClass::ushort:
      return 2;
    case TypeClass::int_:
    case TypeClass::uint:
      return 4;
    default:
      return 8;
  }
}

bool fits(const WrittenNumber& written, TypeClass type) {
  std::array<std::byte, sizeof(double)> ignored{};
  try {
    return convert_number(written.number, *model::atomic_type(type), ignored.data()) !=
           Conversion::reinterpreted;
  } catch (const BadLiteral&) {
    return false;
  }
}

/// ncgen's choice: the widest type, of equally wide ones the last. Where that would not hold all
/// numbers, the first that does.
TypeClass integer_type(const std::vector<WrittenNumber>& numbers) {
  TypeClass chosen = numbers.front().number.type;
  for (const WrittenNumber& written : numbers) {
    if (width(written.number.type) >= width(chosen)) chosen = written.number.type;
  }
  for (const TypeClass type : {chosen, TypeClass::short_, TypeClass::int_, TypeClass::uint,
                               TypeClass::int64, TypeClass::uint64}) {
    if (width(type) < width(chosen)) continue;
    if (std::all_of(numbers.begin(), numbers.end(),
                    [&](const WrittenNumber& written) { return fits(written, type); })) {
      return type;
    }
  }
  return chosen;
}

/// Whether float holds the number exactly, if it is an integer.
bool float_holds(const WrittenNumber& written) {
  const std::uint64_t magnitude = written.number.magnitude;
  return written.number.is_real || magnitude == 0 ||
         static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude) <=
             std::numeric_limits<float>::digits;
}

TypeClass common_type(const std::vector<WrittenNumber>& numbers) {
  const auto has = [&](TypeClass type) {
    return std::any_of(numbers.begin(), numbers.end(),
                       [&](const WrittenNumber& written) { return written.number.type == type; });
  };
  if (has(TypeClass::double_)) return TypeClass::double_;
  if (has(TypeClass::float_)) {
    return std::all_of(numbers.begin(), numbers.end(), float_holds) ? TypeClass::float_
                                                                    : TypeClass::double_;
  }
  return integer_type(numbers);
}

model::Values to_values(const std::vector<WrittenNumber>& numbers) {
  const model::TypeRef& type = model::atomic_type(common_type(numbers));
  model::Values values(type, numbers.size());
  std::byte* to = values.data();
  for (const WrittenNumber& written : numbers) {
    if (!fits(written, type->type_class)) {
      throw Fault{written.span,
                  fmt::format("{} does not fit {}", format_number(written.number), type->name)};
    }
    convert_number(written.number, *type, to);
    to += type->size_bytes;
  }
  return values;
}

std::vector<WrittenNumber> read_numbers(ValueReader& reader, Lexer& lexer) {
  std::vector<WrittenNumber> numbers;
  for (;; lexer.take()) {
    const Span span = lexer.peek().span;
    if (!numbers.empty() && lexer.peek().kind == TokenKind::string) {
      throw Fault{span, "text among the numbers of an attribute without a type"};
    }
    if (numbers.size() == max_numbers) {
      throw Fault{span, fmt::format("more than {} numbers in an attribute", max_numbers)};
    }
    numbers.push_back({reader.read_checked_number(), span});
    if (!lexer.peek().is(',')) return numbers;
  }
}

bool is_number(const model::Type& type) { return type.is_integer() || type.is_floating_point(); }

/// Whether a token is text that holds no number.
bool is_plain_text(const Token& token) {
  if (token.kind != TokenKind::string) return false;
  try {
    (void)parse_number(parse_string(token.text));
    return false;
  } catch (const BadLiteral&) {
    return true;
  }
}

}  // namespace

model::Values read_untyped_values(Lexer& lexer, Diagnostics& diagnostics) {
  ValueReader reader(lexer, diagnostics);
  reader.forbid_fill();
  const TokenKind first = lexer.peek().kind;
  if (lexer.peek().is(';') || first == TokenKind::string) {
    return reader.read_list(model::atomic_type(TypeClass::char_), ';');
  }
  return to_values(read_numbers(reader, lexer));
}

model::Values read_fill_value(Lexer& lexer, Diagnostics& diagnostics, const model::TypeRef& type) {
  if (is_number(*type) && is_plain_text(lexer.peek())) {
    return read_untyped_values(lexer, diagnostics);
  }
  ValueReader reader(lexer, diagnostics);
  reader.forbid_fill();
  model::Values value(type, 1);
  if (!is_number(*type)) {
    reader.read(*type, value.data());
    if (lexer.peek().is(',')) throw unexpected(lexer, "one value");
    return value;
  }
  const std::vector<WrittenNumber> numbers = read_numbers(reader, lexer);
  if (numbers.size() > 1) return to_values(numbers);
  try {
    reader.store(numbers.front().number, numbers.front().span, *type, value.data());
    return value;
  } catch (const Fault&) {
    return to_values(numbers);
  }
}

}  // namespace ncf::cdl
