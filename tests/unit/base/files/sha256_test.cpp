// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/sha256.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/files.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

TEST(Sha256, IsThatOfSha256sum) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "empty");
  std::ofstream(folder / "long") << std::string(3'000'000, 'x');
  std::ofstream(folder / "back\\slash\nand line") << "abc";
  for (const char* const name : {"empty", "long", "back\\slash\nand line"}) {
    const auto sums =
        test::run("cd " + test::quoted(folder.path()) + " && sha256sum " + test::quoted(name));
    EXPECT_EQ(format_sha256_line(sha256_of(folder / name), name), sums.output);
  }
}

TEST(Sha256, OfAFolderIsThatOfAllFilesInIt) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder / "v");
  std::ofstream(folder / ".zgroup") << "{}";
  std::ofstream(folder / "v/0.0") << "chunk";
  std::ofstream(folder / "v/.zarray") << "{}";
  const auto sum = test::run(
      "cd " + test::quoted(folder.path()) +
      " && find . -type f -print0 | env -u LD_PRELOAD LC_ALL=C sort -z | xargs -0 sha256sum |"
      " sha256sum | cut -d ' ' -f 1 | tr -d '\\n'");
  EXPECT_EQ(sha256_of(folder.path()), sum.output);
}

}  // namespace
}  // namespace ncf::base
