// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How stored elements are called, whatever the store: "int32", "float64", "struct 16 {x @0 float64
// little-endian, ...}". Stores name what netCDF's atomic types have no name for in their own words.
#pragma once

#include <string>
#include <string_view>

#include "model/schema.hpp"

namespace ncf::model {

/// Names an atomic type that is stored as netCDF does; empty for strings.
[[nodiscard]] std::string_view element_name(TypeClass type_class);

/// Returns the byte order of this machine; native for types of single bytes.
[[nodiscard]] ByteOrder host_order(const Type& type);

/// Returns whether it is the other one than this machine's.
[[nodiscard]] bool is_foreign(ByteOrder byte_order) noexcept;

/// "int32 little-endian", "int8".
[[nodiscard]] std::string describe_element(std::string_view element, ByteOrder byte_order);

}  // namespace ncf::model
