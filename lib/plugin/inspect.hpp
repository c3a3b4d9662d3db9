// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a library is: loads it and asks it for each interface, in this process to use it, in a child
// to say what it is. What is found lives as long as the process, because libraries are never
// closed.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filter/kernel.hpp"
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
};

/// Asks an open library. throws: Error(unsupported) for one that has neither filter nor codec
/// for us, Error(corrupt) for one whose answers are wrong.
LibraryInterfaces ask_library(const SharedLibrary& library);

/// Loads the library at `path` and asks it, unless it lacks a function that it may call.
/// throws: as ask_library; Error(io) with the loader's words.
LibraryInterfaces open_plugin(const std::string& path);

/// The same with a verdict instead of errors. The library is loaded in a child process, and not at
/// all where its file shows that it has no interface or cannot be loaded.
/// throws: Error(io) where no child process can be made.
PluginLibrary inspect_library(const std::string& path);

}  // namespace ncf::plugin
