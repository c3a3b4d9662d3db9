// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/loader.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <cstdlib>
#include <filesystem>

#include "ncf/error.hpp"
#include "plugin/availability.hpp"
#include "plugin/shared_library.hpp"
#include "support/files.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

using Loader = test::PluginTest;

TEST_F(Loader, FindsTheInterfacesOfAFilterWhereverTheyAre) {
  search({test::plugin_group("pair")});
  const auto filter = load_filter(400);
  ASSERT_TRUE(filter.has_value());
  EXPECT_EQ(filter->library, test::plugin_group("pair") + "/libxor_filter.so");
  EXPECT_EQ(load_codec(400)->facts.name, "xor");
  EXPECT_FALSE(find_kernel(400).has_value());
  EXPECT_FALSE(load_filter(499).has_value());
}

TEST_F(Loader, ObeysTheOrderOfTheSearch) {
  search({test::plugin_group("other"), test::plugin_group("pair")});
  EXPECT_EQ(load_codec(400)->facts.name, "xor-other");
  search({test::plugin_group("defaults"), test::plugin_group("pair")});
  EXPECT_EQ(load_codec(400)->facts.name, "xor");
  search({test::plugin_group("defaults")});
  EXPECT_EQ(load_codec(400)->facts.name, "xor-default");
}

TEST_F(Loader, TakesLinkedKernelsFirstAndThoseOfPluginsNext) {
  const auto linked = find_kernel(3);
  ASSERT_TRUE(linked.has_value());
  EXPECT_EQ(linked->kernel.name(), "fletcher32");
  EXPECT_EQ(linked->library, "");
  const auto of_plugin = find_kernel(32015);
  ASSERT_TRUE(of_plugin.has_value());
  EXPECT_EQ(of_plugin->kernel.name(), "zstd");
  EXPECT_EQ(of_plugin->library, std::string(std::getenv("NCF_PLUGINS")) + "/libncf_zstd.so");
}

TEST_F(Loader, TakesTheFilterWhoseKernelIsOfAnotherVersion) {
  search({test::plugin_group("other_kernel")});
  EXPECT_TRUE(load_filter(404).has_value());
  EXPECT_FALSE(find_kernel(404).has_value());
}

// Otherwise the test would hang.
TEST_F(Loader, OpensNoAvoidedLibrary) {
  search({test::plugin_group("ending"), test::plugin_group("pair")});
  ::setenv("NCF_ENDING_WHEN_LOADED", "hang", 1);
  {
    const AvoidedLibraries avoided({test::plugin_group("ending") + "/libending.so"});
    EXPECT_FALSE(load_filter(405).has_value());
    EXPECT_TRUE(load_filter(400).has_value());
  }
  ::unsetenv("NCF_ENDING_WHEN_LOADED");
  EXPECT_TRUE(load_filter(405).has_value());
}

TEST_F(Loader, OpensNothingThatItNeedNot) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary / "plugins";
  std::filesystem::create_directory(folder);
  const auto copy = [&](const std::string& group, const std::string& from, const std::string& to) {
    std::filesystem::copy_file(test::plugin_group(group) + "/" + from, folder + "/" + to);
    return folder + "/" + to;
  };
  // Either would be opened earlier: by its name, and by its own interface.
  const std::string codec = copy("pair", "libxor_codec.so", "liba.so");
  const std::string unlikely = copy("old", "libold_filter.so", "libb.so");
  const std::string likely = copy("pair", "libxor_filter.so", "libz400.so");
  search({folder});
  EXPECT_EQ(load_filter(400)->library, likely);
  EXPECT_FALSE(SharedLibrary::find_loaded(codec).has_value());
  EXPECT_FALSE(SharedLibrary::find_loaded(unlikely).has_value());
}

TEST_F(Loader, MakesClassesOfVersion1AvailableToLibhdf5) {
  search({test::plugin_group("old")});
  EXPECT_EQ(find_availability(401),
            (FilterAvailability{true, true, test::plugin_group("old") + "/libold_filter.so"}));
  EXPECT_NO_THROW(require_filter(401, FilterUse::encode, "/t2m"));
}

// Each of two codecs of one filter is found by its name.
TEST_F(Loader, FindsCodecsByName) {
  search({test::plugin_group("pair"), test::plugin_group("other"), test::plugin_group("defaults")});
  for (const char* name : {"xor", "xor-other", "xor-default", "not"}) {
    const auto codec = load_codec(std::string_view(name));
    ASSERT_TRUE(codec.has_value()) << name;
    EXPECT_EQ(codec->facts.name, name);
  }
  EXPECT_FALSE(load_codec(std::string_view("lzma")).has_value());
}

TEST_F(Loader, SearchesTheFoldersAProgramGaveToLibhdf5) {
  search({});
  EXPECT_FALSE(find_availability(400).has_value());
  H5PLappend(test::plugin_group("pair").c_str());
  EXPECT_EQ(find_availability(400),
            (FilterAvailability{true, true, test::plugin_group("pair") + "/libxor_filter.so"}));
  unregister_filter(400);
}

TEST_F(Loader, ObeysWhoForbidsPlugins) {
  search({test::plugin_group("pair")});
  H5PLset_loading_state(0);
  EXPECT_FALSE(load_filter(400).has_value());
  EXPECT_FALSE(load_codec(400).has_value());
  EXPECT_FALSE(find_kernel(32015).has_value());
  EXPECT_TRUE(find_kernel(3).has_value());
  H5PLset_loading_state(H5PL_ALL_PLUGIN);
}

TEST_F(Loader, PassesOverLibrariesThatCannotBeUsed) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary / "plugins";
  std::filesystem::create_directory(folder);
  for (const char* name : {"half", "no_class", "wrong_id", "no_entry", "codec_version"}) {
    std::filesystem::copy_file(test::plugin_group("broken") + "/lib" + name + ".so",
                               folder + "/lib" + name + ".so");
  }
  search({folder, test::plugin_group("pair")});
  EXPECT_EQ(load_filter(400)->library, test::plugin_group("pair") + "/libxor_filter.so");
  EXPECT_FALSE(load_codec(402).has_value());
}

}  // namespace
}  // namespace ncf::plugin
