// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/type_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <new>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::TypeClass;

// Chooses by the bits in use, as H5Tget_native_type does.
std::optional<TypeClass> integer_of(std::size_t bits, bool is_unsigned) {
  constexpr TypeClass signed_types[] = {TypeClass::byte_, TypeClass::short_, TypeClass::int_,
                                        TypeClass::int64};
  constexpr TypeClass unsigned_types[] = {TypeClass::ubyte, TypeClass::ushort, TypeClass::uint,
                                          TypeClass::uint64};
  for (std::size_t i = 0; i < std::size(signed_types); ++i) {
    if (bits <= std::size_t{8} << i) return (is_unsigned ? unsigned_types : signed_types)[i];
  }
  return std::nullopt;
}

/// throws: Error(corrupt) if a number has no bits, or not all of them are within its bytes.
void require_bits(hid_t file_type) {
  const int offset = H5Tget_offset(file_type);
  const std::size_t bits = H5Tget_precision(file_type);
  const std::size_t bytes = H5Tget_size(file_type);
  if (offset >= 0 && bits > 0 && static_cast<std::size_t>(offset) + bits <= 8 * bytes) return;
  throw Error(ErrorCode::corrupt, fmt::format("its type has {} bits, from bit {} on, in {} bytes",
                                              bits, offset, bytes));
}

/// Returns whether libhdf5 takes the bits beyond the precision for a part of the number. If only
/// the byte order is another than in memory, it reverses the bytes and does nothing else.
bool is_misread(hid_t file_type, hid_t memory_type) {
  H5T_pad_t low = H5T_PAD_ZERO;
  H5T_pad_t high = H5T_PAD_ZERO;
  call(H5Tget_pad, file_type, &low, &high);
  const bool extends_zeros = H5Tget_sign(file_type) == H5T_SGN_NONE && high == H5T_PAD_ZERO;
  return !extends_zeros && H5Tget_precision(file_type) < 8 * H5Tget_size(file_type) &&
         H5Tget_offset(file_type) == 0 && H5Tget_size(file_type) == H5Tget_size(memory_type) &&
         H5Tget_order(file_type) != H5Tget_order(memory_type);
}

ReadType integer(hid_t file_type) {
  require_bits(file_type);
  const std::size_t bits = H5Tget_precision(file_type);
  const auto number = integer_of(bits, H5Tget_sign(file_type) == H5T_SGN_NONE);
  if (!number || H5Tget_size(file_type) > 8) refuse_type("integers of more than 8 bytes");
  const hid_t memory = number_type(*number);
  if (is_misread(file_type, memory)) {
    throw Error(ErrorCode::unsupported,
                fmt::format("libhdf5 misreads integers of {} bits in this byte order", bits));
  }
  return {model::atomic_type(*number), share(memory)};
}

/// The fields of a float: their lowest bits and numbers of bits.
struct FloatFields {
  std::size_t sign = 0;
  std::size_t exponent = 0;
  std::size_t exponent_bits = 0;
  std::size_t fraction = 0;
  std::size_t fraction_bits = 0;
  double bias = 0;
};

/// throws: Error(corrupt) if one is outside the bits of the type.
FloatFields fields_of(hid_t file_type) {
  FloatFields fields;
  call(H5Tget_fields, file_type, &fields.sign, &fields.exponent, &fields.exponent_bits,
       &fields.fraction, &fields.fraction_bits);
  fields.bias = static_cast<double>(H5Tget_ebias(file_type));
  const std::size_t end =
      static_cast<std::size_t>(H5Tget_offset(file_type)) + H5Tget_precision(file_type);
  if (fields.exponent_bits == 0 || fields.sign >= end ||
      fields.exponent + fields.exponent_bits > end ||
      fields.fraction + fields.fraction_bits > end) {
    throw Error(ErrorCode::corrupt, "a field of its floats is outside the bits of their type");
  }
  return fields;
}

/// Returns whether values of a float type may exceed the range or precision of one with
/// `max_exponent` and `digits`, both in bits.
bool exceeds(const FloatFields& fields, int max_exponent, int digits) {
  const double largest = std::ldexp(1.0, static_cast<int>(fields.exponent_bits)) - 1 - fields.bias;
  return largest > max_exponent + 1 || fields.bias > max_exponent + digits ||
         fields.fraction_bits > static_cast<std::size_t>(digits);
}

