// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/doctor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/json/json.hpp"
#include "support/files.hpp"
#include "support/json_at.hpp"

namespace ncf {
namespace {

class Doctor : public testing::Test {
 protected:
  void SetUp() override { setenv("HDF5_PLUGIN_PATH", "", 1); }

  static DoctorReport examine(const std::string& group) {
    const PluginPathScope plugin_path({std::string(NCF_TEST_PLUGINS) + "/" + group});
    return examine_filters();
  }

  static bool holds(const std::vector<std::string>& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      return text.find(part) != std::string::npos;
    });
  }
};

// From another author, with an unknown parameter: not tried, and not a problem.
TEST_F(Doctor, FindsNoProblemInPluginsOfOthers) {
  const DoctorReport report = examine("pair");
  EXPECT_TRUE(report.problems.empty());
  const auto tried = std::find_if(report.filters.begin(), report.filters.end(),
                                  [](const TriedFilter& filter) { return filter.id == 400; });
  ASSERT_NE(tried, report.filters.end());
  EXPECT_EQ(tried->with_hdf5.result, TripResult::not_tried);
  EXPECT_EQ(tried->with_hdf5.reason.find("it needs parameters, and these are unknown"), 0U);
  EXPECT_FALSE(tried->has_kernel);
}

TEST_F(Doctor, WarnsOfClassesOfVersion1AndOfCodecsWithoutFilter) {
  const DoctorReport old = examine("old");
  EXPECT_TRUE(holds(old.warnings, "libold_filter.so: its filter class has version 1"));
  EXPECT_TRUE(old.problems.empty());
  EXPECT_TRUE(holds(examine("other").warnings, "(400): there is a codec but no filter"));
}

TEST_F(Doctor, WarnsOfAKernelThatIsNotUsed) {
  const DoctorReport report = examine("other_kernel");
  EXPECT_TRUE(holds(report.warnings,
                    "libkernel_version.so: its kernel is not used: interface version 1, not 6; its "
                    "filter runs on one thread"));
  EXPECT_TRUE(report.problems.empty());
}

// The library of group pair gives xor the id 400, another library 401.
TEST_F(Doctor, WarnsOfACodecsNameForTwoFilters) {
  const std::string plugins = NCF_TEST_PLUGINS;
  const PluginPathScope plugin_path({plugins + "/pair", plugins + "/same_name"});
  const DoctorReport report = examine_filters();
  EXPECT_TRUE(holds(report.warnings,
                    "/same_name/libxor_codec.so: its codec xor is not used for filter 401, that "
                    "name is filter 400's"));
  EXPECT_FALSE(holds(report.warnings, "/pair/libxor_codec.so: its codec"));
}

// Our plugins provide lzf and bzip2; none provides sz.
TEST_F(Doctor, OnlyWarnsOfABrokenLibraryThatNothingNeeds) {
  const test::TemporaryFolder folder;
  const auto broken = std::string(NCF_TEST_PLUGINS) + "/broken/libmissing_symbol.so";
  for (const char* name : {"libh5LZF.so", "libh5sz.so", "libother.so"}) {
    std::filesystem::copy_file(broken, folder / name);
  }
  const PluginPathScope plugin_path({folder.path()});
  const DoctorReport report = examine_filters();
  EXPECT_TRUE(holds(report.warnings, "libh5LZF.so: "));
  EXPECT_FALSE(holds(report.problems, "libh5LZF.so"));
  EXPECT_TRUE(holds(report.problems, "libh5sz.so: "));
  EXPECT_TRUE(holds(report.problems, "libother.so: "));
}

TEST_F(Doctor, CallsWhatClaimsAndFailsAProblem) {
  const DoctorReport report = examine("broken");
  EXPECT_TRUE(holds(report.problems, "libcrash.so: "));
  EXPECT_TRUE(holds(report.problems, "libhalf.so: has H5PLget_plugin_type but no"));
  EXPECT_FALSE(holds(report.problems, "libno_entry.so"));
  EXPECT_FALSE(holds(report.problems, "libother_kind.so"));
}

TEST_F(Doctor, TriesWhatIsHere) {
  const DoctorReport report = examine("pair");
  for (const TriedFilter& filter : report.filters) {
    if (filter.id == 400) continue;
    EXPECT_TRUE(filter.with_hdf5.result == TripResult::exact ||
                filter.with_hdf5.result == TripResult::near)
        << filter.name << ": " << filter.with_hdf5.reason;
    EXPECT_EQ(filter.with_kernel.result,
              filter.has_kernel ? TripResult::exact : TripResult::not_tried)
        << filter.name << ": " << filter.with_kernel.reason;
  }
}

