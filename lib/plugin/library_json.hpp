// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A library's verdict as JSON, to send from a child process and for `ncfinfo doctor --json`.
#pragma once

#include "base/json/json.hpp"
#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// Returns {"path", "verdict", "reason", "filter", "codecs", "kernel"}, with null or [] for what
/// the library lacks.
base::Json library_json(const PluginLibrary& library);
/// The inverse. json: from `library_json`.
PluginLibrary library_from_json(const base::Json& json);

}  // namespace ncf::plugin
