// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where stored bytes are found in files, and what reading them there gives.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/leaks_of_others.hpp"
#include "support/schema.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;
using hdf5::call;
using hdf5::Handle;
using Bytes = std::vector<std::byte>;
using Offset = std::vector<std::size_t>;

constexpr std::size_t length = 25;
constexpr std::size_t chunk_length = 10;

Bytes pattern(std::size_t count, unsigned first) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(first + i);
  return bytes;
}

Bytes bytes_of_file(const fs::path& path, std::uint64_t begin, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(begin));
  Bytes bytes(count);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
  EXPECT_TRUE(file.good());
  return bytes;
}

/// oldest: the form of the file, without checksums if it is that of HDF5 1.6.
Handle create_file(const fs::path& path, std::uint64_t user_block_bytes = 0,
                   H5F_libver_t oldest = H5F_LIBVER_V110) {
  const Handle creation(call(H5Pcreate, H5P_FILE_CREATE), &H5Pclose);
  if (user_block_bytes > 0) call(H5Pset_userblock, creation.id(), hsize_t{user_block_bytes});
  const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
  call(H5Pset_libver_bounds, access.id(), oldest, H5F_LIBVER_LATEST);
  return {call(H5Fcreate, path.c_str(), unsigned{H5F_ACC_TRUNC}, creation.id(), access.id()),
          &H5Fclose};
}

/// What is stored of bytes v(25) in chunks of 10.
struct ChunksToStore {
  std::vector<std::size_t> starts = {0, 10, 20};
  std::uint32_t mask = 0;
  bool is_deflated = false;
  bool filters_edges = true;
};

Handle make_space() {
  const hsize_t extent = length;
  return {call(H5Screate_simple, 1, &extent, static_cast<const hsize_t*>(nullptr)), &H5Sclose};
}

/// Each chunk is as `pattern` makes it from its start.
void add_chunked(const Handle& file, const char* name, const ChunksToStore& what = {}) {
  const hsize_t chunk = chunk_length;
  const Handle properties(call(H5Pcreate, H5P_DATASET_CREATE), &H5Pclose);
  call(H5Pset_chunk, properties.id(), 1, &chunk);
  if (what.is_deflated) call(H5Pset_deflate, properties.id(), 1U);
  if (!what.filters_edges) {
    call(H5Pset_chunk_opts, properties.id(), unsigned{H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS});
  }
  const Handle space = make_space();
  const Handle dataset(call(H5Dcreate2, file.id(), name, H5T_STD_U8LE, space.id(), H5P_DEFAULT,
                            properties.id(), H5P_DEFAULT),
                       &H5Dclose);
  for (const std::size_t start : what.starts) {
    const hsize_t offset = start;
    const Bytes bytes = pattern(chunk_length, static_cast<unsigned>(start));
    call(H5Dwrite_chunk, dataset.id(), H5P_DEFAULT, what.mask, &offset, bytes.size(),
         static_cast<const void*>(bytes.data()));
  }
}

void add_contiguous(const Handle& file, const char* name, bool is_written = true) {
  const Handle space = make_space();
  const Handle dataset(call(H5Dcreate2, file.id(), name, H5T_STD_U8LE, space.id(), H5P_DEFAULT,
                            H5P_DEFAULT, H5P_DEFAULT),
                       &H5Dclose);
  if (!is_written) return;
  const Bytes bytes = pattern(length, 100);
  call(H5Dwrite, dataset.id(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT,
       static_cast<const void*>(bytes.data()));
}

model::VariableId id_of(const model::Source& source, const std::string& name) {
  const auto& variables = source.schema().variables;
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const auto& variable) { return variable.name == name; });
  EXPECT_NE(found, variables.end()) << name;
  return static_cast<model::VariableId>(found - variables.begin());
}

Bytes read_chunk(model::Source& source, model::VariableId id, std::size_t start,
                 const model::StoredPlace& place) {
  Bytes bytes(place.bytes);
  source.read_found(id, Offset{start}, place, bytes);
  return bytes;
}

