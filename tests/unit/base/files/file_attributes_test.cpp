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

}  // namespace
}  // namespace ncf::base
