// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The built plugins as libhdf5 sees them, tried in HDF5 files that live in memory.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <cstdlib>
#include <ostream>
#include <string_view>

#include "base/build_config.hpp"
#include "plugin/shared_library.hpp"
#include "unit/plugins/kernel_samples.hpp"

namespace ncf::plugins {
namespace {

struct Plugin {
  const char* name;
  H5Z_filter_t id;
  const char* stored_name;
  std::vector<unsigned> user;     // parameters that are right,
  std::vector<unsigned> working;  // what they become,
  std::vector<unsigned> wrong;    // and some that are not
  const char* refusal;
  const char* complaint;  // about other_data
};

constexpr std::string_view other_data = "not compressed";

void PrintTo(const Plugin& plugin, std::ostream* stream) { *stream << plugin.name; }

const H5Z_class2_t& load(const char* name) {
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

  [[nodiscard]] std::size_t run(unsigned flags, std::size_t bytes, std::size_t* buffer_bytes,
                                void** buffer) const {
    const std::vector<unsigned>& working = GetParam().working;
    return class_.filter(flags, working.size(), working.data(), bytes, buffer_bytes, buffer);
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
  ASSERT_TRUE(file.create_dataset(GetParam().id, GetParam().user)) << file.error();
  EXPECT_EQ(file.stored_parameters(), GetParam().working);
  ASSERT_TRUE(file.write(values)) << file.error();
  std::vector<std::int32_t> read;
  ASSERT_TRUE(file.read(read)) << file.error();
  EXPECT_EQ(read, values);
}

TEST_P(EveryPlugin, RefusesWrongParametersWhenTheDatasetIsCreated) {
  const bool takes_any = GetParam().refusal == nullptr;
  File file;
  EXPECT_EQ(file.create_dataset(GetParam().id, GetParam().wrong), takes_any);
  if (!takes_any) {
    EXPECT_EQ(file.error(), title() + GetParam().refusal);
  }
}

TEST_P(EveryPlugin, TellsHdf5WhyAChunkCannotBeRead) {
  File file;
  ASSERT_TRUE(file.create_dataset(GetParam().id, GetParam().user));
  file.write_stored(test::from_text(other_data));
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
  test::Data stored = test::from_text(other_data);
  void* buffer = stored.data();
  std::size_t buffer_bytes = stored.size();
  EXPECT_EQ(run(H5Z_FLAG_REVERSE, stored.size(), &buffer_bytes, &buffer), 0U);
  EXPECT_EQ(buffer, stored.data());
  EXPECT_EQ(buffer_bytes, stored.size());
  EXPECT_EQ(innermost_error(), title() + GetParam().complaint);
}

TEST_P(EveryPlugin, HandsOverMemoryOfExactlyTheDecodedSize) {
  const test::Data data = test::constant(3'000'000);
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

// HDF5 takes a size of 0 for a failure, so that it must be one, with a reason.
TEST_P(EveryPlugin, RefusesAChunkThatDecodesToNothing) {
  std::size_t buffer_bytes = 1;
  void* buffer = H5allocate_memory(buffer_bytes, true);
  const std::size_t encoded = run(0, 0, &buffer_bytes, &buffer);
  // A stream of nothing may be nothing itself.
  if (encoded > 0) {
    EXPECT_EQ(run(H5Z_FLAG_REVERSE, encoded, &buffer_bytes, &buffer), 0U);
  }
  EXPECT_EQ(innermost_error(), title() + "a chunk without data");
  H5free_memory(buffer);
}

const std::vector<Plugin> plugins {
#if NCF_WITH_LZ4
  {.name = "bitshuffle",
   .id = 32008,
   .stored_name = "bitshuffle; see https://github.com/kiyo-masui/bitshuffle",
   .user = {0, 2},
   .working = {0, 3, 4, 0, 2},
   .wrong = {7},
   .refusal = "a block must be a multiple of 8 elements, not 7",
   .complaint = "damaged bitshuffle data"},
      {.name = "lz4",
       .id = 32004,
       .stored_name = "HDF5 lz4 filter; see http://www.hdfgroup.org/services/contributions.html",
       .user = {4096},
       .working = {4096},
       .wrong = {0x7F000000},
       .refusal = "a block must be at most 2113929216 bytes, not 2130706432",
       .complaint = "lz4 data cut short"},
#endif
#if NCF_WITH_BLOSC
      {.name = "blosc",
       .id = 32001,
       .stored_name = "blosc",
       .user = {0, 0, 0, 0, 9, 1, 1},
       .working = {2, 2, 4, 400'000, 9, 1, 1},
       .wrong = {0, 0, 0, 0, 10},
       .refusal = "level must be 0 to 9, not 10",
       .complaint = "blosc data cut short"},
#endif
#if NCF_WITH_LZF
      {.name = "lzf",
       .id = 32000,
       .stored_name = "lzf",
       .user = {},
       .working = {4, 261, 400'000},
       .wrong = {},
       .refusal = nullptr,
       .complaint = "damaged lzf data"},
#endif
      {.name = "bzip2",
       .id = 307,
       .stored_name = "HDF5 bzip2 filter; see http://www.hdfgroup.org/services/contributions.html",
       .user = {3},
       .working = {3},
       .wrong = {900},
       .refusal = "level must be 1 to 9, not 900",
       .complaint = "not bzip2 data"},
      {.name = "zstd",
       .id = 32015,
       .stored_name = "Zstandard compression: http://www.zstd.net",
       .user = {3},
       .working = {3},
       .wrong = {23},
       .refusal = "level must be -131072 to 22, not 23",
       .complaint = "not zstd data"},
};

INSTANTIATE_TEST_SUITE_P(Built, EveryPlugin, testing::ValuesIn(plugins),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace ncf::plugins
