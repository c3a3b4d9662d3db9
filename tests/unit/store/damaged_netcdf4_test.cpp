// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Files with a damaged number that determines how much memory is allocated, or a divisor. libhdf5
// trusts these numbers.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <array>
#include <fstream>
#include <string>

#include "hdf5/library/calls.hpp"
#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/leaks_of_others.hpp"
#include "support/little_endian.hpp"

namespace ncf::store {
namespace {

using hdf5::call;
using hdf5::Handle;
using Lengths = std::array<hsize_t, 2>;

/// Later versions find some damage before we do.
constexpr bool libhdf5_checks_sizes = H5_VERSION_GE(1, 14, 4);
constexpr bool libhdf5_compares_sizes = H5_VERSION_GE(2, 0, 0);
constexpr const char* sizes_differ =
    "/v cannot be read: HDF5: stored datatype size in chunk layout does not match datatype "
    "description";
constexpr const char* too_many = "it has more values than any file can hold";

/// Returns the bytes of the numbers in a file.
template <class Number, std::size_t count>
std::string bytes_of(std::array<Number, count> numbers) {
  for (Number& number : numbers) number = test::to_little_endian(number);
  return {reinterpret_cast<const char*>(numbers.data()), sizeof numbers};
}

class DamagedNetcdf4 : public testing::Test {
 protected:
  /// Makes v(5,7) in chunks, the first of which is written if the variable is deflated.
  void make(hid_t type, const Lengths& chunk = {2, 3}, unsigned deflate_level = 0) {
    const Lengths lengths{5, 7};
    const Lengths most{H5S_UNLIMITED, H5S_UNLIMITED};
    const Lengths origin{0, 0};
    const Handle properties(call(H5Pcreate, H5P_DATASET_CREATE), &H5Pclose);
    call(H5Pset_chunk, properties.id(), 2, chunk.data());
    if (deflate_level > 0) call(H5Pset_deflate, properties.id(), deflate_level);
    const Handle space(call(H5Screate_simple, 2, lengths.data(), most.data()), &H5Sclose);
    const Handle file = create_file();
    const Handle dataset(call(H5Dcreate2, file.id(), "v", type, space.id(), H5P_DEFAULT,
                              properties.id(), H5P_DEFAULT),
                         &H5Dclose);
    if (deflate_level == 0) return;
    call(H5Dwrite_chunk, dataset.id(), H5P_DEFAULT, 0U, origin.data(), chunk_text_.size(),
         static_cast<const void*>(chunk_text_.data()));
  }

  /// Makes an attribute of the root with seven numbers.
  void make_attribute(const char* name, hid_t type) {
    const hsize_t seven = 7;
    const std::array<double, 7> values{};
    const Handle space(call(H5Screate_simple, 1, &seven, static_cast<const hsize_t*>(nullptr)),
                       &H5Sclose);
    const Handle file = create_file();
    const Handle attribute(
        call(H5Acreate2, file.id(), name, type, space.id(), H5P_DEFAULT, H5P_DEFAULT), &H5Aclose);
    call(H5Awrite, attribute.id(), type, static_cast<const void*>(values.data()));
  }

