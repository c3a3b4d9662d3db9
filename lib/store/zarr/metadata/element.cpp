// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text/real_text.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/values/type.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/json_values.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;

using Kind = Element::Kind;
using model::TypeClass;

[[noreturn]] void refuse(const Json& type) {
  throw Error(ErrorCode::unsupported, fmt::format("its elements are of the unsupported type {}",
                                                  format_compact_json(type)));
}

std::optional<std::size_t> parse_length(std::string_view digits) {
  const auto length = base::find_number<std::size_t>(digits);
  return length && *length <= max_element_bytes ? length : std::nullopt;
}

Element opaque_element(std::size_t bytes) {
  return {.kind = Kind::opaque, .bytes = bytes, .name = fmt::format("V{}", bytes)};
}

/// NumPy's letters for types, in the order of Kind.
constexpr std::string_view dtype_letters = "biufSSUOOcV";

/// The types of numbers, by their names in Zarr v3.
struct NumberType {
  std::string_view name;
  Kind kind;
  std::size_t bytes;
  TypeClass type_class;  ///< of the netCDF type they are read as
};

constexpr NumberType number_types[] = {
    {"bool", Kind::boolean, 1, TypeClass::enumeration},
    {"int8", Kind::signed_integer, 1, TypeClass::byte_},
    {"int16", Kind::signed_integer, 2, TypeClass::short_},
    {"int32", Kind::signed_integer, 4, TypeClass::int_},
    {"int64", Kind::signed_integer, 8, TypeClass::int64},
    {"uint8", Kind::unsigned_integer, 1, TypeClass::ubyte},
    {"uint16", Kind::unsigned_integer, 2, TypeClass::ushort},
    {"uint32", Kind::unsigned_integer, 4, TypeClass::uint},
    {"uint64", Kind::unsigned_integer, 8, TypeClass::uint64},
    {"float16", Kind::floating, 2, TypeClass::float_},
    {"float32", Kind::floating, 4, TypeClass::float_},
    {"float64", Kind::floating, 8, TypeClass::double_},
    {"complex64", Kind::complex, 8, TypeClass::compound},
    {"complex128", Kind::complex, 16, TypeClass::compound},
};

/// Returns the type that has a size and another property; null if there is none.
template <class Property>
const NumberType* find_number(Property NumberType::*property, Property wanted, std::size_t bytes) {
  const auto* const found = std::ranges::find_if(number_types, [&](const NumberType& number) {
    return number.*property == wanted && number.bytes == bytes;
  });
  return found == std::end(number_types) ? nullptr : found;
}

std::size_t configured_length(const Json& data_type) {
  const Json* const length = find_configuration(data_type, "length_bytes");
  const auto bytes = length == nullptr ? std::nullopt : as_uint64(*length);
  if (!bytes || *bytes == 0 || *bytes > max_element_bytes) refuse(data_type);
  return *bytes;
}

model::TypeRef opaque_type(const Element& element) {
  model::Type type;
  type.type_class = TypeClass::opaque;
  type.name = element.name;
  type.size_bytes = element.bytes;
  return model::make_type(std::move(type));
}

/// Returns the type of complex numbers, with the parts named as in h5py and NumPy.
model::TypeRef complex_type(const Element& element) {
  const std::size_t half = element.number_bytes();
  const model::TypeRef part =
      model::atomic_type(half == sizeof(float) ? TypeClass::float_ : TypeClass::double_);
  model::Type type;
  type.type_class = TypeClass::compound;
  type.name = fmt::format("complex{}", 8 * element.bytes);
  type.size_bytes = element.bytes;
  type.fields = {{"r", 0, part, {}}, {"i", half, part, {}}};
  return model::make_type(std::move(type));
}

