// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_identity.hpp"

#include <sys/stat.h>

#include <cerrno>

#include "base/errors/error_context.hpp"
#include "base/files/target_path.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

std::optional<FileIdentity> find_identity(const fs::path& path) {
  const auto status = find_status(path);
  if (!status) return std::nullopt;
  return FileIdentity{status->st_dev, status->st_ino};
}

FileIdentity identity_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) throw_system_error(errno);
  return {status.st_dev, status.st_ino};
}

}  // namespace ncf::base
