// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <netcdf.h>

#include <cerrno>

#include "ncf/error.hpp"
#include "store/netcdf/calls.hpp"

namespace ncf::store::netcdf {
namespace {

TEST(NetcdfErrors, SayWhatKindOfErrorTheyAre) {
  const struct {
    int status;
    ErrorCode code;
  } rows[] = {
      {ENOENT, ErrorCode::not_found},        {EACCES, ErrorCode::no_permission},
      {ENOSPC, ErrorCode::no_space},         {NC_ENOTVAR, ErrorCode::not_found},
      {NC_ENOTATT, ErrorCode::not_found},    {NC_ETRUNC, ErrorCode::corrupt},
      {NC_EVARMETA, ErrorCode::corrupt},     {NC_EBADID, ErrorCode::internal},
      {NC_EINTERNAL, ErrorCode::internal},   {NC_EIO, ErrorCode::io},
      {NC_ENOMEM, ErrorCode::no_memory},     {NC_ENOTNC, ErrorCode::unsupported},
      {NC_EBADTYPE, ErrorCode::unsupported},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(error_of(row.status, "").code(), row.code) << nc_strerror(row.status);
  }
}

TEST(NetcdfErrors, HaveTheWordsOfTheLibraryThatKnows) {
  EXPECT_STREQ(error_of(NC_EBADTYPE, "").what(),
               "Not a valid data type or _FillValue type mismatch");
  EXPECT_STREQ(error_of(NC_EBADTYPE, "no datatype").what(),
               "Not a valid data type or _FillValue type mismatch (HDF5: no datatype)");
  EXPECT_STREQ(error_of(NC_EHDFERR, "no datatype").what(), "HDF5: no datatype");
  const Error error = error_of(NC_EPERM, "unable to write, errno = 28, error message = '...'");
  EXPECT_EQ(error.code(), ErrorCode::no_space);
  EXPECT_STREQ(error.what(), "No space left on device");
}

}  // namespace
}  // namespace ncf::store::netcdf
