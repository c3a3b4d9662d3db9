// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_attributes.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/files.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

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
