// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Shared libraries: what their files show before the dynamic loader opens them, whose messages
// for a text file or for another machine's library are of little help; and the only code that
// calls that loader. A library is never closed: libhdf5 may use its code, and closing gains
// nothing. Any thread. source: System V ABI, chapter 4, "ELF Header"
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

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

/// Returns the absolute path, with links resolved, of the file that contains the code at `address`;
/// empty if the loader does not know it.
std::string file_of_code(const void* address);

/// Returns why the file is not a shared library for this machine: "not a shared library", "built
/// for another machine (AArch64)". Empty if its header shows no problem.
std::string why_not_loadable(const std::string& path);

/// Returns whether the file contains one of `names`. A library that does not cannot export any of
/// them and need not be loaded.
bool may_export(const std::string& path, std::initializer_list<std::string_view> names);

}  // namespace ncf::plugin
