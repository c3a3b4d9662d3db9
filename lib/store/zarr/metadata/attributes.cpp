// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

#include "ncf/error.hpp"
#include "store/zarr/metadata/element.hpp"
#include "store/zarr/metadata/fill_value.hpp"
#include "store/zarr/metadata/json_values.hpp"

namespace ncf::store::zarr {
namespace {

using base::is_integer;
using base::Json;
using base::parse_json;

using filter::ZarrFormat;
using model::TypeClass;
using model::Values;

model::TypeRef find_numeric_type(std::string_view dtype, ZarrFormat format) {
  try {
    const Element element = format == ZarrFormat::v2
                                ? parse_dtype(Json(dtype))
                                : parse_data_type(Json(dtype), std::endian::little);
    const model::TypeRef type = type_of(element);
    return type->is_number() ? type : nullptr;
  } catch (const Error&) {
    return nullptr;  // a note that we do not understand is ignored
  }
}

std::span<const Json> elements_of(const Json& json) {
  if (json.is(Json::Kind::list)) return json.elements;
  return {&json, 1};
}

std::optional<Values> as_numbers(const Json& json, const model::TypeRef& type) {
  const auto elements = elements_of(json);
  Values values(type, elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!set_number(values, i, elements[i])) return std::nullopt;
  }
  return values;
}

Values as_text(const Json& json) {
  return model::text_values(json.is(Json::Kind::text) ? json.text : format_compact_json(json));
}

Values as_strings(const Json& json) {
  const auto elements = elements_of(json);
  Values values(model::atomic_type(TypeClass::string), elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Json& element = elements[i];
    set_string(values, i,
               element.is(Json::Kind::text) ? element.text : format_compact_json(element));
  }
  return values;
}

bool all_are(std::span<const Json> elements, Json::Kind kind) {
  return std::ranges::all_of(elements, [&](const Json& element) { return element.is(kind); });
}

std::optional<Values> guess_numbers(const Json& json) {
  const auto elements = elements_of(json);
  if (elements.empty()) return std::nullopt;
  if (all_are(elements, Json::Kind::boolean)) {
    return as_numbers(json, model::atomic_type(TypeClass::ubyte));
  }
  if (!all_are(elements, Json::Kind::number)) return std::nullopt;
  if (std::ranges::all_of(elements, is_integer)) {
    for (const TypeClass type : {TypeClass::int_, TypeClass::int64, TypeClass::uint64}) {
      if (auto values = as_numbers(json, model::atomic_type(type))) return values;
    }
  }
  return as_numbers(json, model::atomic_type(TypeClass::double_));
}

Values guess(const Json& json) {
  if (auto numbers = guess_numbers(json)) return std::move(*numbers);
  if (json.is(Json::Kind::list)) {
    if (json.elements.empty()) return model::text_values({});
    if (all_are(json.elements, Json::Kind::text)) return as_strings(json);
  }
  return as_text(json);
}

/// Returns whether a float is the number as written, exactly or as its nearest decimal: 0.1, not
/// 16777217.
bool is_float(const Json& json) {
  const auto wide = as_double(json);
  const auto narrow = as_float(json);
  if (!wide || !narrow) return true;
  return std::isnan(*wide) || static_cast<double>(*narrow) == *wide ||
         fmt::format("{}", *narrow) == fmt::format("{}", *wide);
}

/// Reads `_FillValue` of complex numbers and opaque values.
std::optional<Values> as_user_type(const Json& json, const model::Type& variable) {
  const Element element = element_of(variable, model::ByteOrder::native);
  if (auto fill = parse_xarray_fill(json, type_of(element))) return fill;
  return parse_user_value(json, element);
}

/// Returns whether readers compare the attribute's numbers, in JSON doubles, with values.
bool is_compared(const std::string& name, const model::Type* variable) {
  return variable != nullptr && model::has_type_of_variable(name);
}

std::optional<Values> as_variable(const std::string& name, const Json& json,
                                  const model::Type* variable) {
  if (!is_compared(name, variable)) return std::nullopt;
  if (!variable->is_atomic())
    return name == "_FillValue" ? as_user_type(json, *variable) : std::nullopt;
  const model::TypeRef type = model::atomic_type(variable->type_class);
  if (variable->type_class == TypeClass::string && json.is(Json::Kind::text))
    return as_strings(json);
  if (!type->is_number()) return std::nullopt;
  const auto elements = elements_of(json);
  const bool is_narrow =
      type->type_class != TypeClass::float_ || std::ranges::all_of(elements, is_float);
  if (auto numbers = is_narrow ? as_numbers(json, type) : std::nullopt) return numbers;
  return name == "_FillValue" ? parse_xarray_fill(json, type) : std::nullopt;
}

bool is_char_fill(const std::string& name, const model::Type* variable) {
  return variable != nullptr && variable->type_class == TypeClass::char_ && name == "_FillValue";
}

/// Returns whether the fill value of a char variable is NUL, whose escape libnetcdf cannot read. In
/// NCZarr it is an empty text, as libnetcdf writes it.
bool is_nul_fill(const model::Attribute& attribute, const model::Type* variable) {
  const Values& values = *attribute.values;
  return is_char_fill(attribute.name, variable) && values.type()->type_class == TypeClass::char_ &&
         model::text_of(values) == std::string_view("\0", 1);
}

Values parse_values(const std::string& name, const Json& json, const std::string* dtype,
                    const model::Type* variable, ZarrFormat format) {
  if (dtype == nullptr) {
    if (auto values = as_variable(name, json, variable)) return std::move(*values);
    return guess(json);
  }
  if (const model::TypeRef type = find_numeric_type(*dtype, format)) {
    if (auto values = as_numbers(json, type)) return std::move(*values);
    return guess(json);
  }
  const bool is_char = dtype->ends_with("S1") || dtype->ends_with("U1") || dtype->ends_with("J0") ||
                       *dtype == "char" || *dtype == "json";
  if (!is_char) return as_strings(json);
  const bool is_nul =
      is_char_fill(name, variable) && json.is(Json::Kind::text) && json.text.empty();
  return is_nul ? model::text_values({"\0", 1}) : as_text(json);
}

/// Returns whether digits represent another number than the one read.
bool is_rounded(const Json& json, const Values& values, std::size_t index) {
  const auto number = as_double(get_number(values, index));
  return json.is(Json::Kind::number) && number && std::isfinite(*number) &&
         !has_digits_of(json, *number);
}

/// Returns whether JSON has decimals of floats that are other doubles, which no float is equal to:
/// 0.1, not 0.10000000149011612.
bool has_decimals_of_floats(const Json& json, const Values& values) {
  if (values.type()->type_class != TypeClass::float_) return false;
  const auto elements = elements_of(json);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto written = as_double(elements[i]);
    const auto read = as_double(get_number(values, i));
    if (written && read && *written != *read && !std::isnan(*written)) return true;
  }
  return false;
}

