// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/shared_library.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "plugin/folders.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

std::string built_plugin() { return std::string(std::getenv("NCF_PLUGINS")) + "/libncf_zstd.so"; }

std::string write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path) << content;
  return path;
}

TEST(SharedLibrary, FindsWhatItLoaded) {
  const SharedLibrary library = SharedLibrary::open(built_plugin());
  EXPECT_NE(library.find_symbol("H5PLget_plugin_info"), nullptr);
  EXPECT_EQ(library.find_symbol("not_a_symbol"), nullptr);
  EXPECT_TRUE(SharedLibrary::find_loaded(built_plugin()).has_value());
}

TEST(SharedLibrary, DoesNotChangeHowThisThreadCalculates) {
  const volatile double smallest = std::numeric_limits<double>::denorm_min();
  SharedLibrary::open(test::plugin_group("fast_math") + "/libfast_math.so");
  EXPECT_GT(smallest * 2, 0);
}

TEST(SharedLibrary, SaysWhyAFileCannotBeLoaded) {
  const test::TemporaryFolder folder;
  const std::string file = write_file(folder / "libx.so", "not a library");
  EXPECT_FALSE(SharedLibrary::find_loaded(file).has_value());
  EXPECT_EQ(test::reason_of([&] { SharedLibrary::open(file); }, ErrorCode::io),
            file + ": file too short");
}

TEST(SharedLibrary, ListsTheFilesHdf5WouldLookAt) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> expected{write_file(folder / "liba.so.1.2", ""),
                                          write_file(folder / "libb.so", "")};
  for (const char* name : {"a.so", "liba.a", "README"}) write_file(folder / name, "");
  std::filesystem::create_directory(folder / "libfolder.so");
  EXPECT_EQ(library_files(folder / ""), expected);
  EXPECT_EQ(library_files(folder / "none"), std::vector<std::string>{});
}

TEST(SharedLibrary, ListsLinksAndPassesOverPipes) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "libpipe.so").c_str(), 0600), 0);
  std::filesystem::create_symlink("libpipe.so", folder / "libpipe.so.1");
  const std::string dangling = folder / "libgone.so";
  std::filesystem::create_symlink("/nowhere", dangling);
  const std::string link = folder / "libz.so";
  std::filesystem::create_symlink(built_plugin(), link);
  EXPECT_EQ(library_files(folder / ""), (std::vector<std::string>{dangling, link}));
}

}  // namespace
}  // namespace ncf::plugin
