// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether all is well with filters here: which libraries run, where plugins are searched and why,
// what each file there is, and whether every filter gives back what it was given.
//
// Thread rule: as ncf/plugins.hpp. Plugins are loaded and tried in child processes.
//
//   const ncf::DoctorReport report = ncf::examine_filters();
//   std::cout << ncf::format_doctor(report);
//   return report.problems.empty() ? 0 : 1;
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/plugins.hpp"

namespace ncf {

/// libhdf5 or libnetcdf, as it runs.
struct RunningLibrary {
  struct Feature {
    std::string name;  ///< "szip encoder"
    bool is_there = false;
  };

  std::string name;       ///< "libhdf5"
  std::string version;    ///< of the one that runs
  std::string built_for;  ///< of the headers this library was compiled with
  std::string file;       ///< empty where the dynamic loader does not know
  std::vector<Feature> features;
};

/// A filter that is here, tried.
struct TriedFilter {
  std::uint32_t id = 0;
  std::string name;
  RoundTrip with_hdf5;  ///< not_tried where HDF5 cannot do both
  RoundTrip with_kernel;
  bool has_kernel = false;
};

struct DoctorReport {
  std::vector<RunningLibrary> running;
  std::vector<PluginFolder> folders;
  std::vector<PluginLibrary> libraries;
  std::vector<TriedFilter> filters;
  std::vector<std::string> advice;    ///< "blosc (32001): Debian package ..."
  std::vector<std::string> warnings;  ///< duplicates, folders that were named and are not there
  std::vector<std::string> problems;  ///< plugins that fail, filters that do not give back
};

/// Examines this process's plugin path (ncf/plugins.hpp) and everything on it. Missing filters are
/// no problem. throws: as survey_libraries.
NCF_API DoctorReport examine_filters();

/// The report for people, and as a JSON object. Each ends in a line end.
NCF_API std::string format_doctor(const DoctorReport& report);
NCF_API std::string format_doctor_json(const DoctorReport& report);

}  // namespace ncf