/// Returns whether libnetcdf reads JSON with the note of the values' type as these values. It fails
/// for lists and null as text, and reads integers beyond 64 bits as the largest of 64.
bool is_for_libnetcdf(const Json& json, const Values& values) {
  const model::Type& type = *values.type();
  if (type.type_class == TypeClass::char_)
    return json.is(Json::Kind::text) || json.is(Json::Kind::object);
  const auto elements = elements_of(json);
  if (type.type_class == TypeClass::string) return all_are(elements, Json::Kind::text);
  return std::ranges::all_of(elements, [](const Json& element) {
    if (is_integer(element)) return as_int64(element) || as_uint64(element);
    return !element.is(Json::Kind::text);
  });
}

/// Returns whether characters are a text, not values as the variable's.
bool is_text(const model::Attribute& attribute, const model::Type* variable) {
  const bool has_values =
      is_compared(attribute.name, variable) && variable->type_class == TypeClass::char_;
  return attribute.values->type()->type_class == TypeClass::char_ && !has_values;
}

Json format_value(const Values& values, std::size_t index) {
  if (values.type()->type_class == TypeClass::string) {
    return Json(get_string(values, index));
  }
  if (is_boolean(*values.type())) return Json(values.data()[index] != std::byte{0});
  return get_number(values, index);
}

}  // namespace

model::Attribute parse_attribute(const std::string& name, const Json& json,
                                 const std::string* dtype, const model::Type* variable,
                                 filter::ZarrFormat format) {
  return {name, std::make_shared<const Values>(parse_values(name, json, dtype, variable, format)),
          model::StoredJson{format, format_compact_json(json)}};
}

