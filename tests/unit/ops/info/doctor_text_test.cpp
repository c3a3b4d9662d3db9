// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "base/json/json.hpp"
#include "ncf/doctor.hpp"

namespace ncf {
namespace {

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
