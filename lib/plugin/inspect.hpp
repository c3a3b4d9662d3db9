// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a library is: loads it and asks it for each interface. What is found lives as long as the
// process, because libraries are never closed.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ncf/plugins.hpp"
#include "plugin/codec_adapter.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/shared_library.hpp"

namespace ncf::plugin {

/// The interfaces of a library, ready for use.
struct LibraryInterfaces {
  std::optional<FilterClass> filter;
  std::vector<CodecTable> codecs;
};

/// Asks an open library. throws: Error(unsupported) for one that has neither filter nor codec
/// for us, Error(corrupt) for one whose answers are wrong.
LibraryInterfaces ask_library(const SharedLibrary& library);

/// The same of the library at `path`, loading it, with a verdict instead of errors.
/// binding: whether functions it lacks are found out now or when they are called.
PluginLibrary inspect_library(const std::string& path, SharedLibrary::Binding binding);

}  // namespace ncf::plugin
