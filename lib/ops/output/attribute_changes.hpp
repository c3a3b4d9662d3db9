// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Notes on attributes that a format or a copy changes: one for all that change in the same way. Not
// for several threads.
#pragma once

#include <string>
#include <vector>

namespace ncf::ops {

/// The end of a note, after the name of what changes.
struct AttributeChange {
  std::string one;      ///< " is left out: Zarr reserves its name"
  std::string several;  ///< " are left out: Zarr reserves their names"
};

class AttributeChanges {
 public:
  /// name: "/t2m:units". detail: shown after each of several names.
  void add(AttributeChange change, const std::string& name, const std::string& detail = "");

  void tell(std::vector<std::string>& notes) const;

 private:
  struct Group {
    AttributeChange change;
    std::string first_name = {};  ///< without its detail
    std::vector<std::string> names = {};
  };

  std::vector<Group> groups_;
};

}  // namespace ncf::ops
