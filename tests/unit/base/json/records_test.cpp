// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/json/records.hpp"

#include <gtest/gtest.h>

#include <array>

#include "base/memory/packed.hpp"
#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::base {
namespace {

enum class Shade { light, dark };
constexpr auto names_of(Shade /*any*/) {
  return std::to_array<std::string_view>({"light", "dark"});
}

struct Leaf {
  Shade shade = Shade::light;
  std::optional<char> mark;

  friend bool operator==(const Leaf&, const Leaf&) = default;
};
void fields(auto& archive, Leaf& leaf) { archive("shade", leaf.shade, "mark", leaf.mark); }

struct Branch {
  std::string name;
  bool is_bent = false;
  std::uint8_t count = 0;
  double seconds = 0;
  std::vector<std::string> notes;
  Leaf first;
  std::optional<Leaf> last;
  std::uint64_t checksum = 0;
  std::string options;
  TimePoint ended{};

  friend bool operator==(const Branch&, const Branch&) = default;
};
void fields(auto& archive, Branch& branch) {
  archive("name", branch.name, "bent", branch.is_bent, "count", unless_empty(branch.count),
          "seconds", thousandths(branch.seconds), "notes", unless_empty(branch.notes), "first",
          branch.first, "last", unless_empty(branch.last), "checksum", hexadecimal(branch.checksum),
          "options", embedded(branch.options), "ended", branch.ended);
}

Branch full_branch() {
  return {"b",
          true,
          7,
          1.5,
          {"note"},
          {Shade::dark, 'x'},
          Leaf{},
          0xFEU,
          R"({"a":1})",
          std::chrono::system_clock::from_time_t(1'800'000'000)};
}

Branch branch_of(std::string_view text, JsonReader::By by) {
  const Json json = parse_json(text);
  JsonReader members(json, by);
  Branch branch;
  fields(members, branch);
  if (by == JsonReader::By::user) members.require_all_known();
  return branch;
}

TEST(JsonRecords, AreObjects) {
  EXPECT_EQ(format_compact_json(to_json(full_branch())),
            R"({"name":"b","bent":true,"count":7,"seconds":1.500,"notes":["note"],)"
            R"("first":{"shade":"dark","mark":"x"},"last":{"shade":"light","mark":null},)"
            R"("checksum":"00000000000000fe","options":{"a":1},"ended":"2027-01-15T08:00:00Z"})");
  EXPECT_EQ(format_compact_json(to_json(Branch{})),
            R"({"name":"","bent":false,"seconds":0.000,"first":{"shade":"light","mark":null},)"
            R"("checksum":"0000000000000000","ended":"1970-01-01T00:00:00Z"})");
  EXPECT_EQ(format_compact_json(json_of("leaves", std::vector<Leaf>(1), "n", 2)),
            R"({"leaves":[{"shade":"light","mark":null}],"n":2})");
}

TEST(JsonRecords, AreReadAndPackedByTheSameList) {
  Branch branch = full_branch();
  branch.last->mark = 'y';
  EXPECT_EQ(branch_of(format_compact_json(to_json(branch)), JsonReader::By::ncf), branch);
  EXPECT_EQ(unpacked<Branch>(packed(branch)), branch);
}

TEST(JsonRecords, OfOthersAreChecked) {
  EXPECT_EQ(branch_of("{}", JsonReader::By::user), Branch());
  test::expect_table(
      [](std::string_view text) {
        return test::reason_of([&] { (void)branch_of(text, JsonReader::By::user); });
      },
      R"(
    {"nam": 1}                    -> nam: unknown member
    {"first": {"shape": 1}}       -> first.shape: unknown member
    {"name": 1}                   -> name: expected a text
    {"name": "\u0000"}            -> name: expected no NUL in a text
    {"bent": 1}                   -> bent: expected true or false
    {"count": 256}                -> count: expected a whole number in its range
    {"seconds": "1"}              -> seconds: expected a number
    {"notes": [1]}                -> notes: expected a list of texts
    {"first": []}                 -> first: expected an object
    {"first": {"shade": "red"}}   -> first.shade: expected one of light, dark
    {"first": {"mark": "xy"}}     -> first.mark: expected a text of one character
    {"checksum": "xy"}            -> checksum: expected hexadecimal digits
    {"ended": "now"}              -> ended: expected a time in UTC
  )");
}

TEST(JsonRecords, OfNcfAreWhole) {
  const std::string text = format_compact_json(to_json(Branch{}));
  EXPECT_EQ(branch_of(R"({"later": 1, )" + text.substr(1), JsonReader::By::ncf), Branch());
  EXPECT_EQ(test::reason_of([] { (void)branch_of(R"({"name": "b"})", JsonReader::By::ncf); }),
            "bent: missing");
}

}  // namespace
}  // namespace ncf::base
