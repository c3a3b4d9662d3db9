// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/mode.hpp"

#include <sys/stat.h>

#include <cerrno>

#include "base/errors/system_error.hpp"

namespace ncf::base {

mode_t get_mode(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.id(), &status) != 0) throw_system_error(errno, "cannot read its status");
  return status.st_mode & all_mode_bits;
}

mode_t get_mode(const std::filesystem::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) throw_system_error(errno);
  return status.st_mode & all_mode_bits;
}

}  // namespace ncf::base
