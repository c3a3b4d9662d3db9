// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Datasets as libnetcdf makes and reads them.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "store/open/open.hpp"
#include "support/files.hpp"
#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::store {

constexpr Format all_formats[] = {Format::classic, Format::offset64, Format::cdf5, Format::netcdf4,
                                  Format::netcdf4_classic};

class DatasetTest : public testing::Test {
 protected:
  /// Closes what was written and opens it for reading.
  std::unique_ptr<model::Source> reopen(model::Target& output) {
    output.close();
    return open_source(path_.string());
  }

  test::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "file.nc";
};

}  // namespace ncf::store
