// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses the real libhdf5 and the plugins of this build, which it finds relative to this program.
#include "plugin/availability.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "plugin/folders.hpp"
#include "plugin/shared_library.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::plugin {
namespace {

// Not registered: HDF5 reserves ids from 256 to 511 for experiments.
constexpr std::uint32_t unknown_filter = 499;
constexpr std::uint32_t sz_filter = 32017;  // known, and not in Debian
constexpr std::uint32_t reading_filter = 498;

const std::string& built_plugins() {
  static const std::string folder = std::getenv("NCF_PLUGINS");
  return folder;
}

std::size_t pass_through(unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*,
                         void**) {
  return bytes;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(width, ' ');
  return text;
}

class Availability : public testing::Test {
 protected:
  // HDF5's default folder holds the machine's plugins; the tests do not search it.
  void SetUp() override {
    setenv("HDF5_PLUGIN_PATH", "", 1);
    set_plugin_path({});
  }

  static std::string failure_of(std::uint32_t id, FilterUse use, const std::string& variable,
                                ErrorCode expected_code) {
    return test::reason_of([&] { require_filter(id, use, variable); }, expected_code);
  }
};

TEST_F(Availability, FindsThePluginsOfThisBuildWithoutAnyHelp) {
  EXPECT_EQ(plugin_folders(),
            (std::vector<PluginFolder>{{built_plugins(), PluginFolderOrigin::own, true}}));
  EXPECT_EQ(find_availability(307),
            (FilterAvailability{true, true, built_plugins() + "/libncf_bzip2.so"}));
  EXPECT_EQ(find_availability(32015),
            (FilterAvailability{true, true, built_plugins() + "/libncf_zstd.so"}));
}

TEST_F(Availability, SearchesTheFoldersOfScopesWhileTheyLive) {
  const auto searched = [] {
    std::vector<std::string> paths;
    for (const PluginFolder& folder : plugin_folders()) paths.push_back(folder.path);
    return paths;
  };
  {
    const PluginPathScope outer({"/outer"});
    {
      const PluginPathScope inner({"/inner", "/outer"});
      EXPECT_EQ(searched(), (std::vector<std::string>{"/inner", "/outer", built_plugins()}));
    }
    EXPECT_EQ(searched(), (std::vector<std::string>{"/outer", built_plugins()}));
    EXPECT_THROW(const PluginPathScope wrong({""}), Error);
    EXPECT_EQ(searched(), (std::vector<std::string>{"/outer", built_plugins()}));
  }
  EXPECT_EQ(searched(), std::vector<std::string>{built_plugins()});
}

TEST_F(Availability, KnowsWhatIsBuiltInToHdf5) {
  EXPECT_EQ(find_availability(H5Z_FILTER_DEFLATE), (FilterAvailability{true, true, ""}));
}

TEST_F(Availability, KnowsWhatIsNotThere) {
  EXPECT_EQ(find_availability(unknown_filter), std::nullopt);
  EXPECT_EQ(find_availability(0x80000000), std::nullopt);
}

TEST_F(Availability, HandsReadableFoldersToHdf5) {
  const test::TemporaryFolder folder;
  const std::string here = folder / "here";
  std::filesystem::create_directory(here);
  setenv("HDF5_PLUGIN_PATH", (folder / "none").c_str(), 1);
  set_plugin_path({here});
  char first[4096];
  ASSERT_GT(H5PLget(0, first, sizeof first), 0);
  EXPECT_EQ(first, here);
  char second[4096];
  ASSERT_GT(H5PLget(1, second, sizeof second), 0);
  EXPECT_EQ(second, built_plugins());
}

// libhdf5 alone stops its search at the link and does not reach the next folder.
TEST_F(Availability, SearchesOnWhereLibhdf5GivesUp) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary / "plugins";
  std::filesystem::create_directory(folder);
  std::filesystem::create_symlink("/nowhere", folder + "/libgone.so");
  set_plugin_path({folder});
  EXPECT_EQ(find_availability(32015),
            (FilterAvailability{true, true, built_plugins() + "/libncf_zstd.so"}));
}

TEST_F(Availability, AsksForNothingMoreWhereAFilterIsThere) {
  EXPECT_NO_THROW(require_filter(307, FilterUse::encode, "/t2m"));
  EXPECT_NO_THROW(require_filter(307, FilterUse::decode, "/t2m"));
}

TEST_F(Availability, SaysWhereItLookedForAMissingFilter) {
  set_plugin_path({"/nowhere", "/proc/self/exe"});
  const std::size_t width = std::max(built_plugins().size(), std::string("/proc/self/exe").size());
  EXPECT_EQ(failure_of(sz_filter, FilterUse::decode, "/group/t2m", ErrorCode::not_found),
            "variable /group/t2m: filter 32017 (sz) is not available\n"
            "  searched:\n"
            "    " +
                padded("/nowhere", width) +
                "  --plugin-path, no such folder\n"
                "    " +
                padded("/proc/self/exe", width) +
                "  --plugin-path, cannot be read\n"
                "    " +
                padded(built_plugins(), width) +
                "  ncf's own\n"
                "  provided by: the Python package hdf5plugin");
}