/// Returns h5py's type of booleans, as which netCDF-C intends to read Zarr's, too.
const model::TypeRef& boolean_type() {
  static const model::TypeRef type = [] {
    model::Type boolean;
    boolean.type_class = TypeClass::enumeration;
    boolean.name = "bool";
    boolean.base = model::atomic_type(TypeClass::byte_);
    boolean.size_bytes = boolean.base->size_bytes;
    boolean.members = {{"FALSE", {std::byte{0}}}, {"TRUE", {std::byte{1}}}};
    return model::make_type(std::move(boolean));
  }();
  return type;
}

bool is_complex(const model::Type& type, std::string_view real, std::string_view imaginary) {
  if (type.type_class != TypeClass::compound || type.fields.size() != 2) return false;
  const auto& [r, i] = std::tie(type.fields[0], type.fields[1]);
  return r.name == real && i.name == imaginary && r.type == i.type && r.type->is_floating_point() &&
         r.shape.empty() && i.shape.empty() && i.offset_bytes == r.type->size_bytes &&
         type.size_bytes == 2 * r.type->size_bytes;
}

bool is_complex(const model::Type& type) { return is_complex(type, "r", "i"); }

TypeClass class_of(const Element& element) {
  const auto* const number = find_number(&NumberType::kind, element.kind, element.bytes);
  if (number != nullptr) return number->type_class;
  switch (element.kind) {
    case Kind::character:
      return TypeClass::char_;
    case Kind::text:
    case Kind::unicode:
    case Kind::string:
    case Kind::byte_string:
      return TypeClass::string;
    default:
      return TypeClass::opaque;
  }
}

struct TimeUnit {
  std::string_view numpy;
  std::string_view cf;
  std::uint64_t count = 1;
};

constexpr TimeUnit time_units[] = {
    {"W", "days", 7},      {"D", "days"},          {"h", "hours"},         {"m", "minutes"},
    {"s", "seconds"},      {"ms", "milliseconds"}, {"us", "microseconds"}, {"μs", "microseconds"},
    {"ns", "nanoseconds"}, {"ps", "picoseconds"},  {"fs", "femtoseconds"}, {"as", "attoseconds"},
};

/// Returns "seconds since 1970-01-01" for dates in "s", "25 minutes" for time spans in 25 "m".
/// Empty for months and years, which have no fixed length, and for units that NumPy does not have.
/// source: NumPy reference, "Datetimes and timedeltas"; CF conventions, "Time coordinate"
std::optional<std::string> cf_units(std::string_view numpy_unit, std::uint64_t scale,
                                    bool is_date) {
  constexpr std::uint64_t max_scale = 0x7FFFFFFF;  // NumPy's
  if (scale == 0 || scale > max_scale) return std::nullopt;
  for (const TimeUnit& unit : time_units) {
    if (unit.numpy != numpy_unit) continue;
    const std::uint64_t count = unit.count * scale;
    std::string units = count == 1 ? std::string(unit.cf) : fmt::format("{} {}", count, unit.cf);
    return is_date ? fmt::format("{} {}", units, numpy_epoch) : units;
  }
  return std::nullopt;
}

/// Parses NumPy's "M8[25s]" and "m8[ns]". text: the part after the byte order.
Element parse_time(const Json& dtype, std::string_view text, std::endian byte_order) {
  const std::size_t bracket = text.find('[');
  if (text.size() < 2 || text[1] != '8' || bracket != 2 || text.back() != ']') refuse(dtype);
  std::string_view unit = text.substr(3, text.size() - 4);
  const std::size_t digits = std::min(unit.find_first_not_of("0123456789"), unit.size());
  const auto scale = digits == 0 ? 1 : parse_length(unit.substr(0, digits));
  unit.remove_prefix(digits);
  const auto units = scale ? cf_units(unit, *scale, text[0] == 'M') : std::nullopt;
  if (!units) refuse(dtype);
  return {Kind::signed_integer, sizeof(std::int64_t), byte_order, {}, *units};
}

