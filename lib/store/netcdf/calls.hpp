// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libnetcdf's C interface, each status turned into an ncf::Error in one place. I/O thread only.
// source: netCDF C API reference
#pragma once

#include <netcdf.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/at_place.hpp"
#include "hdf5/error_capture.hpp"
#include "ncf/error.hpp"

namespace ncf::store::netcdf {

/// The error of a failed call: libnetcdf's text, or HDF5's where libnetcdf only says that HDF5
/// failed.
[[nodiscard]] Error error_of(int status, const std::string& hdf5_text);

/// Calls one function of libnetcdf. throws: Error if it does not return NC_NOERR.
template <class Function, class... Arguments>
void call(Function function, Arguments... arguments) {
  hdf5::ErrorCapture capture;
  const int status = function(arguments...);
  if (status != NC_NOERR) throw error_of(status, capture.text());
}

using base::at_place;

/// An open file. An output left unclosed is dropped silently, and its content is given up.
class File {
 public:
  enum class Use {
    read,     ///< an input
    write,    ///< an output on disk
    scratch,  ///< in memory, and never anywhere else
    image,    ///< in memory until it is closed, then written to disk
  };

  /// path: of the file on disk; empty for scratch.
  /// image: the bytes that are read instead of a file.
  File(int ncid, Use use, std::filesystem::path path = {},
       std::vector<std::byte> image = {}) noexcept
      : ncid_(ncid), use_(use), path_(std::move(path)), image_(std::move(image)) {}
  File(File&& other) noexcept
      : ncid_(std::exchange(other.ncid_, closed)),
        use_(other.use_),
        path_(std::move(other.path_)),
        image_(std::move(other.image_)) {}
  File& operator=(File&&) = delete;
  ~File() { drop(); }

  [[nodiscard]] int ncid() const noexcept { return ncid_; }
  /// throws: Error if the system could not take everything. The file is closed then too.
  void close();
  /// Of an input whose schema could not be read: libnetcdf 4.9.0 crashes when it closes a file that
  /// it read half an attribute of.
  void leave_open();

 private:
  void drop() noexcept;
  std::vector<std::byte> close_to_image();

  static constexpr int closed = -1;
  int ncid_;
  Use use_;
  std::filesystem::path path_;
  std::vector<std::byte> image_;
};

/// To be called before a file is opened. Prepares libnetcdf and quiets HDF5's own printing,
/// whichever is used first. throws: std::bad_alloc where memory is about to end.
void initialize_library();

std::string group_name(int ncid);
std::vector<int> child_groups(int ncid);
std::vector<int> group_dimensions(int ncid);            ///< those defined in the group itself
std::vector<int> group_unlimited_dimensions(int ncid);  ///< those defined in the group itself
std::vector<nc_type> group_types(int ncid);
std::vector<int> variable_dimensions(int ncid, int varid);

}  // namespace ncf::store::netcdf
