// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A library that was linked with -ffast-math has the thread that loads it, and all that this thread
// starts later, take subnormal numbers for zero. Debian's plugins for bitshuffle and lzf are such.
// Around whatever may load a library, this keeps them. Cheap; any thread.
#pragma once

namespace ncf::base {

class SubnormalsKept {
 public:
  SubnormalsKept() noexcept;
  SubnormalsKept(const SubnormalsKept&) = delete;
  SubnormalsKept& operator=(const SubnormalsKept&) = delete;
  ~SubnormalsKept();

 private:
  bool were_zero_;  ///< by the will of the process
};

}  // namespace ncf::base