std::string find_difference(const Json& json, const Values& values) {
  const model::Type& type = *values.type();
  if (type.type_class == TypeClass::char_ && !json.is(Json::Kind::text)) {
    return "text: netCDF's attributes are texts or numbers of one type";
  }
  const auto elements = elements_of(json);
  if (type.is_number() && std::ranges::any_of(elements, [](const Json& element) {
        return element.is(Json::Kind::boolean);
      })) {
    return type.name + ": netCDF has no booleans";
  }
  if (!type.is_floating_point()) return {};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (is_rounded(elements[i], values, i)) return type.name + ", which rounds it";
  }
  return {};
}

Json format_values(const Values& values) {
  const model::Type& type = *values.type();
  if (type.type_class == TypeClass::char_) return Json(model::text_of(values));
  if (type.type_class != TypeClass::string && !type.is_number() && !is_boolean(type)) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("is of type {}, and attributes in Zarr have no user-defined types", type.name));
  }
  if (values.count() == 1) return format_value(values, 0);
  Json list = base::json_list();
  for (std::size_t i = 0; i < values.count(); ++i) {
    list.elements.push_back(format_value(values, i));
  }
  return list;
}

std::optional<Json> find_stored_json(const model::Attribute& attribute, const model::Type* variable,
                                     Format format) {
  if (!attribute.stored_json) return std::nullopt;
  const Values& values = *attribute.values;
  Json json = parse_json(attribute.stored_json->json);
  const bool is_nczarr = format == Format::nczarr;
  const std::string dtype = attribute_dtype(values);
  const std::string* const note = is_nczarr ? &dtype : nullptr;
  if (!(parse_values(attribute.name, json, note, variable, zarr_format(format)) == values)) {
    return std::nullopt;
  }
  if (!is_nczarr && is_compared(attribute.name, variable) && has_decimals_of_floats(json, values)) {
    return std::nullopt;
  }
  const bool is_escaped_nul = is_nul_fill(attribute, variable) && !json.text.empty();
  if (is_nczarr && (is_escaped_nul || !is_for_libnetcdf(json, values))) return std::nullopt;
  return json;
}

Json format_attribute(const model::Attribute& attribute, const model::Type* variable,
                      Format format) {
  if (auto json = find_stored_json(attribute, variable, format)) return std::move(*json);
  Json json = format_values(*attribute.values);
  const bool is_nul = format == Format::nczarr && is_nul_fill(attribute, variable);
  if (is_nul || is_text(attribute, variable)) {
    json.text.resize(model::without_padding(json.text).size());
  }
  return json;
}

model::Attribute read_back(const model::Attribute& attribute, const model::Type* variable,
                           Format format) {
  const model::Type& type = *attribute.values->type();
  const bool is_text = type.type_class == TypeClass::char_ || type.type_class == TypeClass::string;
  if (!is_text && !type.is_number()) return attribute;
  const std::string dtype = attribute_dtype(*attribute.values);
  return parse_attribute(attribute.name, format_attribute(attribute, variable, format),
                         format == Format::nczarr ? &dtype : nullptr, variable,
                         zarr_format(format));
}

std::string find_loss(const model::Attribute& attribute, const model::Type* variable,
                      Format format) {
  if (!attribute.stored_json || find_stored_json(attribute, variable, format)) return {};
  const Json json = parse_json(attribute.stored_json->json);
  std::string difference = find_difference(json, *attribute.values);
  const bool is_other_double = is_compared(attribute.name, variable) && format != Format::nczarr &&
                               has_decimals_of_floats(json, *attribute.values);
  return difference.empty() && is_other_double ? "float, in which readers compare" : difference;
}

std::string attribute_dtype(const Values& values) {
  const model::Type& type = *values.type();
  if (type.type_class == TypeClass::char_) return ">S1";
  if (type.type_class != TypeClass::string) {
    return format_dtype(element_of(type, model::ByteOrder::little));
  }
  std::size_t longest = 2;  // "|S1" would be char
  for (std::size_t i = 0; i < values.count(); ++i) {
    longest = std::max(longest, get_string(values, i).size());
  }
  return fmt::format("|S{}", longest);
}

}  // namespace ncf::store::zarr
