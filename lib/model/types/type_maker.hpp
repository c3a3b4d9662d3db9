// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes types. Each is classified once, as fixed or variable; compounds are laid out in memory as
// by a C compiler. Pure functions, any thread.
#pragma once

#include <cstddef>

#include "model/types/type.hpp"

namespace ncf::model {

/// The deepest nesting of types.
inline constexpr std::size_t max_nested_types = 32;

/// Returns 1 for an atomic type, 2 for a list of these.
[[nodiscard]] std::size_t depth_of(const Type& type) noexcept;

/// Returns an immutable type, with `is_fixed_size` according to its class and its fields.
[[nodiscard]] NCF_MODULE_API TypeRef make_type(Type type);

/// Appends a field at the next offset that a C compiler would choose. Returns false if the compound
/// becomes larger than `max_type_bytes`.
[[nodiscard]] bool append_field(Type& compound, CompoundField field);

/// Pads a compound after its last field, so that elements of arrays are aligned.
void pad_compound(Type& compound) noexcept;

}  // namespace ncf::model
