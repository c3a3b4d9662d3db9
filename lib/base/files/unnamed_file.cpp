// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/unnamed_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "base/errors/system_error.hpp"

namespace ncf::base {

Descriptor make_unnamed_file(const std::filesystem::path& folder) {
  int id = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (id < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {  // not supported by this file system
    std::string name = (folder / ".ncf-XXXXXX").native();
    id = ::mkostemp(name.data(), O_CLOEXEC);
    if (id >= 0) ::unlink(name.c_str());
  }
  if (id < 0) throw_system_error(errno);
  return Descriptor(id);
}

Descriptor make_file_in_memory() {
  const int id = ::memfd_create("ncf", MFD_CLOEXEC);
  if (id < 0) throw_system_error(errno);
  return Descriptor(id);
}

std::filesystem::path path_of(const Descriptor& file) {
  return "/proc/self/fd/" + std::to_string(file.id());
}

std::filesystem::path temporary_folder() {
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

}  // namespace ncf::base
