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

/// Reads the value of `_FillValue`, which is of the variable's type, whatever is written, unless
/// that is a number which does not hold it: files have such, too. Then it is what was written, with
/// a type of its own, perhaps several values. type: the variable's. throws: Fault.
model::Values read_fill_value(Lexer& lexer, Diagnostics& diagnostics, const model::TypeRef& type);

}  // namespace ncf::cdl
