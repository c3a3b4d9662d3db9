// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/folders.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <set>
#include <utility>

#include "support/errors.hpp"

namespace ncf {

void PrintTo(const PluginFolder& folder, std::ostream* stream) {
  *stream << folder.path << " (" << describe(folder.origin) << (folder.readable ? ")" : ", no)");
}

namespace plugin {
namespace {

using Origin = PluginFolderOrigin;
using Folders = std::vector<PluginFolder>;

// A disk on which these paths exist.
Probe disk(std::set<std::string> paths) {
  return [paths = std::move(paths)](const std::string& path) { return paths.count(path) != 0; };
}

bool everywhere(const std::string&) { return true; }

SearchInputs inputs() { return {{}, std::nullopt, "/opt/ncf/plugins", "/usr/lib/hdf5/plugins"}; }

const PluginFolder own{"/opt/ncf/plugins", Origin::own, true};
const PluginFolder hdf5_default{"/usr/lib/hdf5/plugins", Origin::hdf5_default, true};

TEST(SearchPath, IsOursThenHdf5sByDefault) {
  EXPECT_EQ(search_path(inputs(), everywhere), (Folders{own, hdf5_default}));
}

TEST(SearchPath, PutsOptionsFirstThenTheEnvironment) {
  SearchInputs all = inputs();
  all.options = {"mine", "/theirs"};
  all.environment = "/env/a:/env/b";
  EXPECT_EQ(search_path(all, everywhere), (Folders{{"mine", Origin::option, true},
                                                   {"/theirs", Origin::option, true},
                                                   {"/env/a", Origin::environment, true},
                                                   {"/env/b", Origin::environment, true},
                                                   own,
                                                   hdf5_default}));
}

TEST(SearchPath, TakesHdf5sDefaultOffWhereTheVariableIsSetToNothing) {
  SearchInputs nothing = inputs();
  nothing.environment = "";
  EXPECT_EQ(search_path(nothing, everywhere), (Folders{own}));
}

TEST(SearchPath, PassesOverEmptyPartsOfTheVariable) {
  for (const char* text : {"/a:/b", ":/a:/b", "/a::/b", "/a:/b:", "::/a:::/b::"}) {
    SearchInputs with_gaps = inputs();
    with_gaps.environment = text;
    EXPECT_EQ(search_path(with_gaps, everywhere), (Folders{{"/a", Origin::environment, true},
                                                           {"/b", Origin::environment, true},
                                                           own,
                                                           hdf5_default}))
        << text;
  }
  SearchInputs only_gaps = inputs();
  only_gaps.environment = "::";
  EXPECT_EQ(search_path(only_gaps, everywhere), (Folders{own, hdf5_default}));
}

// The table of ncf-plugins.7, with and without --plugin-path before it.
TEST(SearchPath, ObeysHdf5PluginPathInAllItsCases) {
  const PluginFolder a{"/a", Origin::environment, true};
  const PluginFolder b{"/b", Origin::environment, true};
  const std::vector<std::pair<std::optional<std::string>, Folders>> cases{
      {std::nullopt, {own, hdf5_default}},
      {"", {own}},
      {"/a:/b", {a, b, own, hdf5_default}},
      {"/a", {a, own, hdf5_default}},
      {":", {own, hdf5_default}},
      {"/usr/lib/hdf5/plugins", {{"/usr/lib/hdf5/plugins", Origin::environment, true}, own}},
  };
  for (const auto& [variable, expected] : cases) {
    SearchInputs run_time = inputs();
    run_time.environment = variable;
    EXPECT_EQ(search_path(run_time, everywhere), expected) << variable.value_or("not set");
    run_time.options = {"/option"};
    Folders after_option{{"/option", Origin::option, true}};
    after_option.insert(after_option.end(), expected.begin(), expected.end());
    EXPECT_EQ(search_path(run_time, everywhere), after_option) << variable.value_or("not set");
  }
}

TEST(SearchPath, ListsAFolderOnceAtItsFirstPlace) {
  SearchInputs twice = inputs();
  twice.options = {"/usr/lib/hdf5/plugins/"};
  twice.environment = "/opt/ncf/plugins:/a:/a/";
  EXPECT_EQ(search_path(twice, everywhere),
            (Folders{{"/usr/lib/hdf5/plugins", Origin::option, true},
                     {"/opt/ncf/plugins", Origin::environment, true},
                     {"/a", Origin::environment, true}}));
}

TEST(SearchPath, KeepsTheRoot) {
  SearchInputs root = inputs();
  root.options = {"//"};
  EXPECT_EQ(search_path(root, everywhere).front(), (PluginFolder{"/", Origin::option, true}));
}

TEST(SearchPath, MarksFoldersThatAreNotThere) {
  SearchInputs some = inputs();
  some.options = {"/gone"};
  EXPECT_EQ(search_path(some, disk({"/usr/lib/hdf5/plugins"})),
            (Folders{{"/gone", Origin::option, false},
                     {"/opt/ncf/plugins", Origin::own, false},
                     hdf5_default}));
}

TEST(SearchPath, RefusesAnEmptyOption) {
  SearchInputs empty = inputs();
  empty.options = {"/a", ""};
  EXPECT_EQ(test::reason_of([&] { search_path(empty, everywhere); }, ErrorCode::usage),
            "empty folder name in the plugin path");
}

TEST(SearchPath, SaysInWordsWhyAFolderIsSearched) {
  EXPECT_EQ(describe(Origin::option), "--plugin-path");
  EXPECT_EQ(describe(Origin::environment), "HDF5_PLUGIN_PATH");
  EXPECT_EQ(describe(Origin::own), "ncf's own");
  EXPECT_EQ(describe(Origin::hdf5_default), "HDF5's default");
}

TEST(OwnFolder, IsBelowTheLibraryFolderOfAnInstallation) {
  EXPECT_EQ(find_own_folder("/usr/local/lib/libncf.so.0.1.0", "lib/ncf/plugins",
                            disk({"/usr/local/lib/ncf/plugins", "/usr/local/plugins"})),
            "/usr/local/lib/ncf/plugins");
  EXPECT_EQ(find_own_folder("/usr/lib/x86_64-linux-gnu/libncf.so.0.1.0",
                            "lib/x86_64-linux-gnu/ncf/plugins",
                            disk({"/usr/lib/x86_64-linux-gnu/ncf/plugins"})),
            "/usr/lib/x86_64-linux-gnu/ncf/plugins");
}

TEST(OwnFolder, IsFoundFromAProgramThatHoldsTheLibrary) {
  EXPECT_EQ(find_own_folder("/opt/ncf/bin/program", "lib64/ncf/plugins",
                            disk({"/opt/ncf/lib64/ncf/plugins"})),
            "/opt/ncf/lib64/ncf/plugins");
  EXPECT_EQ(find_own_folder("/opt/bin/program", "/elsewhere/ncf/plugins",
                            disk({"/elsewhere/ncf/plugins"})),
            "/elsewhere/ncf/plugins");
}

TEST(OwnFolder, IsTheBuildTreesWhereThereIsOne) {
  const Probe build_tree = disk({"/src/build/dev/CMakeCache.txt", "/src/build/dev/plugins"});
  EXPECT_EQ(find_own_folder("/src/build/dev/lib/libncf.so.0.1.0", "lib/ncf/plugins", build_tree),
            "/src/build/dev/plugins");
  EXPECT_EQ(find_own_folder("/src/build/dev/tests/unit_plugin", "lib/ncf/plugins", build_tree),
            "/src/build/dev/plugins");
}

TEST(OwnFolder, IsNotSomebodysFolderOfThatName) {
  EXPECT_EQ(find_own_folder("/usr/local/lib/libncf.so.0.1.0", "lib/ncf/plugins",
                            disk({"/usr/local/plugins"})),
            "/usr/local/lib/ncf/plugins");
}

}  // namespace
}  // namespace plugin
}  // namespace ncf
