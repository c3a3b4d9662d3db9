// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/value_reader.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/text/messages.hpp"
#include "cdl/language/language.hpp"
#include "cdl/read/fill.hpp"
#include "model/values/numbers.hpp"
#include "model/values/type.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

/// The largest list that is kept in memory as a whole: an attribute's or a sequence's.
constexpr std::size_t max_list_bytes = std::size_t{256} << 20U;

}  // namespace

/// Grows a sequence at `to`, where its owner frees it if anything fails.
class Sequence {
 public:
  Sequence(const model::Type& base, std::byte* to) : base_(base), to_(to) {}

  /// Appends a zeroed value.
  std::byte* add() {
    model::Vlen vlen = model::load<model::Vlen>(to_);
    if (vlen.length == capacity_) {
      capacity_ = std::max<std::size_t>(4, capacity_ * 2);
      void* const grown = std::realloc(vlen.data, capacity_ * base_.size_bytes);
      if (grown == nullptr) throw std::bad_alloc();
      vlen.data = grown;
    }
    std::byte* const added = static_cast<std::byte*>(vlen.data) + vlen.length * base_.size_bytes;
    std::memset(added, 0, base_.size_bytes);
    ++vlen.length;
    model::store(to_, vlen);
    return added;
  }

  void append(std::string_view text) {
    for (const char c : text) *add() = static_cast<std::byte>(c);
  }

 private:
  const model::Type& base_;
  std::byte* to_;
  std::size_t capacity_ = 0;
};

Fault unexpected(Lexer& lexer, const std::string& expected) {
  const Token& found = lexer.peek();
  if (found.kind == TokenKind::end) {
    return {found.span, fmt::format("expected {}, but the text ends", expected)};
  }
  constexpr std::size_t max_bytes = 40;
  return {found.span,
          fmt::format("expected {}, not {}", expected, base::printable(found.text, max_bytes))};
}

std::uint64_t take_whole_number(Lexer& lexer, std::string_view what, std::uint64_t lowest,
                                std::uint64_t highest) {
  const Token token = lexer.take();
  const Number number = at_token(token, [&] { return parse_number(token.text); });
  if (number.is_real || number.is_negative || number.magnitude < lowest ||
      number.magnitude > highest) {
    throw Fault{token.span,
                fmt::format("{} is a whole number from {} to {}", what, lowest, highest)};
  }
  return number.magnitude;
}

void ValueReader::read(const model::Type& type, std::byte* to, const model::Values* fill) {
  if (!has_member_as_fill_mark(type) && take_fill()) {
    if (fill == nullptr) return store_fill(type, to);
    return model::copy_value(*fill, to);
  }
  switch (type.type_class) {
    case TypeClass::char_:
      return read_character(to);
    case TypeClass::string:
      return read_string(to);
    case TypeClass::opaque:
      return read_opaque(type, to);
    case TypeClass::enumeration:
      return read_member(type, to);
    case TypeClass::vlen:
      return read_sequence(type, to);
    case TypeClass::compound:
      return read_compound(type, to);
    default:
      return read_numeric(type, to);
  }
}

bool ValueReader::is_fill_next() {
  const Token& token = lexer_.peek();
  return token.kind == TokenKind::name && token.text == fill_mark;
}

void ValueReader::refuse_fill() {
  if (!is_fill_next()) return;
  throw Fault{lexer_.peek().span, "an attribute cannot contain a fill value"};
}

bool ValueReader::take_fill() {
  if (!allows_fill_) refuse_fill();
  if (!is_fill_next()) return false;
  lexer_.take();
  return true;
}

void ValueReader::expect_open(const std::string& what) {
  if (!lexer_.peek().is('{')) throw unexpected(lexer_, fmt::format("{} in {{...}}", what));
  lexer_.take();
}

void ValueReader::expect_close() {
  if (!lexer_.peek().is('}')) throw unexpected(lexer_, "',' or '}'");
  lexer_.take();
}

model::Values ValueReader::read_list(const model::TypeRef& type, char close) {
  // The values are read as a sequence, so that they are freed whatever happens, and then taken out
  // of it.
  model::Type sequence_type;
  sequence_type.type_class = TypeClass::vlen;
  sequence_type.base = type;
  sequence_type.size_bytes = sizeof(model::Vlen);
  model::Values holder(model::make_type(std::move(sequence_type)), 1);
  Sequence sequence(*type, holder.data());
  read_items(*type, close, sequence);
  const model::Vlen vlen = model::load<model::Vlen>(holder.data());
  model::Values values(type, vlen.length);
  if (vlen.length > 0) std::memcpy(values.data(), vlen.data, values.size_bytes());
  std::free(vlen.data);
  model::store(holder.data(), model::Vlen{});
  return values;
}

