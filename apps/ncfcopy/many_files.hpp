// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfcopy --into and --in-place: many files, each in its own process.
#pragma once

#include <string>

#include "ncfcopy/request.hpp"

namespace ncf::apps::copy {

/// Returns the exit status. throws: UsageError; Error(interrupted) after reporting what was done.
int copy_many_files(const std::string& name, const Request& request);

}  // namespace ncf::apps::copy
