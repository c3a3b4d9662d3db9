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

  /// When an undefined symbol is reported.
  enum class Binding {
    immediate,  ///< when the library is loaded
    lazy        ///< when it is called, which ends the process
  };

  /// Loads the file at `path`; once loaded, it stays bound as it was the first time.
  /// throws: Error(io) with the loader's words.
  static SharedLibrary open(const std::string& path, Binding binding = Binding::immediate);

  /// Address of `name`, or null.
  [[nodiscard]] void* find_symbol(const char* name) const noexcept;

 private:
  explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}
  void* handle_;
};

/// Files of `folder` that libhdf5 would look at: "lib*.so*", by name; links that lead nowhere are
/// among them. Empty for a folder that cannot be read.
std::vector<std::string> library_files(const std::string& folder);

/// Absolute path, links resolved, of the file the code at `address` is in; empty where the loader
/// does not know.
std::string file_of_code(const void* address);

/// Absolute path, links resolved, of the file this code is in: libncf.so, or the program it is
/// linked into. throws: Error(internal).
std::string own_library_path();

}  // namespace ncf::plugin
