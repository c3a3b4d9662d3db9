// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/classic_header.hpp"

#include <gtest/gtest.h>
#include <netcdf.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::store::netcdf {
namespace {

namespace fs = std::filesystem;

class ClassicFile : public testing::Test {
 protected:
  fs::path make_file(int mode, const std::vector<nc_type>& record_types);

 private:
  test::TemporaryFolder folder_;
};

/// Returns a file with attributes, a fixed variable and record variables of these types, each with
/// three records of five values.
fs::path ClassicFile::make_file(int mode, const std::vector<nc_type>& record_types) {
  const fs::path path = folder_ / "extent.nc";
  int ncid = 0;
  std::array<int, 2> dimids{};
  EXPECT_EQ(nc_create(path.c_str(), mode, &ncid), NC_NOERR);
  nc_def_dim(ncid, "t", NC_UNLIMITED, dimids.data());
  nc_def_dim(ncid, "x", 5, &dimids[1]);
  nc_put_att_text(ncid, NC_GLOBAL, "title", 3, "odd");
  int varid = 0;
  nc_def_var(ncid, "fixed", NC_SHORT, 1, &dimids[1], &varid);
  nc_put_att_text(ncid, varid, "units", 1, "K");
  for (const nc_type type : record_types) {
    nc_def_var(ncid, ("v" + std::to_string(varid)).c_str(), type, 2, dimids.data(), &varid);
  }
  nc_enddef(ncid);
  const std::array<std::size_t, 2> start{2, 0};
  const std::array<std::size_t, 2> count{1, 5};
  const std::array<signed char, 5> values{1, 2, 3, 4, 5};
  for (int id = 1; id <= varid; ++id) {
    EXPECT_EQ(nc_put_vara_schar(ncid, id, start.data(), count.data(), values.data()), NC_NOERR);
  }
  EXPECT_EQ(nc_close(ncid), NC_NOERR);
  return path;
}

TEST_F(ClassicFile, EndsWhereItsHeaderSaysButForPadding) {
  const std::vector<std::vector<nc_type>> layouts{
      {}, {NC_BYTE}, {NC_DOUBLE}, {NC_BYTE, NC_SHORT}, {NC_SHORT, NC_FLOAT, NC_BYTE}};
  for (const int mode : {0, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
    for (const auto& layout : layouts) {
      const fs::path path = make_file(mode, layout);
      const ClassicHeader header = read_classic_header(*base::open_bytes(path)).value();
      const std::uint64_t extent = classic_extent(header);
      const std::uint64_t bytes = fs::file_size(path);
      EXPECT_GE(padded_classic_extent(header), bytes) << mode << ' ' << layout.size();
      EXPECT_LT(padded_classic_extent(header) - bytes, 4) << mode << ' ' << layout.size();
      EXPECT_LE(extent, bytes) << mode << ' ' << layout.size();
      EXPECT_LT(bytes - extent, 4) << mode << ' ' << layout.size();
    }
  }
}

TEST_F(ClassicFile, TellsHeadersThatAreCut) {
  const fs::path path = make_file(0, {NC_INT});
  fs::resize_file(path, 60);
  EXPECT_EQ(
      test::reason_of([&] { read_classic_header(*base::open_bytes(path)); }, ErrorCode::corrupt),
      "the file is cut short: it ends within its header");
}

/// libnetcdf would write such a name past the end of the memory it is given.
TEST_F(ClassicFile, TellsNamesThatAreTooLong) {
  const fs::path path = make_file(0, {NC_INT});
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  constexpr int length_of_first_name = 16;
  file.seekp(length_of_first_name).write("\0\0\1\1", 4);
  file.close();
  EXPECT_EQ(
      test::reason_of([&] { read_classic_header(*base::open_bytes(path)); }, ErrorCode::corrupt),
      "the header contains a name that is too long");
}

/// libnetcdf would read such names as others, or as the same name twice.
TEST_F(ClassicFile, TellsNamesWithNul) {
  const fs::path path = make_file(0, {NC_INT});
  constexpr int first_name = 20;
  const auto change = [&](int at, char to) {
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out).seekp(at).put(to);
  };
  change(first_name, '\0');
  EXPECT_NO_THROW(read_classic_header(*base::open_bytes(path)));
  change(first_name, 't');
  constexpr int length_of_first_name = 19;
  change(length_of_first_name, '\3');
  change(first_name + 2, 't');
  EXPECT_EQ(
      test::reason_of([&] { read_classic_header(*base::open_bytes(path)); }, ErrorCode::corrupt),
      "the header contains a name with a NUL in it");
}

/// Marks a file as one whose writer could not go back to set the number of records.
void mark_as_streamed(const fs::path& path, int mode) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  constexpr int magic_bytes = 4;
  file.seekp(magic_bytes) << std::string(mode == NC_64BIT_DATA ? 8 : 4, '\xff');
}

TEST_F(ClassicFile, HasTheRecordsThatItsSizeHoldsWhenStreamed) {
  const std::vector<std::vector<nc_type>> layouts{
      {NC_BYTE}, {NC_SHORT}, {NC_DOUBLE}, {NC_BYTE, NC_SHORT}, {NC_SHORT, NC_FLOAT, NC_BYTE}};
  for (const int mode : {0, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
    for (const auto& layout : layouts) {
      SCOPED_TRACE(std::to_string(mode) + ' ' + std::to_string(layout.size()));
      const fs::path path = make_file(mode, layout);
      const std::uint64_t extent =
          classic_extent(read_classic_header(*base::open_bytes(path)).value());
      mark_as_streamed(path, mode);
      const auto records = [&](std::uint64_t file_bytes) {
        fs::resize_file(path, file_bytes);
        return read_classic_header(*base::open_bytes(path)).value().records;
      };
      const ClassicHeader header = read_classic_header(*base::open_bytes(path)).value();
      EXPECT_EQ(header.records, 3U);
      EXPECT_EQ(records(extent), 3U) << "without padding at the end";
      EXPECT_EQ(records(extent - 1), 2U) << "a record that is cut";
      EXPECT_EQ(records(extent + header.record_bytes - 1), 3U);
      EXPECT_EQ(records(extent + header.record_bytes), 4U);
      EXPECT_EQ(records(header.variables[1].begin), 0U);
    }
  }
}

TEST_F(ClassicFile, HasNoRecordsWithoutRecordVariables) {
  const fs::path path = make_file(0, {});
  mark_as_streamed(path, 0);
  EXPECT_EQ(read_classic_header(*base::open_bytes(path)).value().records, 0U);
}

TEST_F(ClassicFile, IsNoFileOfAnotherFormat) {
  EXPECT_FALSE(read_classic_header(*base::open_bytes(make_file(NC_NETCDF4, {NC_INT}))));
}

}  // namespace
}  // namespace ncf::store::netcdf
