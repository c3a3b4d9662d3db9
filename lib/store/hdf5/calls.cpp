// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/calls.hpp"

#include <optional>
#include <system_error>

#include "ncf/error.hpp"
#include "store/hdf5/error_capture.hpp"

namespace ncf::store::hdf5 {

namespace {

std::string message_of(const ErrorCapture& capture) {
  const std::optional<int> number = errno_in(capture.text());
  return number ? std::generic_category().message(*number) : "HDF5: " + capture.text();
}

Handle checked(hid_t id, Handle::Close close, const ErrorCapture& capture) {
  if (id < 0) throw Error(ErrorCode::io, message_of(capture));
  return {id, close};
}

}  // namespace

Handle open_file(const std::string& path) {
  ErrorCapture capture;
  return checked(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose, capture);
}

Handle open_dataset(const Handle& file, const std::string& path) {
  ErrorCapture capture;
  return checked(H5Dopen2(file.id(), path.c_str(), H5P_DEFAULT), &H5Dclose, capture);
}

}  // namespace ncf::store::hdf5
