// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "base/zip/zip_input.hpp"
#include "base/zip/zip_output.hpp"
#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/zip_bytes.hpp"

namespace ncf::base {
namespace {

using test::deflated;
using test::source_of;
using test::zip_of;

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string value_of(const ZipInput& zip, const std::string& name) {
  const ZipEntry* const entry = zip.find(name);
  return entry != nullptr ? text_of(zip.read(*entry)) : "none";
}

/// Returns why a file cannot be opened.
std::string refusal(const std::string& file) {
  return test::reason_of([&] { const ZipInput zip(source_of(file)); });
}

/// Returns why the value of an entry cannot be read.
std::string refusal_of(const std::string& file, const std::string& name) {
  const ZipInput zip(source_of(file));
  return test::reason_of([&] { (void)zip.read(*zip.find(name)); });
}

/// Returns a file with one value that its directory describes as deflated.
std::string deflated_zip(const std::string& stored, std::uint64_t bytes, const std::string& value) {
  std::string file = zip_of({{"a", stored}}, [&](std::size_t, ZipEntry& entry) {
    entry.bytes = bytes;
    entry.crc = test::crc_of(value);
  });
  const std::size_t directory = file.find("PK\x01\x02");
  test::put_number(file, 8, ZipMethod::deflated, 2);
  test::put_number(file, directory + 10, ZipMethod::deflated, 2);
  test::put_number(file, directory + 20, stored.size(), 4);
  return file;
}

const std::string plain = zip_of({{"b/c", "value"}, {"a", ""}, {"b/", ""}, {"b", "x"}});

TEST(Zip, ReadsValues) {
  const ZipInput zip(source_of(plain));
  ASSERT_EQ(zip.entries().size(), 3U);  // without the folder
  EXPECT_EQ(zip.entries()[0].name, "a");
  EXPECT_EQ(value_of(zip, "a"), "");
  EXPECT_EQ(value_of(zip, "b"), "x");
  EXPECT_EQ(value_of(zip, "b/c"), "value");
  EXPECT_EQ(value_of(zip, "c"), "none");
  std::vector<std::byte> part(3);
  zip.read_part(*zip.find("b/c"), 1, part);
  EXPECT_EQ(text_of(part), "alu");
  EXPECT_TRUE(ZipInput(source_of(zip_of({}))).entries().empty());
}

TEST(Zip, ReadsAfterAComment) {
  std::string file = plain + "PK\x05\x06 is no end";
  test::put_number(file, plain.size() - 2, file.size() - plain.size(), 2);
  EXPECT_EQ(value_of(ZipInput(source_of(file)), "b/c"), "value");
}

// Programs that can only append leave such files.
TEST(Zip, TheLastOfANameCounts) {
  const std::string file = zip_of({{"a", "old"}, {"b", "other"}, {"a", "new"}});
  const ZipInput zip(source_of(file));
  EXPECT_EQ(zip.entries().size(), 2U);
  EXPECT_EQ(value_of(zip, "a"), "new");
}

TEST(Zip, TheLastInTheDirectoryCountsWhereverItsValueIs) {
  const std::size_t after_two = 2 * (zip_header_bytes + 1 + 3);
  const std::string file =
      zip_of({{"a", "old"}, {"b", "..."}, {"a", "new"}}, [&](std::size_t i, ZipEntry& entry) {
        if (i == 1) return;
        entry.offset = i == 0 ? after_two : 0;
        entry.crc = test::crc_of(i == 0 ? "new" : "old");
      });
  EXPECT_EQ(value_of(ZipInput(source_of(file)), "a"), "old");
}

TEST(Zip, InflatesNoMoreThanStated) {
  const std::string value(1'000'000, 'x');
  const std::string stored = deflated(value);
  EXPECT_EQ(value_of(ZipInput(source_of(deflated_zip(stored, value.size(), value))), "a"), value);
  EXPECT_EQ(value_of(ZipInput(source_of(deflated_zip(deflated(""), 0, ""))), "a"), "");
  EXPECT_EQ(refusal_of(deflated_zip(stored, 10, value), "a"),
            "a: is longer than the directory of the zip file says");
  EXPECT_EQ(refusal_of(deflated_zip(stored, value.size() + 1, value), "a"),
            "a: its deflated bytes do not have the size that the directory of the zip file says");
  EXPECT_EQ(refusal_of(deflated_zip(stored, value.size(), "other"), "a"),
            "a: its bytes are damaged: their CRC-32 differs from that in the zip file");
  EXPECT_EQ(refusal_of(deflated_zip(stored, std::uint64_t{1} << 31U, value), "a"),
            "a: has 2147483648 bytes according to the directory of the zip file, but its " +
                std::to_string(stored.size()) + " stored bytes cannot expand to that");
  EXPECT_EQ(refusal_of(deflated_zip("\xFF\xFF", 5, value), "a"),
            "a: its deflated bytes are damaged");
  EXPECT_EQ(refusal_of(deflated_zip(stored.substr(0, 500), value.size(), value), "a"),
            "a: has 1000000 bytes according to the directory of the zip file, but its 500 stored "
            "bytes cannot expand to that");
  EXPECT_EQ(refusal_of(deflated_zip(stored.substr(0, stored.size() - 5), value.size(), value), "a"),
            "a: its deflated bytes do not have the size that the directory of the zip file says");
}

TEST(Zip, FilesThatAreCut) {
  const std::string missing =
      "the directory at the end of the zip file is missing; the file is truncated";
  for (std::size_t bytes = 0; bytes < plain.size(); ++bytes) {
    EXPECT_EQ(refusal(plain.substr(0, bytes)), missing) << bytes;
  }
  // Cut in the middle, and not at the end.
  EXPECT_EQ(refusal(plain.substr(1)),
            "the directory of the zip file is not where its end record says");
}

TEST(Zip, DirectoriesThatAreWrong) {
  const auto with_end = [](const std::function<void(ZipDirectory&)>& change) {
    return zip_of({{"a", "value"}, {"b", "x"}}, {}, change);
  };
  EXPECT_EQ(refusal(with_end([](auto& end) { ++end.entry_count; })),
            "the directory of the zip file ends before its last entry");
  EXPECT_EQ(refusal(with_end([](auto& end) { --end.entry_count; })),
            "the directory of the zip file has more entries than its end record says");
  EXPECT_EQ(refusal(with_end([](auto& end) { end.bytes += 100; })),
            "the directory of the zip file is not where its end record says");
  EXPECT_EQ(refusal(with_end([](auto& end) { --end.offset; })),
            "the directory of the zip file is not where its end record says");
  // Nothing is allocated for numbers that are only stated.
  EXPECT_EQ(refusal(with_end([](auto& end) { end.entry_count = UINT64_MAX; })),
            "the directory of the zip file ends before its last entry");
  EXPECT_EQ(refusal(with_end([](auto& end) { end.bytes = UINT64_MAX; })),
            "the record of the zip file's directory is not where the end record says");
}

TEST(Zip, FilesInParts) {
  std::string file = plain;
  test::put_number(file, file.size() - 18, 1, 2);
  EXPECT_EQ(refusal(file), "is one part of a split zip file; join the parts first");
}

TEST(Zip, EntriesThatLie) {
  const auto changed = [](const std::function<void(ZipEntry&)>& change) {
    return zip_of({{"a", "value"}, {"b", "other"}}, [&](std::size_t i, ZipEntry& entry) {
      if (i == 1) change(entry);
    });
  };
  EXPECT_EQ(refusal(changed([](auto& b) { b.offset = 1'000'000; })), "b: is outside the zip file");
  EXPECT_EQ(refusal(changed([](auto& b) { b.bytes += 1000; })), "b: is outside the zip file");
  EXPECT_EQ(refusal(changed([](auto& b) { b.bytes = UINT64_MAX; })), "b: is outside the zip file");
  EXPECT_EQ(refusal(changed([](auto& b) { b.offset -= 3; })), "b: overlaps a in the zip file");
  const std::string damaged =
      "b: its bytes are damaged: their CRC-32 differs from that in the zip file";
  const std::string other_crc = changed([](auto& b) { b.crc ^= 1U; });
  EXPECT_EQ(refusal_of(other_crc, "b"), damaged);
  const ZipInput zip(source_of(other_crc));
  EXPECT_NO_THROW(zip.require_intact(*zip.find("a")));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(test::reason_of([&] { zip.require_intact(*zip.find("b")); }), damaged);
  }
  const std::string elsewhere =
      ": at its position, the zip file contains something else than the directory says";
  EXPECT_EQ(refusal_of(changed([](auto& b) { b.name = "c"; }), "c"), "c" + elsewhere);
  std::string longer_header = plain;
  test::put_number(longer_header, 28, 1000, 2);
  EXPECT_EQ(refusal_of(longer_header, "b/c"), "b/c" + elsewhere);
}

TEST(Zip, NamesThatOnlyTheDirectoryHas) {
  const auto refusal = [](std::string_view name) {
    const std::string file =
        zip_of({{"a", "value"}, {"b", "other"}, {"a", "new"}}, [&](std::size_t i, ZipEntry& entry) {
          if (i == 1) entry.name = name;
        });
    return test::refusal_of([&] {
      const ZipInput zip(source_of(file));
      for (const ZipEntry& entry : zip.entries()) zip.require_right_name(entry);
    });
  };
  EXPECT_EQ(refusal("b"), "accepted");
  for (const std::string name : {"c", "a", "/"}) {
    EXPECT_EQ(refusal(name), name +
                                 ": at its position, the zip file contains something else than "
                                 "the directory says");
  }
}

// All that is read from a damaged file is as it was written.
TEST(Zip, AnyByteMayBeWrong) {
  std::string file = deflated_zip(deflated("aaaaaaaaaa"), 10, "aaaaaaaaaa");
  for (const std::string& good : {plain, file}) {
    for (std::size_t i = 0; i < good.size(); ++i) {
      for (const unsigned change : {1U, 0x80U, 0xFFU}) {
        std::string damaged = good;
        damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ change);
        try {
          const ZipInput zip(source_of(damaged));
          for (const ZipEntry& entry : zip.entries()) {
            EXPECT_EQ(test::crc_of(text_of(zip.read(entry))), entry.crc) << i;
          }
        } catch (const Error& error) {
          EXPECT_TRUE(error.code() == ErrorCode::corrupt || error.code() == ErrorCode::unsupported)
              << i << ": " << error.what();
        }
      }
    }
  }
}

