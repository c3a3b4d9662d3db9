// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/recording/recording.hpp"

#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <compare>
#include <memory>
#include <new>
#include <system_error>
#include <tuple>

namespace ncf::hdf5 {
namespace {

constexpr herr_t failed = -1;

Recording& recording_of(H5FD_t* file) { return *static_cast<Recording*>(file); }

const Recording& recording_of(const H5FD_t* file) { return *static_cast<const Recording*>(file); }

/// Reports an error in the format of HDF5's own drivers, for `errno_in`.
herr_t fail(int number) {
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_IO, H5E_SYSERRSTR,
           "errno = %d", number);
  return failed;
}

/// Calls `piece(bytes done)` until everything is done. Returns 0 or an errno.
template <class Piece>
int move_all(std::size_t bytes, Piece piece) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = piece(done);
    if (count == 0) return EIO;  // for example at the end of the file
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

herr_t read_elsewhere(const base::ByteSource& source, haddr_t address,
                      std::span<std::byte> bytes) noexcept {
  try {
    source.read(address, bytes);
    return 0;
  } catch (const Error& error) {
    give_error(H5E_IO, H5E_READERROR, error);
  } catch (const std::bad_alloc&) {
    fail(ENOMEM);
  }
  return failed;
}

/// Reads a file. Bytes beyond the end of an output are zeros: space that is allocated and not
/// written, as with HDF5's own driver. Returns 0 or an errno.
int read_file(const Recording& recording, haddr_t address, std::span<std::byte> bytes) {
  return move_all(bytes.size(), [&](std::size_t done) {
    const std::span<std::byte> rest = bytes.subspan(done);
    const ssize_t count =
        ::pread(recording.file.id(), rest.data(), rest.size(), static_cast<off_t>(address + done));
    if (count != 0 || !recording.is_output) return count;
    std::ranges::fill(rest, std::byte{0});
    return static_cast<ssize_t>(rest.size());
  });
}

int write_all(int file, std::uint64_t address, std::span<const std::byte> bytes) {
  return move_all(bytes.size(), [&](std::size_t done) {
    return ::pwrite(file, bytes.data() + done, bytes.size() - done,
                    static_cast<off_t>(address + done));
  });
}

/// Bytes to open in place of a file.
struct Image {
  Bytes bytes;
  bool is_of_file;  ///< whether a file with the name exists
};

/// Returns the image to open; null for a file. For libhdf5, missing information is an error, which
/// must not become the reason for a later one.
const Image* image_of(hid_t access) {
  const ErrorCapture quiet;
  const void* const information = H5Pget_driver_info(access);
  if (information == nullptr) H5Eclear2(H5E_DEFAULT);
  return information == nullptr ? nullptr : *static_cast<const Image* const*>(information);
}

H5FD_t* open(const char* name, unsigned flags, hid_t access, haddr_t /*most*/) noexcept {
  try {
    if (const Image* const image = image_of(access)) {
      const char* const path = image->is_of_file ? name : nullptr;
      return std::make_unique<Recording>(path, image->bytes).release();
    }
    return std::make_unique<Recording>(name, flags).release();
  } catch (...) {
    fail(errno);
    return nullptr;
  }
}

herr_t close(H5FD_t* file) noexcept {
  Recording* recording = &recording_of(file);
  const std::unique_ptr<Recording> given(recording);
  if (recording->bytes) return 0;
  try {
    recording->file.close();
  } catch (...) {
    recording->failed_write->note(errno != 0 ? errno : EIO);
  }
  return 0;
}

// An external link may lead back to a file that is open, also as a copy in memory.
int compare(const H5FD_t* left, const H5FD_t* right) noexcept {
  const auto key = [](const Recording& recording) {
    return std::tuple(recording.identity.device, recording.identity.inode,
                      recording.is_of_file() ? nullptr : recording.bytes.get());
  };
  const auto order = key(recording_of(left)) <=> key(recording_of(right));
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

/// Reports the same features as HDF5's driver for plain files, so that HDF5 allocates space in the
/// same way.
herr_t tell_features(const H5FD_t* file, unsigned long* flags) noexcept {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  if (file != nullptr && recording_of(file).has_path) *flags |= H5FD_FEAT_POSIX_COMPAT_HANDLE;
  return 0;
}

haddr_t end_of_addresses(const H5FD_t* file, H5FD_mem_t /*type*/) noexcept {
  return recording_of(file).end_of_addresses;
}

herr_t set_end_of_addresses(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address) noexcept {
  recording_of(file).end_of_addresses = address;
  return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t /*type*/) noexcept {
  return recording_of(file).end_of_file;
}

herr_t get_handle(H5FD_t* file, hid_t /*access*/, void** handle) noexcept {
  *handle = &recording_of(file).handle;
  return 0;
}

/// Notes a transfer if it is the expected one. Returns whether it did; then nothing must be moved.
bool note(Recording& recording, haddr_t address, std::size_t bytes, const void* memory) noexcept {
  if (recording.noted_memory == nullptr || recording.noted_memory != memory) return false;
  recording.transfer = {address, bytes};
  return true;
}

// Global heaps have values of variable length, also of attributes; h5repack puts them after all
// other values. Without memory for a note, the layout of the file is unknown, and nothing else.
void note_metadata(Recording& recording, H5FD_mem_t type, haddr_t address,
                   std::size_t bytes) noexcept {
  const bool is_of_values = type == H5FD_MEM_DRAW || type == H5FD_MEM_GHEAP;
  if (!recording.notes_metadata || recording.is_output || is_of_values) return;
  try {
    recording.metadata_reads.push_back({address, bytes});
  } catch (const std::bad_alloc&) {
    recording.notes_metadata = false;
  }
}

/// Requests all nodes below one at once.
void announce_children(const base::ByteSource& source, std::span<const std::byte> node) {
  if (source.ahead_bytes() == 0) return;
  for (const model::FileRange& range : join_nodes(child_nodes(node), node.size())) {
    source.will_read(range.begin, range.bytes);
  }
}

herr_t read(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, haddr_t address, std::size_t bytes,
            void* buffer) noexcept {
  Recording& recording = recording_of(file);
  if (note(recording, address, bytes, buffer)) return 0;
  note_metadata(recording, type, address, bytes);
  const std::span to(static_cast<std::byte*>(buffer), bytes);
  if (recording.bytes) {
    const herr_t status = read_elsewhere(*recording.bytes, address, to);
    if (status >= 0 && type == H5FD_MEM_BTREE) announce_children(*recording.bytes, to);
    return status;
  }
  // After a failed write, the file lacks what libhdf5 believes to be in it. A part of a global heap
  // would make it loop forever.
  const int error = recording.failed_write->is_known() ? recording.failed_write->error()
                                                       : read_file(recording, address, to);
  return error == 0 ? 0 : fail(error);
}

herr_t write(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address,
             std::size_t bytes, const void* buffer) noexcept {
  Recording& recording = recording_of(file);
  recording.end_of_file = std::max(recording.end_of_file, haddr_t{address + bytes});
  if (note(recording, address, bytes, buffer)) return 0;
  if (recording.failed_write->is_known()) return 0;
  recording.failed_write->note(
      write_all(recording.file.id(), address, {static_cast<const std::byte*>(buffer), bytes}));
  return 0;
}

herr_t truncate(H5FD_t* file, hid_t /*transfer*/, hbool_t /*is_closing*/) noexcept {
  Recording& recording = recording_of(file);
  if (recording.end_of_file == recording.end_of_addresses) return 0;
  if (!recording.failed_write->is_known() &&
      ::ftruncate(recording.file.id(), static_cast<off_t>(recording.end_of_addresses)) != 0) {
    recording.failed_write->note(errno);
  }
  recording.end_of_file = recording.end_of_addresses;
  return 0;
}

// An input is locked against programs that write to it; an output has a name that no other program
// knows.
herr_t lock(H5FD_t* file, hbool_t /*is_writing*/) noexcept {
  const Recording& recording = recording_of(file);
  if (recording.is_output || recording.bytes) return 0;
  if (::flock(recording.file.id(), LOCK_SH | LOCK_NB) == 0 || errno == ENOSYS) return 0;
  const int error = errno;
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_IO, H5E_CANTLOCKFILE,
           "unable to lock file, errno = %d, error message = '%s'", error,
           std::generic_category().message(error).c_str());
  return failed;
}

herr_t unlock(H5FD_t* file) noexcept {
  const Recording& recording = recording_of(file);
  if (!recording.is_output && !recording.bytes) ::flock(recording.file.id(), LOCK_UN);
  return 0;
}

const H5FD_class_t& driver_class() {
  static const H5FD_class_t made = [] {
    H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
    constexpr H5FD_class_value_t own_value = 511;  // from the range that HDF5 reserves for testing
    driver.version = H5FD_CLASS_VERSION;
    driver.value = own_value;
#endif
    driver.name = "ncf recording";
    driver.maxaddr = HADDR_MAX;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.open = &open;
    driver.close = &close;
    driver.cmp = &compare;
    driver.query = &tell_features;
    driver.get_eoa = &end_of_addresses;
    driver.set_eoa = &set_end_of_addresses;
    driver.get_eof = &end_of_file;
    driver.get_handle = &get_handle;
    driver.read = &read;
    driver.write = &write;
    driver.truncate = &truncate;
    driver.lock = &lock;
    driver.unlock = &unlock;
    driver.fapl_size = sizeof(const Image*);
    // As in HDF5's driver for plain files, freed space of metadata is not used for values.
    constexpr H5FD_mem_t space_of_types[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
    std::ranges::copy(space_of_types, driver.fl_map);
    return driver;
  }();
  return made;
}

// Registered for each file, because an id does not survive an H5close() by the program. Never
// unregistered: libhdf5 1.10 uses the driver's class when the last file with it is closed, after
// freeing the class.
/// Sets the driver. image: opened instead of a file, or null; must exist until the file is open.
void set_driver(const Handle& access, const Image* image) {
  const hid_t driver = call(H5FDregister, &driver_class());
  call(H5Pset_driver, access.id(), driver,
       image == nullptr ? nullptr : static_cast<const void*>(&image));
}

Handle open_image(const Image& image, const char* name) {
  const Handle access = make_file_access();
  set_driver(access, &image);
  return {call(H5Fopen, name, unsigned{H5F_ACC_RDONLY}, access.id()), &H5Fclose};
}

}  // namespace

void record(const Handle& access) { set_driver(access, nullptr); }

Handle open_bytes(const Bytes& bytes) { return open_image({bytes, false}, "ncf-bytes"); }

Handle open_copy(const Bytes& bytes, const std::filesystem::path& path) {
  return open_image({bytes, true}, path.c_str());
}

Recording& recording_of(hid_t object) {
  const Handle file(call(H5Iget_file_id, object), &H5Fclose);
  void* handle = nullptr;
  call(H5Fget_vfd_handle, file.id(), hid_t{H5P_DEFAULT}, &handle);
  return *static_cast<FileHandle*>(handle)->recording;
}

}  // namespace ncf::hdf5
