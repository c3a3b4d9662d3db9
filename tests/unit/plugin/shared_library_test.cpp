// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/shared_library.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "ncf/error.hpp"
#include "support/temporary_folder.hpp"

namespace ncf::plugin {
namespace {

std::string built_plugin() { return std::string(std::getenv("NCF_PLUGINS")) + "/libncf_zstd.so"; }

TEST(SharedLibrary, FindsWhatItLoaded) {
  const SharedLibrary library = SharedLibrary::open(built_plugin());
  EXPECT_NE(library.find_symbol("H5PLget_plugin_info"), nullptr);
  EXPECT_EQ(library.find_symbol("not_a_symbol"), nullptr);
  EXPECT_TRUE(SharedLibrary::find_loaded(built_plugin()).has_value());
}

TEST(SharedLibrary, SaysWhyAFileCannotBeLoaded) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("libx.so", "not a library");
  EXPECT_FALSE(SharedLibrary::find_loaded(file).has_value());
  try {
    SharedLibrary::open(file);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_EQ(error.what(), file + ": file too short");
  }
}

TEST(SharedLibrary, ListsTheFilesHdf5WouldLookAt) {
  const test::TemporaryFolder folder;
  std::vector<std::string> expected;
  for (const char* name : {"libb.so", "liba.so.1.2"}) expected.push_back(folder.write(name, ""));
  for (const char* name : {"a.so", "liba.a", "README"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.write(name, "")));
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(library_files(folder.path()), expected);
  EXPECT_EQ(library_files(folder.path() + "/none"), std::vector<std::string>{});
}

TEST(SharedLibrary, KnowsTheProgramItIsLinkedInto) {
  EXPECT_EQ(own_library_path(), std::filesystem::canonical("/proc/self/exe").string());
}

}  // namespace
}  // namespace ncf::plugin