TEST(Zip, EntriesThatAreNotRead) {
  const std::size_t directory = plain.find("PK\x01\x02");
  std::string encrypted = plain;
  test::put_number(encrypted, directory + 8, 1, 2);
  EXPECT_EQ(refusal_of(encrypted, "b/c"),
            "b/c: is encrypted in the zip file; store it unencrypted");
  std::string by_bzip2 = plain;
  test::put_number(by_bzip2, directory + 10, 12, 2);
  EXPECT_EQ(refusal_of(by_bzip2, "b/c"),
            "b/c: is compressed in the zip file by method 12, expected stored or deflated");
}

// ---- Writing ------------------------------------------------------------------------------------

TEST(Zip, PlacesValuesInOrderWhoeverWritesThem) {
  const test::TemporaryFolder folder;
  const auto write = [&](const std::string& file, std::size_t threads) {
    ZipOutput zip(folder / file);
    const auto name_of = [](std::size_t i) { return "v/" + std::to_string(i); };
    for (std::size_t i = 0; i < 200; ++i) zip.place(name_of(i), name_of(i).size());
    {
      std::vector<std::jthread> writers;
      for (std::size_t thread = 0; thread < threads; ++thread) {
        writers.emplace_back([&, thread] {
          for (std::size_t i = thread; i < 200; i += threads) {
            zip.write(name_of(i), bytes_of(name_of(i)));
          }
        });
      }
    }
    zip.finish();
    return test::run("sha256sum < " + test::quoted(folder / file)).output;
  };
  EXPECT_EQ(write("one", 1), write("four", 4));
  const ZipInput zip(open_bytes(folder / "four"));
  EXPECT_EQ(zip.entries().size(), 200U);
  EXPECT_EQ(value_of(zip, "v/123"), "v/123");
}