TEST_F(Availability, NamesLibrariesThatCannotBeLoaded) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary / "plugins";
  std::filesystem::create_directory(folder);
  const std::string broken = folder + "/libbroken.so";
  std::ofstream(broken) << std::string(1000, 'x');
  set_plugin_path({folder});
  const std::size_t width = std::max(folder.size(), built_plugins().size());
  EXPECT_EQ(failure_of(unknown_filter, FilterUse::encode, "", ErrorCode::not_found),
            "filter 499 is not available\n"
            "  searched:\n"
            "    " +
                padded(folder, width) +
                "  --plugin-path\n"
                "    " +
                padded(built_plugins(), width) +
                "  ncf's own\n"
                "  cannot be used: " +
                broken + ": not a shared library (no ELF file)");
}

// On some machines Debian's plugin of lzf is such a library.
TEST_F(Availability, DoesNotNameABrokenLibraryOfAnotherFilter) {
  const test::TemporaryFolder folder;
  for (const char* name : {"libh5LZF.so", "libh5sz.so"}) {
    std::ofstream(folder / name) << std::string(1000, 'x');
  }
  set_plugin_path({folder.path()});
  constexpr std::uint32_t sz = 32017;
  const std::string message = failure_of(sz, FilterUse::encode, "", ErrorCode::not_found);
  EXPECT_NE(message.find("cannot be used: " + (folder / "libh5sz.so").string()), std::string::npos);
  EXPECT_EQ(message.find("LZF"), std::string::npos) << message;
}

// For example, libraries that the program is linked to, or that libhdf5 loaded.
TEST_F(Availability, PassesOverLoadedLibrariesThatAreNoPlugins) {
  const test::TemporaryFolder folder;
  const auto copy = [&](const std::string& from, const char* to) {
    std::filesystem::copy_file(std::string(NCF_TEST_PLUGINS) + from, folder / to);
    return folder / to;
  };
  SharedLibrary::open(copy("/broken/libhalf.so", "liba.so"));
  const std::string filter = copy("/pair/libxor_filter.so", "libb.so");
  set_plugin_path({folder.path()});
  EXPECT_EQ(find_availability(400), (FilterAvailability{true, true, filter}));
  unregister_filter(400);
}

// libhdf5, asked for the filter, would load it into this process.
TEST_F(Availability, OutlivesLibrariesThatCrash) {
  const test::TemporaryFolder folder;
  const std::string crashing = folder / "libcrash.so";
  std::filesystem::copy_file(std::string(NCF_TEST_PLUGINS) + "/broken/libcrash.so", crashing);
  set_plugin_path({folder.path()});
  const std::string message =
      failure_of(unknown_filter, FilterUse::encode, "", ErrorCode::not_found);
  EXPECT_NE(message.find("\n  cannot be used: " + crashing + ": "), std::string::npos) << message;
  EXPECT_TRUE(message.ends_with(" when it is loaded")) << message;
}

TEST_F(Availability, SaysThatPluginsAreForbidden) {
  H5PLset_loading_state(0);
  EXPECT_EQ(failure_of(sz_filter, FilterUse::decode, "", ErrorCode::not_found),
            "filter 32017 (sz) is not available\n"
            "  this program forbids HDF5 to load plugins\n"
            "  provided by: the Python package hdf5plugin");
  setenv("HDF5_PLUGIN_PRELOAD", "::", 1);
  EXPECT_EQ(failure_of(sz_filter, FilterUse::decode, "", ErrorCode::not_found),
            "filter 32017 (sz) is not available\n"
            "  HDF5_PLUGIN_PRELOAD is \"::\", so HDF5 loads no plugins\n"
            "  provided by: the Python package hdf5plugin");
  unsetenv("HDF5_PLUGIN_PRELOAD");
  H5PLset_loading_state(H5PL_ALL_PLUGIN);
}

TEST_F(Availability, TellsReadingFromWriting) {
  const H5Z_class2_t reads_only{H5Z_CLASS_T_VERS, reading_filter, 0,       1,
                                "reads only",     nullptr,        nullptr, pass_through};
  ASSERT_GE(H5Zregister(&reads_only), 0);
  EXPECT_EQ(find_availability(reading_filter), (FilterAvailability{false, true, ""}));
  EXPECT_NO_THROW(require_filter(reading_filter, FilterUse::decode, "/t2m"));
  EXPECT_EQ(failure_of(reading_filter, FilterUse::encode, "/t2m", ErrorCode::unsupported),
            "variable /t2m: filter 498 cannot write here; it was built to read only");
  H5Zunregister(reading_filter);
}

TEST_F(Availability, LeavesHdf5sPrintingAsItWas) {
  H5E_auto2_t before = nullptr;
  H5E_auto2_t after = nullptr;
  void* data = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &before, &data);
  testing::internal::CaptureStderr();
  find_availability(unknown_filter);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  H5Eget_auto2(H5E_DEFAULT, &after, &data);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace ncf::plugin
