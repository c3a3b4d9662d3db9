// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Verdicts on real files, each loaded in a child process.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/memory/packed.hpp"
#include "ncf/plugins.hpp"
#include "plugin/inspect.hpp"
#include "plugin/shared_library.hpp"
#include "support/files.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf {
namespace {

class Survey : public test::PluginTest {
 protected:
  // Surveys this folder alone: file name -> verdict.
  static std::map<std::string, PluginLibrary> survey(const std::string& folder) {
    search({folder});
    std::map<std::string, PluginLibrary> libraries;
    for (const PluginLibrary& library : survey_libraries()) {
      const std::filesystem::path path = library.path;
      if (path.parent_path() == folder) libraries[path.filename()] = library;
    }
    return libraries;
  }

  static std::string reason(const std::map<std::string, PluginLibrary>& libraries,
                            const std::string& name, LibraryVerdict verdict) {
    const PluginLibrary& library = libraries.at("lib" + name + ".so");
    EXPECT_EQ(library.verdict, verdict) << name;
    return library.reason;
  }
};

TEST_F(Survey, AsksEachLibraryForItsInterfaces) {
  const auto pair = survey(test::plugin_group("pair"));
  const PluginLibrary& filter = pair.at("libxor_filter.so");
  EXPECT_EQ(filter.verdict, LibraryVerdict::usable);
  EXPECT_EQ(filter.filter, (FilterInterface{400, "xor, of somebody else", 2, true, true}));
  EXPECT_TRUE(filter.codecs.empty());
  const PluginLibrary& codec = pair.at("libxor_codec.so");
  EXPECT_EQ(codec.filter, std::nullopt);
  EXPECT_EQ(codec.codecs, (std::vector<CodecInterface>{{"xor", 400, false}}));
  const auto old = survey(test::plugin_group("old"));
  EXPECT_EQ(old.at("libold_filter.so").filter,
            (FilterInterface{401, "not, of long ago", 1, true, true}));
  const auto defaults = survey(test::plugin_group("defaults"));
  EXPECT_EQ(defaults.at("libdefaults.so").codecs,
            (std::vector<CodecInterface>{{"xor-default", 400, true}, {"not", 401, true}}));
}

TEST_F(Survey, FindsTheKernelsOfOurOwn) {
  const std::string plugins = std::getenv("NCF_PLUGINS");
  const auto own = survey(plugins);
  EXPECT_EQ(own.at("libncf_zstd.so").kernel, (KernelInterface{32015, "zstd"}));
}

TEST_F(Survey, KnowsWhatIsNoPlugin) {
  const auto broken = survey(test::plugin_group("broken"));
  EXPECT_EQ(reason(broken, "no_entry", LibraryVerdict::ignored),
            "has neither an HDF5 filter nor a Zarr codec");
  EXPECT_EQ(reason(broken, "other_kind", LibraryVerdict::ignored),
            "an HDF5 plugin, but not of a filter (type 1)");
  for (const char* name : {"kernel_alone", "mentions", "mentions_and_calls"}) {
    EXPECT_EQ(reason(broken, name, LibraryVerdict::ignored),
              "has neither an HDF5 filter nor a Zarr codec")
        << name;
  }
}

TEST_F(Survey, SaysWhatIsWrongWithAPlugin) {
  const auto broken = survey(test::plugin_group("broken"));
  constexpr auto failed = LibraryVerdict::failed;
  EXPECT_EQ(reason(broken, "half", failed), "has H5PLget_plugin_type but no H5PLget_plugin_info");
  EXPECT_EQ(reason(broken, "no_type", failed),
            "has H5PLget_plugin_info but no H5PLget_plugin_type");
  EXPECT_EQ(reason(broken, "no_class", failed), "H5PLget_plugin_info returned NULL");
  EXPECT_EQ(reason(broken, "wrong_id", failed),
            "its filter class has the id -3, expected 1 to 65535");
  EXPECT_EQ(reason(broken, "wrong_type", failed), "an HDF5 plugin, but not of a filter (type -1)");
  EXPECT_EQ(reason(broken, "missing_symbol", failed),
            "undefined symbol: ncf_test_function_of_nobody");
  EXPECT_EQ(reason(broken, "codec_version", failed),
            "its codec has version 7 and sort 1; both must be 1");
}

TEST_F(Survey, UsesTheFilterOfAPluginWithAKernelOfAnotherVersion) {
  const PluginLibrary library =
      survey(test::plugin_group("other_kernel")).at("libkernel_version.so");
  EXPECT_EQ(library.verdict, LibraryVerdict::usable);
  EXPECT_EQ(library.filter->id, 404U);
  EXPECT_FALSE(library.kernel.has_value());
  EXPECT_EQ(library.faults,
            std::vector<std::string>{"its kernel is not used: interface version 1, not 6; its "
                                     "filter runs on one thread"});
}

TEST_F(Survey, UsesTheFilterOfAPluginWithAnInvalidCodec) {
  const PluginLibrary library = survey(test::plugin_group("half_valid")).at("libboth.so");
  EXPECT_EQ(library.verdict, LibraryVerdict::usable);
  EXPECT_EQ(library.filter->id, 410U);
  EXPECT_TRUE(library.codecs.empty());
  EXPECT_EQ(library.faults,
            std::vector<std::string>{"its codec has version 7 and sort 1; both must be 1"});
}

TEST_F(Survey, OutlivesALibraryThatEndsTheProcess) {
  const auto broken = survey(test::plugin_group("broken"));
  constexpr auto failed = LibraryVerdict::failed;
  EXPECT_EQ(reason(broken, "exit", failed), "ends the process (exit status 0) when it is loaded");
  // A sanitizer turns a crash into an exit. Where an exception cannot pass through the loader, it
  // ends in a crash.
  const auto is_end = [](const std::string& text) {
    return text.starts_with("crashes (") || text.starts_with("ends the process (");
  };
  const std::string of_crash = reason(broken, "crash", failed);
  EXPECT_TRUE(is_end(of_crash)) << of_crash;
  EXPECT_TRUE(of_crash.ends_with(") when it is loaded")) << of_crash;
  const std::string of_throw = reason(broken, "throw", failed);
  EXPECT_TRUE(is_end(of_throw) || of_throw.starts_with("throws an exception (")) << of_throw;
  EXPECT_TRUE(of_throw.ends_with(") when it is loaded")) << of_throw;
}

// As after an interrupted copy: the part that exists identifies a plugin, but the loader cannot
// load it.
TEST_F(Survey, SaysThatAPluginIsCutShort) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary / "plugins";
  std::filesystem::create_directory(folder);
  std::ifstream whole(test::plugin_group("pair") + "/libxor_filter.so", std::ios::binary);
  std::string start(64, '\0');
  whole.read(start.data(), static_cast<std::streamsize>(start.size()));
  std::ofstream(folder + "/libcut.so", std::ios::binary) << start << "H5PLget_plugin_info";
  EXPECT_EQ(reason(survey(folder), "cut", LibraryVerdict::failed), "cannot read file data");
}

