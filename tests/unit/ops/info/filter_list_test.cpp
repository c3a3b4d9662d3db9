// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses libraries that do not exist.
#include "ncf/filter_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/json_at.hpp"

namespace ncf {
namespace {

PluginLibrary library(const std::string& path) {
  PluginLibrary made;
  made.path = path;
  return made;
}

FilterFactsRow row_of(const std::vector<PluginLibrary>& libraries, std::uint32_t id) {
  const auto rows = list_filters(libraries);
  const auto found =
      std::find_if(rows.begin(), rows.end(), [id](const auto& row) { return row.id == id; });
  return found == rows.end() ? FilterFactsRow{} : *found;
}

TEST(FilterList, KnowsWhatIsBuiltInAndWhatIsMissing) {
  const FilterFactsRow deflate = row_of({}, 1);
  EXPECT_TRUE(deflate.is_built_in && deflate.encode && deflate.decode);
  EXPECT_FALSE(deflate.is_missing());
  const FilterFactsRow sz = row_of({}, 32017);
  EXPECT_TRUE(sz.is_missing());
  EXPECT_EQ(sz.provided_by, "the Python package hdf5plugin");
}

TEST(FilterList, TakesWhatLibrariesGive) {
  PluginLibrary reads_only = library("/a/libsz.so");
  reads_only.filter = FilterInterface{32017, "SZ", 2, false, true};
  const FilterFactsRow sz = row_of({reads_only}, 32017);
  EXPECT_EQ(sz.name, "sz");
  EXPECT_FALSE(sz.encode);
  EXPECT_TRUE(sz.decode);
  EXPECT_FALSE(sz.is_missing());
  EXPECT_EQ(sz.plugin.filter_library, "/a/libsz.so");
}

TEST(FilterList, ListsWhatNobodyRegistered) {
  PluginLibrary filter = library("/a/libx.so");
  filter.filter = FilterInterface{478, "of somebody", 2, true, true};
  EXPECT_EQ(row_of({filter}, 478).name, "");  // it has no name for -F
  PluginLibrary codec = library("/a/liby.so");
  codec.codecs = {{"somebodys", 479, false}};
  const FilterFactsRow alone = row_of({codec}, 479);
  EXPECT_EQ(alone.name, "somebodys");
  EXPECT_EQ(alone.codecs, std::vector<std::string>{"somebodys"});
  EXPECT_TRUE(alone.is_missing());
}

TEST(FilterList, SaysTheSameAsTextAndAsJson) {
  PluginLibrary filter = library("/a/libx.so");
  filter.filter = FilterInterface{478, "of somebody", 2, true, true};
  PluginLibrary codec = library("/b/liby.so");
  codec.codecs = {{"somebodys", 478, false}};
  const std::vector<FilterFactsRow> row{row_of({filter, codec}, 478)};
  EXPECT_EQ(format_filters(row),
            "id   name       codec      encode  decode  interfaces  parameters  library\n"
            "478  somebodys  somebodys  yes     yes     hdf5,codec  -           /a/libx.so, "
            "/b/liby.so\n");
  const auto json = base::parse_json(format_filters_json(row)).elements.at(0);
  EXPECT_EQ(test::at(json, "id"), base::Json(478));
  EXPECT_EQ(test::at(json, "interfaces"), base::Json((std::vector<std::string>{"hdf5", "codec"})));
  EXPECT_EQ(test::at(json, "codec_library"), base::Json("/b/liby.so"));
  EXPECT_EQ(test::at(json, "kernel_library"), base::Json());
  EXPECT_EQ(test::at(json, "provided_by"), base::Json());
}

}  // namespace
}  // namespace ncf
