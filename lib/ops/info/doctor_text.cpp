// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "base/text/messages.hpp"
#include "ncf/doctor.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"
#include "plugin/inspect.hpp"
#include "plugin/round_trip.hpp"

namespace ncf {
namespace {

// Lines below a title; empty if there are no lines.
std::string part(std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  return fmt::format("{}:\n  {}\n\n", title, fmt::join(lines, "\n  "));
}

// A table's lines, for `part`.
std::vector<std::string> lines_of(const std::vector<ops::TableRow>& rows) {
  std::vector<std::string> lines;
  const std::string table = ops::format_table(rows);
  for (std::size_t begin = 0; begin < table.size();) {
    const std::size_t end = table.find('\n', begin);
    lines.push_back(table.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string describe_running(const RunningLibrary& library) {
  std::vector<std::string> features;
  for (const auto& feature : library.features) {
    features.push_back(fmt::format("{}{}", feature.is_there ? "" : "no ", feature.name));
  }
  return fmt::format("{} {} (built for {}): {}\n    {}", library.name, library.version,
                     library.built_for, fmt::join(features, ", "), library.file);
}

std::string describe_interfaces(const PluginLibrary& library) {
  std::vector<std::string> parts;
  if (library.filter) {
    parts.push_back(fmt::format("filter {}{}", library.filter->id,
                                library.filter->class_version == 1 ? " (class version 1)" : ""));
  }
  for (const CodecInterface& codec : library.codecs) {
    parts.push_back(fmt::format("{}codec {}", codec.is_default ? "default " : "", codec.name));
  }
  if (library.kernel) parts.push_back(fmt::format("kernel {}", library.kernel->name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string describe_library(const PluginLibrary& library) {
  switch (library.verdict) {
    case LibraryVerdict::usable:
      return "good: " + describe_interfaces(library);
    case LibraryVerdict::ignored:
      return "ignored: " + library.reason;
    case LibraryVerdict::failed:
      return "FAILED: " + library.reason;
  }
  return {};
}

// Each folder with its origin, followed by its files.
std::vector<std::string> describe_folders(const DoctorReport& report) {
  std::vector<std::string> lines;
  for (const PluginFolder& folder : report.folders) {
    lines.push_back(fmt::format("{}  ({}{})", folder.path, describe(folder.origin),
                                folder.readable ? "" : ", cannot be read"));
    for (const PluginLibrary& library : report.libraries) {
      const std::filesystem::path path = library.path;
      if (path.parent_path() != folder.path) continue;
      lines.push_back(fmt::format("  {}  {}", path.filename().string(), describe_library(library)));
    }
  }
  return lines;
}

std::string describe_trip(const RoundTrip& trip) {
  switch (trip.result) {
    case TripResult::exact:
    case TripResult::near:
      return fmt::format("{}, {} -> {} bytes", base::name_of(trip.result), trip.raw_bytes,
                         trip.stored_bytes);
    case TripResult::failed:
      return "FAILED: " + trip.reason;
    case TripResult::not_tried:
      return "not tried: " + trip.reason;
  }
  return {};
}

std::vector<std::string> describe_filters(const DoctorReport& report) {
  std::vector<ops::TableRow> rows{{"id", "name", "HDF5", "kernel"}};
  for (const TriedFilter& filter : report.filters) {
    rows.push_back({fmt::format("{}", filter.id), filter.name, describe_trip(filter.with_hdf5),
                    filter.has_kernel ? describe_trip(filter.with_kernel) : ""});
  }
  return lines_of(rows);
}

}  // namespace

std::string format_doctor(const DoctorReport& report) {
  std::vector<std::string> running;
  for (const RunningLibrary& library : report.running) running.push_back(describe_running(library));
  std::string text = part("Libraries", running);
  text += part("Folders, in the order they are searched", describe_folders(report));
  text += part("A chunk of numbers through each filter and back", describe_filters(report));
  text += part("Missing filters, and what provides them", report.advice);
  text +=
      part("Libraries that are not used, because another one has the same filter", report.unused);
  text += part("Warnings", report.warnings);
  text += part("Problems", report.problems);
  return text + fmt::format("{}, {}\n", base::format_count(report.problems.size(), "problem"),
                            base::format_count(report.warnings.size(), "warning"));
}

// ---- as JSON ----

void fields(auto& archive, RunningLibrary& library) {
  base::JsonWriter features;
  for (const auto& feature : library.features) features(feature.name.c_str(), feature.is_there);
  archive("name", library.name, "version", library.version, "built_for", library.built_for, "file",
          library.file, "features", features.take());
}

void fields(auto& archive, PluginFolder& folder) {
  archive("path", folder.path, "searched_by", describe(folder.origin), "readable", folder.readable);
}

void fields(auto& archive, TriedFilter& filter) {
  const auto kernel = filter.has_kernel ? std::optional(filter.with_kernel) : std::nullopt;
  archive("id", filter.id, "name", filter.name, "with_hdf5", filter.with_hdf5, "with_kernel",
          kernel);
}

void fields(auto& archive, DoctorReport& report) {
  archive("libraries", report.running, "folders", report.folders, "files", report.libraries,
          "filters", report.filters, "advice", report.advice, "unused", report.unused, "warnings",
          report.warnings, "problems", report.problems);
}

std::string format_doctor_json(const DoctorReport& report) { return format_record(report); }

}  // namespace ncf
