// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/misread_types.hpp"

#include <fmt/format.h>

#include "store/hdf5/calls.hpp"

namespace ncf::store::hdf5 {

bool is_fixed_text(hid_t type) {
  return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Tget_size(type) > 1;
}

bool has_fixed_text(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_STRING:
      return is_fixed_text(type);
    case H5T_ARRAY:
    case H5T_VLEN:
      return has_fixed_text(Handle(call(H5Tget_super, type), &H5Tclose).id());
    case H5T_COMPOUND:
      for (unsigned i = 0; i < static_cast<unsigned>(call(H5Tget_nmembers, type)); ++i) {
        if (has_fixed_text(Handle(call(H5Tget_member_type, type, i), &H5Tclose).id())) return true;
      }
      return false;
    default:
      return false;
  }
}

bool is_wide_float(hid_t type) {
  return H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) > sizeof(double);
}

Error text_error(std::string_view what) {
  return {ErrorCode::unsupported,
          fmt::format("{} strings of a fixed length, which libnetcdf misreads; write them as "
                      "strings of variable length, for example with h5py's string_dtype()",
                      what)};
}

Error wide_float_error(std::string_view what) {
  return {ErrorCode::unsupported,
          fmt::format("{} floats wider than a double, which netCDF does not have; write them as "
                      "doubles, for example with h5py",
                      what)};
}

}  // namespace ncf::store::hdf5
