// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/copy_many_report.hpp"

#include <gtest/gtest.h>

namespace ncf::ops {
namespace {

FileCopy planned(const ExpectedCopy& expected, std::uint64_t memory = 10) {
  FileCopy file;
  file.outcome = FileCopy::Outcome::planned;
  file.expected = expected;
  file.peak_memory_bytes = memory;
  return file;
}

ExpectedCopy without_sample(std::uint64_t known, std::uint64_t raw) {
  return {known, raw, 0, 0, 0};
}

TEST(Forecast, AppliesSamplesInProportion) {
  CopyManyReport report;
  report.threads = 4;
  report.copies_at_a_time = 2;
  report.files = {planned({100, 1000, 500, 250, 2}, 30), planned(without_sample(50, 3000), 20),
                  planned(without_sample(7, 0), 5)};
  report.files.emplace_back().outcome = FileCopy::Outcome::failed;
  add_forecast(report);
  EXPECT_EQ(report.files[0].output_bytes, 350U);
  EXPECT_EQ(report.files[1].output_bytes, 50U + 750U);
  EXPECT_EQ(report.files[2].output_bytes, 7U);
  EXPECT_EQ(report.forecast.output_bytes, 350U + 800U + 7U);
  EXPECT_DOUBLE_EQ(report.forecast.seconds, 2);  // 8 s, on 4 threads
  EXPECT_EQ(report.forecast.peak_memory_bytes, 50U);
  EXPECT_EQ(report.forecast.sampled_files, 1U);
  EXPECT_FALSE(report.forecast.uncertainty);
  EXPECT_EQ(describe_forecast(report),
            "about 1.2 kB expected, after about 2.0 s of encoding and decoding on 4 threads, if "
            "disks keep up; estimated from 500 B of values in 1 file\n");
}

TEST(Forecast, KnowsHowMuchFilesDiffer) {
  CopyManyReport report;
  for (const std::uint64_t bytes : {200U, 300U, 200U, 300U}) {
    report.files.push_back(planned({0, 1000, 1000, bytes, 2000}));
  }
  for (int i = 0; i < 96; ++i) report.files.push_back(planned(without_sample(0, 1000)));
  add_forecast(report);
  EXPECT_EQ(report.forecast.output_bytes, 25000U);
  EXPECT_NEAR(*report.forecast.uncertainty, 0.226, 0.001);
  EXPECT_EQ(describe_forecast(report),
            "about 25.0 kB expected (to within 23 %), after about 55.6 h of encoding and decoding "
            "on 1 thread, if disks keep up; estimated from 4.0 kB of values in 4 files\n");
}

TEST(Forecast, SaysWhatItCannotKnow) {
  CopyManyReport report;
  report.files = {planned(without_sample(5, 10))};
  add_forecast(report);
  EXPECT_FALSE(report.forecast.output_bytes);
  EXPECT_EQ(
      describe_forecast(report),
      "size and time cannot be estimated: no sample of the values to encode could be taken\n");
  report.files = {planned(without_sample(5, 0))};
  report.forecast = {};
  add_forecast(report);
  EXPECT_EQ(report.forecast.output_bytes, 5U);
  report.files.clear();
  EXPECT_EQ(describe_forecast(report), "");
}

}  // namespace
}  // namespace ncf::ops
