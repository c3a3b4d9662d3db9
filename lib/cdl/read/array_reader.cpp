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

namespace ncf::cdl {
namespace {

// ---- Counting items ----

constexpr std::size_t step_bytes = 64;

/// The contents of a piece of text. The loop that finds them has no branches and a fixed count, so
/// compilers turn it into a few vector instructions.
struct Piece {
  unsigned commas = 0;
  bool is_plain = true;  ///< no brace, semicolon, quote, slash or backslash
};

/// Returns whether a character may end a plain part of a list. The opposite test would keep
/// compilers from vectorizing the loop that counts commas.
constexpr bool is_special(char c) {
  return c == '{' || c == '}' || c == ';' || c == '"' || c == '\'' || c == '/' || c == '\\';
}

Piece look_at(const char* text) {
  unsigned commas = 0;
  unsigned others = 0;
  for (std::size_t i = 0; i < step_bytes; ++i) {
    commas += text[i] == ',' ? 1U : 0U;
    others |= is_special(text[i]) ? 1U : 0U;
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
  for (; at < end && !is_special(*at); ++at) {
    if (*at == ',') ++commas;
  }
  return at;
}

// ---- Lists in braces ----

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
  return variable.type->type_class == model::TypeClass::char_;
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
    if (token.kind == TokenKind::end) throw lexer.unexpected("';'");
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
  if (std::ranges::find(shape_, 0) == shape_.end()) {
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
  do {
    lexer_.expect('{', "{...} around an unlimited dimension");
    count_list(level + 1, '}');
    lexer_.expect('}', "',' or '}'");
    ++items;
  } while (lexer_.take_if(','));
  return items;
}

// ---- Reading ----

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
  std::size_t count = 0;
  do {
    if (!lexer_.peek().is('{')) throw lexer_.unexpected("{...} around an unlimited dimension");
    if (++count > most) {
      throw Fault{lexer_.peek().span,
                  fmt::format("more than the {} lists of variable {}", most, variable_.name)};
    }
    const std::size_t after = stream_.position() + inside;
    lexer_.take();
    read_list(level + 1, '}');
    lexer_.expect('}', "',' or '}'");
    stream_.fill(after - stream_.position());
  } while (lexer_.take_if(','));
}

void ArrayReader::read_values(std::size_t count, char close) {
  if (lexer_.peek().is(close)) return;
  std::size_t given = 0;
  do {
    bool expects_item = true;
    given += read_plain_numbers(count - given, expects_item);
    if (expects_item) {
      if (lexer_.peek().is(close)) throw lexer_.unexpected("a value");
      if (given == count) {
        throw Fault{lexer_.peek().span,
                    fmt::format("more than the {} values of variable {}", count, variable_.name)};
      }
      reader_.read(*variable_.type, stream_.next(), &stream_.fill_value());
      stream_.add(1);
      ++given;
    }
  } while (lexer_.take_if(','));
}

std::size_t ArrayReader::read_plain_numbers(std::size_t most, bool& expects_item) {
  if (!variable_.type->is_number()) return 0;
  std::size_t total = 0;
  while (expects_item && total < most) {
    lexer_.skip_blanks();
    TextWindow& window = lexer_.window();
    if (window.end() - window.begin() < lookahead_bytes && window.extend()) continue;
    std::byte* const to = stream_.next();
    const NumberRun run =
        read_numbers(window.begin(), window.end(), variable_.type->type_class, to,
                     std::min(most - total, stream_.left_in_block()), stream_.fill_value().data());
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

// ---- The stream ----

ValueStream::ValueStream(const model::Values& fill, const BlockPlan& plan, BlockHandler on_block)
    : fill_(fill), plan_(plan), on_block_(std::move(on_block)), values_(fill.type()) {
  start_block();
}

void ValueStream::start_block() {
  first_ += in_block_;
  in_block_ = 0;
  values_.reset(std::min({plan_.block, plan_.line - first_ % plan_.line, plan_.total - first_}));
}

std::byte* ValueStream::next() {
  if (in_block_ == values_.count()) hand_on();
  return values_.data() + in_block_ * values_.type()->size_bytes;
}

void ValueStream::hand_on() {
  if (in_block_ > 0) on_block_(first_, values_);
  start_block();
}

void ValueStream::fill(std::size_t count) {
  const std::size_t bytes = fill_.type()->size_bytes;
  while (count > 0) {
    std::byte* const to = next();
    const std::size_t here = std::min(count, left_in_block());
    for (std::size_t i = 0; i < here; ++i) {
      if (fill_.type()->is_fixed_size) {
        std::memcpy(to + i * bytes, fill_.data(), bytes);
      } else {
        model::copy_value(fill_, to + i * bytes);
      }
    }
    add(here);
    count -= here;
  }
}

void ValueStream::finish() {
  if (in_block_ == 0) return;
  // Only the last block may be incomplete: the caller stopped early.
  if (in_block_ < values_.count()) fill(values_.count() - in_block_);
  on_block_(first_, values_);
  in_block_ = values_.count();
}

}  // namespace ncf::cdl
