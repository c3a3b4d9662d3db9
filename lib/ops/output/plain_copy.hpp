// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copy of a file that is not a dataset, byte for byte.
#pragma once

#include <string>

#include "base/json/json.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// Copies a file. Obeys only the options `input`, `output`, `verify` and `preserve`. The output
/// appears complete or not at all. throws: Error(io), also if the input's size changes meanwhile;
/// Error(usage) if the output is the input; Error(interrupted).
CopyReport copy_plainly(const CopyOptions& options);

/// Compares two files. throws: Error(io) if their bytes differ.
void verify_plain_copy(const std::string& input, const std::string& output);

/// Returns the options that affect such a copy.
[[nodiscard]] base::Json record_of_plain_copy(const CopyOptions& options);

}  // namespace ncf::ops
