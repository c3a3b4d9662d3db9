// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/key_store.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::store::zarr {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t any_bytes = 1000;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The folder and the memory behave the same.
class EachKeyStore : public testing::TestWithParam<bool> {
 protected:
  test::TemporaryFolder place_;
  std::unique_ptr<KeyStore> store_ =
      GetParam() ? make_folder((place_ / "store").string()) : make_memory_store();
};

TEST_P(EachKeyStore, KeepsValues) {
  store_->write("a/b/c", bytes_of("value"));
  store_->write("a/d", bytes_of("x"));
  store_->write("a/d", bytes_of("other"));
  store_->write("e", bytes_of(""));
  EXPECT_EQ(text_of(store_->read("a/b/c", any_bytes).value()), "value");
  EXPECT_EQ(text_of(store_->read("a/d", any_bytes).value()), "other");
  std::vector<std::byte> part(3);
  EXPECT_TRUE(store_->read_part("a/b/c", 1, part));
  EXPECT_EQ(text_of(part), "alu");
  EXPECT_EQ(store_->size_bytes("a/b/c"), 5U);
  EXPECT_EQ(store_->size_bytes("e"), 0U);
  for (const char* missing : {"b", "a/c", "a/b/d", "x/y/z"}) {
    EXPECT_EQ(store_->read(missing, any_bytes), std::nullopt) << missing;
    EXPECT_EQ(store_->size_bytes(missing), std::nullopt) << missing;
    EXPECT_FALSE(store_->read_part(missing, 0, part)) << missing;
  }
  const auto entries = store_->list("a");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "b");
  EXPECT_TRUE(entries[0].is_folder);
  EXPECT_EQ(entries[1].name, "d");
  EXPECT_TRUE(store_->list("missing").empty());
}

TEST_P(EachKeyStore, IsForManyThreads) {
  const auto key_of = [](std::size_t thread, std::size_t i) {
    return "v/c/" + std::to_string(i) + "/" + std::to_string(thread % 2) + "/" +
           std::to_string(thread);
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < 50; ++i) {
          store_->write(key_of(thread, i), bytes_of(key_of(thread, i)));
        }
      });
    }
  }
  for (std::size_t thread = 0; thread < 4; ++thread) {
    for (std::size_t i = 0; i < 50; ++i) {
      EXPECT_EQ(text_of(store_->read(key_of(thread, i), any_bytes).value()), key_of(thread, i));
    }
  }
}

TEST_P(EachKeyStore, HasLimits) {
  store_->write("a", bytes_of("value"));
  EXPECT_THROW(store_->read("a", 4), Error);
  std::vector<std::byte> part(3);
  EXPECT_THROW((void)store_->read_part("a", 3, part), Error);
  EXPECT_THROW((void)store_->read_part("a", UINT64_MAX, part), Error);
}

TEST_P(EachKeyStore, KeysStayInside) {
  std::ofstream(place_ / "outside") << "secret";
  for (const std::string key :
       {"../outside", "a/../../outside", "/etc/passwd", "", ".", "..", "a//b", "a/", "./a"}) {
    EXPECT_THROW(store_->read(key, any_bytes), Error) << key;
    EXPECT_THROW(store_->write(key, bytes_of("x")), Error) << key;
    EXPECT_THROW(store_->size_bytes(key), Error) << key;
  }
  EXPECT_THROW(store_->read(std::string("a\0b", 3), any_bytes), Error);
  EXPECT_THROW(store_->write(std::string(300, 'a'), bytes_of("x")), Error);
  EXPECT_EQ(fs::file_size(place_ / "outside"), 6U);
}

INSTANTIATE_TEST_SUITE_P(KeyStores, EachKeyStore, testing::Bool(),
                         [](const auto& chosen) { return chosen.param ? "Folder" : "Memory"; });

TEST(Folder, LinksAreNotFollowed) {
  const test::TemporaryFolder place;
  fs::create_directories(place / "store/a");
  fs::create_directory(place / "outside");
  std::ofstream(place / "outside/secret") << "secret";
  fs::create_directory_symlink(place / "outside", place / "store/folder");
  fs::create_symlink(place / "outside/secret", place / "store/a/file");
  fs::create_symlink(place / "outside/new", place / "store/a/dangling");
  const auto store = open_folder((place / "store").string());
  for (const char* key : {"folder/secret", "a/file", "a/dangling"}) {
    EXPECT_THROW(store->read(key, any_bytes), Error) << key;
    EXPECT_THROW(store->size_bytes(key), Error) << key;
    EXPECT_THROW(store->write(key, bytes_of("x")), Error) << key;
  }
  EXPECT_THROW(store->list("folder"), Error);
  // Listed all the same: what is passed over in silence is lost.
  const auto values = store->list("a");
  ASSERT_EQ(values.size(), 2U);
  EXPECT_TRUE(values[0].is_folder);  // what leads nowhere may have been a folder
  EXPECT_FALSE(values[1].is_folder);
  const auto folders = store->list("");
  ASSERT_EQ(folders.size(), 2U);
  EXPECT_TRUE(folders[1].is_folder);
  EXPECT_FALSE(fs::exists(place / "outside/new"));
  EXPECT_EQ(fs::file_size(place / "outside/secret"), 6U);
  // The store itself may be reached by a link.
  fs::create_directory_symlink(place / "store", place / "name");
  EXPECT_NO_THROW(open_folder((place / "name").string())->write("b", bytes_of("x")));
}

TEST(Folder, AFileIsNoFolder) {
  const test::TemporaryFolder place;
  const auto store = make_folder((place / "store").string());
  store->write("a", bytes_of("x"));
  EXPECT_EQ(test::reason_of([&] { store->read("a/b", any_bytes); }), "a/b: a is not a folder");
  EXPECT_EQ(test::reason_of([&] { store->write("a/b", bytes_of("x")); }), "a/b: a is not a folder");
}

TEST(Folder, WhatTheSystemRefusesIsToldInItsWords) {
  const test::TemporaryFolder place;
  const auto store = make_folder((place / "store").string());
  store->write("a/b", bytes_of("x"));
  fs::permissions(place / "store", fs::perms::owner_all);
  test::as_nobody([&] {
    const std::string refused = ": Permission denied";
    EXPECT_EQ(test::reason_of([&] { store->read("c", any_bytes); }), "c" + refused);
    EXPECT_EQ(test::reason_of([&] { store->size_bytes("c"); }), "c" + refused);
    EXPECT_EQ(test::reason_of([&] { store->write("c/d", bytes_of("x")); }), "c/d" + refused);
  });
}

TEST(Folder, OnlyFilesAreValues) {
  const test::TemporaryFolder place;
  fs::create_directories(place / "store/folder");
  ASSERT_EQ(mkfifo((place / "store/fifo").c_str(), 0600), 0);
  const auto store = open_folder((place / "store").string());
  EXPECT_THROW(store->read("folder", any_bytes), Error);
  EXPECT_THROW(store->read("fifo", any_bytes), Error);  // and does not wait for a writer
  EXPECT_THROW(make_folder((place / "store").string()), Error);
}

}  // namespace
}  // namespace ncf::store::zarr
