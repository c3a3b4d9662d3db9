// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps subnormal numbers while a library may be loaded. A library linked with -ffast-math, for
// example Debian's plugins for bitshuffle and lzf, makes the thread that loads it, and all threads
// that this one starts later, treat subnormal numbers as zero. Cheap; any thread.
#pragma once

namespace ncf::base {

class SubnormalsKept {
 public:
  SubnormalsKept() noexcept;
  SubnormalsKept(const SubnormalsKept&) = delete;
  SubnormalsKept& operator=(const SubnormalsKept&) = delete;
  ~SubnormalsKept();

 private:
  bool were_zero_;  ///< the process's setting, which is restored
};

}  // namespace ncf::base
