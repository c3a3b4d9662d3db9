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

}  // namespace ncf::cdl
