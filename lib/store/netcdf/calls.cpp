// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/calls.hpp"

#include <netcdf_mem.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <list>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/memory.hpp"
#include "base/whole_file.hpp"
#include "hdf5/calls.hpp"

namespace ncf::store::netcdf {

namespace {

ErrorCode code_of(int status) noexcept {
  if (NC_ISSYSERR(status)) return status == ENOENT ? ErrorCode::not_found : ErrorCode::io;
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
    case NC_ENOMEM:
      return ErrorCode::io;
    default:
      return ErrorCode::unsupported;
  }
}

std::string_view without_prefix(std::string_view text) noexcept {
  constexpr std::string_view prefix = "NetCDF: ";
  if (text.substr(0, prefix.size()) == prefix) text.remove_prefix(prefix.size());
  return text;
}

// The two-step way libnetcdf lists ids: how many, then which.
template <class List>
std::vector<int> ids_of(List list) {
  int count = 0;
  list(&count, static_cast<int*>(nullptr));
  std::vector<int> ids(static_cast<std::size_t>(count));
  if (count > 0) list(&count, ids.data());
  return ids;
}

}  // namespace

Error error_of(int status, const std::string& hdf5_text) {
  // libnetcdf guesses at the system's refusals, HDF5 knows them.
  if (hdf5::errno_in(hdf5_text) || (status == NC_EHDFERR && !hdf5_text.empty())) {
    return hdf5::error_of(hdf5_text);
  }
  std::string message{without_prefix(nc_strerror(status))};
  if (!hdf5_text.empty()) message += " (HDF5: " + hdf5_text + ")";
  return {code_of(status), std::move(message)};
}

// Where HDF5 fails to close a file, libnetcdf 4.9.0 crashes while it looks for the reason. So
// everything is written before, and a handle of ours is the last to be closed.
void File::close() {
  // libnetcdf can write the image itself, but does not see when that fails at the end.
  if (use_ == Use::image) return base::write_file(path_, close_to_image());
  call(nc_sync, ncid_);
  std::optional<hdf5::Handle> last = hdf5::reopen_file(path_.native());
  call(nc_close, std::exchange(ncid_, closed));
  if (last) last->close();
}

std::vector<std::byte> File::close_to_image() {
  NC_memio memory{};
  call(nc_close_memio, std::exchange(ncid_, closed), &memory);
  const std::unique_ptr<void, decltype(&std::free)> owned(memory.memory, &std::free);
  const auto* bytes = static_cast<const std::byte*>(memory.memory);
  return {bytes, bytes + memory.size};
}

void File::leave_open() {
  static std::list<std::vector<std::byte>> images;  // HDF5 still knows where they are
  if (ncid_ != closed && !image_.empty()) images.push_back(std::move(image_));
  ncid_ = closed;
}

// nc_abort leaves out definitions under way. It removes the file if those were the first, and
// overruns a buffer if the path of that netCDF-4 file is long: nc_enddef, even where it fails,
// leaves define mode. A full disk has room again when the output is empty; if HDF5 can still not
// write, closing would crash (see above), and the file stays open. So does one that nc_abort
// refuses to close because HDF5 could not make one of its datasets; create_dataset is therefore
// best rehearsed. Of classic files, nc_abort prints what it finds in errno after a write of a part.
void File::drop() noexcept {
  if (ncid_ == closed || hdf5::has_failed_to_close()) return;
  hdf5::ErrorCapture quiet;
  int format = NC_FORMAT_CLASSIC;
  nc_inq_format(ncid_, &format);
  const bool is_netcdf4 = format == NC_FORMAT_NETCDF4 || format == NC_FORMAT_NETCDF4_CLASSIC;
  if (use_ == Use::write) {
    std::error_code ignored;
    std::filesystem::resize_file(path_, 0, ignored);
  }
  if (is_netcdf4) nc_enddef(ncid_);
  if (is_netcdf4 && use_ == Use::write && nc_sync(ncid_) != NC_NOERR) return;
  try {
    const std::optional<hdf5::Handle> last = hdf5::reopen_file(path_.native());
    errno = 0;
    nc_abort(ncid_);
  } catch (const std::exception&) {
    // It could not be reopened, which takes memory only, and stays open.
  }
}

// libnetcdf turns HDF5's printing off when it starts. Were that inside a call, the capture around
// it would turn it on again.
void initialize_library() {
  base::require_memory();
  static const int status = nc_initialize();
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
