// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/input_files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using EntryKind = TreeEntry::Kind;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

std::string kind_name(EntryKind kind) {
  constexpr const char* names[] = {"dataset", "misnamed", "other", "left out", "unreadable"};
  return names[static_cast<int>(kind)];
}

std::vector<std::string> walk(const fs::path& root, const PathFilter& filter = {{}, {}},
                              const std::vector<base::FileIdentity>& without = {}) {
  std::vector<std::string> found;
  for (const TreeEntry& entry : walk_tree(root, filter, without)) {
    const std::string reason = entry.reason.empty() ? "" : ": " + entry.reason;
    found.push_back(entry.relative.string() + ": " + kind_name(entry.kind) + reason);
  }
  return found;
}

using Found = std::vector<std::string>;

TEST(TreeWalk, TellsDatasetsByTheirContents) {
  const test::TemporaryFolder folder;
  write(folder / "b/classic.data", "CDF\x01 and more");
  write(folder / "b/user_block", std::string(512, ' ') + "\x89HDF\r\n\x1A\n and more");
  write(folder / "a", "not netCDF");
  write(folder / "a.nc", "not netCDF");
  fs::create_directories(folder / "a.zarr/empty");
  write(folder / "store/.zgroup", "{}");
  write(folder / "store/v/.zarray", "{}");
  fs::create_directory(folder / "empty");
  EXPECT_EQ(walk(folder.path()),
            (Found{"a: other", "a.nc: misnamed: not a netCDF file",
                   "a.zarr: misnamed: a folder, not a netCDF file or a store of Zarr",
                   "b/classic.data: dataset", "b/user_block: dataset", "store: dataset"}));
}

TEST(TreeWalk, AStoreIsAsLargeAsItsFiles) {
  const test::TemporaryFolder folder;
  write(folder / "store/.zgroup", "{}");
  write(folder / "store/v/.zarray", "[...]");
  EXPECT_EQ(walk_tree(folder.path(), {{}, {}}, {}).at(0).bytes, 7U);
}

TEST(TreeWalk, NamesWhatItLeavesOut) {
  const test::TemporaryFolder folder;
  fs::create_symlink("nowhere", folder / "link");
  fs::create_directory_symlink(folder.path(), folder / "loop");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(walk(folder.path()),
            (Found{"link: left out: a link", "loop: left out: a link", "pipe: left out: a FIFO"}));
}

TEST(TreeWalk, ReportsWhatCannotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const test::TemporaryFolder folder;
  write(folder / "closed/a.nc", "CDF\x01 and more");
  write(folder / "secret.nc", "CDF\x01 and more");
  fs::permissions(folder / "closed", fs::perms::none);
  fs::permissions(folder / "secret.nc", fs::perms::none);
  EXPECT_EQ(walk(folder.path()), (Found{"closed: unreadable: Permission denied",
                                        "secret.nc: unreadable: Permission denied"}));
  fs::permissions(folder / "closed", fs::perms::owner_all);
}

TEST(TreeWalk, ReportsAMissingRoot) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(walk(folder / "absent"), (Found{": unreadable: No such file or directory"}));
}

TEST(TreeWalk, SeesNoFilesOfNcf) {
  const test::TemporaryFolder folder;
  write(folder / ".ncfcopy-journal", "{}\n");
  write(folder / ".a.nc.ncf-0123abcd-77-00ff", "CDF\x01 and more");
  write(folder / ".a.nc.ncf-0123abcd-77-00ff-old/x", "CDF\x01 and more");
  write(folder / ".a.nc.ncf-note", "CDF\x01 and more");
  EXPECT_EQ(walk(folder.path()), (Found{".a.nc.ncf-note: dataset"}));
}

TEST(TreeWalk, EntersNeitherExcludedFoldersNorTheOutputs) {
  const test::TemporaryFolder folder;
  for (const char* const name : {"a/x.nc", "b/x.nc", "out/x.nc"}) {
    write(folder / name, "CDF\x01 and more");
  }
  EXPECT_EQ(walk(folder.path(), {{}, {"b"}}, {*base::find_identity(folder / "out")}),
            (Found{"a/x.nc: dataset"}));
}

TEST(PathFilter, SelectsEverythingWithoutPatterns) {
  const PathFilter filter({}, {});
  EXPECT_TRUE(filter.enters("2019"));
  EXPECT_TRUE(filter.selects("2019/a.nc"));
}

TEST(PathFilter, PatternsWithoutSlashApplyToNames) {
  const PathFilter filter({"*.nc"}, {"tmp*"});
  EXPECT_TRUE(filter.selects("2019/01/a.nc"));
  EXPECT_FALSE(filter.selects("2019/01/a.h5"));
  EXPECT_FALSE(filter.selects("2019/tmp.nc"));
  EXPECT_FALSE(filter.enters("2019/tmp"));
  EXPECT_TRUE(filter.enters("2019/01"));  // include patterns are for files
}

TEST(PathFilter, PatternsWithSlashApplyToPathsBelowTheRoot) {
  const PathFilter filter({"2019/*.nc", "/**/b.nc"}, {"/2020"});
  EXPECT_TRUE(filter.selects("2019/a.nc"));
  EXPECT_FALSE(filter.selects("2019/01/a.nc"));
  EXPECT_TRUE(filter.selects("2018/01/b.nc"));
  EXPECT_FALSE(filter.enters("2020"));
  EXPECT_TRUE(filter.enters("old/2020"));
}

TEST(PathFilter, IgnoresSlashesAtTheEnd) {
  const PathFilter filter({}, {"tmp/", "2019/02/"});
  EXPECT_FALSE(filter.enters("2019/tmp"));
  EXPECT_FALSE(filter.enters("2019/02"));
  EXPECT_TRUE(filter.enters("2018/02"));
}

TEST(PathFilter, RefusesMalformedPatternsAndNamesTheOption) {
  EXPECT_EQ(test::reason_of([] { const PathFilter filter({}, {"[a"}); }, ErrorCode::usage),
            "--exclude: bracket without its end, expected \"]\"\n  [a\n  ^");
}

}  // namespace
}  // namespace ncf::ops
