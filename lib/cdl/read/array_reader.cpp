// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/array_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "cdl/read/fast_numbers.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

// ---- Counting items ----

constexpr std::size_t step_bytes = 64;

/// The contents of a piece of text. The loop that finds them has no branches and a fixed count, so
/// compilers turn it into a few vector instructions.
struct Piece {
  unsigned commas = 0;
  bool is_plain = true;  ///< no brace, semicolon, quote, slash or backslash
};

Piece look_at(const char* text) {
  unsigned commas = 0;
  unsigned others = 0;
  for (std::size_t i = 0; i < step_bytes; ++i) {
    const char c = text[i];
    commas += c == ',' ? 1U : 0U;
    others |= (c == '{' || c == '}' || c == ';' || c == '"' || c == '\'' || c == '/' || c == '\\')
                  ? 1U
                  : 0U;
  }
  return {commas, others == 0};
}

/// Returns the end of the plain text that begins at `at`, and counts its commas.
const char* skip_plain(const char* at, const char* end, std::size_t& commas) {
  while (end - at >= static_cast<std::ptrdiff_t>(step_bytes)) {
    const Piece piece = look_at(at);
    if (!piece.is_plain) break;
    commas += piece.commas;
    at += step_bytes;
  }
  for (; at < end; ++at) {
    const char c = *at;
    if (c == '{' || c == '}' || c == ';' || c == '"' || c == '\'' || c == '/' || c == '\\') break;
    if (c == ',') ++commas;
  }
  return at;
}

/// More than the length of any plain number.
constexpr std::ptrdiff_t lookahead_bytes = 256;

/// Returns the dimensions at which lists begin (the first one and every unlimited one), then the
/// rank.
std::vector<std::size_t> list_levels(const model::Schema& schema, const model::Variable& variable) {
  std::vector<std::size_t> levels{0};
  for (std::size_t i = 1; i < variable.dimensions.size(); ++i) {
    if (schema.dimensions[variable.dimensions[i]].is_unlimited) levels.push_back(i);
  }
  levels.push_back(variable.dimensions.size());
  return levels;
}

/// Returns the length to which strings of the innermost list are padded: that of the last
/// dimension, if it is fixed and the list has other dimensions before it.
std::size_t unit_length(std::size_t level, const std::vector<std::size_t>& shape,
                        bool last_is_unlimited) {
  const bool has_rows = shape.size() - level > 1 && !last_is_unlimited;
  return has_rows ? shape.back() : 1;
}

std::size_t product(const std::vector<std::size_t>& shape, std::size_t from, std::size_t to) {
  return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(from),
                         shape.begin() + static_cast<std::ptrdiff_t>(to), std::size_t{1},
                         std::multiplies<>());
}

bool is_text(const model::Variable& variable) {
  return variable.type->type_class == TypeClass::char_;
}

/// Reads plain numbers into the stream; none for types without plain numbers.
NumberRun read_run(const char* begin, const char* end, ValueStream& stream, std::size_t most) {
  const model::Values& fill = stream.fill_value();
  if (!fill.type()->is_number()) return {begin, 0, true};
  return model::visit_number(fill.type()->type_class, [&](auto like) {
    using Number = decltype(like);
    // The stream's memory comes from the standard library, so it is aligned.
    auto* const to = reinterpret_cast<Number*>(stream.next());
    return read_numbers(begin, end, to, most, model::load<Number>(fill.data()));
  });
}

}  // namespace

std::size_t count_items(Lexer& lexer) {
  if (lexer.peek().is(';') || lexer.peek().is('}')) return 0;
  const std::size_t outside = lexer.depth();
  std::size_t items = 1;
  for (;;) {
    std::size_t commas = 0;
    TextWindow& window = lexer.window();
    window.move_to(skip_plain(window.begin(), window.end(), commas));
    if (lexer.depth() == outside) items += commas;
    if (window.begin() == window.end() && window.extend()) continue;
    if (*window.begin() == '\\') {
      // In the middle of a name. The escaped character may be beyond the window.
      if (window.end() - window.begin() < 2 && window.extend()) continue;
      window.move_to(std::min(window.begin() + 2, window.end()));
      continue;
    }
    const Token& token = lexer.peek();
    if (token.kind == TokenKind::end) throw unexpected(lexer, "';'");
    if (token.is(';') || (token.is('}') && lexer.depth() == outside)) return items;
    // Braces, text and comments, and perhaps a comma after a comment.
    if (token.is(',') && lexer.depth() == outside) ++items;
    lexer.take();
  }
}

LengthCounter::LengthCounter(const model::Schema& schema, model::VariableId variable, Lexer& lexer,
                             Diagnostics& diagnostics, std::vector<std::size_t>& lengths)
    : variable_(schema.variables[variable]),
      lexer_(lexer),
      reader_(lexer, diagnostics),
      levels_(list_levels(schema, variable_)),
      shape_(schema.shape(variable_)),
      lengths_(lengths) {
  for (std::size_t i = 0; i < shape_.size(); ++i) {
    if (schema.dimensions[variable_.dimensions[i]].is_unlimited) shape_[i] = 0;
  }
}

void LengthCounter::count() {
  if (std::find(shape_.begin(), shape_.end(), 0) == shape_.end()) {
    (void)cdl::count_items(lexer_);
  } else {
    count_list(0, ';');
  }
}

