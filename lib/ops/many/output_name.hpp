// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The file name of a copy, made from that of its input: `--rename`. In the pattern, {name} is the
// input's name without its suffix, and {suffix} the suffix with its dot, empty if there is none:
//
//   {name}{suffix}          the input's name, the default
//   {name}_zstd{suffix}     a.nc -> a_zstd.nc
//   {name}.zarr             a.nc -> a.zarr
//
// Immutable; any thread.
#pragma once

#include <filesystem>
#include <string>

namespace ncf::ops {

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
