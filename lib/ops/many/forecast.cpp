// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "base/text/messages.hpp"
#include "ops/report/quantities.hpp"
#include "ops/sampling/estimate.hpp"

namespace ncf::ops {
namespace {

using Outcome = FileCopy::Outcome;

/// Returns the memory of the largest copies, as many as run at a time.
std::uint64_t peak_memory_of(const CopyManyReport& report) {
  std::vector<std::uint64_t> peaks;
  for (const FileCopy& file : report.files) peaks.push_back(file.peak_memory_bytes);
  const std::size_t count = std::min(report.copies_at_a_time, peaks.size());
  const auto end = peaks.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(peaks.begin(), end, peaks.end(), std::greater<>());
  return std::accumulate(peaks.begin(), end, std::uint64_t{0});
}

std::uint64_t scaled(double share, std::uint64_t bytes) {
  return static_cast<std::uint64_t>(share * static_cast<double>(bytes) + 0.5);
}

/// The sums of the samples of all files.
struct Samples {
  std::vector<ChunkSizes> files;
  std::size_t files_that_encode = 0;
  std::uint64_t raw_bytes = 0;
  double cpu_seconds = 0;

  void add(const ExpectedCopy& expected) {
    if (expected.encoded_raw_bytes > 0) ++files_that_encode;
    if (expected.sample_bytes == 0) return;
    files.push_back({expected.encoded_raw_bytes, expected.encoded_bytes});
    raw_bytes += expected.encoded_raw_bytes;
    cpu_seconds += expected.cpu_seconds;
  }

  /// Returns an estimate per byte of values that are encoded; empty without samples.
  [[nodiscard]] std::optional<Estimate> estimate() const {
    if (files.empty()) return std::nullopt;
    return estimate_share(files, files_that_encode);
  }
};

/// Returns the expected size; empty if it cannot be known.
std::optional<std::uint64_t> expected_bytes(const ExpectedCopy& expected,
                                            const std::optional<Estimate>& estimate) {
  if (expected.encoded_raw_bytes == 0) return expected.known_bytes;
  if (expected.sample_bytes > 0) return expected.known_bytes + expected.encoded_bytes;
  if (!estimate) return std::nullopt;
  return expected.known_bytes + scaled(estimate->stored_share, expected.encoded_raw_bytes);
}

std::string format_hours(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  if (seconds < minute) return fmt::format("{:.1f} s", seconds);
  return seconds < hour ? fmt::format("{:.0f} min", seconds / minute)
                        : fmt::format("{:.1f} h", seconds / hour);
}

}  // namespace

void add_forecast(CopyManyReport& report) {
  CopyManyForecast& forecast = report.forecast;
  Samples samples;
  for (const FileCopy& file : report.files) {
    if (file.outcome == Outcome::planned) samples.add(file.expected);
  }
  const std::optional<Estimate> estimate = samples.estimate();
  std::uint64_t output_bytes = 0;
  for (FileCopy& file : report.files) {
    if (file.outcome != Outcome::planned) continue;
    file.output_bytes = expected_bytes(file.expected, estimate).value_or(0);
    output_bytes += file.output_bytes;
    forecast.known_bytes += file.expected.known_bytes;
    forecast.encoded_raw_bytes += file.expected.encoded_raw_bytes;
    forecast.sample_bytes += file.expected.sample_bytes;
  }
  forecast.peak_memory_bytes = peak_memory_of(report);
  forecast.sampled_files = samples.files.size();
  if (estimate || forecast.encoded_raw_bytes == 0) forecast.output_bytes = output_bytes;
  if (!estimate) return;
  const auto encoded = static_cast<double>(output_bytes - forecast.known_bytes);
  if (estimate->uncertainty) {
    forecast.uncertainty = *estimate->uncertainty * encoded / std::max(1.0, double(output_bytes));
  }
  forecast.seconds = samples.cpu_seconds / static_cast<double>(samples.raw_bytes) *
                     static_cast<double>(forecast.encoded_raw_bytes) /
                     static_cast<double>(std::max<std::size_t>(1, report.threads));
}

std::string describe_forecast(const CopyManyReport& report) {
  const CopyManyForecast& forecast = report.forecast;
  if (report.count(Outcome::planned) == 0) return "";
  if (!forecast.output_bytes) {
    return "size and time cannot be estimated: no sample of the values to encode could be taken\n";
  }
  if (forecast.encoded_raw_bytes == 0) {
    return fmt::format(
        "{} expected: no values are encoded, so reading and writing take most of the time\n",
        format_bytes(*forecast.output_bytes));
  }
  constexpr double percent = 100;
  const double uncertainty = percent * forecast.uncertainty.value_or(0);
  return fmt::format(
      "about {} expected{}, after about {} of encoding and decoding on {}, if disks keep up; "
      "estimated from {} of values in {}\n",
      format_bytes(*forecast.output_bytes),
      uncertainty >= 1 ? fmt::format(" (to within {:.0f} %)", uncertainty) : "",
      format_hours(forecast.seconds), base::format_count(report.threads, "thread"),
      format_bytes(forecast.sample_bytes), base::format_count(forecast.sampled_files, "file"));
}

}  // namespace ncf::ops