/// Parses "numpy.datetime64" and "numpy.timedelta64".
Element parse_time(const Json& data_type, bool is_date, std::endian byte_order) {
  const Json* const unit = find_configuration(data_type, "unit");
  const Json* const factor = find_configuration(data_type, "scale_factor");
  const auto scale = factor == nullptr ? 1 : as_uint64(*factor);
  const auto units = unit != nullptr && unit->is(Json::Kind::text) && scale
                         ? cf_units(unit->text, *scale, is_date)
                         : std::nullopt;
  if (!units) refuse(data_type);
  return {Kind::signed_integer, sizeof(std::int64_t), byte_order, {}, *units};
}

}  // namespace

Element parse_dtype(const Json& dtype) {
  if (!dtype.is(Json::Kind::text) || dtype.text.size() < 2) refuse(dtype);
  const std::string_view text = dtype.text;
  Element element;
  element.byte_order = text[0] == '>' ? std::endian::big : std::endian::little;
  const char kind = text[1];
  if (kind == 'O') return {.kind = Kind::string, .bytes = 0};
  if (kind == 'M' || kind == 'm') return parse_time(dtype, text.substr(1), element.byte_order);
  const auto length = parse_length(text.substr(2));
  if (text.find_first_of("<>|=") != 0 || !length || *length == 0) refuse(dtype);
  if (kind == 'V') return opaque_element(*length);
  element.bytes = *length;
  if (kind == 'S') {
    element.kind = *length == 1 ? Kind::character : Kind::text;
  } else if (kind == 'U') {
    element.kind = Kind::unicode;
    element.bytes *= unicode_bytes;
  } else {
    element.kind = static_cast<Kind>(std::min(dtype_letters.find(kind), dtype_letters.size() - 1));
    if (find_number(&NumberType::kind, element.kind, *length) == nullptr) refuse(dtype);
  }
  return element;
}

std::string format_dtype(const Element& element) {
  const char order = !element.has_byte_order()                ? '|'
                     : element.byte_order == std::endian::big ? '>'
                                                              : '<';
  if (element.has_any_length()) return "|O";
  return fmt::format("{}{}{}", order, dtype_letters[static_cast<std::size_t>(element.kind)],
                     element.kind == Kind::unicode ? element.bytes / unicode_bytes : element.bytes);
}

Element parse_data_type(const Json& data_type, std::endian byte_order) {
  const Json* const named = data_type.is(Json::Kind::object) ? data_type.find("name") : &data_type;
  if (named == nullptr || !named->is(Json::Kind::text)) refuse(data_type);
  const std::string_view name = named->text;
  for (const NumberType& number : number_types) {
    if (name == number.name) return {number.kind, number.bytes, byte_order};
  }
  if (name == "numpy.datetime64" || name == "numpy.timedelta64") {
    return parse_time(data_type, /*is_date=*/name == "numpy.datetime64", byte_order);
  }
  if (name == "bfloat16") return {Kind::floating, 2, byte_order, std::string(name)};
  if (name == "string") return {.kind = Kind::string, .bytes = 0};
  if (name == "bytes" || name == "variable_length_bytes") {
    return {.kind = Kind::byte_string, .bytes = 0};
  }
  if (name == "null_terminated_bytes") {
    const std::size_t bytes = configured_length(data_type);
    return {bytes == 1 ? Kind::character : Kind::text, bytes, byte_order};
  }
  if (name == "fixed_length_utf32") {
    const std::size_t bytes = configured_length(data_type);
    if (bytes % unicode_bytes != 0) refuse(data_type);
    return {Kind::unicode, bytes, byte_order};
  }
  if (name == "raw_bytes") return opaque_element(configured_length(data_type));
  const auto bits = name.starts_with('r') ? parse_length(name.substr(1)) : std::nullopt;
  if (!bits || *bits == 0 || *bits % 8 != 0) refuse(data_type);
  return opaque_element(*bits / 8);
}

Json format_data_type(const Element& element) {
  const auto* const number = find_number(&NumberType::kind, element.kind, element.bytes);
  if (number != nullptr) return number->name;
  if (element.kind == Kind::string) return "string";
  return make_named(element.kind == Kind::opaque ? "raw_bytes" : "null_terminated_bytes",
                    {{"length_bytes", element.bytes}});
}

