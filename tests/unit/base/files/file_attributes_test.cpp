// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_attributes.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

constexpr const char* access_list = "system.posix_acl_access";

/// An access list: rw- for the owner, r-- for user 1, --- for the group, a mask of r--, --- for
/// others. source: linux/posix_acl_xattr.h
std::string list_for_user_1() {
  const auto entry = [](char tag, char permissions, std::uint32_t id) {
    std::string text{tag, '\0', permissions, '\0'};
    for (int i = 0; i < 4; ++i, id >>= 8U) text += static_cast<char>(id & 0xFFU);
    return text;
  };
  constexpr std::uint32_t nobody = 0xFFFFFFFFU;
  return std::string{'\2', '\0', '\0', '\0'} + entry(1, 6, nobody) + entry(2, 4, 1) +
         entry(4, 0, nobody) + entry(16, 4, nobody) + entry(32, 0, nobody);
}

std::string attribute(const fs::path& path, const char* name) {
  std::array<char, 256> value{};
  const ssize_t size = ::getxattr(path.c_str(), name, value.data(), value.size());
  return size < 0 ? "none" : std::string(value.data(), static_cast<std::size_t>(size));
}

bool set_attribute(const fs::path& path, const char* name, const std::string& value) {
  return ::setxattr(path.c_str(), name, value.data(), value.size(), 0) == 0;
}

struct Pair {
  explicit Pair(const test::TemporaryFolder& folder) : old(folder / "old"), copy(folder / "copy") {
    std::ofstream(old) << "old";
    std::ofstream(copy) << "copy";
    ::chmod(copy.c_str(), 0600);
  }
  fs::path old;
  fs::path copy;
};

TEST(FileAttributes, AreTakenOver) {
  const test::TemporaryFolder folder;
  const Pair files(folder);
  const bool has_lists = set_attribute(files.old, access_list, list_for_user_1());
  if (!has_lists || !set_attribute(files.old, "user.origin", "model \xE9")) {
    GTEST_SKIP() << "the file system has no extended attributes";
  }
  ::chmod(files.old.c_str(), 0440);
  EXPECT_FALSE(copy_attributes(files.old, files.copy));
  EXPECT_EQ(get_mode(files.copy), 0440);
  EXPECT_EQ(attribute(files.copy, "user.origin"), "model \xE9");
  EXPECT_EQ(attribute(files.copy, access_list), attribute(files.old, access_list));
}

TEST(FileAttributes, OfTheFolderAreNoneOfTheFile) {
  const test::TemporaryFolder folder;
  const Pair files(folder);
  if (!set_attribute(files.copy, access_list, list_for_user_1())) {
    GTEST_SKIP() << "the file system has no access lists";
  }
  ::chmod(files.old.c_str(), 0644);
  EXPECT_FALSE(copy_attributes(files.old, files.copy));
  EXPECT_EQ(attribute(files.copy, access_list), "none");
  EXPECT_EQ(get_mode(files.copy), 0644);
}

TEST(FileAttributes, OwnersThatCannotBeKeptAreNoted) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  const test::TemporaryFolder folder;
  ::chmod(folder.path().c_str(), 0777);
  const Pair files(folder);
  constexpr uid_t nobody = 65534;
  ASSERT_EQ(::chown(files.copy.c_str(), nobody, nobody), 0);
  ASSERT_EQ(::chown(files.old.c_str(), 1, 1), 0);
  ::chmod(files.old.c_str(), 0664);
  std::optional<std::string> note;
  test::as_nobody([&] { note = copy_attributes(files.old, files.copy); });
  EXPECT_EQ(note.value_or(""),
            "only its owner or root can keep the owner and group: it was 1:1 and is now "
            "65534:65534");
  // The file has another group, which gets the permissions of others.
  EXPECT_EQ(get_mode(files.copy), 0644);
  EXPECT_FALSE(copy_attributes(files.old, files.copy));
  struct stat status {};
  ::stat(files.copy.c_str(), &status);
  EXPECT_EQ(status.st_uid, 1U);
  EXPECT_EQ(status.st_gid, 1U);
  EXPECT_EQ(get_mode(files.copy), 0664);
}

SourceStatus source_of(mode_t mode) { return {mode, {}, {}, 0}; }

