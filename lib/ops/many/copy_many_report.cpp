// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/copy_many_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/json/json.hpp"
#include "base/text/messages.hpp"
#include "ops/many/copy_journal.hpp"
#include "ops/report/quantities.hpp"
#include "ops/report/text_table.hpp"
#include "ops/values/sample.hpp"

namespace ncf {
namespace ops {
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

}  // namespace ops

namespace {

using Outcome = FileCopy::Outcome;
using base::Json;
using ops::format_bytes;

struct Bytes {
  std::uint64_t input = 0;
  std::uint64_t output = 0;
};

void fields(auto& archive, Bytes& bytes) {
  archive("input_bytes", bytes.input, "output_bytes", bytes.output);
}

Bytes bytes_of(const CopyManyReport& report, Outcome outcome) {
  Bytes bytes;
  for (const FileCopy& file : report.files) {
    if (file.outcome != outcome) continue;
    bytes.input += file.input_bytes;
    bytes.output += file.output_bytes;
  }
  return bytes;
}

using Counts = std::vector<std::pair<std::string, std::size_t>>;

/// Counts the texts of files that are not empty, the most frequent first.
Counts count_texts(const CopyManyReport& report, std::string FileCopy::*text) {
  std::map<std::string, std::size_t> counts;
  for (const FileCopy& file : report.files) {
    if (!(file.*text).empty()) ++counts[file.*text];
  }
  Counts sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

/// Counts the reasons why existing copies were, or would be, made again.
Counts count_reasons(const CopyManyReport& report) {
  return count_texts(report, &FileCopy::copied_again);
}

std::string describe_reasons(const CopyManyReport& report) {
  std::vector<std::string> texts;
  for (const auto& [reason, count] : count_reasons(report)) {
    texts.push_back(fmt::format("{}: {}", reason, base::format_count(count, "file")));
  }
  if (texts.empty()) return {};
  return fmt::format("copied again: {}\n", fmt::join(texts, "; "));
}

Json counts_json(const Counts& counts) {
  base::JsonWriter writer;
  for (const auto& [text, count] : counts) writer(text.c_str(), count);
  return writer.take();
}

/// Replaces a path, or as much of its end as the text contains, by a mark. Messages have names as
/// they were given, journals have whole ones.
void remove_name(std::string& text, std::string_view path) {
  while (!path.empty() && text.find(path) == std::string::npos) {
    const std::size_t slash = path.find('/', 1);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  for (std::size_t at = 0; !path.empty() && (at = text.find(path, at)) != std::string::npos;) {
    text.replace(at, path.size(), 1, '\0');
  }
}

/// Returns a message without the names of the input and of the output.
std::string without_names(const FileCopy& file) {
  std::string text = file.failure;
  remove_name(text, file.output);
  remove_name(text, file.input);
  return text;
}

std::string describe_bytes(std::string_view what, const Bytes& bytes) {
  return fmt::format("{}: {} became {}, a ratio of {}\n", what, format_bytes(bytes.input),
                     format_bytes(bytes.output), ops::format_ratio(bytes.input, bytes.output));
}

Json forecast_json(const CopyManyReport& report) {
  using base::unless_empty;
  const CopyManyForecast& forecast = report.forecast;
  return base::json_of("output_bytes", unless_empty(forecast.output_bytes), "uncertainty",
                       unless_empty(forecast.uncertainty), "known_bytes", forecast.known_bytes,
                       "encoded_raw_bytes", forecast.encoded_raw_bytes, "seconds", forecast.seconds,
                       "threads", report.threads, "peak_memory_bytes", forecast.peak_memory_bytes,
                       "copies_at_a_time", report.copies_at_a_time, "sampled_files",
                       forecast.sampled_files, "sample_bytes", forecast.sample_bytes);
}

Json file_json(const FileCopy& file) {
  const bool is_planned = file.outcome == Outcome::planned;
  const auto memory = is_planned ? std::optional(file.peak_memory_bytes) : std::nullopt;
  return base::json_of("input", file.input, "output", file.output, "outcome", file.outcome,
                       "copied_again", file.copied_again, "failure", file.failure, "failure_kind",
                       file.failure_kind, "notes", file.notes, "input_bytes", file.input_bytes,
                       "output_bytes", file.output_bytes, "input_sha256", file.input_sha256,
                       "output_sha256", file.output_sha256, "seconds", file.seconds, "verified",
                       file.verified, "peak_memory_bytes", base::unless_empty(memory));
}

/// Describes for people what would happen to a file.
std::string describe_planned(const FileCopy& file) {
  if (file.outcome == Outcome::skipped) return "skip";
  if (file.outcome == Outcome::left_out) return "leave out";
  if (file.outcome == Outcome::failed) return "fail: " + file.failure_kind;
  return file.copied_again.empty() ? "copy" : "copy again: " + file.copied_again;
}

}  // namespace

std::string format_plan(const CopyManyReport& report, std::size_t width) {
  std::vector<std::vector<std::string>> rows{
      {"input", "output", "plan", "bytes", "expected", "memory"}};
  std::uint64_t peak_bytes = 0;
  for (const FileCopy& file : report.files) {
    const bool has_bytes = file.outcome != Outcome::failed && file.outcome != Outcome::left_out;
    const bool is_planned = file.outcome == Outcome::planned;
    rows.push_back({file.input, file.output, describe_planned(file),
                    has_bytes ? format_bytes(file.input_bytes) : "",
                    is_planned && file.output_bytes > 0 ? format_bytes(file.output_bytes) : "",
                    is_planned ? format_bytes(file.peak_memory_bytes) : ""});
    peak_bytes = std::max(peak_bytes, file.peak_memory_bytes);
  }
  return ops::format_table(rows, {.width = width}) +
         fmt::format(
             "\n{} to copy: {}; at most {} of memory for the values of one, {} for all at "
             "a time\n",
             base::format_count(report.count(Outcome::planned), "file"),
             format_bytes(bytes_of(report, Outcome::planned).input), format_bytes(peak_bytes),
             format_bytes(report.forecast.peak_memory_bytes)) +
         ops::describe_forecast(report) + describe_reasons(report) +
         fmt::format("{} to skip: {}\n", base::format_count(report.count(Outcome::skipped), "file"),
                     format_bytes(bytes_of(report, Outcome::skipped).input)) +
         fmt::format("{} that would fail{}{}\n",
                     base::format_count(report.count(Outcome::failed), "file"),
                     report.count(Outcome::failed) > 0 ? ": " : "", describe_failures(report));
}

std::string describe_failures(const CopyManyReport& report) {
  std::vector<std::string> texts;
  for (const auto& [kind, count] : count_texts(report, &FileCopy::failure_kind)) {
    texts.push_back(fmt::format("{} {}", count, kind));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::vector<std::string> list_failures(const CopyManyReport& report) {
  std::vector<std::string> messages;
  std::vector<std::vector<std::string>> others;  // with the same message
  std::map<std::string, std::size_t> places;
  for (const FileCopy& file : report.files) {
    if (file.outcome != Outcome::failed) continue;
    const auto [place, is_new] = places.emplace(without_names(file), messages.size());
    if (!is_new) {
      others[place->second].push_back(file.input);
      continue;
    }
    messages.push_back(file.failure);
    others.emplace_back();
  }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (others[i].empty()) continue;
    messages[i] += "\n  for the same reason: " + ops::format_few(others[i]);
  }
  return messages;
}

std::string format_summary(const CopyManyReport& report) {
  std::string text;
  if (report.count(Outcome::planned) > 0) {
    text += fmt::format("to copy: {}\n", format_bytes(bytes_of(report, Outcome::planned).input)) +
            ops::describe_forecast(report);
  }
  if (report.count(Outcome::copied) > 0) {
    text += describe_bytes("copied", bytes_of(report, Outcome::copied));
  }
  text += describe_reasons(report);
  if (report.count(Outcome::kept) > 0) {
    text += fmt::format("kept: {}, which would not become smaller\n",
                        format_bytes(bytes_of(report, Outcome::kept).input));
  }
  if (report.count(Outcome::skipped) > 0) {
    text += describe_bytes("skipped", bytes_of(report, Outcome::skipped));
  }
  if (report.count(Outcome::failed) > 0) {
    text += fmt::format("failed: {}\n", describe_failures(report));
  }
  const std::size_t kept = report.count(Outcome::kept);
  const std::size_t left_out = report.count(Outcome::left_out);
  const std::size_t planned = report.count(Outcome::planned);
  if (planned > 0) text += fmt::format("{} to copy, ", planned);
  return text + fmt::format("{} copied, {}{} skipped, {}{} failed, in {:.2f} s\n",
                            report.count(Outcome::copied),
                            kept > 0 ? fmt::format("{} kept, ", kept) : "",
                            report.count(Outcome::skipped),
                            left_out > 0 ? fmt::format("{} left out, ", left_out) : "",
                            report.count(Outcome::failed), report.seconds);
}

std::string format_summary_json(const CopyManyReport& report) {
  Json failed = base::json_list();
  for (const FileCopy& file : report.files) {
    if (file.outcome == Outcome::failed) failed.elements.push_back(file_json(file));
  }
  return base::format_json(base::json_of(
      "planned", report.count(Outcome::planned), "copied", report.count(Outcome::copied), "kept",
      report.count(Outcome::kept), "skipped", report.count(Outcome::skipped), "left_out",
      report.count(Outcome::left_out), "failed", report.count(Outcome::failed), "bytes_copied",
      bytes_of(report, Outcome::copied), "bytes_kept", bytes_of(report, Outcome::kept),
      "bytes_skipped", bytes_of(report, Outcome::skipped), "copied_again",
      counts_json(count_reasons(report)), "failures",
      counts_json(count_texts(report, &FileCopy::failure_kind)), "seconds", report.seconds,
      "failed_files", failed));
}

std::string format_report(const CopyManyReport& report, std::size_t width) {
  std::vector<std::vector<std::string>> rows{
      {"file", "outcome", "input", "output", "input/output"}};
  for (const FileCopy& file : report.files) {
    const bool has_copy = file.outcome != Outcome::failed && file.outcome != Outcome::left_out;
    const std::string& name = file.output.empty() ? file.input : file.output;
    rows.push_back({name, std::string(base::name_of(file.outcome)),
                    has_copy ? format_bytes(file.input_bytes) : "",
                    has_copy ? format_bytes(file.output_bytes) : "",
                    has_copy ? ops::format_ratio(file.input_bytes, file.output_bytes) : ""});
  }
  return ops::format_table(rows, {.width = width}) + '\n' + format_summary(report);
}

std::string format_report_json(const CopyManyReport& report) {
  const bool is_plan = report.count(Outcome::planned) > 0;
  const auto forecast = is_plan ? std::optional(forecast_json(report)) : std::nullopt;
  return base::format_json(base::json_of("files", base::json_list(report.files, file_json),
                                         "forecast", base::unless_empty(forecast), "seconds",
                                         report.seconds));
}

}  // namespace ncf