void LengthCounter::count_list(std::size_t level, char close) {
  const std::size_t items = count_items(level, close);
  const std::size_t first = levels_[level];
  if (shape_[first] != 0) return;
  const std::size_t inside = product(shape_, first + 1, levels_[level + 1]);
  std::size_t& length = lengths_[variable_.dimensions[first]];
  length = std::max(length, (items + inside - 1) / inside);
}

std::size_t LengthCounter::count_items(std::size_t level, char close) {
  const bool is_last = level + 2 == levels_.size();
  if (is_last && is_text(variable_)) {
    const bool last_is_unlimited = shape_.back() == 0;
    return reader_.read_text({std::numeric_limits<std::size_t>::max(),
                              unit_length(levels_[level], shape_, last_is_unlimited)},
                             close, shape_.size() - levels_[level] - 1, [](std::string_view) {});
  }
  if (is_last) return cdl::count_items(lexer_);
  std::size_t items = 0;
  if (lexer_.peek().is(close)) return items;
  for (;; lexer_.take()) {
    if (!lexer_.peek().is('{')) throw unexpected(lexer_, "{...} around an unlimited dimension");
    lexer_.take();
    count_list(level + 1, '}');
    if (!lexer_.peek().is('}')) throw unexpected(lexer_, "',' or '}'");
    lexer_.take();
    ++items;
    if (!lexer_.peek().is(',')) return items;
  }
}

ArrayReader::ArrayReader(const model::Schema& schema, model::VariableId variable,
                         std::vector<std::size_t> shape, Lexer& lexer, Diagnostics& diagnostics,
                         ValueStream& stream)
    : variable_(schema.variables[variable]),
      shape_(std::move(shape)),
      levels_(list_levels(schema, variable_)),
      last_is_unlimited_(!variable_.is_scalar() &&
                         schema.dimensions[variable_.dimensions.back()].is_unlimited),
      lexer_(lexer),
      reader_(lexer, diagnostics),
      stream_(stream) {}

void ArrayReader::read() { read_list(0, ';'); }

std::size_t ArrayReader::values_below(std::size_t level) const {
  return product(shape_, levels_[level], shape_.size());
}

void ArrayReader::read_list(std::size_t level, char close) {
  const bool is_last = level + 2 == levels_.size();
  if (!is_last) return read_lists(level, close);
  if (is_text(variable_) && !variable_.is_scalar()) {
    return read_characters(level, values_below(level), close);
  }
  read_values(values_below(level), close);
}

void ArrayReader::read_lists(std::size_t level, char close) {
  const std::size_t inside = values_below(level + 1);
  const std::size_t most = product(shape_, levels_[level], levels_[level + 1]);
  if (lexer_.peek().is(close)) return;
  for (std::size_t count = 1;; ++count, lexer_.take()) {
    if (!lexer_.peek().is('{')) throw unexpected(lexer_, "{...} around an unlimited dimension");
    if (count > most) {
      throw Fault{lexer_.peek().span,
                  fmt::format("more than the {} lists of variable {}", most, variable_.name)};
    }
    const std::size_t after = stream_.position() + inside;
    lexer_.take();
    read_list(level + 1, '}');
    if (!lexer_.peek().is('}')) throw unexpected(lexer_, "',' or '}'");
    lexer_.take();
    stream_.fill(after - stream_.position());
    if (!lexer_.peek().is(',')) return;
  }
}

void ArrayReader::read_values(std::size_t count, char close) {
  if (lexer_.peek().is(close)) return;
  for (std::size_t given = 0;;) {
    bool expects_item = true;
    given += read_plain_numbers(count - given, expects_item);
    if (expects_item) {
      if (lexer_.peek().is(close)) throw unexpected(lexer_, "a value");
      if (given == count) {
        throw Fault{lexer_.peek().span,
                    fmt::format("more than the {} values of variable {}", count, variable_.name)};
      }
      reader_.read(*variable_.type, stream_.next(), &stream_.fill_value());
      stream_.add(1);
      ++given;
    }
    if (!lexer_.peek().is(',')) return;
    lexer_.take();
  }
}

std::size_t ArrayReader::read_plain_numbers(std::size_t most, bool& expects_item) {
  std::size_t total = 0;
  while (expects_item && total < most) {
    lexer_.skip_blanks();
    TextWindow& window = lexer_.window();
    if (window.end() - window.begin() < lookahead_bytes && window.extend()) continue;
    (void)stream_.next();
    const NumberRun run = read_run(window.begin(), window.end(), stream_,
                                   std::min(most - total, stream_.left_in_block()));
    if (run.count == 0) break;
    window.move_to(run.at);
    stream_.add(run.count);
    total += run.count;
    expects_item = run.expects_item;
  }
  return total;
}

void ArrayReader::read_characters(std::size_t level, std::size_t count, char close) {
  const char fill = static_cast<char>(*stream_.fill_value().data());
  const TextShape text{count, unit_length(levels_[level], shape_, last_is_unlimited_), fill,
                       "variable " + variable_.name};
  reader_.read_text(text, close, shape_.size() - levels_[level] - 1, [&](std::string_view part) {
    while (!part.empty()) {
      std::byte* const to = stream_.next();
      const std::size_t here = std::min(part.size(), stream_.left_in_block());
      std::memcpy(to, part.data(), here);
      stream_.add(here);
      part.remove_prefix(here);
    }
  });
}

}  // namespace ncf::cdl
