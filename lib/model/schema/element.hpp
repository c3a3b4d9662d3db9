// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The names of stored elements, common to all stores: "int32", "float64", "struct 16 {x @0 float64
// little-endian, ...}". Elements that are not of an atomic type of netCDF get names from their
// store.
#pragma once

#include <string>
#include <string_view>

#include "model/schema/schema.hpp"

namespace ncf::model {

/// Names an atomic type that is stored as netCDF does; empty for strings.
[[nodiscard]] std::string_view element_name(TypeClass type_class);

/// Returns the byte order of this machine; native for types of single bytes.
[[nodiscard]] ByteOrder host_order(const Type& type);

/// Returns whether the byte order is the opposite of this machine's.
[[nodiscard]] bool is_foreign(ByteOrder byte_order) noexcept;

/// Returns "int32 little-endian", "int8".
[[nodiscard]] std::string describe_element(std::string_view element, ByteOrder byte_order);

}  // namespace ncf::model
