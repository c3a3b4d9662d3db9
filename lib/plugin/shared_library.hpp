// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The only code that calls the dynamic loader. A library is never closed: libhdf5 may use its code,
// and closing gains nothing.
//
// All functions may be called from any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ncf::plugin {

/// An open shared library. Copies refer to the same library.
class SharedLibrary {
 public:
  /// Returns the library if the process has already loaded it; loads nothing. path: of a file.
  static std::optional<SharedLibrary> find_loaded(const std::string& path);

  /// The time at which the loader reports an undefined symbol.
  enum class Binding {
    immediate,  ///< when loading the library
    lazy        ///< when calling the symbol, which ends the process
  };

  /// Loads the file at `path`; a loaded library keeps its first binding.
  /// throws: Error(io) with the loader's message.
  static SharedLibrary open(const std::string& path, Binding binding = Binding::immediate);

  /// Returns the address of `name`, or null.
  [[nodiscard]] void* find_symbol(const char* name) const noexcept;

 private:
  explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}
  void* handle_;
};

/// Returns the files of `folder` that libhdf5 would consider: "lib*.so*", sorted by name, dangling
/// links included. Empty if the folder cannot be read.
std::vector<std::string> library_files(const std::string& folder);

/// Returns the absolute path, with links resolved, of the file that contains the code at `address`;
/// empty if the loader does not know it.
std::string file_of_code(const void* address);

}  // namespace ncf::plugin
