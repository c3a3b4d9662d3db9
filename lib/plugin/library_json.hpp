// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A library's verdict as JSON, to send from a child process and for `ncfinfo doctor --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// {"path", "verdict", "reason", "filter", "codecs", "kernel"}; null or [] for what the library
/// lacks.
nlohmann::ordered_json to_json(const PluginLibrary& library);
PluginLibrary library_from_json(const nlohmann::ordered_json& json);

}  // namespace ncf::plugin
