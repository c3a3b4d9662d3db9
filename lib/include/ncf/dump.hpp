// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset as text: as CDL, which ncgen reads, as NcML or as JSON.
//
//   ncf::DumpOptions options;
//   options.input = "in.nc";
//   const ncf::DumpReport report = ncf::dump(options, [](std::string_view text) {
//     std::cout << text;
//   });
//
// The text comes in pieces, so that a variable of any size takes little memory. Variables whose
// values cannot be read are left out and reported, the rest is still a whole text. All functions
// throw ncf::Error; thread rule: as ncf/copy.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/cdl_style.hpp"
#include "ncf/error.hpp"
#include "ncf/export.hpp"
#include "ncf/stop.hpp"
#include "ncf/text_sink.hpp"

namespace ncf {

enum class DumpLanguage { cdl, ncml, json };

/// Which variables' values are shown.
enum class DumpedValues {
  all,
  coordinates,  ///< `-c`: of coordinate variables
  none          ///< `-h`
};

struct DumpOptions {
  std::string input;                ///< a path or a URL. source: grammar/location.ebnf
  std::optional<std::string> name;  ///< `-n`: of the dataset; empty: that of the file
  DumpLanguage language = DumpLanguage::cdl;
  DumpedValues values = DumpedValues::all;
  /// `-v` and `-g`: values of these alone, by absolute paths or the ends of paths. Empty: all.
  std::vector<std::string> variables;
  std::vector<std::string> groups;
  bool input_in_memory = false;  ///< `-Xm`: the input is read whole first
  bool follow_external = false;  ///< `--follow-external`: as of CopyOptions
  bool client_cache = false;     ///< `-w`: variables of DAP servers are kept here
  /// `-j`: threads that decode and write. Empty: one per processor. The text is the same.
  std::optional<std::size_t> threads;
  CdlStyle style;
  const StopSource* stop = nullptr;  ///< what can end the call, with Error(interrupted)
};

struct DumpReport {
  /// One for each variable whose values could not be read, or not to their end, and one for each
  /// object of the file that is broken.
  std::vector<Error> failures;
  /// What the file holds that the text does not say, or says otherwise.
  std::vector<std::string> notes;
};

/// The text of a dataset. NcML shows no values, and has no words for what netCDF-4 added to the
/// classic data model. JSON follows `ncks --json --jsn_fmt=2`; of the style dates are heeded.
/// throws: Error where the dataset cannot be opened or lacks what was named.
NCF_API DumpReport dump(const DumpOptions& options, const TextSink& sink);

/// The definitions of a dataset as CDL, without values.
NCF_API std::string format_header(const std::string& input, const CdlStyle& style = {});

/// The values of one variable as a data section has them, "\n name = 1, 2 ;\n". path: absolute, or
/// the end of a path, of one variable. throws: also where the values cannot be read.
NCF_API void dump_variable(const std::string& input, const std::string& path, const TextSink& sink,
                           const CdlStyle& style = {});

/// What ncdump says of the file alone: its kind, "netCDF-4" (`-k`), or what kind the library takes
/// it for, and how it is opened, "HDF5 mode=00001000" (`-K`).
NCF_API std::string dump_kind(const DumpOptions& options);
NCF_API std::string dump_extended_kind(const DumpOptions& options);

}  // namespace ncf