  /// Makes a file as HDF5 before 2.0 does, without checksums.
  [[nodiscard]] Handle create_file() const {
    const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
    call(H5Pset_libver_bounds, access.id(), H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
    return {call(H5Fcreate, path_.c_str(), unsigned{H5F_ACC_TRUNC}, H5P_DEFAULT, access.id()),
            &H5Fclose};
  }

  /// Replaces the first occurrence of `before` in the file by `after`.
  void damage(const std::string& before, const std::string& after) {
    std::ifstream in(path_, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::size_t at = bytes.find(before);
    ASSERT_NE(at, std::string::npos);
    std::ofstream(path_, std::ios::binary) << bytes.replace(at, before.size(), after);
  }

  /// Returns the finding when the file is opened.
  std::string finding() {
    const auto source = open_source(path_);
    const std::vector<model::Finding>& findings = source->schema().findings;
    return findings.empty() ? "" : findings.front().message();
  }

  static std::string reading_fails(model::Source& source) {
    model::Values values(source.schema().variables[0].type);
    return test::reason_of([&] { source.read(0, {{0, 0}, {1, 1}}, values); });
  }

  const test::LeaksOfOthers leaks_;  // leaks of libhdf5 after failures to open
  test::TemporaryFolder folder_;
  const std::string path_ = (folder_ / "in.nc").string();
  const std::string chunk_text_ = "not deflated, but thirty-seven bytes.";
};

TEST_F(DamagedNetcdf4, ChunkLongerThanTheFile) {
  make(H5T_STD_I32LE, {2, 3}, 1);
  const auto said = static_cast<std::uint32_t>(chunk_text_.size());
  damage(bytes_of(std::array{said, 0U, 0U, 0U}), bytes_of(std::array{0xFFFF'FFF0U, 0U, 0U, 0U}));
  const auto source = open_source(path_);
  const std::string why =
      "variable /v: chunk at (0,0): is longer than the file, according to the chunk index";
  EXPECT_EQ(reading_fails(*source), path_ + ": " + why);
  model::StoredChunk chunk;
  const std::vector<std::size_t> origin{0, 0};
  EXPECT_EQ(test::reason_of([&] { source->read_chunk(0, origin, chunk); }), path_ + ": " + why);
  EXPECT_EQ(test::reason_of([&] { (void)source->find_chunk(0, origin); }), path_ + ": " + why);
}

TEST_F(DamagedNetcdf4, ChunksOfAnotherRank) {
  make(H5T_STD_I32LE);
  // The version of the message, the number of lengths, and the class of chunked storage.
  damage(std::string("\3\2\3", 3), std::string("\3\2\2", 3));
  EXPECT_EQ(finding(), libhdf5_compares_sizes
                           ? sizes_differ
                           : "/v cannot be read: its chunks have another number of dimensions, 1, "
                             "than it has, 2");
}

TEST_F(DamagedNetcdf4, MoreValuesThanAnyFileCanHold) {
  make(H5T_STD_I32LE);
  const std::uint64_t large = std::uint64_t{1} << 33U;
  damage(bytes_of(std::array<std::uint64_t, 2>{5, 7}), bytes_of(std::array{large, large}));
  const auto source = open_source(path_);
  EXPECT_EQ(reading_fails(*source), path_ + ": variable /v: " + too_many);
}

TEST_F(DamagedNetcdf4, TypesTooLarge) {
  for (const H5T_class_t type_class : {H5T_STRING, H5T_OPAQUE}) {
    const Handle type(call(H5Tcreate, type_class, std::size_t{41}), &H5Tclose);
    make(type.id(), {1, 1});
    damage(bytes_of(std::array{41U}), bytes_of(std::array{0x7FFF'FFF0U}));
    EXPECT_EQ(finding(), libhdf5_compares_sizes
                             ? sizes_differ
                             : "/v cannot be read: its type has values of 2147483632 bytes, which "
                               "is more than 1073741824");
  }
}

TEST_F(DamagedNetcdf4, TypesWithoutBytes) {
  const Handle type(call(H5Tcreate, H5T_OPAQUE, std::size_t{41}), &H5Tclose);
  make(type.id(), {1, 1});
  damage(bytes_of(std::array{41U}), bytes_of(std::array{0U}));
  EXPECT_EQ(finding(), libhdf5_checks_sizes ? "/v cannot be read: HDF5: invalid datatype size"
                                            : "/v cannot be read: its type has a size of 0 bytes");
}

// The number of bytes is valid in 64 bits.
TEST_F(DamagedNetcdf4, AttributesOfTooManyValues) {
  const std::uint64_t many = (std::uint64_t{1} << 62U) + 7;
  for (const char* name : {"a", "_Netcdf4Coordinates"}) {
    make_attribute(name, H5T_NATIVE_INT);
    damage(bytes_of(std::array<std::uint64_t, 2>{7, 7}), bytes_of(std::array{many, many}));
    EXPECT_EQ(finding(), libhdf5_checks_sizes
                             ? "the file has attributes that cannot be read: HDF5 fails without "
                               "a reason"
                             : std::string(":") + name + " cannot be read: " + too_many);
  }
}

}  // namespace
}  // namespace ncf::store