ReadType floating_point(hid_t file_type) {
  require_bits(file_type);
  const std::size_t bytes = H5Tget_size(file_type);
  const FloatFields fields = fields_of(file_type);
  const bool is_float = bytes <= sizeof(float) && !exceeds(fields, 127, 23);
  ReadType read{model::atomic_type(is_float ? TypeClass::float_ : TypeClass::double_),
                share(is_float ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE)};
  const bool is_rounded = !is_float && exceeds(fields, 1023, 52);
  const bool is_usual = !is_rounded && bytes == read.type->size_bytes;
  if (!is_usual) {
    read.difference = fmt::format("{}{}: netCDF has no such floats of {} bytes", read.type->name,
                                  is_rounded ? ", rounded" : "", bytes);
  }
  return read;
}

// libhdf5 does not convert bitfields to integers, so their bytes are read as they are.
ReadType bits(hid_t file_type) {
  require_bits(file_type);
  const auto number = integer_of(8 * H5Tget_size(file_type), true);
  if (!number) refuse_type("bits of more than 8 bytes");
  Handle memory(call(H5Tget_native_type, file_type, H5T_DIR_DEFAULT), &H5Tclose);
  const model::TypeRef& type = model::atomic_type(*number);
  std::string difference = type->name + ": netCDF has no bitfields";
  return {type, std::move(memory), 0, std::move(difference)};
}

ReadType text(hid_t file_type) {
  Handle memory(call(H5Tcopy, file_type), &H5Tclose);
  const std::size_t bytes = H5Tget_size(file_type);
  if (H5Tis_variable_str(file_type) > 0) {
    return {model::atomic_type(TypeClass::string), std::move(memory)};
  }
  if (bytes == 1) return {model::atomic_type(TypeClass::char_), std::move(memory)};
  return {model::atomic_type(TypeClass::string), std::move(memory), bytes};
}

}  // namespace

hid_t number_type(TypeClass type_class) {
  switch (type_class) {
    case TypeClass::byte_:
      return H5T_NATIVE_SCHAR;
    case TypeClass::short_:
      return H5T_NATIVE_SHORT;
    case TypeClass::int_:
      return H5T_NATIVE_INT;
    case TypeClass::float_:
      return H5T_NATIVE_FLOAT;
    case TypeClass::double_:
      return H5T_NATIVE_DOUBLE;
    case TypeClass::ubyte:
      return H5T_NATIVE_UCHAR;
    case TypeClass::ushort:
      return H5T_NATIVE_USHORT;
    case TypeClass::uint:
      return H5T_NATIVE_UINT;
    case TypeClass::int64:
      return H5T_NATIVE_LLONG;
    case TypeClass::uint64:
      return H5T_NATIVE_ULLONG;
    default:
      return H5I_INVALID_HID;
  }
}

void refuse_type(std::string_view what) {
  throw Error(ErrorCode::unsupported, fmt::format("netCDF has no {}", what));
}

std::optional<ReadType> read_atomic_type(hid_t file_type) {
  switch (H5Tget_class(file_type)) {
    case H5T_INTEGER:
      return integer(file_type);
    case H5T_FLOAT:
      return floating_point(file_type);
    case H5T_BITFIELD:
      return bits(file_type);
    case H5T_STRING:
      return text(file_type);
    default:
      return std::nullopt;
  }
}

Handle share(hid_t id) {
  call(H5Iinc_ref, id);
  return {id, &H5Idec_ref};
}

namespace {

using namespace std::string_view_literals;

std::string_view without_padding(std::string_view text, H5T_str_t padding) {
  if (padding == H5T_STR_NULLTERM) return text.substr(0, text.find('\0'));
  const std::size_t last = text.find_last_not_of(padding == H5T_STR_SPACEPAD ? " \0"sv : "\0"sv);
  text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (text.find('\0') == std::string_view::npos) return text;
  throw Error(ErrorCode::corrupt,
              "one of its strings has a NUL inside, where netCDF's strings end; write it "
              "otherwise, for example with h5py");
}

}  // namespace

void copy_fixed_text(std::string_view texts, std::size_t bytes, H5T_str_t padding,
                     model::Values& strings, std::size_t first) {
  for (std::size_t i = 0; i * bytes < texts.size(); ++i) {
    const std::string_view text = without_padding(texts.substr(i * bytes, bytes), padding);
    char* copy = ::strndup(text.data(), text.size());
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(strings.data() + (first + i) * sizeof(char*), &copy, sizeof copy);
  }
}

}  // namespace ncf::store::netcdf4
