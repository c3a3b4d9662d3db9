// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/library.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/filter_list.hpp"
#include "ops/info/typical_filter.hpp"
#include "plugin/folders.hpp"
#include "plugin/h5z_adapter.hpp"
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

// ---- round trips ----

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

// ---- warnings ----

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
    return std::any_of(libraries.begin(), libraries.end(), [id](const PluginLibrary& other) {
      return other.filter && other.filter->id == id;
    });
  };
  return !ids.empty() && std::all_of(ids.begin(), ids.end(), is_here);
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

}  // namespace ncf
