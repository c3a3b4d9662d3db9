// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/chunk_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"
#include "hdf5/structure/index_walk.hpp"
#include "model/grid/chunk_grid.hpp"
#include "store/netcdf4/stored_chunks.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/little_endian.hpp"

namespace ncf::hdf5 {
namespace {

using Lengths = std::vector<hsize_t>;
/// The places of chunks in the file, by the positions of their first elements.
using Chunks = std::map<std::vector<std::size_t>, model::FileRange>;

constexpr hsize_t no_limit = H5S_UNLIMITED;

/// A dataset, and the index that libhdf5 makes for it in files of the latest format.
struct Case {
  const char* name;
  H5D_chunk_index_t index;
  Lengths shape;
  Lengths most;
  Lengths chunk;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"single", H5D_CHUNK_IDX_SINGLE, {5, 7}, {5, 7}, {5, 7}},
      {"fixed", H5D_CHUNK_IDX_FARRAY, {40, 60}, {40, 60}, {3, 5}},
      {"fixed, may grow", H5D_CHUNK_IDX_FARRAY, {40, 60}, {90, 100}, {3, 5}},
      {"fixed, in pages", H5D_CHUNK_IDX_FARRAY, {200, 300}, {200, 300}, {5, 5}},
      {"extensible", H5D_CHUNK_IDX_EARRAY, {400, 30}, {no_limit, 30}, {3, 5}},
      {"extensible along the second", H5D_CHUNK_IDX_EARRAY, {30, 700}, {30, no_limit}, {3, 5}},
      {"extensible along the last", H5D_CHUNK_IDX_EARRAY, {4, 5, 90}, {9, 5, no_limit}, {3, 2, 7}},
      {"extensible, many", H5D_CHUNK_IDX_EARRAY, {20000}, {no_limit}, {2}},
      {"tree", H5D_CHUNK_IDX_BT2, {400, 300}, {no_limit, no_limit}, {5, 5}},
      {"tree of a node", H5D_CHUNK_IDX_BT2, {10, 30}, {no_limit, no_limit}, {5, 5}},
  };
  return all;
}

std::vector<std::size_t> as_sizes(const Lengths& lengths) {
  return {lengths.begin(), lengths.end()};
}

/// How a file and its datasets are made.
struct Making {
  bool latest = true;
  bool filtered = false;
  bool early = false;   ///< space is allocated when a dataset is made
  unsigned one_in = 3;  ///< chunk is written; 0 for none
  hsize_t user_block = 0;
  std::size_t address_bytes = 8;
};

class ChunkIndex : public testing::Test {
 protected:
  void make_file(const Making& making) {
    const Handle creation(call(H5Pcreate, H5P_FILE_CREATE), &H5Pclose);
    call(H5Pset_userblock, creation.id(), making.user_block);
    call(H5Pset_sizes, creation.id(), making.address_bytes, std::size_t{8});
    const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
    const H5F_libver_t low = making.latest ? H5F_LIBVER_LATEST : H5F_LIBVER_EARLIEST;
    call(H5Pset_libver_bounds, access.id(), low, H5F_LIBVER_LATEST);
    const Handle file(
        call(H5Fcreate, path_.c_str(), unsigned{H5F_ACC_TRUNC}, creation.id(), access.id()),
        &H5Fclose);
    for (const Case& one : cases()) make_dataset(file, one, making);
  }

  static void make_dataset(const Handle& file, const Case& made, const Making& making) {
    const int rank = static_cast<int>(made.shape.size());
    const Handle properties(call(H5Pcreate, H5P_DATASET_CREATE), &H5Pclose);
    call(H5Pset_chunk, properties.id(), rank, made.chunk.data());
    if (making.filtered) call(H5Pset_deflate, properties.id(), 1U);
    if (making.early) call(H5Pset_alloc_time, properties.id(), H5D_ALLOC_TIME_EARLY);
    const Handle space(call(H5Screate_simple, rank, made.shape.data(), made.most.data()),
                       &H5Sclose);
    const Handle dataset(call(H5Dcreate2, file.id(), made.name, H5T_STD_I16LE, space.id(),
                              H5P_DEFAULT, properties.id(), H5P_DEFAULT),
                         &H5Dclose);
    const model::ChunkGrid grid(as_sizes(made.shape), as_sizes(made.chunk));
    for (std::size_t i = 0; making.one_in > 0 && i < grid.chunk_count(); i += making.one_in) {
      const auto offset = grid.offset(i);
      const Lengths start(offset.begin(), offset.end());
      const Lengths one(start.size(), 1);
      const Handle from(call(H5Screate, H5S_SCALAR), &H5Sclose);
      call(H5Sselect_hyperslab, space.id(), H5S_SELECT_SET, start.data(),
           static_cast<const hsize_t*>(nullptr), one.data(), static_cast<const hsize_t*>(nullptr));
      const auto value = static_cast<short>(i);
      call(H5Dwrite, dataset.id(), H5T_NATIVE_SHORT, from.id(), space.id(), H5P_DEFAULT,
           static_cast<const void*>(&value));
    }
  }

