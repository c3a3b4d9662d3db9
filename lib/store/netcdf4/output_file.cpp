// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/output_file.hpp"

#include <system_error>
#include <utility>

#include "base/threads/machine.hpp"
#include "hdf5/recording/recording.hpp"
#include "hdf5/vlen/vlen_conversion.hpp"
#include "store/netcdf4/schema_writer.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::RequestedLayout;
using Where = OutputFile::Where;

// Objects have the version of HDF5 1.8, which every netCDF-4 library reads, unless they need a
// later one. Closing a file with open objects must fail: otherwise the file would silently stay
// open, and a file opened next under its name would lack what was written.
Handle make_access(Where where) {
  Handle access = hdf5::make_file_access();
  call(H5Pset_fclose_degree, access.id(), H5F_CLOSE_SEMI);
  call(H5Pset_libver_bounds, access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  if (where == Where::on_disk) {
    hdf5::record(access);
    return access;
  }
  // The size of a file without values should be that of its definitions.
  const bool is_written = where == Where::in_memory;
  const std::size_t increment_bytes = std::size_t{1} << (is_written ? 20U : 10U);
  call(H5Pset_fapl_core, access.id(), increment_bytes, hbool_t{is_written});
  return access;
}

Handle make_properties(const RequestedLayout& layout) {
  Handle properties = make_creation_properties(H5P_FILE_CREATE);
  if (layout.kind == RequestedLayout::Kind::paged) {
    constexpr hsize_t smallest_section = 1;
    call(H5Pset_file_space_strategy, properties.id(), H5F_FSPACE_STRATEGY_PAGE, hbool_t{false},
         smallest_section);
    call(H5Pset_file_space_page_size, properties.id(), hsize_t{layout.page_bytes});
  }
  return properties;
}

// HDF5 treats files with the same name as one file, even if no file exists.
std::string name_in_memory() {
  static std::uint64_t files = 0;
  return "ncf-in-memory-" + std::to_string(++files);
}

Handle create_file(const std::filesystem::path& path, Where where, const RequestedLayout& layout) {
  base::require_memory();
  hdf5::replace_vlen_conversion();
  const Handle properties = make_properties(layout);
  const Handle access = make_access(where);
  return {call(H5Fcreate, path.c_str(), unsigned{H5F_ACC_TRUNC}, properties.id(), access.id()),
          &H5Fclose};
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path, Where where, const RequestedLayout& layout)
    : path_(where == Where::only_memory ? std::filesystem::path(name_in_memory())
                                        : std::move(path)),
      where_(where),
      file_(create_file(path_, where, layout)) {
  take_recording();
}

// Emptying the output frees space on a full disk. Then libhdf5 writes the rest of the discarded
// file. If a write failed, closing would crash, so the file stays open.
OutputFile::~OutputFile() {
  if (file_.id() < 0 || where_ == Where::only_memory) return;
  const hdf5::ErrorCapture quiet;
  std::error_code ignored;
  std::filesystem::resize_file(path_, 0, ignored);
  const hid_t file = file_.release();
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0) H5Fclose(file);
}

void OutputFile::take_recording() {
  if (where_ != Where::on_disk) return;
  recording_ = &hdf5::recording_of(file_.id());
  failed_write_ = recording_->failed_write;
}

// libhdf5 takes the space for metadata from blocks, whose size is fixed when a file is opened. A
// group that is made and forgotten makes it allocate the first block, before any values.
void OutputFile::reserve_metadata(std::uint64_t bytes) {
  close();
  const Handle access = make_access(where_);
  call(H5Pset_meta_block_size, access.id(), hsize_t{bytes});
  file_ = {call(H5Fopen, path_.c_str(), unsigned{H5F_ACC_RDWR}, access.id()), &H5Fclose};
  take_recording();
  write([&] {
    Handle group(call(H5Gcreate_anon, file_.id(), hid_t{H5P_DEFAULT}, hid_t{H5P_DEFAULT}),
                 &H5Gclose);
    group.close();
  });
}

// Flushes before closing, while errors can still be reported.
void OutputFile::close() {
  write([&] { call(H5Fflush, file_.id(), H5F_SCOPE_GLOBAL); });
  recording_ = nullptr;
  write([&] { file_.close(); });
}

}  // namespace ncf::store::netcdf4