TEST(LimitedMode, GroupAndOthersGetNothingThatTheSourceDoesNotGive) {
  const struct {
    mode_t source;
    ModeParts parts;
    mode_t limited;
  } rows[] = {
      {0600, {0644}, 0600},
      {0640, {0644}, 0640},
      {0644, {0644}, 0644},
      {0644, {0664}, 0644},
      {0666, {0644}, 0644},
      {0444, {0644}, 0644},  // the copy's owner may write to it
      {0400, {0666}, 0600},
      {0600, {0664, /*is_replaced=*/true}, 0600},
      {0600, {0666, /*is_replaced=*/true}, 0600},
      {0640, {0666, /*is_replaced=*/true}, 0660},
      {0644, {0664, /*is_replaced=*/true}, 0664},
      {0644, {0755, /*is_replaced=*/true}, 0755},
      {0600, {0444, /*is_replaced=*/true}, 0400},
      {0600, {0755, false, /*is_folder=*/true}, 0700},
      {0640, {0755, false, /*is_folder=*/true}, 0750},
      {0640, {0755, true, /*is_folder=*/true}, 0750},
      {0600, {02775, false, /*is_folder=*/true}, 02700},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(limited_mode(row.parts, source_of(row.source)), row.limited)
        << std::oct << row.source << " " << row.parts.base;
  }
}

TEST(PreservedMode, IsThatOfTheSourceForAFileOrAFolder) {
  EXPECT_EQ(preserved_mode({0644}, source_of(0640)), 0640U);
  EXPECT_EQ(preserved_mode({0600, true}, source_of(0444)), 0444U);
  EXPECT_EQ(preserved_mode({0755, false, true}, source_of(0640)), 0750U);
  EXPECT_EQ(preserved_mode({02755, false, true}, source_of(0600)), 02700U);
  EXPECT_EQ(preserved_mode({0644}, source_of(0755)), 0755U);  // a program stays executable
  SourceStatus folder = source_of(0755);
  folder.is_folder = true;
  EXPECT_EQ(preserved_mode({0644}, folder), 0644U);
  EXPECT_EQ(preserved_mode({0700, false, true}, folder), 0755U);
}

TEST(SourceStatus, AnotherGroupHasThePermissionsOfOthers) {
  const SourceStatus source{0640, {}, {}, 7};
  EXPECT_EQ(mode_for_group(source, 7), 0640U);
  EXPECT_EQ(mode_for_group(source, 8), 0600U);
  EXPECT_EQ(mode_for_group({0664, {}, {}, 7}, 8), 0644U);
}

TEST(SourceStatus, OfSeveralSourcesIsWhatHoldsForAll) {
  const struct {
    SourceStatus source;
    SourceStatus other;
    mode_t common;
  } rows[] = {
      {{0644, {}, {}, 7}, {0644, {}, {}, 7}, 0644},
      {{0644, {}, {}, 7}, {0600, {}, {}, 7}, 0600},
      {{0664, {}, {}, 7}, {0644, {}, {}, 7}, 0644},
      {{0644, {}, {}, 7}, {0400, {}, {}, 7}, 0600},  // the owner keeps all
      {{0755, {}, {}, 7}, {0644, {}, {}, 7}, 0755},  // who may read both may run or enter both
      {{0755, {}, {}, 7}, {0640, {}, {}, 7}, 0750},
      {{0644, {}, {}, 7}, {0640, {}, {}, 8}, 0600},
      {{0640, {}, {}, 7}, {0644, {}, {}, 8}, 0640},
  };
  for (const auto& row : rows) {
    SourceStatus common = row.source;
    take_common_mode(common, row.other);
    EXPECT_EQ(common.mode, row.common) << std::oct << row.source.mode << " " << row.other.mode;
  }
  std::optional<SourceStatus> first;
  take_common_mode(first, {0400, {}, {}, 7});
  EXPECT_EQ(first->mode, 0400U);
}

TEST(SourceStatus, OfAFolderIsWhatHoldsForAllInIt) {
  const test::TemporaryFolder place;
  const fs::path store = place / "store";
  fs::create_directories(store / "v");
  std::ofstream(store / ".zgroup") << "{}";
  std::ofstream(store / "v/0") << "0";
  fs::permissions(store, fs::perms{0755});
  fs::permissions(store / ".zgroup", fs::perms{0644});
  fs::permissions(store / "v/0", fs::perms{0644});
  EXPECT_EQ(source_status(store).mode, 0755U);
  fs::permissions(store / "v/0", fs::perms{0640});
  EXPECT_EQ(source_status(store).mode, 0750U);
  fs::permissions(store / "v/0", fs::perms{0644});
  fs::permissions(store / "v", fs::perms{0711});  // names of files in it can be guessed, not listed
  EXPECT_EQ(source_status(store).mode, 0700U);
  fs::permissions(store / "v", fs::perms{0750});
  EXPECT_EQ(source_status(store).mode, 0750U);
  fs::permissions(store, fs::perms{0700});
  EXPECT_EQ(source_status(store).mode, 0700U);

  const auto later = fs::last_write_time(store) + std::chrono::hours(1);
  const auto before = source_status(store).modified;
  fs::last_write_time(store / "v/0", later);
  EXPECT_EQ(source_status(store).modified.tv_sec, before.tv_sec + 3600);
}

}  // namespace
}  // namespace ncf::base