  [[nodiscard]] Handle open_file() const {
    const Handle access = make_file_access();
    record(access);
    return {call(H5Fopen, path_.c_str(), unsigned{H5F_ACC_RDONLY}, access.id()), &H5Fclose};
  }

  static Handle open(const Handle& file, const char* name) {
    return {call(H5Dopen2, file.id(), name, H5P_DEFAULT), &H5Dclose};
  }

  static model::StoredForm form_of(const Case& made, bool filtered) {
    model::StoredForm form;
    form.layout = model::Layout::chunked;
    form.extent = as_sizes(made.shape);
    for (const hsize_t length : made.most) {
      form.max_extent.push_back(length == no_limit ? model::unlimited : length);
    }
    form.chunk_shape = as_sizes(made.chunk);
    form.element = "int16";
    form.element_bytes = 2;
    if (filtered) form.filters = {{H5Z_FILTER_DEFLATE, {1}}};
    return form;
  }

  /// Has libhdf5 look every chunk up.
  static Chunks find_all(const Handle& dataset, const model::StoredForm& form) {
    store::netcdf4::StoredChunks stored(dataset.id(), form);
    Chunks chunks;
    for (std::size_t i = 0; i < stored.grid().chunk_count(); ++i) {
      const auto offset = stored.grid().offset(i);
      if (const auto place = stored.find(offset)) {
        chunks.emplace(offset, model::FileRange{place->begin, place->bytes});
      }
    }
    return chunks;
  }

  static Chunks visited_of(const Handle& dataset, const model::StoredForm& form) {
    Chunks visited;
    visit_stored_chunks(dataset.id(), form,
                        [&](std::span<const std::size_t> offset, const model::FileRange& place) {
                          visited.emplace(std::vector(offset.begin(), offset.end()), place);
                        });
    return visited;
  }

  void require_all_found(const Making& making) {
    make_file(making);
    const Handle file = open_file();
    for (const Case& made : cases()) {
      SCOPED_TRACE(made.name);
      const Handle dataset = open(file, made.name);
      const model::StoredForm form = form_of(made, making.filtered);
      const Chunks visited = visited_of(dataset, form);
      EXPECT_EQ(visited, find_all(dataset, form));
      const StoredAmount amount = count_stored_chunks(dataset.id(), form);
      EXPECT_EQ(amount.chunks, visited.size());
      std::uint64_t bytes = 0;
      for (const auto& [offset, place] : visited) bytes += place.bytes;
      EXPECT_EQ(amount.bytes, bytes);
    }
  }

  [[nodiscard]] std::string bytes_of_file() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  void set_bytes_of_file(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
  }

  /// Makes a file with one of the datasets.
  void make_one(const char* name, const Making& making) {
    make_file({.latest = making.latest, .one_in = 0});
    const Handle file(call(H5Fopen, path_.c_str(), unsigned{H5F_ACC_RDWR}, H5P_DEFAULT), &H5Fclose);
    for (const Case& one : cases()) {
      call(H5Ldelete, file.id(), one.name, H5P_DEFAULT);
      if (std::string_view(one.name) == name) make_dataset(file, one, making);
    }
  }

  [[nodiscard]] std::string why_not_counted(const char* name) const {
    const Handle file = open_file();
    const Handle dataset = open(file, name);
    const auto made = std::ranges::find(cases(), std::string_view(name), &Case::name);
    const model::StoredForm form = form_of(*made, false);
    return test::reason_of([&] { (void)count_stored_chunks(dataset.id(), form); });
  }

  const test::TemporaryFolder folder_;
  const std::string path_ = (folder_ / "in.h5").string();
};

TEST_F(ChunkIndex, TheFormatDecidesItsKind) {
  make_file({});
  const Handle file = open_file();
  for (const Case& made : cases()) {
    H5D_chunk_index_t index = H5D_CHUNK_IDX_BTREE;
    call(H5Dget_chunk_index_type, open(file, made.name).id(), &index);
    EXPECT_EQ(index, made.index) << made.name;
  }
}

TEST_F(ChunkIndex, EveryKindHasTheStoredChunks) {
  for (const bool latest : {true, false}) {
    for (const bool filtered : {true, false}) {
      for (const unsigned one_in : {0U, 1U, 3U, 50U}) {
        SCOPED_TRACE(testing::Message() << latest << filtered << ' ' << one_in);
        require_all_found({.latest = latest, .filtered = filtered, .one_in = one_in});
      }
    }
  }
}

TEST_F(ChunkIndex, AllChunksMayBeAllocatedBeforeTheyAreWritten) {
  require_all_found({.early = true, .one_in = 0});
  const Handle file = open_file();
  H5D_chunk_index_t index = H5D_CHUNK_IDX_BTREE;
  call(H5Dget_chunk_index_type, open(file, "fixed").id(), &index);
  EXPECT_EQ(index, H5D_CHUNK_IDX_NONE);
}