Bytes read_elements(model::Source& source, model::VariableId id,
                    const model::ElementPlaces& places) {
  Bytes bytes(length);
  source.read_found_elements(id, places, {{0}, {length}}, bytes);
  return bytes;
}

class StoredPlaces : public testing::Test {
 protected:
  std::unique_ptr<model::Source> open(const Tuning& tuning = {}) {
    return open_source(path_.string(), tuning);
  }

  const test::TemporaryFolder folder_;
  const fs::path path_ = folder_ / "in.nc";
};

TEST_F(StoredPlaces, AreInTheFileBehindItsUserBlock) {
  for (const std::uint64_t user_block_bytes : {0U, 512U, 4096U}) {
    {
      const Handle file = create_file(path_, user_block_bytes);
      add_chunked(file, "v");
      add_contiguous(file, "c");
    }
    const auto source = open();
    const auto v = id_of(*source, "v");
    for (const std::size_t start : {0U, 10U, 20U}) {
      const auto place = source->find_chunk(v, Offset{start});
      ASSERT_TRUE(place);
      const Bytes written = pattern(chunk_length, static_cast<unsigned>(start));
      EXPECT_EQ(bytes_of_file(path_, place->begin, place->bytes), written);
      EXPECT_EQ(read_chunk(*source, v, start, *place), written);
    }
    const auto c = id_of(*source, "c");
    const auto places = source->find_elements(c);
    ASSERT_TRUE(places);
    EXPECT_EQ(bytes_of_file(path_, places->begin, length), pattern(length, 100));
    EXPECT_EQ(read_elements(*source, c, *places), pattern(length, 100));
  }
}

TEST_F(StoredPlaces, WhatWasNeverWrittenHasNone) {
  {
    const Handle file = create_file(path_);
    add_chunked(file, "v", {.starts = {10}});
    add_chunked(file, "none", {.starts = {}});
    add_contiguous(file, "c", false);
  }
  const auto source = open();
  const auto v = id_of(*source, "v");
  EXPECT_FALSE(source->find_chunk(v, Offset{0}));
  EXPECT_TRUE(source->find_chunk(v, Offset{10}));
  EXPECT_FALSE(source->find_chunk(v, Offset{20}));
  EXPECT_FALSE(source->find_chunk(id_of(*source, "none"), Offset{0}));
  EXPECT_FALSE(source->find_elements(id_of(*source, "c")));
  EXPECT_FALSE(source->find_elements(v));
}

TEST_F(StoredPlaces, TellWhichFiltersWereSkipped) {
  {
    const Handle file = create_file(path_);
    add_chunked(file, "v", {.mask = 1, .is_deflated = true});
    add_chunked(file, "w", {.starts = {0}, .is_deflated = true});
  }
  const auto source = open();
  const auto v = id_of(*source, "v");
  const auto place = source->find_chunk(v, Offset{20});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->filter_mask, 1U);
  EXPECT_EQ(read_chunk(*source, v, 20, *place), pattern(chunk_length, 20));
  EXPECT_EQ(source->find_chunk(id_of(*source, "w"), Offset{0})->filter_mask, 0U);
}

TEST_F(StoredPlaces, ChunksAtTheEdgeMayBeWithoutFilters) {
  {
    const Handle file = create_file(path_);
    const ChunksToStore inner = {.starts = {0}, .is_deflated = true, .filters_edges = false};
    const ChunksToStore last = {.starts = {20}, .is_deflated = true, .filters_edges = false};
    add_chunked(file, "inner", inner);
    add_chunked(file, "last", last);
  }
  const auto source = open();
  EXPECT_EQ(source->find_chunk(id_of(*source, "inner"), Offset{0})->filter_mask, 0U);
  const auto last = id_of(*source, "last");
  const auto place = source->find_chunk(last, Offset{20});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->filter_mask, 1U);
  EXPECT_EQ(read_chunk(*source, last, 20, *place), pattern(chunk_length, 20));
}

