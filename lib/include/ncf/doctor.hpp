// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Examines the filters of this machine: which libraries are in use, where plugins are searched and
// why, what each file there is, and whether every filter restores its input.
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

/// libhdf5 or libnetcdf, as in use.
struct RunningLibrary {
  struct Feature {
    std::string name;  ///< "szip encoder"
    bool is_there = false;
  };

  std::string name;       ///< "libhdf5"
  std::string version;    ///< of the library in use
  std::string built_for;  ///< of the headers this library was compiled with
  std::string file;       ///< empty if the dynamic loader does not know it
  std::vector<Feature> features;
};

/// A filter of this machine, and how it did in a trial.
struct TriedFilter {
  std::uint32_t id = 0;
  std::string name;
  RoundTrip with_hdf5;  ///< not_tried if HDF5 cannot both encode and decode
  RoundTrip with_kernel;
  bool has_kernel = false;
};

struct DoctorReport {
  std::vector<RunningLibrary> running;
  std::vector<PluginFolder> folders;
  std::vector<PluginLibrary> libraries;
  std::vector<TriedFilter> filters;
  std::vector<std::string> advice;    ///< "blosc (32001): Debian package ..."
  std::vector<std::string> unused;    ///< libraries of filters for which another one is used
  std::vector<std::string> warnings;  ///< requested folders that do not exist, codecs alone
  std::vector<std::string>
      problems;  ///< plugins that fail, filters that do not restore their input
};

/// Examines this process's plugin path (ncf/plugins.hpp) and everything on it. Missing filters are
/// not problems. throws: as survey_libraries.
NCF_API DoctorReport examine_filters();

/// Formats a report for people, or as a JSON object. Each ends with a newline.
NCF_API std::string format_doctor(const DoctorReport& report);
NCF_API std::string format_doctor_json(const DoctorReport& report);

}  // namespace ncf
