// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The built plugins as libhdf5 sees them, tried in HDF5 files that live in memory.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <array>
#include <cstdlib>
#include <ostream>

#include "plugin/shared_library.hpp"
#include "unit/plugins/kernel_samples.hpp"

namespace ncf::plugins {
namespace {

struct Plugin {
  const char* name;
  H5Z_filter_t id;
  const char* stored_name;
  unsigned wrong_level;
  const char* refusal;
};

void PrintTo(const Plugin& plugin, std::ostream* stream) { *stream << plugin.name; }

const H5Z_class2_t& load(const std::string& name) {
  const std::string file = std::string(std::getenv("NCF_PLUGINS")) + "/libncf_" + name + ".so";
  const auto library = plugin::SharedLibrary::open(file);
  const auto get_type =
      reinterpret_cast<H5PL_type_t (*)()>(library.find_symbol("H5PLget_plugin_type"));
  EXPECT_EQ(get_type(), H5PL_TYPE_FILTER);
  const auto get_info =
      reinterpret_cast<const void* (*)()>(library.find_symbol("H5PLget_plugin_info"));
  return *static_cast<const H5Z_class2_t*>(get_info());
}

// The reason at the bottom of HDF5's error stack.
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

  /// Whether HDF5 takes the filter with these parameters.
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

  /// Stores `bytes` as the chunk, past the filter.
  void write_stored(const test::Data& bytes) {
    const hsize_t origin = 0;
    ASSERT_GE(H5Dwrite_chunk(dataset_, H5P_DEFAULT, 0, &origin, bytes.size(), bytes.data()), 0);
  }

  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  hid_t file_ = -1;
  hid_t dataset_ = -1;
  std::string error_;
};

class EveryPlugin : public testing::TestWithParam<Plugin> {
 protected:
  void SetUp() override {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5Zregister(&class_);
  }

  [[nodiscard]] std::string title() const {
    return "filter " + std::to_string(GetParam().id) + " (" + GetParam().name + "): ";
  }

  const H5Z_class2_t& class_ = load(GetParam().name);
};

TEST_P(EveryPlugin, IsWhatHdf5Expects) {
  EXPECT_EQ(class_.version, H5Z_CLASS_T_VERS);
  EXPECT_EQ(class_.id, GetParam().id);
  EXPECT_EQ(class_.encoder_present, 1U);
  EXPECT_EQ(class_.decoder_present, 1U);
  EXPECT_STREQ(class_.name, GetParam().stored_name);
}

TEST_P(EveryPlugin, WritesAndReadsADataset) {
  std::vector<std::int32_t> values(elements);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i / 7);
  File file;
  ASSERT_TRUE(file.create_dataset(GetParam().id, {3}));
  ASSERT_TRUE(file.write(values)) << file.error();
  std::vector<std::int32_t> read;
  ASSERT_TRUE(file.read(read)) << file.error();
  EXPECT_EQ(read, values);
}

TEST_P(EveryPlugin, RefusesWrongParametersWhenTheDatasetIsCreated) {
  File file;
  EXPECT_FALSE(file.create_dataset(GetParam().id, {GetParam().wrong_level}));
  EXPECT_EQ(file.error(), title() + GetParam().refusal);
}

TEST_P(EveryPlugin, TellsHdf5WhyAChunkCannotBeRead) {
  File file;
  ASSERT_TRUE(file.create_dataset(GetParam().id, {}));
  file.write_stored(test::from_text("neither"));
  std::vector<std::int32_t> read;
  EXPECT_FALSE(file.read(read));
  EXPECT_EQ(file.error(), title() + "not " + GetParam().name + " data");
}

TEST_P(EveryPlugin, ToleratesIdsOfMinusOne) { EXPECT_EQ(class_.can_apply(-1, -1, -1), 1); }

TEST_P(EveryPlugin, LeavesTheBufferAloneOnFailure) {
  std::array<char, 16> stored{"not compressed"};
  void* buffer = stored.data();
  std::size_t buffer_bytes = stored.size();
  EXPECT_EQ(class_.filter(H5Z_FLAG_REVERSE, 0, nullptr, stored.size(), &buffer_bytes, &buffer), 0U);
  EXPECT_EQ(buffer, stored.data());
  EXPECT_EQ(buffer_bytes, stored.size());
  EXPECT_EQ(innermost_error(), title() + "not " + GetParam().name + " data");
}

TEST_P(EveryPlugin, HandsOverMemoryOfExactlyTheDecodedSize) {
  const test::Data data = test::constant(3'000'000);
  void* buffer = H5allocate_memory(data.size(), false);
  std::memcpy(buffer, data.data(), data.size());
  std::size_t buffer_bytes = data.size();
  const std::size_t encoded = class_.filter(0, 0, nullptr, data.size(), &buffer_bytes, &buffer);
  EXPECT_GT(encoded, 0U);
  EXPECT_EQ(class_.filter(H5Z_FLAG_REVERSE, 0, nullptr, encoded, &buffer_bytes, &buffer),
            data.size());
  EXPECT_EQ(buffer_bytes, data.size());
  EXPECT_EQ(std::memcmp(buffer, data.data(), data.size()), 0);
  H5free_memory(buffer);
}

// HDF5 takes a size of 0 for a failure, so that it must be one, with a reason.
TEST_P(EveryPlugin, RefusesAChunkThatDecodesToNothing) {
  std::size_t buffer_bytes = 1;
  void* buffer = H5allocate_memory(buffer_bytes, true);
  const std::size_t encoded = class_.filter(0, 0, nullptr, 0, &buffer_bytes, &buffer);
  EXPECT_GT(encoded, 0U);
  EXPECT_EQ(class_.filter(H5Z_FLAG_REVERSE, 0, nullptr, encoded, &buffer_bytes, &buffer), 0U);
  EXPECT_EQ(innermost_error(), title() + "a chunk without data");
  H5free_memory(buffer);
}

INSTANTIATE_TEST_SUITE_P(
    Built, EveryPlugin,
    testing::Values(
        Plugin{"bzip2", 307,
               "HDF5 bzip2 filter; see http://www.hdfgroup.org/services/contributions.html", 900,
               "level must be 1 to 9, not 900"},
        Plugin{"zstd", 32015, "Zstandard compression: http://www.zstd.net", 23,
               "level must be -131072 to 22, not 23"}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace ncf::plugins
