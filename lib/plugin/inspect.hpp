// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out what a library provides: loads it and asks for each interface, in this process to use
// it, or in a child process to report on it. The results live as long as the process, because
// libraries are never closed.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json/json.hpp"
#include "filter/kernels/kernel.hpp"
#include "ncf/plugins.hpp"
#include "plugin/codec_adapter.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/shared_library.hpp"

namespace ncf::plugin {

/// The interfaces of a library, ready for use.
struct LibraryInterfaces {
  std::optional<FilterClass> filter;
  std::vector<CodecTable> codecs;
  std::optional<filter::Kernel> kernel;
  std::vector<std::string> faults;  ///< as in PluginLibrary
};

/// Asks an open library for its interfaces. throws: Error(unsupported) if it has neither a filter
/// nor a codec, Error(corrupt) if its filter is invalid, or it has only invalid codecs.
LibraryInterfaces ask_library(const SharedLibrary& library);

/// Loads the library at `path` and asks for its interfaces.
/// throws: as ask_library; Error(io) with the loader's message.
LibraryInterfaces open_plugin(const std::string& path);

/// Does the same, and returns a verdict instead of errors. A child process loads the library,
/// unless the file itself shows that it has no interface or cannot be loaded.
/// throws: Error(io) if no child process can be created.
PluginLibrary inspect_library(const std::string& path);

// A library's verdict as JSON, to send from a child process and for `ncfinfo doctor --json`.

/// Returns {"path", "verdict", "reason", "filter", "codecs", "kernel"}, with null or [] for what
/// the library lacks.
base::Json library_json(const PluginLibrary& library);
/// The inverse. json: from `library_json`.
PluginLibrary library_from_json(const base::Json& json);

}  // namespace ncf::plugin