DoctorReport small_report() {
  DoctorReport report;
  report.running = {{"libx", "1.2", "1.1", "/lib/libx.so", {{"speed", true}, {"sound", false}}}};
  report.folders = {{"/a", PluginFolderOrigin::option, true},
                    {"/b", PluginFolderOrigin::own, false}};
  PluginLibrary good;
  good.path = "/a/libgood.so";
  good.filter = FilterInterface{400, "x", 1, true, true};
  good.codecs = {{"x", 400, true}};
  good.kernel = KernelInterface{400, "x"};
  PluginLibrary bad;
  bad.path = "/a/libbad.so";
  bad.verdict = LibraryVerdict::failed;
  bad.reason = "too bad";
  report.libraries = {bad, good};
  TriedFilter tried;
  tried.id = 400;
  tried.name = "x";
  tried.with_hdf5 = {TripResult::near, "", 100, 10};
  tried.with_kernel = {TripResult::failed, "no", 0, 0};
  tried.has_kernel = true;
  report.filters = {tried};
  report.advice = {"y (401): a shop"};
  report.problems = {"/a/libbad.so: too bad"};
  return report;
}

TEST(DoctorText, IsForPeople) {
  EXPECT_EQ(format_doctor(small_report()),
            "Libraries:\n"
            "  libx 1.2 (built for 1.1): speed, no sound\n"
            "    /lib/libx.so\n"
            "\n"
            "Folders, in the order they are searched:\n"
            "  /a  (--plugin-path)\n"
            "    libbad.so  FAILED: too bad\n"
            "    libgood.so  good: filter 400 (class version 1), default codec x, kernel x\n"
            "  /b  (ncf's own, cannot be read)\n"
            "\n"
            "A chunk of numbers through each filter and back:\n"
            "  id   name  HDF5                   kernel\n"
            "  400  x     near, 100 -> 10 bytes  FAILED: no\n"
            "\n"
            "Missing filters, and what provides them:\n"
            "  y (401): a shop\n"
            "\n"
            "Problems:\n"
            "  /a/libbad.so: too bad\n"
            "\n"
            "1 problem, 0 warnings\n");
}

TEST(DoctorText, IsForProgramsToo) {
  const auto json = base::parse_json(format_doctor_json(small_report()));
  EXPECT_EQ(test::at(json, "libraries", 0, "features", "sound"), base::Json(false));
  EXPECT_EQ(test::at(json, "folders", 1, "searched_by"), base::Json("ncf's own"));
  EXPECT_EQ(test::at(json, "files", 0, "verdict"), base::Json("failed"));
  EXPECT_EQ(test::at(json, "filters", 0, "with_hdf5", "result"), base::Json("near"));
  EXPECT_EQ(test::at(json, "filters", 0, "with_kernel", "reason"), base::Json("no"));
  EXPECT_EQ(test::at(json, "problems").elements.size(), 1U);
}

// ---- Text ----

/// Returns a report of one file in one folder and one filter.
DoctorReport report_of(LibraryVerdict verdict, TripResult result) {
  PluginLibrary library;
  library.path = "/plugins/libours.so";
  library.verdict = verdict;
  library.reason = "has no entry points";
  TriedFilter filter;
  filter.id = 307;
  filter.name = "bzip2";
  filter.with_hdf5 = {result, "the bytes differ", 100, 40};
  filter.with_kernel = {TripResult::near, "", 100, 50};
  filter.has_kernel = true;
  DoctorReport report;
  report.folders = {{"/plugins", PluginFolderOrigin::option, true}};
  report.libraries = {library};
  report.filters = {filter};
  return report;
}

TEST(DoctorText, TellsOfEachFileAndEachTrip) {
  const std::string text = format_doctor(report_of(LibraryVerdict::ignored, TripResult::not_tried));
  EXPECT_NE(text.find("libours.so  ignored: has no entry points\n"), std::string::npos) << text;
  EXPECT_NE(text.find("not tried: the bytes differ"), std::string::npos) << text;
  EXPECT_NE(text.find("near, 100 -> 50 bytes"), std::string::npos) << text;
  const std::string failed = format_doctor(report_of(LibraryVerdict::failed, TripResult::failed));
  EXPECT_NE(failed.find("libours.so  FAILED: has no entry points\n"), std::string::npos) << failed;
  EXPECT_NE(failed.find("FAILED: the bytes differ"), std::string::npos) << failed;
}

TEST(DoctorText, NamesResultsInJson) {
  const auto result = [](TripResult trip) {
    return base::format_compact_json(
        base::parse_json(format_doctor_json(report_of(LibraryVerdict::usable, trip))));
  };
  EXPECT_NE(result(TripResult::not_tried).find(R"("result":"not tried")"), std::string::npos);
  EXPECT_NE(result(TripResult::failed).find(R"("result":"failed")"), std::string::npos);
  EXPECT_NE(result(TripResult::exact).find(R"("result":"exact")"), std::string::npos);
}

}  // namespace
}  // namespace ncf
