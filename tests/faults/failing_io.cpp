// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A library for LD_PRELOAD under which one call on a program's input or output goes wrong;
// fault.hpp says how to ask for it. Calls libc makes inside itself are out of reach; what programs
// and libraries call is what fails.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include "fault.hpp"

namespace {

using ncf::test::Call;
using ncf::test::fault;
using ncf::test::File;

/// Which of the files each descriptor is.
std::array<std::atomic<File>, 1024> descriptors{};

File file_of(int fd) {
  return fd >= 0 && static_cast<std::size_t>(fd) < descriptors.size()
             ? descriptors[static_cast<std::size_t>(fd)].load()
             : File::none;
}

/// For the list of calls.
void trace(Call call, int fd) {
  const File file = file_of(fd);
  if (file == File::none) return;
  std::array<char, 4096> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const long length =
      ::syscall(SYS_readlinkat, AT_FDCWD, link.c_str(), path.data(), path.size() - 1);
  if (length > 0) fault().trace(call, file, path.data());
}

/// What is in a folder that is an input or output is a part of it.
File file_below(int folder, const char* path) {
  return folder != AT_FDCWD && *path != '/' ? file_of(folder) : fault().file_at(path);
}

/// What a stream looks like after a call that failed; otherwise its users would try again.
void set_error(std::FILE* stream) {
  constexpr int error_seen = 0x20;  // glibc's; ferror() looks at it
  stream->_flags |= error_seen;
}

File file_of(std::FILE* stream) { return stream == nullptr ? File::none : file_of(fileno(stream)); }

int remember(int fd, File file) {
  if (fd >= 0 && static_cast<std::size_t>(fd) < descriptors.size()) {
    descriptors[static_cast<std::size_t>(fd)] = file;
  }
  return fd;
}

/// The function of this name that would be called without us.
template <class Function>
Function* real_function(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

template <class Function, class... Arguments>
int open_by(const char* name, File file, Arguments... arguments) {
  const auto real = [&](std::size_t) {
    return remember(real_function<Function>(name)(arguments...), file);
  };
  return fault().make(Call::open, file, -1, 0, real);
}

std::FILE* open_stream_by(const char* name, const char* path, const char* mode) {
  const File file = fault().file_at(path);
  const auto real = [&](std::size_t) {
    std::FILE* stream = real_function<std::FILE*(const char*, const char*)>(name)(path, mode);
    if (stream != nullptr) remember(fileno(stream), file);
    return stream;
  };
  return fault().make(Call::open, file, static_cast<std::FILE*>(nullptr), 0, real);
}

/// For calls on a descriptor or a path that move no bytes and return 0 or -1.
template <class... Arguments>
int call_by(const char* name, Call call, File file, Arguments... arguments) {
  return fault().make(call, file, -1, 0, [&](std::size_t) {
    return real_function<int(Arguments...)>(name)(arguments...);
  });
}

/// The first `most` bytes of these.
std::vector<iovec> first_bytes(const iovec* vectors, int count, std::size_t most) {
  std::vector<iovec> first(vectors, vectors + count);
  for (iovec& vector : first) {
    vector.iov_len = std::min(vector.iov_len, most);
    most -= vector.iov_len;
  }
  return first;
}

ssize_t write_vectors(const char* name, int fd, const iovec* vectors, int count, off64_t offset) {
  trace(Call::write, fd);
  std::size_t bytes = 0;
  for (int i = 0; i < count; ++i) bytes += vectors[i].iov_len;
  return fault().make(Call::write, file_of(fd), ssize_t{-1}, bytes, [&](std::size_t part) {
    const std::vector<iovec> first = first_bytes(vectors, count, part);
    return real_function<decltype(::pwritev64)>(name)(fd, first.data(), count, offset);
  });
}

mode_t mode_argument(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

using Open = int(const char*, int, ...);
using OpenAt = int(int, const char*, int, ...);

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return open_by<Open>("open", fault().file_at(path), path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return open_by<Open>("open64", fault().file_at(path), path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return open_by<OpenAt>("openat", file_below(folder, path), folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return open_by<OpenAt>("openat64", file_below(folder, path), folder, path, flags, mode);
}

std::FILE* fopen(const char* path, const char* mode) { return open_stream_by("fopen", path, mode); }

std::FILE* fopen64(const char* path, const char* mode) {
  return open_stream_by("fopen64", path, mode);
}

ssize_t read(int fd, void* bytes, std::size_t count) {
  return fault().make(Call::read, file_of(fd), ssize_t{-1}, count, [&](std::size_t part) {
    return real_function<decltype(::read)>("read")(fd, bytes, part);
  });
}

ssize_t pread(int fd, void* bytes, std::size_t count, off_t offset) {
  return fault().make(Call::read, file_of(fd), ssize_t{-1}, count, [&](std::size_t part) {
    return real_function<decltype(::pread)>("pread")(fd, bytes, part, offset);
  });
}

ssize_t pread64(int fd, void* bytes, std::size_t count, off64_t offset) {
  return fault().make(Call::read, file_of(fd), ssize_t{-1}, count, [&](std::size_t part) {
    return real_function<decltype(::pread64)>("pread64")(fd, bytes, part, offset);
  });
}

std::size_t fread(void* bytes, std::size_t size, std::size_t count, std::FILE* stream) {
  bool is_whole = false;
  const std::size_t moved =
      fault().make(Call::read, file_of(stream), std::size_t{0}, count, [&](std::size_t part) {
        is_whole = part == count;
        return real_function<decltype(::fread)>("fread")(bytes, size, part, stream);
      });
  if (!is_whole) set_error(stream);
  return moved;
}

ssize_t write(int fd, const void* bytes, std::size_t count) {
  trace(Call::write, fd);
  return fault().make(Call::write, file_of(fd), ssize_t{-1}, count, [&](std::size_t part) {
    return real_function<decltype(::write)>("write")(fd, bytes, part);
  });
}

ssize_t pwrite(int fd, const void* bytes, std::size_t count, off_t offset) {
  trace(Call::write, fd);
  return fault().make(Call::write, file_of(fd), ssize_t{-1}, count, [&](std::size_t part) {
    return real_function<decltype(::pwrite)>("pwrite")(fd, bytes, part, offset);
  });
}

ssize_t pwrite64(int fd, const void* bytes, std::size_t count, off64_t offset) {
  trace(Call::write, fd);
  return fault().make(Call::write, file_of(fd), ssize_t{-1}, count, [&](std::size_t part) {
    return real_function<decltype(::pwrite64)>("pwrite64")(fd, bytes, part, offset);
  });
}

ssize_t pwritev(int fd, const iovec* vectors, int count, off_t offset) {
  return write_vectors("pwritev", fd, vectors, count, offset);
}

ssize_t pwritev64(int fd, const iovec* vectors, int count, off64_t offset) {
  return write_vectors("pwritev64", fd, vectors, count, offset);
}

std::size_t fwrite(const void* bytes, std::size_t size, std::size_t count, std::FILE* stream) {
  if (stream != nullptr) trace(Call::write, fileno(stream));
  bool is_whole = false;
  const std::size_t moved =
      fault().make(Call::write, file_of(stream), std::size_t{0}, count, [&](std::size_t part) {
        is_whole = part == count;
        return real_function<decltype(::fwrite)>("fwrite")(bytes, size, part, stream);
      });
  if (!is_whole) set_error(stream);
  return moved;
}

off_t lseek(int fd, off_t offset, int whence) noexcept {
  return fault().make(Call::seek, file_of(fd), off_t{-1}, 0, [&](std::size_t) {
    return real_function<decltype(::lseek)>("lseek")(fd, offset, whence);
  });
}

off64_t lseek64(int fd, off64_t offset, int whence) noexcept {
  return fault().make(Call::seek, file_of(fd), off64_t{-1}, 0, [&](std::size_t) {
    return real_function<decltype(::lseek64)>("lseek64")(fd, offset, whence);
  });
}

int ftruncate(int fd, off_t length) noexcept {
  return call_by("ftruncate", Call::truncate, file_of(fd), fd, length);
}

int ftruncate64(int fd, off64_t length) noexcept {
  return call_by("ftruncate64", Call::truncate, file_of(fd), fd, length);
}

int fsync(int fd) {
  trace(Call::sync, fd);
  return call_by("fsync", Call::sync, file_of(fd), fd);
}

int fdatasync(int fd) {
  trace(Call::sync, fd);
  return call_by("fdatasync", Call::sync, file_of(fd), fd);
}

// The descriptor is gone after a failed close too.
int close(int fd) {
  const File file = file_of(fd);
  remember(fd, File::none);
  const int status = real_function<decltype(::close)>("close")(fd);
  return fault().make(Call::close, file, -1, 0, [&](std::size_t) { return status; });
}

int closedir(DIR* folder) {
  remember(dirfd(folder), File::none);
  return real_function<decltype(::closedir)>("closedir")(folder);
}

int fclose(std::FILE* stream) {
  const File file = file_of(stream);
  remember(fileno(stream), File::none);
  const int status = real_function<decltype(::fclose)>("fclose")(stream);
  return fault().make(Call::close, file, EOF, 0, [&](std::size_t) { return status; });
}

int stat(const char* path, struct stat* status) noexcept {
  return call_by("stat", Call::stat, fault().file_at(path), path, status);
}

int stat64(const char* path, struct stat64* status) noexcept {
  return call_by("stat64", Call::stat, fault().file_at(path), path, status);
}

int lstat(const char* path, struct stat* status) noexcept {
  return call_by("lstat", Call::stat, fault().file_at(path), path, status);
}

int fstatat(int folder, const char* path, struct stat* status, int flags) noexcept {
  return call_by("fstatat", Call::stat, file_below(folder, path), folder, path, status, flags);
}

int fstat(int fd, struct stat* status) noexcept {
  return call_by("fstat", Call::stat, file_of(fd), fd, status);
}

int fstat64(int fd, struct stat64* status) noexcept {
  return call_by("fstat64", Call::stat, file_of(fd), fd, status);
}

int flock(int fd, int operation) noexcept {
  return call_by("flock", Call::lock, file_of(fd), fd, operation);
}

int chmod(const char* path, mode_t mode) noexcept {
  return call_by("chmod", Call::chmod, fault().file_at(path), path, mode);
}

int fchmod(int fd, mode_t mode) noexcept {
  return call_by("fchmod", Call::chmod, file_of(fd), fd, mode);
}

int rename(const char* from, const char* to) noexcept {
  fault().trace(Call::rename, fault().file_at(from), from);
  return call_by("rename", Call::rename, fault().file_at(from), from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  fault().trace(Call::rename, file_below(from_folder, from), from);
  return call_by("renameat2", Call::rename, file_below(from_folder, from), from_folder, from,
                 to_folder, to, flags);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return call_by("mkdir", Call::mkdir, fault().file_at(path), path, mode);
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  return call_by("mkdirat", Call::mkdir, file_below(folder, path), folder, path, mode);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  return call_by("unlinkat", Call::remove, file_below(folder, path), folder, path, flags);
}

}  // extern "C"