TEST_F(StoredPlaces, OfAFileInMemoryAreInItsImage) {
  {
    const Handle file = create_file(path_, 512);
    add_chunked(file, "v");
    add_contiguous(file, "c");
  }
  const auto source = open({.in_memory = true});
  fs::resize_file(path_, 0);
  const auto v = id_of(*source, "v");
  EXPECT_EQ(read_chunk(*source, v, 10, *source->find_chunk(v, Offset{10})),
            pattern(chunk_length, 10));
  const auto c = id_of(*source, "c");
  EXPECT_EQ(read_elements(*source, c, *source->find_elements(c)), pattern(length, 100));
}

TEST_F(StoredPlaces, AFileThatIsCutAfterTheyWereFound) {
  {
    const Handle file = create_file(path_);
    add_chunked(file, "v");
    add_contiguous(file, "c");
  }
  const auto source = open();
  const auto v = id_of(*source, "v");
  const auto c = id_of(*source, "c");
  const auto chunk = source->find_chunk(v, Offset{20});
  const auto elements = source->find_elements(c);
  ASSERT_TRUE(chunk && elements);
  fs::resize_file(path_, std::min(chunk->begin + 9, elements->begin + 24));
  const Error error = test::error_of([&] { read_chunk(*source, v, 20, *chunk); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_EQ(
      error.what(),
      path_.string() + ": variable /v: chunk at (20): the file was truncated while it was read");
  EXPECT_EQ(test::reason_of([&] { read_elements(*source, c, *elements); }),
            path_.string() + ": variable /c: the file was truncated while it was read");
}

TEST_F(StoredPlaces, BeyondTheEndOfTheFile) {
  const test::LeaksOfOthers leaks;
  {
    const Handle file = create_file(path_, 0, H5F_LIBVER_EARLIEST);
    add_chunked(file, "v", {.is_deflated = true});
  }
  const std::uint64_t begin = open()->find_chunk(0, Offset{10})->begin;
  std::string bytes;
  {
    std::ifstream in(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto as_text = [](std::uint64_t address) {
    std::string text(8, '\0');
    for (std::size_t i = 0; i < 8; ++i) text[i] = static_cast<char>(address >> (8 * i));
    return text;
  };
  const std::size_t at = bytes.find(as_text(begin));
  ASSERT_NE(at, std::string::npos);
  const std::uint64_t end = bytes.size();
  for (const std::uint64_t address : {end - 9, end, end << 20U}) {
    std::ofstream(path_, std::ios::binary) << std::string(bytes).replace(at, 8, as_text(address));
    for (const bool in_memory : {false, true}) {
      const auto source = open({.in_memory = in_memory});
      EXPECT_EQ(test::reason_of([&] { (void)source->find_chunk(0, Offset{10}); }),
                path_.string() + ": variable /v: chunk at (10): HDF5: addr overflow, addr = " +
                    std::to_string(address) + ", size = 10, eoa = " + std::to_string(end));
    }
  }
}

TEST_F(StoredPlaces, OfSeveralFilesAreEachInItsOwn) {
  for (const char* name : {"a.nc", "b.nc"}) {
    const Handle other = create_file(folder_ / name, name[0] == 'a' ? 512 : 0);
    add_contiguous(other, "padding");
    add_chunked(other, name[0] == 'a' ? "v" : "w");
  }
  {
    const Handle file = create_file(path_);
    add_chunked(file, "own");
    for (const auto& [target, name] : {std::pair("a.nc", "v"), std::pair("b.nc", "w")}) {
      call(H5Lcreate_external, target, name, file.id(), name, H5P_DEFAULT, H5P_DEFAULT);
    }
  }
  const auto source = open({.follow_external = true});
  std::vector<std::pair<model::VariableId, model::StoredPlace>> found;
  for (const char* name : {"v", "own", "w", "v"}) {
    const auto id = id_of(*source, name);
    found.emplace_back(id, *source->find_chunk(id, Offset{20}));
  }
  std::vector<std::jthread> threads;
  for (const auto& [id, place] : found) {
    threads.emplace_back([&source, id = id, place = place] {
      EXPECT_EQ(read_chunk(*source, id, 20, place), pattern(chunk_length, 20));
    });
  }
}

TEST_F(StoredPlaces, ALinkThatLeadsBackIsToTheSameFile) {
  {
    const Handle other = create_file(folder_ / "other.nc");
    call(H5Lcreate_external, "in.nc", "/", other.id(), "back", H5P_DEFAULT, H5P_DEFAULT);
    const Handle file = create_file(path_);
    add_chunked(file, "v");
    call(H5Lcreate_external, "other.nc", "/", file.id(), "g", H5P_DEFAULT, H5P_DEFAULT);
  }
  const auto source = open({.follow_external = true});
  EXPECT_EQ(source->schema().variables.size(), 1U);
  ASSERT_EQ(source->schema().findings.size(), 1U);
  EXPECT_EQ(source->schema().findings[0].message(),
            "/g/back is left out: it is another name of the group /");
}

// libhdf5 knows a file of several members by how it is opened; a member alone is not a file.
TEST_F(StoredPlaces, AMemberOfAFamilyIsNotAFile) {
  const test::LeaksOfOthers leaks;
  {
    const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
    call(H5Pset_fapl_family, access.id(), hsize_t{1024}, H5P_DEFAULT);
    const Handle file(call(H5Fcreate, (folder_ / "part%d.nc").c_str(), unsigned{H5F_ACC_TRUNC},
                           H5P_DEFAULT, access.id()),
                      &H5Fclose);
    add_chunked(file, "v");
    add_contiguous(file, "c");
  }
  const std::string first = (folder_ / "part0.nc").string();
  const Error error = test::error_of([&] { open_source(first); });
  EXPECT_EQ(error.code(), ErrorCode::corrupt);
  EXPECT_TRUE(
      std::string(error.what())
          .starts_with(first + ": the file is cut short (HDF5: truncated file: eof = 1024, "))
      << error.what();
}

class ClassicPlaces : public StoredPlaces {
 protected:
  /// int fixed(25), and records of int v and byte w.
  void make() {
    model::Schema schema;
    schema.format = Format::classic;
    schema.dimensions = {{"t", 0, true, 0}, {"x", length, false, 0}};
    schema.variables = {test::variable("fixed", model::TypeClass::int_, {1}),
                        test::variable("v", model::TypeClass::int_, {0}),
                        test::variable("w", model::TypeClass::byte_, {0})};
    const auto target = create_target(path_, "in.nc", schema);
    target->write_elements(0, {{0}, {length}}, std::as_bytes(std::span(numbers_)));
    target->write_elements(1, {{0}, {length}}, std::as_bytes(std::span(numbers_)));
    target->write_elements(2, {{0}, {length}}, pattern(length, 100));
    target->close();
  }

  std::vector<std::int32_t> read(model::Source& source, model::VariableId id) {
    std::vector<std::int32_t> numbers(length);
    source.read_found_elements(id, *source.find_elements(id), {{0}, {length}},
                               std::as_writable_bytes(std::span(numbers)));
    return numbers;
  }

  std::vector<std::int32_t> numbers_ = [] {
    std::vector<std::int32_t> numbers(length);
    for (std::size_t i = 0; i < length; ++i) numbers[i] = static_cast<std::int32_t>(i * 1000003);
    return numbers;
  }();
};

TEST_F(ClassicPlaces, AreReadInTheOrderOfTheProcessor) {
  make();
  const auto source = open();
  EXPECT_EQ(read(*source, 0), numbers_);
  EXPECT_EQ(read(*source, 1), numbers_);
  EXPECT_EQ(read_elements(*source, 2, *source->find_elements(2)), pattern(length, 100));
  EXPECT_EQ(source->find_elements(0)->record_bytes, std::nullopt);
  EXPECT_EQ(source->find_elements(1)->record_bytes, 8U);
}

TEST_F(ClassicPlaces, AFileThatIsCutAfterTheyWereFound) {
  make();
  const auto source = open();
  fs::resize_file(path_, source->find_elements(1)->begin + 20);
  EXPECT_EQ(test::reason_of([&] { read(*source, 1); }),
            path_.string() + ": variable /v: the file was truncated while it was read");
}

TEST_F(ClassicPlaces, OfAFileInMemoryAreUnknown) {
  make();
  EXPECT_FALSE(open({.in_memory = true})->find_elements(0));
}

}  // namespace
}  // namespace ncf::store
