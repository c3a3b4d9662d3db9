// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names the outputs of a run, and checks their places: none may conflict with another output or
// with an input.
#pragma once

#include <filesystem>
#include <map>
#include <string>

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

/// The file name of a copy, made from that of its input: `--rename`. In the pattern, {name} is the
/// input's name without its suffix, and {suffix} the suffix with its dot, empty if there is none:
///
///   {name}{suffix}          the input's name, the default
///   {name}_zstd{suffix}     a.nc -> a_zstd.nc
///   {name}.zarr             a.nc -> a.zarr
///
/// Immutable; any thread.
class OutputName {
 public:
  /// pattern: empty for the default. throws: Error(usage) for a pattern without {name}, with a "/",
  /// or with other braces.
  explicit OutputName(const std::string& pattern);

  /// Returns the name of an output. path: relative; only its last part changes.
  [[nodiscard]] std::filesystem::path of(const std::filesystem::path& path) const;

 private:
  std::string pattern_;
};

/// Returns a path from the root, without "." and "..", and without a slash at the end.
[[nodiscard]] std::filesystem::path whole_path(const std::string& path);

}  // namespace ncf::ops
