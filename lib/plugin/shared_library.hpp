// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The one place that talks to the dynamic loader. A library once opened is never closed: its code
// may be in use by libhdf5, and closing gains nothing.
//
// All functions may be called from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::plugin {

/// An open shared library, by value: copies name the same library.
class SharedLibrary {
 public:
  /// Only if the process has it loaded already; loads nothing. `path` is a file.
  static std::optional<SharedLibrary> find_loaded(const std::string& path);

  /// When functions a library lacks are missed.
  enum class Binding {
    lazy,      ///< when they are first called, which ends the process; libhdf5 loads so
    immediate  ///< when it is loaded
  };

  /// Loads the file at `path`. throws: Error(io) with the loader's words.
  static SharedLibrary open(const std::string& path, Binding binding = Binding::lazy);

  /// Address of `name`, or null.
  [[nodiscard]] void* find_symbol(const char* name) const noexcept;

 private:
  explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}
  void* handle_;
};

/// Files of `folder` that libhdf5 would look at: "lib*.so*", by name. Empty for a folder that
/// cannot be read.
std::vector<std::string> library_files(const std::string& folder);

/// Absolute path, links resolved, of the file this code is in: libncf.so, or the program it is
/// linked into. throws: Error(internal).
std::string own_library_path();

}  // namespace ncf::plugin
