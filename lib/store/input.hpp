// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// From what a user writes for an input to what is opened: the text is taken apart, what stands on
// the disk is looked at, and lib/location decides. Nothing is opened by a library here, and no
// server is asked.
//
// A file or folder that exists by exactly the text written is meant, whatever the text looks like.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "location/inference.hpp"

namespace ncf::store {

struct Input {
  location::Inference inference;
  /// Where it is on this machine; empty for what is elsewhere.
  std::optional<std::filesystem::path> path;
  bool is_folder = false;  ///< there
  std::string name;        ///< what libnetcdf is to open: a path or a URL
};

/// S3 URLs that name no region get that of AWS_REGION or AWS_DEFAULT_REGION, or us-east-1.
/// throws: SyntaxError for an incorrect URL; Error(not_found) if nothing is there; Error(io) if it
/// cannot be read; Error(unsupported) if it is no dataset, or one that nothing here can read.
[[nodiscard]] Input find_input(const std::string& text);

/// throws: Error(unsupported) if libnetcdf cannot use a file of this name, there or to be made.
void check_name(const std::string& path);

/// Of a file, or of all files in a folder, in bytes; 0 for what is elsewhere. throws: Error(io).
[[nodiscard]] std::uint64_t input_bytes(const Input& input);

}  // namespace ncf::store
