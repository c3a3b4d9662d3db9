// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libhdf5 crashes on some damaged files, and where memory ends. A program of ours then removes its
// unfinished outputs, says so, and dies of the signal all the same.
#pragma once

#include <string>

namespace ncf::apps {

/// name: what the program is called. Handlers that are there already, a sanitizer's, stay.
void install_crash_handler(const std::string& name);

}  // namespace ncf::apps