TEST_F(ChunkIndex, AddressesMayBeShortAndTheFileMayHaveAUserBlock) {
  for (const bool latest : {true, false}) {
    require_all_found({.latest = latest, .user_block = 512, .address_bytes = 4});
    require_all_found({.latest = latest, .filtered = true, .user_block = 512, .address_bytes = 4});
  }
}

// Blocks of an extensible array have pages from its 262,128th entry on.
TEST_F(ChunkIndex, AnExtensibleArrayMayBeInPages) {
  const std::set<std::size_t> written{0, 20, 262'143, 262'200, 299'999};
  make_file({.one_in = 0});
  const Case large{"large", H5D_CHUNK_IDX_EARRAY, {300'000}, {no_limit}, {1}};
  {
    const Handle file(call(H5Fopen, path_.c_str(), unsigned{H5F_ACC_RDWR}, H5P_DEFAULT), &H5Fclose);
    make_dataset(file, large, {.one_in = 0});
    const Handle dataset = open(file, "large");
    for (const hsize_t start : written) {
      call(H5Dwrite_chunk, dataset.id(), H5P_DEFAULT, 0U, &start, std::size_t{2}, "ab");
    }
  }
  const Handle file = open_file();
  std::set<std::size_t> visited;
  for (const auto& [offset, place] : visited_of(open(file, "large"), form_of(large, false))) {
    EXPECT_EQ(place.bytes, 2);
    visited.insert(offset.front());
  }
  EXPECT_EQ(visited, written);
}

TEST_F(ChunkIndex, ATreeThatContainsItselfIsDamaged) {
  make_one("tree", {.latest = false, .one_in = 1});
  std::string bytes = bytes_of_file();
  const std::size_t root = bytes.find(std::string("TREE\1\1", 6));
  ASSERT_NE(root, std::string::npos);
  constexpr std::size_t before_first_child = 24 + 8 + 3 * 8;
  const std::uint64_t address = test::to_little_endian(std::uint64_t{root});
  std::memcpy(bytes.data() + root + before_first_child, &address, sizeof address);
  set_bytes_of_file(bytes);
  EXPECT_EQ(why_not_counted("tree"), "its index of chunks is damaged: a node has a wrong level");
}

TEST_F(ChunkIndex, ATreeWhoseNodesAreSharedIsDamaged) {
  make_one("tree", {.latest = false, .one_in = 40});
  std::string bytes = bytes_of_file();
  const std::size_t root = bytes.find(std::string("TREE\1\1", 6));
  ASSERT_NE(root, std::string::npos);
  constexpr std::size_t before_first_child = 24 + 8 + 3 * 8;
  constexpr std::size_t from_child_to_child = 8 + 8 + 3 * 8;
  for (std::size_t i = 1; i < 64; ++i) {
    std::memcpy(bytes.data() + root + before_first_child + i * from_child_to_child,
                bytes.data() + root + before_first_child, 8);
  }
  bytes[root + 6] = 64;
  set_bytes_of_file(bytes);
  EXPECT_EQ(why_not_counted("tree"),
            "its index of chunks is damaged: it has more parts than the file");
}

TEST_F(ChunkIndex, EveryBitUnderAChecksumCounts) {
  for (const char* const signature :
       {"FAHD", "FADB", "EAHD", "EAIB", "EASB", "EADB", "BTHD", "BTIN", "BTLF"}) {
    const std::string_view kind(signature);
    const char* const name =
        kind.starts_with("FA") ? "fixed" : (kind.starts_with("EA") ? "extensible" : "tree");
    make_one(name, {.one_in = 1});
    std::string bytes = bytes_of_file();
    std::size_t found = 0;
    for (std::size_t at = bytes.find(kind); at != std::string::npos;
         at = bytes.find(kind, at + 1)) {
      bytes[at + 12] = static_cast<char>(bytes[at + 12] ^ 1);
      ++found;
    }
    EXPECT_GT(found, 0U) << kind;
    set_bytes_of_file(bytes);
    EXPECT_EQ(why_not_counted(name), "its index of chunks is damaged: a checksum is wrong")
        << signature;
  }
}

// The time follows what is stored: libhdf5 would look for each of these chunks.
TEST_F(ChunkIndex, AnArrayThatIsNotInTheFileIsDamaged) {
  make_one("fixed, in pages", {.one_in = 1});
  std::string bytes = bytes_of_file();
  const std::size_t at = bytes.find("FAHD");
  ASSERT_NE(at, std::string::npos);
  constexpr std::size_t before_count = 8;
  constexpr std::size_t before_checksum = 24;
  const std::uint64_t count = test::to_little_endian(std::uint64_t{1} << 48U);
  std::memcpy(bytes.data() + at + before_count, &count, sizeof count);
  const std::uint32_t sum_of_bytes = test::to_little_endian(
      checksum(std::as_bytes(std::span(bytes).subspan(at, before_checksum))));
  std::memcpy(bytes.data() + at + before_checksum, &sum_of_bytes, sizeof sum_of_bytes);
  set_bytes_of_file(bytes);
  EXPECT_EQ(why_not_counted("fixed, in pages"),
            "its index of chunks is damaged: a part of it is not in the file");
}

}  // namespace
}  // namespace ncf::hdf5
