// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/element.hpp"

#include <bit>

namespace ncf::model {

std::string_view element_name(TypeClass type_class) {
  switch (type_class) {
    case TypeClass::byte_:
      return "int8";
    case TypeClass::char_:
      return "char";
    case TypeClass::short_:
      return "int16";
    case TypeClass::int_:
      return "int32";
    case TypeClass::float_:
      return "float32";
    case TypeClass::double_:
      return "float64";
    case TypeClass::ubyte:
      return "uint8";
    case TypeClass::ushort:
      return "uint16";
    case TypeClass::uint:
      return "uint32";
    case TypeClass::int64:
      return "int64";
    case TypeClass::uint64:
      return "uint64";
    default:
      return {};
  }
}

namespace {

constexpr ByteOrder machine_order =
    std::endian::native == std::endian::big ? ByteOrder::big : ByteOrder::little;

}  // namespace

ByteOrder host_order(const Type& type) {
  return type.size_bytes == 1 ? ByteOrder::native : machine_order;
}

bool is_foreign(ByteOrder byte_order) noexcept {
  return byte_order != ByteOrder::native && byte_order != machine_order;
}

std::string describe_element(std::string_view element, ByteOrder byte_order) {
  std::string text(element);
  if (byte_order == ByteOrder::little) text += " little-endian";
  if (byte_order == ByteOrder::big) text += " big-endian";
  return text;
}

}  // namespace ncf::model
