// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of a copy that its output depends on.
#pragma once

#include "base/json/json.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// The number of the form of outputs: it is raised when the same options make other bytes than
/// before, and tests/conformance/copies/output_form.py fails until then. --resume makes copies of
/// an earlier form again.
inline constexpr int output_form = 2;

/// Returns the members of CopyOptions that were set, and the form. The results are equal for
/// options with which the library makes equal outputs from an input.
[[nodiscard]] base::Json record_of_options(CopyOptions options);

}  // namespace ncf::ops
