// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "base/text/messages.hpp"
#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/library.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/doctor.hpp"
#include "ncf/filter_list.hpp"
#include "ops/info/typical_filter.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"
#include "plugin/folders.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/inspect.hpp"
#include "plugin/loader.hpp"
#include "plugin/round_trip.hpp"
#include "plugin/shared_library.hpp"

namespace ncf {
namespace {

RunningLibrary running_library(const base::LibraryFacts& facts) {
  RunningLibrary running;
  running.name = facts.name;
  running.version = facts.version;
  running.built_for = facts.built_for;
  running.file = plugin::file_of_code(facts.address);
  for (const auto& feature : facts.features) {
    running.features.push_back({feature.name, feature.is_there});
  }
  return running;
}

// ---- Round trips ----

constexpr const char* plugins_forbidden = "HDF5 is set to load no plugins";

using TryFilter = RoundTrip (*)(const Filter& visible);

// An unregistered filter may work without parameters, or need some that are unknown here and then
// fail. A filter that crashes, exits or hangs is faulty, whatever it is given.
RoundTrip round_trip(std::uint32_t id, TryFilter try_filter) {
  const auto typical = ops::typical_filter(id);
  RoundTrip trip = try_filter(typical.value_or(Filter{id, {}}));
  if (trip.result == TripResult::failed && !typical && !trip.ends_process) {
    trip.result = TripResult::not_tried;
    trip.reason = "it needs parameters, and these are unknown: " + trip.reason;
  }
  return trip;
}

RoundTrip not_tried(std::string reason) {
  RoundTrip trip;
  trip.result = TripResult::not_tried;
  trip.reason = std::move(reason);
  return trip;
}

bool has_kernel(const FilterFactsRow& row) { return row.has_linked_kernel || row.plugin.kernel; }

RoundTrip trip_with_kernel(const FilterFactsRow& row) {
  if (!has_kernel(row)) return not_tried("it has no kernel");
  if (!row.has_linked_kernel && !plugin::hdf5_loads_plugins()) return not_tried(plugins_forbidden);
  return round_trip(row.id, plugin::try_with_kernel);
}

RoundTrip trip_with_hdf5(const FilterFactsRow& row) {
  if (!row.is_built_in && !row.plugin.filter) return not_tried("HDF5 has no such filter here");
  if (!row.is_built_in && !plugin::hdf5_loads_plugins()) return not_tried(plugins_forbidden);
  if (!row.encode) return not_tried("it reads only");
  if (!row.decode) return not_tried("it writes only");
  return round_trip(row.id, plugin::try_with_libhdf5);
}

TriedFilter try_filter(const FilterFactsRow& row) {
  TriedFilter tried;
  tried.id = row.id;
  tried.name = row.name;
  tried.with_hdf5 = trip_with_hdf5(row);
  tried.has_kernel = has_kernel(row);
  tried.with_kernel = trip_with_kernel(row);
  return tried;
}

std::set<std::string> failed_paths(const std::vector<PluginLibrary>& libraries) {
  std::set<std::string> paths;
  for (const PluginLibrary& library : libraries) {
    if (library.verdict == LibraryVerdict::failed) paths.insert(library.path);
  }
  return paths;
}

// ---- Warnings ----

void judge_folders(DoctorReport& report) {
  if (!plugin::hdf5_loads_plugins()) {
    report.warnings.emplace_back("HDF5_PLUGIN_PRELOAD tells HDF5 to load no plugins");
  }
  for (const PluginFolder& folder : report.folders) {
    const bool was_named = folder.origin == PluginFolderOrigin::option ||
                           folder.origin == PluginFolderOrigin::environment;
    if (folder.readable || !was_named) continue;
    report.warnings.push_back(
        fmt::format("folder {} of {} cannot be read", folder.path, describe(folder.origin)));
  }
}

/// Returns whether other libraries provide everything that a library seems to provide.
bool is_replaced(const PluginLibrary& library, const std::vector<PluginLibrary>& libraries) {
  const std::vector<std::uint32_t> ids = plugin::filters_named_by(library.path);
  const auto is_here = [&](std::uint32_t id) {
    return std::ranges::any_of(libraries, [id](const PluginLibrary& other) {
      return other.filter && other.filter->id == id;
    });
  };
  return !ids.empty() && std::ranges::all_of(ids, is_here);
}

void judge_libraries(DoctorReport& report) {
  for (const PluginLibrary& library : report.libraries) {
    if (library.verdict == LibraryVerdict::failed) {
      if (is_replaced(library, report.libraries)) {
        report.warnings.push_back(
            fmt::format("{}: {}; another library has its filter", library.path, library.reason));
      } else {
        report.problems.push_back(fmt::format("{}: {}", library.path, library.reason));
      }
      continue;
    }
    if (library.filter && library.filter->class_version == 1) {
      report.warnings.push_back(fmt::format(
          "{}: its filter class has version 1; other programs that use HDF5 pass over it",
          library.path));
    }
    for (const std::string& fault : library.faults) {
      report.warnings.push_back(fmt::format("{}: {}", library.path, fault));
    }
  }
}

/// Judges the codecs: a codec's name means one filter, the registry's or otherwise that of the
/// first library.
void judge_codecs(DoctorReport& report) {
  std::map<std::string, std::uint32_t> meanings;
  for (const filter::FilterFacts& facts : filter::all_filters()) {
    for (const filter::CodecFacts& codec : facts.codecs) {
      meanings.try_emplace(std::string(codec.numcodecs_id), facts.id);
    }
  }
  for (const PluginLibrary& library : report.libraries) {
    for (const CodecInterface& codec : library.codecs) {
      const std::uint32_t meant = meanings.try_emplace(codec.name, codec.filter_id).first->second;
      if (meant == codec.filter_id) continue;
      report.warnings.push_back(fmt::format(
          "{}: its codec {} is not used for {}, that name is {}'s", library.path, codec.name,
          filter::filter_title(codec.filter_id), filter::filter_title(meant)));
    }
  }
}

std::string title_of(std::uint32_t id, const std::string& name) {
  return name.empty() ? filter::filter_title(id) : fmt::format("{} ({})", name, id);
}

void judge_row(const FilterFactsRow& row, DoctorReport& report) {
  const std::string title = title_of(row.id, row.name);
  for (const std::string& shadowed : row.plugin.shadowed) {
    report.unused.push_back(fmt::format("{}: {}", title, shadowed));
  }
  if (row.plugin.codec && !row.plugin.filter && !row.is_built_in && !has_kernel(row)) {
    report.warnings.push_back(fmt::format("{}: there is a codec but no filter", title));
  }
  if (row.is_missing() && !row.provided_by.empty()) {
    report.advice.push_back(fmt::format("{}: {}", title, row.provided_by));
  }
}

void judge_trip(const TriedFilter& filter, const RoundTrip& trip, const char* with,
                DoctorReport& report) {
  if (trip.result != TripResult::failed) return;
  report.problems.push_back(
      fmt::format("{} with {}: {}", title_of(filter.id, filter.name), with, trip.reason));
}

// ---- As text ----

// Lines below a title; empty if there are no lines.
std::string part(std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  return fmt::format("{}:\n  {}\n\n", title, fmt::join(lines, "\n  "));
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

std::string describe_filters(const DoctorReport& report) {
  std::vector<ops::TableRow> rows{{"id", "name", "HDF5", "kernel"}};
  for (const TriedFilter& filter : report.filters) {
    rows.push_back({fmt::format("{}", filter.id), filter.name, describe_trip(filter.with_hdf5),
                    filter.has_kernel ? describe_trip(filter.with_kernel) : ""});
  }
  return "A chunk of numbers through each filter and back:\n" +
         ops::format_table(std::move(rows), {.indent = 2}) + '\n';
}

}  // namespace

DoctorReport examine_filters() {
  return base::library_call([&] {
    DoctorReport report;
    report.running = {running_library(hdf5::library_facts()),
                      running_library(libnetcdf::functions().facts())};
    report.folders = plugin_folders();
    report.libraries = survey_libraries();
    const plugin::AvoidedLibraries avoided(failed_paths(report.libraries));
    judge_folders(report);
    judge_libraries(report);
    judge_codecs(report);
    for (const FilterFactsRow& row : list_filters(report.libraries)) {
      judge_row(row, report);
      if (row.is_missing()) continue;
      report.filters.push_back(try_filter(row));
      judge_trip(report.filters.back(), report.filters.back().with_hdf5, "HDF5", report);
      judge_trip(report.filters.back(), report.filters.back().with_kernel, "its kernel", report);
    }
    return report;
  });
}

std::string format_doctor(const DoctorReport& report) {
  std::vector<std::string> running;
  for (const RunningLibrary& library : report.running) running.push_back(describe_running(library));
  std::string text = part("Libraries", running);
  text += part("Folders, in the order they are searched", describe_folders(report));
  text += describe_filters(report);
  text += part("Missing filters, and what provides them", report.advice);
  text +=
      part("Libraries that are not used, because another one has the same filter", report.unused);
  text += part("Warnings", report.warnings);
  text += part("Problems", report.problems);
  return text + fmt::format("{}, {}\n", base::format_count(report.problems.size(), "problem"),
                            base::format_count(report.warnings.size(), "warning"));
}

// ---- As JSON ----

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
