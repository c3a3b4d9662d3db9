// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reports the parts of a file that its schema omits or represents differently.
#pragma once

#include <string>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// throws: Error naming `input` and the first thing in it that is damaged or must not be read.
void require_readable(const model::Schema& schema, const std::string& input,
                      const std::string& remedy = {});

/// Reports what is left out, or read as something else, and is lost in an output of `format`, too.
void tell_findings(const model::Schema& schema, Format format, const NoteHandler& on_note);

}  // namespace ncf::ops
