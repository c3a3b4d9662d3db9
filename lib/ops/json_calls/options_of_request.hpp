// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Options of calls as JSON. Members have the names that they have in the structures.
#pragma once

#include <string_view>

#include "ncf/copy.hpp"
#include "ncf/dump.hpp"
#include "ncf/generate.hpp"

namespace ncf::ops {

/// throws: SyntaxError, Error(usage) as Request.
CopyOptions copy_options_of(std::string_view request);
DumpOptions dump_options_of(std::string_view request);
GenerateOptions generate_options_of(std::string_view request);

}  // namespace ncf::ops
