// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The shared libraries of this process: where ncf is, from which plugins and modules are found, and
// what loading one needs. A module is a shared library of ours, linked with a library that most
// runs do not need. Any thread.
#pragma once

#include <string>
#include <vector>

namespace ncf::base {

/// Returns the absolute path, with links resolved, of the file that contains this code: libncf.so,
/// or the program that it is linked into. throws: Error(internal).
std::string own_library_path();

/// Loads a module from the folder `ncf` beside that file; it stays loaded, and libraries loaded
/// later see its symbols. Returns its handle for dlsym(3). throws: Error(io) with the dynamic
/// loader's message.
void* load_own_module(const std::string& file_name);

/// Keeps subnormal numbers while a library may be loaded. A library linked with -ffast-math, for
/// example Debian's plugins for bitshuffle and lzf, makes the thread that loads it, and all threads
/// that this one starts later, treat subnormal numbers as zero. Cheap.
class SubnormalsKept {
 public:
  SubnormalsKept() noexcept;
  SubnormalsKept(const SubnormalsKept&) = delete;
  SubnormalsKept& operator=(const SubnormalsKept&) = delete;
  ~SubnormalsKept();

 private:
  bool were_zero_;  ///< the process's setting, which is restored
};

struct LibraryFeature {
  std::string name;
  bool is_there = false;
};

/// The version and the features of a library that a backend uses, as it reports them.
struct LibraryFacts {
  std::string name;
  std::string version;            ///< of the one that runs
  std::string built_for;          ///< of its headers
  const void* address = nullptr;  ///< of one of its functions, to identify it to the dynamic loader
  std::vector<LibraryFeature> features;
};

}  // namespace ncf::base
