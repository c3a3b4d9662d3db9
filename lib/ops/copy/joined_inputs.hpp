// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The inputs of a copy that joins several: `--concat`. I/O thread only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/files/file_state.hpp"
#include "store/open/input.hpp"

namespace ncf::ops {

struct JoinedInput {
  std::string name;  ///< as the user wrote it
  store::Input found;
  std::uint64_t bytes = 0;                   ///< of its files
  std::optional<base::WatchedFile> watched;  ///< if it is a local file
  std::optional<base::FileState> folder;     ///< if it is a local folder
};

/// Finds an input. throws: Error naming it.
[[nodiscard]] JoinedInput find_joined(const std::string& name, const store::Network& network);

/// Keeps what shows whether an input changes, and counts its bytes. throws: Error naming it.
void watch(JoinedInput& joined);

/// throws: BusyFile naming an input that has changed since.
void require_unchanged_input(const JoinedInput& joined);

/// throws: BusyFile if a folder has other files than before.
void require_unchanged_folder(const std::filesystem::path& folder, const base::FileState& before);

}  // namespace ncf::ops
