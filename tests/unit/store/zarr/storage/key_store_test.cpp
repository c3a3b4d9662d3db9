// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/key_store.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "ncf/error.hpp"
#include "store/open/store_kinds.hpp"
#include "store/zarr/storage/zip_store.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"
#include "support/zip_bytes.hpp"

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

struct Kind {
  const StoreKind* row;  ///< null: in memory
  std::string folder;
};

/// Returns those of the table that can be made, in the root and in a folder of a file.
std::vector<Kind> kinds() {
  std::vector<Kind> all{{nullptr, ""}};
  for (const StoreKind& kind : store_kinds()) {
    if (kind.make == nullptr) continue;
    all.push_back({&kind, ""});
    if (kind.contents != location::Contents::Kind::folder) all.push_back({&kind, "folder"});
  }
  return all;
}

/// Every kind of store behaves the same.
class EachKeyStore : public testing::TestWithParam<Kind> {
 protected:
  test::TemporaryFolder place_;
  std::unique_ptr<KeyStore> store_ =
      GetParam().row == nullptr ? make_memory_store()
                                : GetParam().row->make(place_ / "store", GetParam().folder);
};

TEST_P(EachKeyStore, PutsRangesOfPartsInOrder) {
  const std::string text = "...the first, the second";
  const auto bytes = bytes_of(text);
  const std::span<const std::byte> pieces[] = {bytes.first(13), bytes.subspan(13)};
  store_->write_part("a/b", 0, {&pieces[0], 1});
  store_->write_part("a/b", 13, {&pieces[1], 1});
  const std::vector<ValueRange> order{{14, 10}, {3, 9}};
  store_->place("a/b", 19);
  store_->finish_parts("a/b", order);
  EXPECT_EQ(text_of(store_->read("a/b", any_bytes).value()), "the secondthe first");
}

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

TEST_P(EachKeyStore, ListsFoldersOnce) {
  for (const char* key : {"a.b", "a/0/1", "a/1/1", "a/c", "a0", "a-"}) store_->write(key, {});
  const auto names = [&](const std::string& folder) {
    std::string text;
    for (const Entry& entry : store_->list(folder)) {
      text += entry.name + (entry.is_folder ? "/ " : " ");
    }
    return text;
  };
  EXPECT_EQ(names(""), "a/ a- a.b a0 ");
  EXPECT_EQ(names("a"), "0/ 1/ c ");
  EXPECT_EQ(names("a/0"), "1 ");
}

TEST_P(EachKeyStore, KeepsPlacedValues) {
  store_->place("a/0", 3);
  store_->place("a/1", 5);
  store_->write_placed("a/1", bytes_of("later"));
  store_->write_placed("a/0", bytes_of("one"));
  store_->finish();
  EXPECT_EQ(text_of(store_->read("a/0", any_bytes).value()), "one");
  EXPECT_EQ(text_of(store_->read("a/1", any_bytes).value()), "later");
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

std::string name_of(const Kind& kind) {
  return (kind.row == nullptr ? "memory" : std::string(kind.row->mode)) + kind.folder;
}

INSTANTIATE_TEST_SUITE_P(KeyStores, EachKeyStore, testing::ValuesIn(kinds()),
                         [](const auto& chosen) { return name_of(chosen.param); });

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
  // Listed too, because a value that is silently skipped is lost.
  const auto values = store->list("a");
  ASSERT_EQ(values.size(), 2U);
  EXPECT_TRUE(values[0].is_folder);  // a broken link may have led to a folder
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
  EXPECT_THROW(store->read("fifo", any_bytes), Error);  // without waiting for a writer
  EXPECT_THROW(make_folder((place / "store").string()), Error);
}

// ---- Zip files ----------------------------------------------------------------------------------

std::string zip_refusal(const std::string& file) {
  return test::reason_of([&] { open_zip(find_store(test::source_of(file))); });
}

TEST(Zip, FindsTheStoreInIt) {
  const auto names = [](const std::vector<test::ZipValue>& values) {
    const std::string file = test::zip_of(values);
    std::string text;
    for (const std::string& name : find_store(test::source_of(file)).names()) text += name + " ";
    return text;
  };
  EXPECT_EQ(names({{".zgroup", "{}"}, {"v/.zarray", "{}"}}), ".zgroup v ");
  EXPECT_EQ(names({{"a.zarr/", ""}, {"a.zarr/.zgroup", "{}"}, {"a.zarr/v/0", ""}}), ".zgroup v ");
  EXPECT_EQ(names({{"__MACOSX/._x", ""}, {"a/zarr.json", "{}"}}), "zarr.json ");
  EXPECT_EQ(names({{"a/b/.zgroup", "{}"}, {"text", ""}}), "a text ");
  EXPECT_EQ(zip_refusal(test::zip_of({{"a/.zgroup", ""}, {"b/.zgroup", ""}})),
            "contains several Zarr stores, a and b; unzip it and name one of them");
}

TEST(Zip, NamesThatLeaveIt) {
  for (const std::string name : {"../a", "/etc/passwd", "a//b", "a/./b", ""}) {
    EXPECT_EQ(zip_refusal(test::zip_of({{".zgroup", "{}"}, {name, "x"}})),
              "'" + name + "' cannot be a key of a Zarr store");
  }
}

TEST(Zip, ReadsPartsOfDeflatedValues) {
  const std::string value = "0123456789";
  std::string file = test::zip_of({{".zgroup", "{}"}, {"v", test::deflated(value)}},
                                  [&](std::size_t i, base::ZipEntry& entry) {
                                    if (i == 0) return;
                                    entry.bytes = value.size();
                                    entry.crc = test::crc_of(value);
                                  });
  const std::size_t record = file.rfind("PK\x01\x02");
  test::put_number(file, file.rfind("PK\x03\x04") + 8, base::ZipMethod::deflated, 2);
  test::put_number(file, record + 10, base::ZipMethod::deflated, 2);
  test::put_number(file, record + 20, test::deflated(value).size(), 4);
  const auto store = open_zip(find_store(test::source_of(file)));
  std::vector<std::byte> part(3);
  EXPECT_TRUE(store->read_part("v", 2, part));
  EXPECT_EQ(text_of(part), "234");
  part.resize(1);
  EXPECT_TRUE(store->read_part("v", 9, part));
  EXPECT_EQ(text_of(part), "9");
  part.resize(2);
  EXPECT_EQ(test::reason_of([&] { (void)store->read_part("v", 9, part); }), "v: is cut short");
}

}  // namespace
}  // namespace ncf::store::zarr