void ValueReader::read_items(const model::Type& base, char close, Sequence& sequence) {
  if (base.type_class == TypeClass::char_) {
    read_text({max_list_bytes}, close, 0, [&](std::string_view text) { sequence.append(text); });
    return;
  }
  if (lexer_.peek().is(close)) return;
  for (std::size_t bytes = base.size_bytes;; bytes += base.size_bytes) {
    if (bytes > max_list_bytes) {
      throw Fault{lexer_.peek().span, fmt::format("a list of more than {} bytes", max_list_bytes)};
    }
    read(base, sequence.add());
    if (!lexer_.peek().is(',')) return;
    lexer_.take();
  }
}

std::size_t ValueReader::read_text(const TextShape& shape, char close, std::size_t nesting,
                                   const TextSink& sink) {
  PaddedText text(shape, sink);
  for (std::size_t depth = 0;; lexer_.take()) {
    for (; lexer_.peek().is('{') && depth < nesting; ++depth) lexer_.take();
    if (!lexer_.peek().is(depth > 0 ? '}' : close)) read_text_item(shape, text);
    for (; depth > 0 && lexer_.peek().is('}'); --depth) lexer_.take();
    if (lexer_.peek().is(',')) continue;
    if (depth > 0) throw unexpected(lexer_, "',' or '}'");
    text.finish_string(lexer_.peek().span);
    return text.size();
  }
}

void ValueReader::read_text_item(const TextShape& shape, PaddedText& text) {
  const Span span = lexer_.peek().span;
  if (take_fill()) return text.add_string({&shape.fill, 1}, span);
  if (lexer_.peek().kind == TokenKind::string) {
    const Token token = lexer_.take();
    return text.add_string(at_token(token, [&] { return parse_string(token.text); }), span);
  }
  std::byte character{};
  read_numeric(*model::atomic_type(TypeClass::char_), &character);
  text.add_character(static_cast<char>(character), span);
}

void ValueReader::read_sequence(const model::Type& type, std::byte* to) {
  expect_open("a value of type " + type.name);
  Sequence sequence(*type.base, to);
  read_items(*type.base, '}', sequence);
  expect_close();
}

void ValueReader::read_compound(const model::Type& type, std::byte* to) {
  expect_open("a value of type " + type.name);
  std::size_t given = 0;
  if (!lexer_.peek().is('}')) {
    for (;;) {
      if (given == type.fields.size()) {
        throw Fault{lexer_.peek().span, fmt::format("more values than the {} fields of {}",
                                                    type.fields.size(), type.name)};
      }
      const model::CompoundField& field = type.fields[given++];
      read_field(field, to + field.offset_bytes);
      if (!lexer_.peek().is(',')) break;
      lexer_.take();
    }
  }
  expect_close();
  for (; given < type.fields.size(); ++given) {
    const model::CompoundField& field = type.fields[given];
    for (std::size_t i = 0; i < field.value_count(); ++i) {
      store_fill(*field.type, to + field.offset_bytes + i * field.type->size_bytes);
    }
  }
}

void ValueReader::read_field(const model::CompoundField& field, std::byte* to) {
  if (field.shape.empty()) return read(*field.type, to);
  std::size_t given = 0;
  if (!take_fill()) {
    expect_open("the values of field " + field.name);
    given = read_field_values(field, to);
    expect_close();
  }
  for (; given < field.value_count(); ++given) {
    store_fill(*field.type, to + given * field.type->size_bytes);
  }
}

std::size_t ValueReader::read_field_values(const model::CompoundField& field, std::byte* to) {
  const std::size_t count = field.value_count();
  if (field.type->type_class == TypeClass::char_) {
    const std::size_t unit = field.shape.size() > 1 ? field.shape.back() : 1;
    return read_text({count, unit, '\0', "field " + field.name}, '}', field.shape.size() - 1,
                     [&](std::string_view text) {
                       std::memcpy(to, text.data(), text.size());
                       to += text.size();
                     });
  }
  std::size_t given = 0;
  if (lexer_.peek().is('}')) return given;
  for (;; lexer_.take()) {
    if (given == count) {
      throw Fault{lexer_.peek().span,
                  fmt::format("more than the {} values of field {}", count, field.name)};
    }
    read(*field.type, to + given++ * field.type->size_bytes);
    if (!lexer_.peek().is(',')) return given;
  }
}

}  // namespace ncf::cdl