TEST_F(Survey, LoadsNothingIntoThisProcess) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary / "plugins";
  std::filesystem::create_directory(folder);
  const std::string copy = folder + "/libcopy.so";
  std::filesystem::copy_file(test::plugin_group("pair") + "/libxor_filter.so", copy);
  EXPECT_EQ(survey(folder).at("libcopy.so").verdict, LibraryVerdict::usable);
  EXPECT_FALSE(plugin::SharedLibrary::find_loaded(copy).has_value());
}

TEST_F(Survey, SaysOfEachFileWhyItIsNotLoaded) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary / "plugins";
  std::filesystem::create_directory(folder);
  std::ofstream(folder + "/libtext.so") << "a text";
  std::filesystem::create_symlink("/nowhere", folder + "/libgone.so");
  const std::string original = test::plugin_group("pair") + "/libxor_filter.so";
  std::filesystem::copy_file(original, folder + "/libxor.so.1");
  std::filesystem::create_symlink("libxor.so.1", folder + "/libxor.so.2");
  const auto libraries = survey(folder);
  ASSERT_EQ(libraries.size(), 4U);
  EXPECT_EQ(reason(libraries, "text", LibraryVerdict::failed),
            "not a shared library (no ELF file)");
  EXPECT_EQ(reason(libraries, "gone", LibraryVerdict::failed), "cannot be read");
  EXPECT_EQ(libraries.at("libxor.so.1").verdict, LibraryVerdict::usable);
  EXPECT_EQ(libraries.at("libxor.so.2").verdict, LibraryVerdict::ignored);
  EXPECT_EQ(libraries.at("libxor.so.2").reason, "another name of " + folder + "/libxor.so.1");
}

TEST_F(Survey, PairsLibrariesOfDifferentAuthors) {
  search({test::plugin_group("pair"), test::plugin_group("other"), test::plugin_group("defaults"),
          test::plugin_group("old")});
  for (const PairedFilter& filter : pair_libraries(survey_libraries())) {
    if (filter.id == 400) {
      EXPECT_EQ(filter.filter_library, test::plugin_group("pair") + "/libxor_filter.so");
      EXPECT_EQ(filter.codec->name, "xor");
      EXPECT_EQ(filter.shadowed,
                std::vector<std::string>{test::plugin_group("other") + "/libxor_codec.so"});
    }
    if (filter.id == 401) {
      EXPECT_EQ(filter.codec->name, "not");
    }
  }
}

TEST(PluginLibrary, IsPackedAndUnpacked) {
  PluginLibrary library;
  library.path = "/a/libx.so";
  library.verdict = LibraryVerdict::ignored;
  library.reason = "a reason";
  EXPECT_EQ(base::unpacked<PluginLibrary>(base::packed(library)), library);
  library.filter = FilterInterface{400, "x", 1, false, true};
  library.codecs = {{"x", 400, true}, {"y", 401, false}};
  library.kernel = KernelInterface{400, "x"};
  EXPECT_EQ(base::unpacked<PluginLibrary>(base::packed(library)), library);
}

}  // namespace
}  // namespace ncf
