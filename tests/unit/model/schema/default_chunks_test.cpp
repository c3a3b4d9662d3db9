// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/default_chunks.hpp"

#include <gtest/gtest.h>
#include <netcdf.h>
#include <netcdf_mem.h>

#include <random>
#include <string>

namespace ncf::model {
namespace {

std::vector<std::size_t> by_libnetcdf(const std::vector<Axis>& axes, nc_type type) {
  int ncid = 0;
  EXPECT_EQ(nc_create_mem("chunks", NC_NETCDF4, 0, &ncid), NC_NOERR);
  std::vector<int> dimids;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    int dimid = 0;
    nc_def_dim(ncid, ("d" + std::to_string(i)).c_str(),
               axes[i].is_unlimited ? NC_UNLIMITED : axes[i].length, &dimid);
    dimids.push_back(dimid);
  }
  int varid = 0;
  nc_def_var(ncid, "v", type, static_cast<int>(dimids.size()), dimids.data(), &varid);
  EXPECT_EQ(nc_def_var_chunking(ncid, varid, NC_CHUNKED, nullptr), NC_NOERR);
  int storage = 0;
  std::vector<std::size_t> chunk(axes.size());
  nc_inq_var_chunking(ncid, varid, &storage, chunk.data());
  nc_abort(ncid);
  return chunk;
}

TEST(DefaultChunks, AreLibnetcdfs) {
  std::mt19937 random(20261122);  // NOLINT(cert-msc51-cpp): the same variables each time
  std::uniform_int_distribution<std::size_t> ranks(1, 5);
  std::uniform_int_distribution<int> choices(0, 3);
  std::lognormal_distribution<double> lengths(4, 3);
  for (int i = 0; i < 500; ++i) {
    std::vector<Axis> axes(ranks(random));
    for (Axis& axis : axes) {
      axis.is_unlimited = choices(random) == 0;
      if (!axis.is_unlimited) axis.length = 1 + static_cast<std::size_t>(lengths(random));
    }
    const bool is_double = choices(random) < 2;
    EXPECT_EQ(default_chunks(axes, is_double ? 8 : 1),
              by_libnetcdf(axes, is_double ? NC_DOUBLE : NC_BYTE));
  }
}

}  // namespace
}  // namespace ncf::model
