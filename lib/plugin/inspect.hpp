// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out what a library provides: loads it and asks for each interface, in this process to use
// it, or in a child process to report on it. The results live as long as the process, because
// libraries are never closed.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory/members.hpp"
#include "filter/kernels/kernel.hpp"
#include "ncf/plugins.hpp"
#include "plugin/codec_adapter.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/shared_library.hpp"

namespace ncf {

// The members of a library's verdict, to send from a child process and for `ncfinfo doctor --json`.

constexpr auto names_of(LibraryVerdict /*any*/) {
  return std::to_array<std::string_view>({"usable", "ignored", "failed"});
}

void fields(auto& archive, FilterInterface& filter) {
  archive("id", filter.id, "name", filter.name, "class_version", filter.class_version, "encode",
          filter.encode, "decode", filter.decode);
}

void fields(auto& archive, CodecInterface& codec) {
  archive("name", codec.name, "filter_id", codec.filter_id, "is_default", codec.is_default);
}

void fields(auto& archive, KernelInterface& kernel) {
  archive("id", kernel.id, "name", kernel.name);
}

void fields(auto& archive, PluginLibrary& library) {
  archive("path", library.path, "verdict", library.verdict, "reason", library.reason, "filter",
          library.filter, "codecs", library.codecs, "kernel", library.kernel, "faults",
          library.faults);
}

namespace plugin {

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

}  // namespace plugin
}  // namespace ncf
