// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C interface of libnetcdf, with each status turned into an ncf::Error in one place. I/O thread
// only.
// source: netCDF C API reference
#pragma once

#include <netcdf.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "hdf5/library/calls.hpp"
#include "libnetcdf/functions.hpp"

namespace ncf::store::netcdf {

/// Returns the error of a failed call, with libnetcdf's message, or HDF5's if libnetcdf only
/// reports an HDF5 error.
[[nodiscard]] libnetcdf::StatusError error_of(int status, const std::string& hdf5_text);

/// Calls a function of libnetcdf. throws: Error unless it returns NC_NOERR.
template <class Function, class... Arguments>
void call(Function function, Arguments... arguments) {
  hdf5::ErrorCapture capture;
  const int status = function(arguments...);
  if (status != NC_NOERR) throw error_of(status, capture.text());
}

using base::with_context;

/// An open file. Destroying an output that was not closed discards it silently.
class File {
 public:
  enum class Use {
    read,     ///< an input
    write,    ///< an output on disk
    scratch,  ///< in memory only
    image,    ///< in memory until closed, then written to disk
  };

  /// path: of the file on disk; empty for scratch.
  /// image: bytes to read instead of a file.
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
  /// Closes the file. throws: Error if the system could not write everything.
  void close();
  /// For an input whose schema cannot be read: libnetcdf 4.9.0 crashes on closing a file with a
  /// partially read attribute.
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

/// Call it before opening a file. Initializes libnetcdf and disables HDF5's own printing, whichever
/// library is used first. throws: std::bad_alloc if memory runs out.
void initialize_library();

std::string group_name(int ncid);
std::vector<int> child_groups(int ncid);
std::vector<int> group_dimensions(int ncid);            ///< defined in the group itself
std::vector<int> group_unlimited_dimensions(int ncid);  ///< defined in the group itself
std::vector<nc_type> group_types(int ncid);
std::vector<int> variable_dimensions(int ncid, int varid);

}  // namespace ncf::store::netcdf
