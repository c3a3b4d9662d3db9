// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Options of calls as JSON. Members have the names that they have in the structures. A member that
// neither the function nor its caller takes is an error.
#pragma once

#include "ncf/copy.hpp"
#include "ncf/dump.hpp"
#include "ncf/explain.hpp"
#include "ncf/generate.hpp"
#include "ncf/info.hpp"
#include "ops/c_api/request.hpp"

namespace ncf::ops {

/// throws: Error(usage) as Request.
CopyOptions copy_options_of(Request& request);
DumpOptions dump_options_of(Request& request);
GenerateOptions generate_options_of(Request& request);
InspectOptions inspect_options_of(Request& request);
ExplainOptions explain_options_of(Request& request);

}  // namespace ncf::ops
