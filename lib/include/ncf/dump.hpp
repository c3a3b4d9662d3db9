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
// The text comes in pieces, so that a variable of any size takes little memory. Values that cannot
// be read are left out and reported; the rest is still a complete text. All functions throw
// ncf::Error; thread rule: as ncf/copy.hpp.
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

/// The variables whose values are printed.
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
  /// `-v` and `-g`: print values of these only, named by absolute paths or the ends of paths.
  /// Empty: print all.
  std::vector<std::string> variables;
  std::vector<std::string> groups;
  std::vector<std::string> select;  ///< `--select`: as in ViewOptions
  bool input_in_memory = false;     ///< `-Xm`: read the whole input into memory first
  bool follow_external = false;     ///< `--follow-external`: as in CopyOptions
  std::size_t connections = 16;     ///< `--connections`: as of CopyOptions
  bool client_cache = false;        ///< `-w`: cache the variables of DAP servers
  /// `-j`: threads that decode and write. Empty: one per processor. The text is the same.
  std::optional<std::size_t> threads;
  CdlStyle style;
  const StopSource* stop = nullptr;  ///< a stop ends the call with Error(interrupted)
};

struct DumpReport {
  /// One message for each variable whose values could not be read to their end, and one for each
  /// damaged object of the file.
  std::vector<Error> failures;
  /// What the file contains and the text does not say, or says differently.
  std::vector<std::string> notes;
};

/// Writes a dataset as text. NcML has no values, and cannot express what netCDF-4 added to the
/// classic data model. JSON has the layout of `ncks --json`; of the style, only dates apply.
/// throws: Error if the dataset cannot be opened or does not contain what was named.
NCF_API DumpReport dump(const DumpOptions& options, const TextSink& sink);

/// Returns the definitions of a dataset as CDL, without values. throws: Error if some are damaged.
NCF_API std::string format_header(const std::string& input, const CdlStyle& style = {});

/// Writes the values of one variable as in a data section, "\n name = 1, 2 ;\n". path: absolute, or
/// the end of the path of only one variable. throws: Error, also if the values cannot be read.
NCF_API void dump_variable(const std::string& input, const std::string& path, const TextSink& sink,
                           const CdlStyle& style = {});

/// Returns the kind of a file: "netCDF-4" (`-k`), or the kind that the library detects and its mode
/// flags, "HDF5 mode=00001000" (`-K`).
NCF_API std::string dump_kind(const DumpOptions& options);
NCF_API std::string dump_extended_kind(const DumpOptions& options);

}  // namespace ncf
