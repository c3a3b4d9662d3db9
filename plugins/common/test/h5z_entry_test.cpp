// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses plugins as libhdf5 does, in HDF5 files in memory.
#include <gtest/gtest.h>
#include <hdf5.h>

#include "common/test/every_plugin.hpp"

namespace ncf::plugins::test {
namespace {

// Returns the reason at the bottom of HDF5's error stack.
std::string innermost_error() {
  std::string text;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned depth, const H5E_error2_t* entry, void* result) -> herr_t {
        if (depth == 0) *static_cast<std::string*>(result) = entry->desc;
        return 0;
      },
      &text);
  return text;
}

constexpr hsize_t elements = 100'000;

// A file in memory with one dataset of one chunk of 32-bit numbers.
class File {
 public:
  File() {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, std::size_t{1} << 20, false);
    H5Pset_cache(access, 0, 0, 0, 0);  // so that chunks are encoded and decoded at once
    file_ = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (dataset_ >= 0) H5Dclose(dataset_);
    H5Fclose(file_);
  }

  /// Returns whether HDF5 takes the filter with these parameters.
  bool create_dataset(H5Z_filter_t filter, const std::vector<unsigned>& parameters) {
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 1, &elements);
    H5Pset_filter(creation, filter, H5Z_FLAG_MANDATORY, parameters.size(), parameters.data());
    const hid_t space = H5Screate_simple(1, &elements, nullptr);
    dataset_ = H5Dcreate2(file_, "v", H5T_STD_I32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    const bool is_created = dataset_ >= 0;
    // Closing calls would clear the error stack that the caller wants to see.
    error_ = is_created ? "" : innermost_error();
    H5Sclose(space);
    H5Pclose(creation);
    return is_created;
  }

  bool write(const std::vector<std::int32_t>& values) {
    const bool written =
        H5Dwrite(dataset_, H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
    error_ = written ? "" : innermost_error();
    return written;
  }

  bool read(std::vector<std::int32_t>& values) {
    values.assign(elements, 0);
    const bool is_read =
        H5Dread(dataset_, H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
    error_ = is_read ? "" : innermost_error();
    return is_read;
  }

  [[nodiscard]] std::vector<unsigned> stored_parameters() const {
    const hid_t creation = H5Dget_create_plist(dataset_);
    std::vector<unsigned> parameters(20);
    std::size_t count = parameters.size();
    unsigned flags = 0;
    H5Pget_filter2(creation, 0, &flags, &count, parameters.data(), 0, nullptr, nullptr);
    parameters.resize(count);
    H5Pclose(creation);
    return parameters;
  }

  /// Stores `bytes` as the chunk without encoding them.
  void write_stored(const Data& bytes) {
    const hsize_t origin = 0;
    ASSERT_GE(H5Dwrite_chunk(dataset_, H5P_DEFAULT, 0, &origin, bytes.size(), bytes.data()), 0);
  }

  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  hid_t file_ = -1;
  hid_t dataset_ = -1;
  std::string error_;
};

TEST_P(EveryPlugin, IsWhatHdf5Expects) {
  EXPECT_EQ(class_.version, H5Z_CLASS_T_VERS);
  EXPECT_EQ(class_.encoder_present, 1U);
  EXPECT_EQ(class_.decoder_present, 1U);
  EXPECT_STREQ(class_.name, GetParam().stored_name);
}

TEST_P(EveryPlugin, WritesAndReadsADataset) {
  std::vector<std::int32_t> values(elements);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i / 7);
  File file;
  ASSERT_TRUE(file.create_dataset(class_.id, GetParam().visible)) << file.error();
  EXPECT_EQ(file.stored_parameters(), GetParam().working);
  ASSERT_TRUE(file.write(values)) << file.error();
  std::vector<std::int32_t> read;
  ASSERT_TRUE(file.read(read)) << file.error();
  EXPECT_EQ(read, values);
}

TEST_P(EveryPlugin, RefusesWrongParametersWhenTheDatasetIsCreated) {
  const bool takes_any = GetParam().refusal == nullptr;
  File file;
  EXPECT_EQ(file.create_dataset(class_.id, GetParam().wrong), takes_any);
  if (!takes_any) {
    EXPECT_EQ(file.error(), title() + GetParam().refusal);
  }
}

TEST_P(EveryPlugin, TellsHdf5WhyAChunkCannotBeRead) {
  File file;
  ASSERT_TRUE(file.create_dataset(class_.id, GetParam().visible));
  file.write_stored(from_text(other_data));
  std::vector<std::int32_t> read;
  EXPECT_FALSE(file.read(read));
  EXPECT_EQ(file.error(), title() + GetParam().complaint);
}

TEST_P(EveryPlugin, ToleratesIdsOfMinusOne) {
  EXPECT_EQ(class_.can_apply(-1, -1, -1), 1);
  if (class_.set_local != nullptr) {
    EXPECT_EQ(class_.set_local(-1, -1, -1), 1);
  }
}

TEST_P(EveryPlugin, LeavesTheBufferAloneOnFailure) {
  Data stored = from_text(other_data);
  void* buffer = stored.data();
  std::size_t buffer_bytes = stored.size();
  EXPECT_EQ(run(H5Z_FLAG_REVERSE, stored.size(), &buffer_bytes, &buffer), 0U);
  EXPECT_EQ(buffer, stored.data());
  EXPECT_EQ(buffer_bytes, stored.size());
  EXPECT_EQ(innermost_error(), title() + GetParam().complaint);
}

TEST_P(EveryPlugin, HandsOverMemoryOfExactlyTheDecodedSize) {
  const Data data = constant(elements * sizeof(std::int32_t));
  void* buffer = H5allocate_memory(data.size(), false);
  std::memcpy(buffer, data.data(), data.size());
  std::size_t buffer_bytes = data.size();
  const std::size_t encoded = run(0, data.size(), &buffer_bytes, &buffer);
  EXPECT_GT(encoded, 0U);
  EXPECT_EQ(run(H5Z_FLAG_REVERSE, encoded, &buffer_bytes, &buffer), data.size());
  EXPECT_EQ(buffer_bytes, data.size());
  EXPECT_EQ(std::memcmp(buffer, data.data(), data.size()), 0);
  H5free_memory(buffer);
}

// HDF5 treats a size of 0 as a failure, so it must be reported as one, with a reason.
TEST_P(EveryPlugin, RefusesAChunkThatDecodesToNothing) {
  std::size_t buffer_bytes = 1;
  void* buffer = H5allocate_memory(buffer_bytes, true);
  const std::size_t encoded = run(0, 0, &buffer_bytes, &buffer);
  // An empty stream may itself be empty.
  if (encoded > 0) {
    EXPECT_EQ(run(H5Z_FLAG_REVERSE, encoded, &buffer_bytes, &buffer), 0U);
  }
  EXPECT_EQ(innermost_error(), title() + GetParam().about_nothing);
  H5free_memory(buffer);
}

}  // namespace
}  // namespace ncf::plugins::test