model::TypeRef type_of(const Element& element) {
  const TypeClass type_class = class_of(element);
  return type_class == TypeClass::opaque        ? opaque_type(element)
         : type_class == TypeClass::compound    ? complex_type(element)
         : type_class == TypeClass::enumeration ? boolean_type()
                                                : model::atomic_type(type_class);
}

Element element_of(const model::Type& type, model::ByteOrder byte_order) {
  Element element;
  element.bytes = type.size_bytes;
  element.byte_order = byte_order == model::ByteOrder::native ? std::endian::native
                       : byte_order == model::ByteOrder::big  ? std::endian::big
                                                              : std::endian::little;
  if (type.type_class == TypeClass::char_) {
    element.kind = Kind::character;
  } else if (type.type_class == TypeClass::string) {
    element = {.kind = Kind::string, .bytes = 0};
  } else if (type.is_atomic()) {
    element.kind = find_number(&NumberType::type_class, type.type_class, type.size_bytes)->kind;
  } else if (is_complex(type)) {
    element.kind = Kind::complex;
  } else if (is_boolean(type)) {
    element.kind = Kind::boolean;
  } else if (type.type_class == TypeClass::opaque) {
    return opaque_element(type.size_bytes);
  } else {
    throw Error(ErrorCode::unsupported,
                fmt::format("is of type {}; of user-defined types, Zarr outputs can have complex "
                            "numbers, booleans and opaque ones only",
                            type.name));
  }
  return element;
}

bool has_element(const model::Type& type) {
  return type.is_atomic() || type.type_class == TypeClass::opaque || is_complex(type) ||
         is_boolean(type);
}

model::TypeRef find_complex(const model::Type& type) {
  const bool has_words = is_complex(type, "real", "imag") || is_complex(type, "re", "im");
  return has_words ? complex_type({.kind = Kind::complex, .bytes = type.size_bytes}) : nullptr;
}

bool is_boolean(const model::Type& type) {
  return model::same_type_but_for_name(type, *boolean_type());
}

std::string_view element_name(const Element& element) {
  // As lib/hdf5 names the elements of h5py's booleans.
  if (element.kind == Kind::boolean) return "enum of int8 {FALSE=00, TRUE=01}";
  const bool is_read_as_stored =
      element.kind == Kind::signed_integer || element.kind == Kind::unsigned_integer ||
      element.kind == Kind::character || (element.kind == Kind::floating && !element.is_half());
  return is_read_as_stored ? model::element_name(class_of(element)) : std::string_view{};
}

model::ByteOrder byte_order_of(const Element& element) {
  if (element.bytes == 1 || element_name(element).empty()) return model::ByteOrder::native;
  return element.byte_order == std::endian::little ? model::ByteOrder::little
                                                   : model::ByteOrder::big;
}

std::uint32_t number_parameter(const Element& element) {
  const char kind = element.kind == Kind::signed_integer     ? 'i'
                    : element.kind == Kind::unsigned_integer ? 'u'
                    : element.kind == Kind::boolean          ? 'u'
                    : element.kind == Kind::floating         ? 'f'
                                                             : '\0';
  if (kind == '\0' || element.is_bfloat16()) return 0;
  return filter::number_parameter(kind, element.bytes, element.byte_order == std::endian::big);
}

filter::ChunkLayout chunk_layout(const Element& element, std::span<const std::size_t> chunk_shape) {
  filter::ChunkLayout layout;
  layout.element_bytes = element.bytes;
  layout.element_class =
      element.kind == Kind::floating ? ncf_element_floating
      : element.kind == Kind::signed_integer || element.kind == Kind::unsigned_integer
          ? ncf_element_integer
          : ncf_element_other;
  layout.byte_order = layout.element_class == ncf_element_other ? ncf_order_none
                      : element.byte_order == std::endian::big  ? ncf_order_big
                                                                : ncf_order_little;
  layout.shape.assign(chunk_shape.begin(), chunk_shape.end());
  return layout;
}

}  // namespace ncf::store::zarr