TEST(Zip, ReplacesValues) {
  const test::TemporaryFolder folder;
  const auto put = [](ZipOutput& zip, const std::string& name, const std::string& value) {
    zip.place(name, value.size());
    zip.write(name, bytes_of(value));
  };
  ZipOutput output(folder / "a.zip");
  put(output, "a", "short");
  put(output, "b", "other");
  put(output, "b", "OTHER");  // in the same place
  put(output, "a", "longer");
  std::vector<std::byte> part(3);
  output.read("a", 1, part);
  EXPECT_EQ(text_of(part), "ong");
  output.finish();
  const ZipInput zip(open_bytes(folder / "a.zip"));
  EXPECT_EQ(value_of(zip, "a"), "longer");
  EXPECT_EQ(value_of(zip, "b"), "OTHER");
  EXPECT_LT(zip.find("b")->offset, zip.find("a")->offset);
}

// Most of the file is a hole, which takes no space.
TEST(Zip, MoreThan32Bits) {
  const test::TemporaryFolder folder;
  constexpr std::uint64_t many_bytes = std::uint64_t{5} << 30U;
  ZipOutput output(folder / "a.zip");
  output.place("hole", many_bytes);
  output.place("after", 5);
  output.write("after", bytes_of("value"));
  output.finish();
  const ZipInput zip(open_bytes(folder / "a.zip"));
  EXPECT_EQ(value_of(zip, "after"), "value");
  EXPECT_GT(zip.find("after")->offset, many_bytes);
  EXPECT_EQ(zip.find("hole")->bytes, many_bytes);
}

TEST(Zip, MoreThan16BitsOfEntries) {
  std::vector<test::ZipValue> values;
  for (std::size_t i = 0; i < 70'000; ++i) values.push_back({std::to_string(i), "x"});
  const std::string file = zip_of(values);
  const ZipInput zip(source_of(file));
  EXPECT_EQ(zip.entries().size(), 70'000U);
  EXPECT_EQ(value_of(zip, "69999"), "x");
}

TEST(Zip, LongValuesHaveTheirSizeInTheHeader) {
  ZipEntry entry{.name = "a", .bytes = std::uint64_t{1} << 33U, .offset = std::uint64_t{1} << 34U};
  entry.stored_bytes = entry.bytes;
  const std::string header = format_zip_header(entry);
  EXPECT_EQ(bytes_before_value(bytes_of(header).first(zip_header_bytes + 1), entry), header.size());
  const std::string record = format_zip_entry(entry);
  auto directory = bytes_of(record);
  const ZipEntry read = take_zip_entry(directory);
  EXPECT_TRUE(directory.empty());
  EXPECT_EQ(read.bytes, entry.bytes);
  EXPECT_EQ(read.stored_bytes, entry.bytes);
  EXPECT_EQ(read.offset, entry.offset);
}

}  // namespace
}  // namespace ncf::base
