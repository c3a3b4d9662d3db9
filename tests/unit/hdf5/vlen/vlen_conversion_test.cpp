// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/vlen/vlen_conversion.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"
#include "support/files.hpp"
#include "support/leaks_of_others.hpp"

namespace ncf::hdf5 {
namespace {

constexpr hsize_t user_block_bytes = 512;
constexpr std::size_t collection_bytes = 4096;

struct Row {
  char* name;
  hvl_t words;
};

Handle string_type() {
  Handle type(call(H5Tcopy, H5T_C_S1), &H5Tclose);
  call(H5Tset_size, type.id(), H5T_VARIABLE);
  return type;
}

/// Returns a type of a string and a list of strings.
Handle row_type() {
  const Handle text = string_type();
  const Handle list(call(H5Tvlen_create, text.id()), &H5Tclose);
  Handle row(call(H5Tcreate, H5T_COMPOUND, sizeof(Row)), &H5Tclose);
  call(H5Tinsert, row.id(), "name", offsetof(Row, name), text.id());
  call(H5Tinsert, row.id(), "words", offsetof(Row, words), list.id());
  return row;
}

void write_rows(const std::string& path) {
  std::string first = "first";
  std::string second = "second, which is longer";
  std::array words{first.data(), second.data()};
  std::array rows{Row{first.data(), {2, words.data()}}, Row{second.data(), {0, nullptr}}};
  const hsize_t count = rows.size();
  const Handle properties(call(H5Pcreate, H5P_FILE_CREATE), &H5Pclose);
  call(H5Pset_userblock, properties.id(), user_block_bytes);
  const Handle file(
      call(H5Fcreate, path.c_str(), unsigned{H5F_ACC_TRUNC}, properties.id(), H5P_DEFAULT),
      &H5Fclose);
  const Handle type = row_type();
  const Handle space(call(H5Screate_simple, 1, &count, static_cast<const hsize_t*>(nullptr)),
                     &H5Sclose);
  const Handle dataset(call(H5Dcreate2, file.id(), "rows", type.id(), space.id(), H5P_DEFAULT,
                            H5P_DEFAULT, H5P_DEFAULT),
                       &H5Dclose);
  call(H5Dwrite, dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT,
       static_cast<const void*>(rows.data()));
}

/// Returns the names, then the words. throws: Error.
std::string read_rows(const Handle& file) {
  const Handle dataset(call(H5Dopen2, file.id(), "rows", H5P_DEFAULT), &H5Dclose);
  const Handle type = row_type();
  const Handle space(call(H5Dget_space, dataset.id()), &H5Sclose);
  std::array<Row, 2> rows{};
  const HeapCheck check(dataset.id());
  call(H5Dread, dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT,
       static_cast<void*>(rows.data()));
  std::string read;
  for (const Row& row : rows) {
    read += row.name;
    for (std::size_t i = 0; i < row.words.len; ++i) read += static_cast<char**>(row.words.p)[i];
  }
  call(H5Dvlen_reclaim, type.id(), space.id(), H5P_DEFAULT, static_cast<void*>(rows.data()));
  return read;
}

class HeapCheckTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_replace_vlen_conversion)
      GTEST_SKIP() << "this libhdf5 follows references without a check";
    replace_vlen_conversion();
    write_rows(path_);
    std::ifstream file(path_, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
  }

  /// Empty for a file that is refused.
  std::string read_with(std::size_t place, char byte) {
    std::string damaged = bytes_;
    damaged[place] = byte;
    std::ofstream(path_, std::ios::binary) << damaged;
    try {
      const Handle access = make_file_access();
      record(access);
      return read_rows(
          Handle(call(H5Fopen, path_.c_str(), unsigned{H5F_ACC_RDONLY}, access.id()), &H5Fclose));
    } catch (const Error& error) {
      message_ = error.what();
      return {};
    }
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "file.h5";
  std::string bytes_;
  std::string message_;
};

const std::string whole = "firstfirstsecond, which is longersecond, which is longer";

TEST_F(HeapCheckTest, ReadsWhatIsWhole) {
  EXPECT_EQ(read_with(0, bytes_[0]), whole);
  std::vector<std::byte> image(bytes_.size());
  std::memcpy(image.data(), bytes_.data(), image.size());
  EXPECT_EQ(read_rows(open_bytes(base::bytes_in_memory(std::move(image)))), whole);
}

// A length of 0 made libhdf5 loop, and other lengths made it read foreign memory.
TEST_F(HeapCheckTest, RefusesWhatLeadsAstray) {
  const std::size_t heap = bytes_.find("GCOL");
  ASSERT_NE(heap, std::string::npos);
  const std::size_t address = heap - user_block_bytes;
  for (const std::size_t place : {heap + 8, heap + 9, heap + 24, heap + 28, heap + 31}) {
    EXPECT_EQ(read_with(place, '\x7F'), "") << place;
    EXPECT_EQ(message_,
              "HDF5: the global heap, which holds values of variable length, is damaged "
              "at address " +
                  std::to_string(address));
  }
}

TEST_F(HeapCheckTest, AnyDamageIsReadOrRefused) {
  const test::LeaksOfOthers leaks;
  const std::size_t heap = bytes_.find("GCOL");
  const std::size_t end = std::min(bytes_.size(), heap + collection_bytes + 512);
  for (std::size_t place = heap; place < end; ++place) {
    if (place > heap + 300 && place < heap + collection_bytes) continue;
    for (const int change : {0x01, 0x80, 0xFF}) {
      read_with(place, static_cast<char>(bytes_[place] ^ change));
    }
  }
}

}  // namespace
}  // namespace ncf::hdf5
