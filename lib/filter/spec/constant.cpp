// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/constant.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <system_error>

#include "base/text/characters.hpp"

namespace ncf::filter {
namespace {

using Tag = Constant::Tag;

constexpr auto is_signed = NumberKind::signed_integer;
constexpr auto is_unsigned = NumberKind::unsigned_integer;
constexpr auto is_real = NumberKind::real;

/// In the order of the enumeration.
constexpr std::array<TagFacts, 12> tags{{{"", 0, is_unsigned},
                                         {"", 32, is_signed},
                                         {"b", 8, is_signed},
                                         {"ub", 8, is_unsigned},
                                         {"s", 16, is_signed},
                                         {"us", 16, is_unsigned},
                                         {"u", 32, is_unsigned},
                                         {"f", 32, is_real},
                                         {"l", 64, is_signed},
                                         {"ul", 64, is_unsigned},
                                         {"d", 64, is_real},
                                         {"", 64, is_real}}};
static_assert(tags.size() == static_cast<std::size_t>(Tag::decimal) + 1);

/// text: not empty.
std::optional<Tag> find_tag(std::string_view text) {
  for (std::size_t i = 0; i < tags.size(); ++i) {
    if (base::equals_ignoring_case(text, tags[i].text)) return static_cast<Tag>(i);
  }
  return std::nullopt;
}

/// A constant split into its parts; views into the text.
struct Parts {
  std::string_view number;  ///< with sign, fraction and exponent
  std::string_view digits;  ///< the digits before any fraction, without sign
  bool negative = false;
  bool has_fraction = false;
  bool has_exponent = false;
  std::string_view rest;  ///< a tag, or unexpected text
};

std::size_t skip_digits(std::string_view field, std::size_t from) {
  while (from < field.size() && base::is_digit(field[from])) ++from;
  return from;
}

/// Returns the end of the exponent that begins at `from`; `from` if there is none.
std::size_t skip_exponent(std::string_view field, std::size_t from) {
  if (from == field.size() || base::to_lower(field[from]) != 'e') return from;
  std::size_t at = from + 1;
  if (at < field.size() && (field[at] == '-' || field[at] == '+')) ++at;
  const std::size_t end = skip_digits(field, at);
  return end == at ? from : end;
}

Parts split(std::string_view field) {
  Parts parts;
  parts.negative = field.starts_with('-');
  const std::size_t begin = parts.negative ? 1 : 0;
  std::size_t at = skip_digits(field, begin);
  parts.digits = field.substr(begin, at - begin);
  if (at < field.size() && field[at] == '.') {
    const std::size_t end = skip_digits(field, at + 1);
    if (!parts.digits.empty() || end > at + 1) {
      parts.has_fraction = true;
      at = end;
    }
  }
  if (at > begin) {
    const std::size_t end = skip_exponent(field, at);
    parts.has_exponent = end > at;
    at = end;
  }
  parts.number = at > begin ? field.substr(0, at) : std::string_view();
  parts.rest = field.substr(parts.number.size());
  return parts;
}

/// Reads one constant: the text for messages, and the field split into parts.
class ConstantReader {
 public:
  ConstantReader(std::string_view text, SourceSpan field)
      : text_(text), field_(field), parts_(split(field_text())) {}

  ConstantReading read(Decimals decimals) const {
    ConstantReading reading;
    Constant& constant = reading.constant;
    constant.span = field_;
    constant.tag = read_tag(decimals);
    const TagFacts& tag = facts_of(constant.tag);
    if (tag.kind == is_real) {
      constant.bits = tag.bits == 32 ? std::bit_cast<std::uint32_t>(read_float<float>())
                                     : std::bit_cast<std::uint64_t>(read_float<double>());
    } else if (tag.bits == 8 || tag.bits == 16) {
      read_truncated(tag, reading);
    } else {
      constant.bits = read_exact(tag);
    }
    return reading;
  }

 private:
  std::string_view field_text() const {
    return text_.substr(field_.begin, field_.end - field_.begin);
  }

  [[noreturn]] void fail(SourceSpan span, const std::string& reason) const {
    throw SyntaxError(text_, span, reason);
  }

  SourceSpan number_span() const { return {field_.begin, field_.begin + parts_.number.size()}; }
  SourceSpan rest_span() const { return {number_span().end, field_.end}; }

  /// Returns the tag, after checking the shape of the text.
  Tag read_tag(Decimals decimals) const {
    if (parts_.number.empty()) fail(field_, "expected a number, as 9, -17b, 93u or 1.5d");
    if (parts_.digits == "0" && !parts_.rest.empty() &&
        base::to_lower(parts_.rest.front()) == 'x') {
      fail(field_, "hexadecimal number, expected a decimal one");
    }
    const bool whole = !parts_.has_fraction && !parts_.has_exponent;
    const std::string shape = parts_.has_fraction ? "fraction" : "exponent";
    if (parts_.rest.empty()) {
      if (whole) return parts_.negative && !is_zero() ? Tag::int32 : Tag::untagged;
      if (decimals == Decimals::allowed) return Tag::decimal;
      fail(number_span(), shape + " without a tag, expected f or d after it");
    }
    const std::optional<Tag> tag = find_tag(parts_.rest);
    if (!tag) fail_at_rest();
    if (!whole && facts_of(*tag).kind != is_real) {
      fail(rest_span(),
           shape + " with the tag " + std::string(facts_of(*tag).text) + ", expected f or d");
    }
    return *tag;
  }

  [[noreturn]] void fail_at_rest() const {
    const bool word = std::ranges::all_of(parts_.rest, base::is_letter);
    if (word) fail(rest_span(), "unknown tag, expected b, ub, s, us, u, f, l, ul or d");
    fail(rest_span(), R"(text after a number, expected ",", "|" or the end)");
  }

