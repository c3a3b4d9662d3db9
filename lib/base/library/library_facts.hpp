// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The version and the features of a library that a backend uses, as it reports them.
#pragma once

#include <string>
#include <vector>

namespace ncf::base {

struct LibraryFeature {
  std::string name;
  bool is_there = false;
};

struct LibraryFacts {
  std::string name;
  std::string version;            ///< of the one that runs
  std::string built_for;          ///< of its headers
  const void* address = nullptr;  ///< of one of its functions, to identify it to the dynamic loader
  std::vector<LibraryFeature> features;
};

}  // namespace ncf::base
