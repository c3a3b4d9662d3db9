// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/calls.hpp"

#include <netcdf_mem.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <list>
#include <memory>
#include <string_view>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/threads/machine.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/library/library.hpp"

namespace ncf::store::netcdf {

namespace {

ErrorCode code_of(int status) noexcept {
  if (NC_ISSYSERR(status)) {
    return status == ENOENT ? ErrorCode::not_found : base::code_of_system(status);
  }
  switch (status) {
    case NC_ENOTFOUND:
    case NC_ENOTVAR:
    case NC_ENOTATT:
    case NC_ENOFILTER:
      return ErrorCode::not_found;
    case NC_ETRUNC:
    case NC_EFILEMETA:
    case NC_EDIMMETA:
    case NC_EATTMETA:
    case NC_EVARMETA:
      return ErrorCode::corrupt;
    case NC_EBADID:
    case NC_EINTERNAL:
      return ErrorCode::internal;
    case NC_EEXIST:
    case NC_EIO:
    case NC_EHDFERR:
    case NC_ECANTREAD:
    case NC_ECANTWRITE:
    case NC_ECANTCREATE:
      return ErrorCode::io;
    case NC_ENOMEM:
      return ErrorCode::no_memory;
    default:
      return ErrorCode::unsupported;
  }
}

std::string_view without_prefix(std::string_view text) noexcept {
  constexpr std::string_view prefix = "NetCDF: ";
  if (text.substr(0, prefix.size()) == prefix) text.remove_prefix(prefix.size());
  return text;
}

// libnetcdf lists ids in two steps: first how many, then which.
template <class List>
std::vector<int> ids_of(List list) {
  int count = 0;
  list(&count, static_cast<int*>(nullptr));
  std::vector<int> ids(static_cast<std::size_t>(count));
  if (count > 0) list(&count, ids.data());
  return ids;
}

}  // namespace

libnetcdf::StatusError error_of(int status, const std::string& hdf5_text) {
  // If a system call fails, libnetcdf's status is a guess, but HDF5 knows the errno.
  if (hdf5::errno_in(hdf5_text) || (status == NC_EHDFERR && !hdf5_text.empty())) {
    return {status, hdf5::error_of(hdf5_text)};
  }
  std::string message{without_prefix(nc_strerror(status))};
  if (!hdf5_text.empty()) message += " (HDF5: " + hdf5_text + ")";
  return {status, code_of(status), std::move(message)};
}

// libnetcdf can write the image itself, but does not notice failures at the end.
void File::close() {
  if (use_ == Use::image) return base::write_file(path_, close_to_image());
  call(nc_sync, ncid_);
  call(nc_close, std::exchange(ncid_, closed));
}

std::vector<std::byte> File::close_to_image() {
  NC_memio memory{};
  call(nc_close_memio, std::exchange(ncid_, closed), &memory);
  const std::unique_ptr<void, decltype(&std::free)> owned(memory.memory, &std::free);
  const auto* bytes = static_cast<const std::byte*>(memory.memory);
  return {bytes, bytes + memory.size};
}

void File::leave_open() {
  static std::list<std::vector<std::byte>> images;  // HDF5 keeps pointers to them
  if (ncid_ != closed && !image_.empty()) images.push_back(std::move(image_));
  ncid_ = closed;
}

// Empties the output, which frees space if the disk is full. nc_abort discards pending definitions,
// and prints a message if errno is set after an incomplete write.
void File::drop() noexcept {
  if (ncid_ == closed) return;
  hdf5::ErrorCapture quiet;
  if (use_ == Use::write) {
    std::error_code ignored;
    std::filesystem::resize_file(path_, 0, ignored);
  }
  errno = 0;
  nc_abort(ncid_);
}

// libnetcdf turns HDF5's error printing off when it starts. If that happened inside a call, the
// surrounding capture would turn it on again.
void initialize_library() {
  base::require_memory();
  static const int status = [] {
    const hdf5::KeptPluginFolders kept;
    return nc_initialize();
  }();
  if (status != NC_NOERR) throw error_of(status, {});
}

std::string group_name(int ncid) {
  std::array<char, NC_MAX_NAME + 1> name{};
  call(nc_inq_grpname, ncid, name.data());
  return name.data();
}

std::vector<int> child_groups(int ncid) {
  return ids_of([&](int* count, int* ids) { call(nc_inq_grps, ncid, count, ids); });
}

std::vector<int> group_dimensions(int ncid) {
  return ids_of([&](int* count, int* ids) { call(nc_inq_dimids, ncid, count, ids, 0); });
}

std::vector<int> group_unlimited_dimensions(int ncid) {
  return ids_of([&](int* count, int* ids) { call(nc_inq_unlimdims, ncid, count, ids); });
}

std::vector<nc_type> group_types(int ncid) {
  return ids_of([&](int* count, int* ids) { call(nc_inq_typeids, ncid, count, ids); });
}

std::vector<int> variable_dimensions(int ncid, int varid) {
  int rank = 0;
  call(nc_inq_varndims, ncid, varid, &rank);
  std::vector<int> dimids(static_cast<std::size_t>(rank));
  if (rank > 0) call(nc_inq_vardimid, ncid, varid, dimids.data());
  return dimids;
}

}  // namespace ncf::store::netcdf
