// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the places of all outputs of a run: none may conflict with another output or with an
// input.
#pragma once

#include <filesystem>
#include <map>

#include "ops/many/input_list.hpp"

namespace ncf::ops {

class TargetNames {
 public:
  /// folder: the output folder.
  explicit TargetNames(const std::filesystem::path& folder);

  /// throws: Error(usage) if another input has the same output.
  void add(const ListedFile& listed);

  /// Call it after adding all. throws: Error(usage) if one output is inside another, leads to the
  /// place of another through a link, or would replace the input of another.
  void require_distinct() const;

 private:
  void require_no_store_around(const std::filesystem::path& name, const FileCopy& file) const;

  std::filesystem::path canonical_folder_;
  std::map<std::filesystem::path, const FileCopy*> by_name_;
  std::map<std::filesystem::path, const FileCopy*> by_input_;  ///< canonical path
};

}  // namespace ncf::ops
