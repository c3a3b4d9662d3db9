// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/references.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <span>

#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/table.hpp"

namespace ncf::store::zarr {
namespace {

namespace fs = std::filesystem;

const std::string zgroup = R"(".zgroup": "{\"zarr_format\": 2}")";

class ReferenceStore : public ::testing::Test {
 protected:
  ReferenceStore() {
    fs::create_directory(folder_ / "in");
    std::ofstream(folder_ / "in/data") << "0123456789";
    std::ofstream(folder_ / "outside") << "abc";
    fs::create_symlink("../outside", folder_ / "in/link");
  }

  /// Returns the value of the key "a", whose reference is `reference`.
  std::string read(const std::string& reference, bool follow_external = false,
                   const std::string& more = R"("version": 1)") {
    const std::string text =
        "{" + more + R"(, "refs": {)" + zgroup + R"(, "a": )" + reference + "}}";
    const auto table = parse_references(text, folder_ / "in");
    const auto bytes =
        open_references(table, follow_external, {})->read("a", /*max_bytes=*/1000).value();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  test::TemporaryFolder folder_;
};

TEST_F(ReferenceStore, ReadsTextsRangesAndFiles) {
  const auto value = [&](const std::string& reference) { return read(reference); };
  test::expect_table(value, R"(
    "text"          -> text
    {"b": [1, 2]}   -> {"b":[1,2]}
    ["data", 2, 3]  -> 234
    ["data", 10, 0] ->
    ["data"]        -> 0123456789
  )");
  EXPECT_EQ(read(R"("base64:AAE=")"), std::string("\0\1", 2));
  EXPECT_EQ(read("[\"file://" + (folder_ / "in/data").string() + "\", 0, 1]"), "0");
  EXPECT_EQ(read(R"(["{{u}}ta", 0, 1])", false, R"("version": 1, "templates": {"u": "da"})"), "0");
}

TEST_F(ReferenceStore, ReadsPartsAndLists) {
  const auto table = parse_references(
      "{" + zgroup + R"(, "v/0": ["data", 2, 5], "v/w/1": "x", "u": ""})", folder_ / "in");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->names(), (std::vector<std::string>{".zgroup", "u", "v"}));
  EXPECT_EQ(table->range_bytes(), 5U);
  const auto store = open_references(table, false, {});
  std::string part(2, ' ');
  EXPECT_TRUE(store->read_part("v/0", 3, std::as_writable_bytes(std::span(part))));
  EXPECT_EQ(part, "56");
  EXPECT_FALSE(store->read_part("v/1", 0, {}));
  EXPECT_EQ(store->size_bytes("v/0"), 5U);
  EXPECT_FALSE(store->size_bytes("v"));
  const auto entries = store->list("v");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_TRUE(!entries[0].is_folder && entries[1].is_folder);
  EXPECT_EQ(test::reason_of(
                [&] { (void)store->read_part("v/0", 4, std::as_writable_bytes(std::span(part))); }),
            "v/0: is cut short");
}

TEST_F(ReferenceStore, ReadsOutsideFilesOnlyIfAsked) {
  EXPECT_EQ(test::reason_of([&] { (void)read(R"(["link", 0, 3])"); }),
            "a: its bytes are in link, outside the folder of the references; --follow-external "
            "reads them");
  EXPECT_EQ(test::reason_of([&] { (void)read(R"(["../outside"])"); }),
            "a: its bytes are in ../outside, outside the folder of the references; "
            "--follow-external reads them");
  EXPECT_EQ(read(R"(["link", 0, 3])", true), "abc");
  EXPECT_EQ(read(R"(["../outside"])", true), "abc");
}

TEST_F(ReferenceStore, NamesWhatCannotBeRead) {
  const auto error = [&](const std::string& reference) {
    return test::reason_of([&] { (void)read(reference); });
  };
  test::expect_table(error, R"(
    ["data", 8, 3]                   -> a: its 3 bytes from 8 on are beyond the end of data, which \
                                        has 10
    ["s3://bucket/data", 8, 3]       -> a: its bytes are on a server, at s3://bucket/data; \
                                        --follow-external reads them
    ["data", -1, 3]                  -> a: -1 and 3 are not an offset and a length
    ["data", 9223372036854775807, 3] -> a: 9223372036854775807 and 3 are not an offset and a length
    ["data", 1]                      -> a: expected [FILE] or [FILE, OFFSET, LENGTH]
    [null, 1, 2]                     -> a: expected [FILE] or [FILE, OFFSET, LENGTH]
    7                                -> a: a reference is a text, or a list of a file and a range
    "base64:A"                       -> a: incorrect base64
  )");
  EXPECT_NE(error(R"(["missing", 0, 1])").find("no such file"), std::string::npos);
  EXPECT_NE(error(R"(["../in", 0, 1])").find("is not a file"), std::string::npos);
}

TEST_F(ReferenceStore, RecognizesReferences) {
  const auto parse = [&](const std::string& text) {
    return parse_references(text, folder_ / "in");
  };
  EXPECT_FALSE(parse("{}"));
  EXPECT_FALSE(parse(R"({"refs": {}, "type": "FeatureCollection"})"));
  EXPECT_TRUE(parse("{" + zgroup + "}"));
  EXPECT_TRUE(parse(R"({"version": 0, "refs": {}})"));
  EXPECT_EQ(test::reason_of([&] { parse(R"({"version": 2, "refs": {}})"); }),
            "references of version 2, expected 0 or 1");
  EXPECT_EQ(test::reason_of([&] { parse(R"({"version": 1, "refs": []})"); }),
            "\"refs\" is not a JSON object");
  EXPECT_EQ(test::reason_of([&] { parse(R"({"version": 1, "gen": [{}], "refs": {}})"); }),
            "references that are generated (\"gen\"); write them out with kerchunk");
  EXPECT_EQ(test::reason_of([&] { parse("{" + zgroup + R"(, "../a": "x"})"); }),
            "'../a' cannot be a key of a Zarr store");
  for (const std::string name : {"{{v}}", "{{u", "{{f(u=1)}}"}) {
    EXPECT_EQ(
        test::reason_of([&] {
          parse(R"({"version": 1, "templates": {"u": "x"}, "refs": {"a": [")" + name + R"("]}})");
        }),
        "a: " + name +
            ": only templates that are plain texts are read; write the references out with "
            "kerchunk");
  }
}

}  // namespace
}  // namespace ncf::store::zarr
