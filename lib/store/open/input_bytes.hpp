// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs whose bytes a program reads itself. Any thread.
#pragma once

#include <memory>
#include <string>

#include "base/files/byte_source.hpp"

namespace ncf::store {

/// Returns the bytes that an input names; null for an input of another kind.
/// throws: Error(not_found) if the program does not offer them.
[[nodiscard]] std::unique_ptr<base::ByteSource> find_input_bytes(const std::string& input);

}  // namespace ncf::store
