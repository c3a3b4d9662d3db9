// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of an attribute whose type is not written: text is joined to characters, numbers widen
// to the widest among them.
//
// source: ncgen(1), "Attributes"; ncgen/semantics.c
#pragma once

#include "cdl/read/diagnostics.hpp"
#include "cdl/read/lexer.hpp"
#include "model/values.hpp"

namespace ncf::cdl {

/// Reads items, separated by commas, up to but without ';'. No item: no characters.
/// throws: Fault.
model::Values read_untyped_values(Lexer& lexer, Diagnostics& diagnostics);

/// Reads the value of `_FillValue` as the variable's type. If that type cannot hold what is
/// written, or there are several values, they keep a type of their own, as some files have it.
/// type: the variable's. throws: Fault.
model::Values read_fill_value(Lexer& lexer, Diagnostics& diagnostics, const model::TypeRef& type);

}  // namespace ncf::cdl
