// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses no disk: the contents of libraries are passed in.
#include <gtest/gtest.h>

#include "ncf/plugins.hpp"
#include "plugin/folders.hpp"

namespace ncf {
namespace {

constexpr std::uint32_t zstd = 32015;

PluginLibrary with_filter(const std::string& path, std::uint32_t id = zstd) {
  PluginLibrary library;
  library.path = path;
  library.filter = FilterInterface{id, "a filter", 2, true, true};
  return library;
}

PluginLibrary with_codec(const std::string& path, const std::string& name,
                         bool is_default = false) {
  PluginLibrary library;
  library.path = path;
  library.codecs = {{name, zstd, is_default}};
  return library;
}

PluginLibrary with_everything(const std::string& path) {
  PluginLibrary library = with_filter(path);
  library.codecs = {{"zstd", zstd, false}};
  library.kernel = KernelInterface{zstd, "zstd"};
  return library;
}

PairedFilter paired(const std::vector<PluginLibrary>& libraries) {
  const auto filters = pair_libraries(libraries);
  EXPECT_EQ(filters.size(), 1U);
  return filters.at(0);
}

TEST(Pairing, OfOneLibraryWithAll) {
  const PairedFilter filter = paired({with_everything("/a/libz.so")});
  EXPECT_EQ(filter.id, zstd);
  EXPECT_EQ(filter.filter_library, "/a/libz.so");
  EXPECT_EQ(filter.codec_library, "/a/libz.so");
  EXPECT_EQ(filter.kernel_library, "/a/libz.so");
  EXPECT_TRUE(filter.shadowed.empty());
}

TEST(Pairing, OfAFilterAndACodecInEitherOrder) {
  for (const auto& libraries :
       {std::vector{with_filter("/a/libf.so"), with_codec("/a/libc.so", "zstd")},
        std::vector{with_codec("/a/libc.so", "zstd"), with_filter("/b/libf.so")}}) {
    const PairedFilter filter = paired(libraries);
    EXPECT_TRUE(filter.filter_library.ends_with("/libf.so"));
    EXPECT_EQ(filter.codec_library, "/a/libc.so");
    EXPECT_EQ(filter.kernel, std::nullopt);
    EXPECT_TRUE(filter.shadowed.empty());
  }
}

TEST(Pairing, KeepsAFilterWithoutCodecAndACodecWithoutFilter) {
  EXPECT_EQ(paired({with_filter("/a/libf.so")}).codec, std::nullopt);
  EXPECT_EQ(paired({with_codec("/a/libc.so", "zstd")}).filter, std::nullopt);
}

TEST(Pairing, TakesTheFirstAndNamesTheOthers) {
  const PairedFilter filter = paired({with_filter("/a/libf.so"), with_codec("/b/libz.so", "zstd"),
                                      with_codec("/c/libc.so", "other")});
  EXPECT_EQ(filter.filter_library, "/a/libf.so");
  EXPECT_EQ(filter.codec_library, "/b/libz.so");
  EXPECT_EQ(filter.shadowed, std::vector<std::string>{"/c/libc.so"});
}

TEST(Pairing, TakesTheFilterBesideTheKernel) {
  const PairedFilter filter = paired({with_filter("/a/libf.so"), with_codec("/a/libg.so", "first"),
                                      with_everything("/b/libz.so")});
  EXPECT_EQ(filter.filter_library, "/b/libz.so");
  EXPECT_EQ(filter.kernel_library, "/b/libz.so");
  EXPECT_EQ(filter.codec_library, "/a/libg.so");
  EXPECT_EQ(filter.shadowed, (std::vector<std::string>{"/a/libf.so", "/b/libz.so"}));
  const PairedFilter twice = paired(
      {with_everything("/a/libz.so"), with_filter("/b/libf.so"), with_everything("/c/libz.so")});
  EXPECT_EQ(twice.filter_library, "/a/libz.so");
  EXPECT_EQ(twice.shadowed, (std::vector<std::string>{"/b/libf.so", "/c/libz.so"}));
}

TEST(Pairing, UsesADefaultOnlyWhereThereIsNoOther) {
  const PluginLibrary defaults = with_codec("/a/libdefaults.so", "by default", true);
  EXPECT_EQ(paired({defaults, with_filter("/a/libf.so")}).codec->name, "by default");
  const PairedFilter with_own = paired({defaults, with_codec("/b/libc.so", "its own")});
  EXPECT_EQ(with_own.codec->name, "its own");
  EXPECT_TRUE(with_own.shadowed.empty());
}

TEST(Pairing, PrefersTheFileNamedAfterTheFilterWithinAFolder) {
  const PairedFilter filter = paired(
      {with_filter("/a/liba.so"), with_filter("/a/libh5zstd.so"), with_filter("/b/libzstd.so")});
  EXPECT_EQ(filter.filter_library, "/a/libh5zstd.so");
  EXPECT_EQ(filter.shadowed, (std::vector<std::string>{"/a/liba.so", "/b/libzstd.so"}));
}

TEST(Pairing, OrdersFiltersById) {
  const auto filters = pair_libraries({with_filter("/a/libz.so"), with_filter("/a/liby.so", 307)});
  ASSERT_EQ(filters.size(), 2U);
  EXPECT_EQ(filters[0].id, 307U);
  EXPECT_EQ(filters[1].id, zstd);
}

TEST(NamedAfter, KnowsNamesAliasesAndNumbers) {
  EXPECT_TRUE(plugin::is_named_after("/a/libncf_bzip2.so", 307));
  EXPECT_TRUE(plugin::is_named_after("/a/libh5bz2.so.1", 307));
  EXPECT_TRUE(plugin::is_named_after("/a/libh5z499.so", 499));
  EXPECT_FALSE(plugin::is_named_after("/bzip2/liba.so", 307));
  EXPECT_EQ(plugin::likely_first({"liba.so", "libbz2.so", "libc.so"}, 307),
            (std::vector<std::string>{"libbz2.so", "liba.so", "libc.so"}));
}

}  // namespace
}  // namespace ncf
