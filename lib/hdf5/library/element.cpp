// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/element.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/values/type.hpp"

namespace ncf::hdf5 {
namespace {

/// Returns the name of a type within another, with its byte order.
std::string nested_name(hid_t type) {
  const Element element = element_of(type);
  return model::describe_element(element.name, element.byte_order);
}

/// Returns a number whose type is `name`, with the byte order of the HDF5 type.
Element number(hid_t type, std::string name) {
  if (H5Tget_size(type) == 1) return {std::move(name), model::ByteOrder::native};
  const model::ByteOrder order = byte_order_of(type);
  if (order == model::ByteOrder::native) name += " of another byte order";
  return {std::move(name), order};
}

/// Returns the position of the value's bits, if they do not fill all bytes.
std::string unusual_bits(hid_t type) {
  const std::size_t bits = 8 * H5Tget_size(type);
  const std::size_t precision = H5Tget_precision(type);
  const int offset = H5Tget_offset(type);
  if (precision == bits && offset == 0) return {};
  H5T_pad_t low = H5T_PAD_ZERO;
  H5T_pad_t high = H5T_PAD_ZERO;
  call(H5Tget_pad, type, &low, &high);
  return fmt::format(", {} bits from {}, padded {} {}", precision, offset, static_cast<int>(low),
                     static_cast<int>(high));
}

std::string integer_name(hid_t type) {
  return fmt::format("{}int{}{}", H5Tget_sign(type) == H5T_SGN_NONE ? "u" : "",
                     8 * H5Tget_size(type), unusual_bits(type));
}

bool is_ieee(hid_t type) {
  for (const hid_t ieee : {H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_IEEE_F64BE}) {
    if (H5Tequal(type, ieee) > 0) return true;
  }
  return false;
}

/// Returns the positions of sign, exponent and fraction, if it is not an IEEE type.
std::string unusual_float(hid_t type) {
  if (is_ieee(type)) return {};
  std::size_t sign = 0;
  std::size_t exponent = 0;
  std::size_t exponent_bits = 0;
  std::size_t fraction = 0;
  std::size_t fraction_bits = 0;
  call(H5Tget_fields, type, &sign, &exponent, &exponent_bits, &fraction, &fraction_bits);
  return fmt::format("{}, sign {}, exponent {}+{} less {}, fraction {}+{}, norm {}, inside {}",
                     unusual_bits(type), sign, exponent, exponent_bits, H5Tget_ebias(type),
                     fraction, fraction_bits, static_cast<int>(H5Tget_norm(type)),
                     static_cast<int>(H5Tget_inpad(type)));
}

std::string float_name(hid_t type) {
  return fmt::format("float{}{}", 8 * H5Tget_size(type), unusual_float(type));
}

std::string_view padding_name(hid_t type) {
  switch (H5Tget_strpad(type)) {
    case H5T_STR_NULLTERM:
      return "ended by a NUL";
    case H5T_STR_NULLPAD:
      return "padded with NULs";
    default:
      return "padded with blanks";
  }
}

// For a single byte, padding and character set make no difference.
std::string text_name(hid_t type) {
  if (H5Tis_variable_str(type) > 0) return {};
  if (H5Tget_size(type) == 1) return std::string(model::element_name(model::TypeClass::char_));
  return fmt::format("text {} {}, {}", H5Tget_size(type), padding_name(type),
                     H5Tget_cset(type) == H5T_CSET_UTF8 ? "UTF-8" : "ASCII");
}

std::string opaque_name(hid_t type) {
  return fmt::format("opaque {} \"{}\"", H5Tget_size(type), take_text(H5Tget_tag(type)));
}

std::string enum_name(hid_t type) {
  const Handle base(call(H5Tget_super, type), &H5Tclose);
  std::string name = "enum of " + nested_name(base.id()) + " {";
  std::vector<unsigned char> value(H5Tget_size(type));
  const int members = call(H5Tget_nmembers, type);
  for (unsigned i = 0; i < static_cast<unsigned>(members); ++i) {
    call(H5Tget_member_value, type, i, static_cast<void*>(value.data()));
    name += fmt::format("{}{}={:02x}", i > 0 ? ", " : "", take_text(H5Tget_member_name(type, i)),
                        fmt::join(value, ""));
  }
  return name + "}";
}

std::string compound_name(hid_t type) {
  std::string name = fmt::format("struct {} {{", H5Tget_size(type));
  const int members = call(H5Tget_nmembers, type);
  for (unsigned i = 0; i < static_cast<unsigned>(members); ++i) {
    const Handle member(call(H5Tget_member_type, type, i), &H5Tclose);
    const std::string element = nested_name(member.id());
    if (element.empty()) return {};
    name += fmt::format("{}{} @{} {}", i > 0 ? ", " : "", take_text(H5Tget_member_name(type, i)),
                        H5Tget_member_offset(type, i), element);
  }
  return name + "}";
}

std::string array_name(hid_t type) {
  const Handle base(call(H5Tget_super, type), &H5Tclose);
  const std::string element = nested_name(base.id());
  if (element.empty()) return {};
  return fmt::format("array {} of {}", fmt::join(array_lengths_of(type), " x "), element);
}

}  // namespace

// Damaged data may state any size, and memory for a value is allocated before it is read.
std::size_t value_bytes(hid_t type) {
  const std::size_t bytes = H5Tget_size(type);
  if (bytes == 0) throw Error(ErrorCode::corrupt, "its type has a size of 0 bytes");
  if (bytes <= model::max_type_bytes) return bytes;
  throw Error(ErrorCode::corrupt,
              fmt::format("its type has values of {} bytes, which is more than {}", bytes,
                          model::max_type_bytes));
}

Element element_of(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return number(type, integer_name(type));
    case H5T_FLOAT:
      return number(type, float_name(type));
    case H5T_STRING:
      return {text_name(type)};
    case H5T_OPAQUE:
      return {opaque_name(type)};
    case H5T_ENUM:
      return {enum_name(type)};
    case H5T_COMPOUND:
      return {compound_name(type)};
    case H5T_ARRAY:
      return {array_name(type)};
    default:
      return {};
  }
}

model::ByteOrder byte_order_of(hid_t number) {
  switch (H5Tget_order(number)) {
    case H5T_ORDER_LE:
      return model::ByteOrder::little;
    case H5T_ORDER_BE:
      return model::ByteOrder::big;
    default:
      return model::ByteOrder::native;
  }
}

std::vector<hsize_t> array_lengths_of(hid_t type) {
  std::vector<hsize_t> lengths(static_cast<std::size_t>(call(H5Tget_array_ndims, type)));
  call(H5Tget_array_dims2, type, lengths.data());
  return lengths;
}

}  // namespace ncf::hdf5
