// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/value_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "cdl/language/language.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "model/values/type.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

/// The largest list that is kept in memory as a whole: an attribute's or a sequence's.
constexpr std::size_t max_list_bytes = std::size_t{256} << 20U;

void* allocate_zeroed(std::size_t bytes) {
  void* memory = std::calloc(1, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

/// Stores the default fill value of `type` at `to`, zeroed memory.
void store_fill(const model::Type& type, std::byte* to);

/// Stores fill values as the values of a field, at `to`, from index `first` on.
void store_fills(const model::CompoundField& field, std::byte* to, std::size_t first = 0) {
  for (std::size_t i = first; i < field.value_count(); ++i) {
    store_fill(*field.type, to + i * field.type->size_bytes);
  }
}

void store_fill(const model::Type& type, std::byte* to) {
  switch (type.type_class) {
    case TypeClass::string:
      return model::store(to, allocate_zeroed(1));
    case TypeClass::opaque:
      std::memset(to, 0, type.size_bytes);
      return;
    case TypeClass::enumeration:
      std::memcpy(to, type.members.front().value.data(), type.size_bytes);
      return;
    case TypeClass::vlen: {
      const model::Vlen one{1, allocate_zeroed(type.base->size_bytes)};
      model::store(to, one);
      return store_fill(*type.base, static_cast<std::byte*>(one.data));
    }
    case TypeClass::compound:
      for (const model::CompoundField& field : type.fields) {
        store_fills(field, to + field.offset_bytes);
      }
      return;
    default:
      model::visit_number_or_character(type.type_class, [&](auto like) {
        model::store(to, model::default_fill<decltype(like)>);
      });
  }
}

}  // namespace

model::Values fill_value(const model::TypeRef& type) {
  model::Values value(type, 1);
  store_fill(*type, value.data());
  return value;
}

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

/// Strings and characters that become one array of characters: each string is padded, and
/// consecutive characters are one string.
/// source: ncgen(1), "Data Section"; ncgen/genchar.c
class PaddedText {
 public:
  /// Both arguments must outlive this.
  PaddedText(const TextShape& shape, const TextSink& sink) : shape_(shape), sink_(sink) {}

  /// Returns how many characters were passed to the sink.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// throws: Fault with `span` if the array is full, as do the other functions.
  void add_string(std::string_view string, const Span& span) {
    finish_string(span);
    add_characters(string, span);
    finish_string(span);
  }

  void add_characters(std::string_view text, const Span& span) {
    is_open_ = true;
    add(text, span);
  }

  /// Ends the current string. An empty string takes up space, too.
  void finish_string(const Span& span) {
    constexpr std::size_t max_padding_bytes = 4096;
    if (!is_open_) return;
    is_open_ = false;
    const std::size_t unit = shape_.unit_length;
    std::size_t missing = unit == 0 ? 0 : (unit - in_string_ % unit) % unit;
    if (in_string_ == 0) missing = unit;
    const std::string padding(std::min(missing, max_padding_bytes), shape_.fill);
    while (missing > 0) {
      const std::string_view piece = std::string_view(padding).substr(0, missing);
      add(piece, span);
      missing -= piece.size();
    }
    in_string_ = 0;
  }

 private:
  void add(std::string_view text, const Span& span) {
    if (text.size() > shape_.length - size_) {
      throw Fault{span,
                  fmt::format("more than the {} characters of {}", shape_.length, shape_.owner)};
    }
    size_ += text.size();
    in_string_ += text.size();
    sink_(text);
  }

  const TextShape& shape_;
  const TextSink& sink_;
  std::size_t size_ = 0;
  std::size_t in_string_ = 0;
  bool is_open_ = false;
};

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
  if (!lexer_.take_if('{')) throw lexer_.unexpected(fmt::format("{} in {{...}}", what));
}

model::Values ValueReader::read_list(const model::TypeRef& type) {
  // The values are read as a sequence, so that they are freed whatever happens, and then taken out
  // of it.
  model::Type sequence_type;
  sequence_type.type_class = TypeClass::vlen;
  sequence_type.base = type;
  sequence_type.size_bytes = sizeof(model::Vlen);
  model::Values holder(model::make_type(std::move(sequence_type)), 1);
  Sequence sequence(*type, holder.data());
  read_items(*type, ';', sequence);
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
  std::size_t bytes = 0;
  do {
    bytes += base.size_bytes;
    if (bytes > max_list_bytes) {
      throw Fault{lexer_.peek().span, fmt::format("a list of more than {} bytes", max_list_bytes)};
    }
    read(base, sequence.add());
  } while (lexer_.take_if(','));
}

std::size_t ValueReader::read_text(const TextShape& shape, char close, std::size_t nesting,
                                   const TextSink& sink) {
  PaddedText text(shape, sink);
  for (std::size_t depth = 0;; lexer_.take()) {
    for (; lexer_.peek().is('{') && depth < nesting; ++depth) lexer_.take();
    if (!lexer_.peek().is(depth > 0 ? '}' : close)) read_text_item(shape, text);
    for (; depth > 0 && lexer_.peek().is('}'); --depth) lexer_.take();
    if (lexer_.peek().is(',')) continue;
    if (depth > 0) throw lexer_.unexpected("',' or '}'");
    text.finish_string(lexer_.peek().span);
    return text.size();
  }
}

void ValueReader::read_text_item(const TextShape& shape, PaddedText& text) {
  const Span span = lexer_.peek().span;
  if (take_fill()) return text.add_string({&shape.fill, 1}, span);
  if (lexer_.peek().kind == TokenKind::string) return text.add_string(lexer_.take_string(), span);
  char character = 0;
  read_numeric(*model::atomic_type(TypeClass::char_), reinterpret_cast<std::byte*>(&character));
  text.add_characters({&character, 1}, span);
}

void ValueReader::read_sequence(const model::Type& type, std::byte* to) {
  expect_open("a value of type " + type.name);
  Sequence sequence(*type.base, to);
  read_items(*type.base, '}', sequence);
  lexer_.expect('}', "',' or '}'");
}

void ValueReader::read_compound(const model::Type& type, std::byte* to) {
  expect_open("a value of type " + type.name);
  std::size_t given = 0;
  if (!lexer_.peek().is('}')) {
    do {
      if (given == type.fields.size()) {
        throw Fault{lexer_.peek().span, fmt::format("more values than the {} fields of {}",
                                                    type.fields.size(), type.name)};
      }
      const model::CompoundField& field = type.fields[given++];
      read_field(field, to + field.offset_bytes);
    } while (lexer_.take_if(','));
  }
  lexer_.expect('}', "',' or '}'");
  for (; given < type.fields.size(); ++given) {
    store_fills(type.fields[given], to + type.fields[given].offset_bytes);
  }
}

void ValueReader::read_field(const model::CompoundField& field, std::byte* to) {
  if (field.shape.empty()) return read(*field.type, to);
  std::size_t given = 0;
  if (!take_fill()) {
    expect_open("the values of field " + field.name);
    given = read_field_values(field, to);
    lexer_.expect('}', "',' or '}'");
  }
  store_fills(field, to, given);
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
  do {
    if (given == count) {
      throw Fault{lexer_.peek().span,
                  fmt::format("more than the {} values of field {}", count, field.name)};
    }
    read(*field.type, to + given++ * field.type->size_bytes);
  } while (lexer_.take_if(','));
  return given;
}

}  // namespace ncf::cdl