  bool is_zero() const {
    return std::ranges::all_of(parts_.digits, [](char c) { return c == '0'; });
  }

  template <typename Float>
  Float read_float() const {
    Float value = 0;
    const char* const end = parts_.number.data() + parts_.number.size();
    const auto result = std::from_chars(parts_.number.data(), end, value);
    if (result.ec != std::errc()) {
      fail(number_span(), "out of range for a float of " + std::to_string(8 * sizeof(Float)) +
                              " bits, expected " + limits_text<Float>());
    }
    return value;
  }

  template <typename Float>
  static std::string limits_text() {
    return sizeof(Float) == 4 ? "a magnitude of 1.4e-45 to 3.4e38 or 0"
                              : "a magnitude of 4.9e-324 to 1.7e308 or 0";
  }

  /// Returns the digits as a number; empty above 2^64-1.
  std::optional<std::uint64_t> magnitude() const {
    std::uint64_t value = 0;
    const char* const end = parts_.digits.data() + parts_.digits.size();
    const auto result = std::from_chars(parts_.digits.data(), end, value);
    if (result.ec != std::errc()) return std::nullopt;
    return value;
  }

  /// Returns the bits of the number, which must be between -`max_below_zero` and `most`.
  std::uint64_t read_bits(std::uint64_t max_below_zero, std::uint64_t most,
                          const std::string& whose) const {
    const std::optional<std::uint64_t> size = magnitude();
    if (!size || *size > (parts_.negative ? max_below_zero : most)) {
      fail(number_span(), "out of range " + whose + ", expected " +
                              (max_below_zero == 0 ? "" : "-") + std::to_string(max_below_zero) +
                              " to " + std::to_string(most));
    }
    return parts_.negative ? 0 - *size : *size;
  }

  void read_truncated(const TagFacts& tag, ConstantReading& reading) const {
    const std::uint64_t bits = read_bits(min_int64, max_uint64, "for 64 bits");
    const std::uint64_t shifted = bits << (64 - tag.bits);
    reading.constant.bits =
        tag.kind == is_signed
            ? static_cast<std::uint64_t>(static_cast<std::int64_t>(shifted) >> (64 - tag.bits))
            : shifted >> (64 - tag.bits);
    const bool too_large = !parts_.negative && bits > max_int64;
    reading.bits_lost = reading.constant.bits != bits || too_large;
  }

  std::uint64_t read_exact(const TagFacts& tag) const {
    if (tag.text.empty()) return read_bits(std::uint64_t{1} << 31, max_uint64, "without a tag");
    const std::uint64_t most = max_uint64 >> (64 - tag.bits + (tag.kind == is_signed ? 1 : 0));
    return read_bits(tag.kind == is_signed ? most + 1 : 0, most, "for " + std::string(tag.text));
  }

  static constexpr std::uint64_t min_int64 = std::uint64_t{1} << 63;  // its magnitude
  static constexpr std::uint64_t max_int64 = min_int64 - 1;
  static constexpr std::uint64_t max_uint64 = std::numeric_limits<std::uint64_t>::max();

  std::string_view text_;
  SourceSpan field_;
  Parts parts_;
};

template <typename Number>
std::string shortest(Number number) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), result.ptr};
}

std::uint32_t low_word(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }
std::uint32_t high_word(std::uint64_t bits) { return static_cast<std::uint32_t>(bits >> 32); }

}  // namespace

ConstantReading read_constant(std::string_view text, SourceSpan field, Decimals decimals) {
  return ConstantReader(text, field).read(decimals);
}

const TagFacts& facts_of(Tag tag) noexcept { return tags[static_cast<std::size_t>(tag)]; }

std::string format_constant(const Constant& constant) {
  const auto& [tag, bits, kind] = facts_of(constant.tag);
  std::string text;
  if (kind == is_real) {
    text = bits == 32 ? shortest(std::bit_cast<float>(low_word(constant.bits)))
                      : shortest(std::bit_cast<double>(constant.bits));
    const bool looks_whole = text.find_first_of(".e") == std::string::npos;
    if (constant.tag == Tag::decimal && looks_whole) text += ".0";
  } else {
    text = kind == is_signed ? shortest(static_cast<std::int64_t>(constant.bits))
                             : shortest(constant.bits);
  }
  return text.append(tag);
}

void fix8_on(std::endian host, std::span<std::byte, 8> value) noexcept {
  if (host == std::endian::little) return;
  // Encoding reverses the eight bytes, then each half; decoding does so in the opposite order. Both
  // exchange the halves.
  std::swap_ranges(value.begin(), value.begin() + 4, value.begin() + 4);
}

std::vector<std::uint32_t> all_cd_values_of(const NumericFilter& filter) {
  std::vector<std::uint32_t> cd_values;
  for (const Constant& constant : filter.parameters) {
    for (const std::uint32_t value : cd_values_of(constant)) cd_values.push_back(value);
  }
  return cd_values;
}

}  // namespace ncf::filter

namespace ncf {

std::vector<std::uint32_t> cd_values_of(const Constant& constant) {
  const std::uint32_t low = filter::low_word(constant.bits);
  const std::uint32_t high = filter::high_word(constant.bits);
  const bool is_wide = filter::facts_of(constant.tag).bits == 64 ||
                       (constant.tag == Constant::Tag::untagged && high != 0);
  return is_wide ? std::vector{low, high} : std::vector{low};
}

void fix8(std::span<std::byte, 8> value, bool /*decode*/) noexcept {
  filter::fix8_on(std::endian::native, value);
}

}  // namespace ncf
