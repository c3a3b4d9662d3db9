// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfcopy --into: many files, each by a process of its own.
#pragma once

#include <string>

#include "ncfcopy/request.hpp"

namespace ncf::apps::copy {

/// Returns the exit status. throws: UsageError; Error(interrupted) when what was done is told.
int copy_into_folder(const std::string& name, const Request& request);

}  // namespace ncf::apps::copy
