// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/descriptor.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <vector>

#include "support/errors.hpp"
#include "support/file_size_limit.hpp"
#include "support/files.hpp"

namespace ncf::base {
namespace {

using Bytes = std::vector<std::byte>;

Bytes read_at(const std::filesystem::path& path, std::uint64_t offset, std::size_t count) {
  Bytes bytes(count);
  bytes.resize(Descriptor(path, O_RDONLY).read_at(offset, bytes));
  return bytes;
}

TEST(Descriptor, PiecesFollowOneAnother) {
  const test::TemporaryFolder folder;
  const Descriptor file(folder / "out", O_WRONLY | O_CREAT);
  const Bytes a(3, std::byte{1});
  const Bytes b(2, std::byte{2});
  const std::array<std::span<const std::byte>, 4> pieces = {a, std::span<const std::byte>(), b, a};
  file.write_all_at(4, pieces);
  EXPECT_EQ(file.size_bytes(), 12U);
  EXPECT_EQ(read_at(folder / "out", 6, 4),
            (Bytes{std::byte{1}, std::byte{2}, std::byte{2}, std::byte{1}}));
}

TEST(Descriptor, OfTwoFilesTheOneThatIsReplacedIsClosed) {
  const test::TemporaryFolder folder;
  Descriptor file(folder / "a", O_WRONLY | O_CREAT);
  const int replaced = file.id();
  file = Descriptor(folder / "b", O_WRONLY | O_CREAT);
  EXPECT_EQ(::fcntl(replaced, F_GETFD), -1);
  EXPECT_EQ(file.write(Bytes(3)), 3U);
  EXPECT_EQ(std::filesystem::file_size(folder / "b"), 3U);
}

// The system writes the part of a piece that fits, and reports the error at the next call.
TEST(Descriptor, ADiskThatBecomesFullWithinAPiece) {
  const test::TemporaryFolder folder;
  const Descriptor file(folder / "out", O_WRONLY | O_CREAT);
  const Bytes a(1000, std::byte{1});
  const Bytes b(1000, std::byte{2});
  const std::array<std::span<const std::byte>, 3> pieces = {a, b, a};
  {
    const test::FileSizeLimit limit(1500);
    const Error error = test::error_of([&] { file.write_all_at(0, pieces); });
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_STREQ(error.what(), "File too large");
  }
  EXPECT_EQ(file.size_bytes(), 1500U);
  EXPECT_EQ(read_at(folder / "out", 999, 3), (Bytes{std::byte{1}, std::byte{2}, std::byte{2}}));
}

TEST(Descriptor, AFileThatIsShorterThanItWas) {
  const test::TemporaryFolder folder;
  const Descriptor file(folder / "in", O_RDWR | O_CREAT);
  const Bytes written(10, std::byte{1});
  const std::span<const std::byte> piece = written;
  file.write_all_at(0, {&piece, 1});
  Bytes bytes(8);
  file.read_all_at(2, bytes);
  EXPECT_EQ(bytes, Bytes(8, std::byte{1}));
  const Error error = test::error_of([&] { file.read_all_at(3, bytes); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_STREQ(error.what(), "the file was truncated while it was read");
}

TEST(Descriptor, WhatTheSystemRefusesIsToldInItsWords) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(test::reason_of([&] { Descriptor(folder / "none", O_RDONLY); }),
            "No such file or directory");
  const Descriptor opened(folder.path(), O_RDONLY);
  Bytes bytes(5);
  EXPECT_EQ(test::reason_of([&] { static_cast<void>(opened.read(bytes)); }), "Is a directory");
  EXPECT_EQ(test::reason_of([&] { static_cast<void>(opened.write(bytes)); }),
            "Bad file descriptor");
}

}  // namespace
}  // namespace ncf::base
