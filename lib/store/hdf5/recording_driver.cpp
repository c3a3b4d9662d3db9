// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/recording_driver.hpp"

#include <fcntl.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/descriptor.hpp"
#include "base/memory.hpp"

namespace ncf::store::hdf5 {

/// A file as the driver has it.
struct Recording : H5FD_t {
  explicit Recording(const char* path) : H5FD_t{}, file(path, O_RDONLY) {}

  base::Descriptor file;
  haddr_t end_of_addresses = 0;
  bool is_noting = false;
  std::vector<NotedRead> reads;
};

namespace {

constexpr herr_t failed = -1;

Recording& recording_of(H5FD_t* file) { return *static_cast<Recording*>(file); }

const Recording& recording_of(const H5FD_t* file) { return *static_cast<const Recording*>(file); }

H5FD_t* open(const char* name, unsigned flags, hid_t /*access*/, haddr_t /*most*/) noexcept {
  if ((flags & H5F_ACC_RDWR) != 0) return nullptr;
  try {
    return std::make_unique<Recording>(name).release();
  } catch (...) {
    return nullptr;
  }
}

herr_t close(H5FD_t* file) noexcept {
  delete &recording_of(file);  // what `open` gave to libhdf5
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
  try {
    return recording_of(file).file.size_bytes();
  } catch (...) {
    return HADDR_UNDEF;
  }
}

herr_t get_handle(H5FD_t* file, hid_t /*access*/, void** handle) noexcept {
  *handle = &recording_of(file);
  return 0;
}

herr_t read(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, haddr_t address, std::size_t bytes,
            void* buffer) noexcept {
  Recording& recording = recording_of(file);
  try {
    if (recording.is_noting && type == H5FD_MEM_DRAW) {
      recording.reads.push_back({address, bytes});
      return 0;
    }
    std::span left(static_cast<std::byte*>(buffer), bytes);
    while (!left.empty()) {
      const std::size_t count = recording.file.read_at(address, left);
      if (count == 0) return failed;
      address += count;
      left = left.subspan(count);
    }
    return 0;
  } catch (...) {
    return failed;
  }
}

herr_t write(H5FD_t* /*file*/, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t /*address*/,
             std::size_t /*bytes*/, const void* /*buffer*/) noexcept {
  return failed;
}

const H5FD_class_t& driver_class() {
  static const H5FD_class_t made = [] {
    H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
    constexpr H5FD_class_value_t own_value = 511;  // of those that HDF5 keeps for tests
    driver.version = H5FD_CLASS_VERSION;
    driver.value = own_value;
#endif
    driver.name = "ncf recording";
    driver.maxaddr = HADDR_MAX;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.open = &open;
    driver.close = &close;
    driver.get_eoa = &end_of_addresses;
    driver.set_eoa = &set_end_of_addresses;
    driver.get_eof = &end_of_file;
    driver.get_handle = &get_handle;
    driver.read = &read;
    driver.write = &write;
    for (H5FD_mem_t& type : driver.fl_map) type = H5FD_MEM_SUPER;
    return driver;
  }();
  return made;
}

}  // namespace

Handle open_recorded(const std::string& path) {
  base::require_memory();
  const Handle driver(call(H5FDregister, &driver_class()), &H5FDunregister);
  const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
  call(H5Pset_driver, access.id(), driver.id(), static_cast<const void*>(nullptr));
  return {call(H5Fopen, path.c_str(), unsigned{H5F_ACC_RDONLY}, access.id()), &close_file};
}

Noting::Noting(const Handle& file) {
  void* recording = nullptr;
  call(H5Fget_vfd_handle, file.id(), hid_t{H5P_DEFAULT}, &recording);
  recording_ = static_cast<Recording*>(recording);
  recording_->reads.clear();
  recording_->is_noting = true;
}

Noting::~Noting() { recording_->is_noting = false; }

NotedRead Noting::only_read() const {
  if (recording_->reads.size() != 1) {
    throw Error(ErrorCode::internal, "libhdf5 does not tell where a chunk lies");
  }
  return recording_->reads.front();
}

}  // namespace ncf::store::hdf5
