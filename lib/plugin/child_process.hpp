// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Work that may end the process is done in a child, a fork of this process.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf, so that neither is at work in another
// while the process forks.
#pragma once

#include <functional>
#include <string>

namespace ncf::plugin {

/// What came of work in a child.
struct ChildResult {
  std::string text;     ///< what the work returned
  std::string failure;  ///< how the child ended otherwise: "crashes (Segmentation fault)",
                        ///< "does not come back within 20 seconds"; empty where it returned
};

/// Runs `work` in a child that prints nothing and closes no file of this process. Work that throws
/// has its message as failure. throws: Error(io) where there can be no child.
ChildResult run_in_child(const std::function<std::string()>& work);

}  // namespace ncf::plugin
