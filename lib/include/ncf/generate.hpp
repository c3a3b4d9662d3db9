// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Making a netCDF file of its text, in the language CDL; or a program that makes it.
//
//   ncf::GenerateOptions options;
//   options.input = "in.cdl";
//   options.output = "out.nc";
//   ncf::generate(options, [](const std::string& message) { std::cerr << message << '\n'; });
//
// The text may be of any size: definitions are held, values pass through. The output appears whole
// or not at all; on any error the target is as it was. All functions throw ncf::Error, and must be
// called from one thread (libnetcdf's rule), one at a time.
//
// source: grammar/cdl.ebnf (normative)
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ncf/export.hpp"
#include "ncf/format.hpp"
#include "ncf/stop.hpp"
#include "ncf/text_sink.hpp"

namespace ncf {

struct GenerateOptions {
  std::string input = "-";  ///< a path; "-" is standard input
  /// Empty: named after the input, or else after the dataset, with `extension`.
  std::optional<std::string> output;
  std::string extension = ".nc";
  /// `-N`, instead of the name in the text.
  std::optional<std::string> dataset_name;
  /// Empty: what the text says, or else the smallest kind that has all of it.
  std::optional<Format> format;
  bool header_only = false;          ///< `-H`: values are read and checked, and not written
  bool no_fill = false;              ///< `-x`: no variable is filled before it is written
  bool output_in_memory = false;     ///< `-P`: the output is written to disk when complete
  const StopSource* stop = nullptr;  ///< what can end the call, with Error(interrupted)
};

struct GenerateReport {
  std::string output;
  Format format = Format::classic;
};

/// Called with each message about the text, as soon as it is known: name, line and column, "error"
/// or "warning", a reason, and below it the line with a caret. A warning about the output has its
/// name and a reason. Without a line end.
using CdlMessageHandler = std::function<void(const std::string& message)>;

/// Reads all of the text and makes nothing. throws: Error(syntax) where any error was told of.
NCF_API void check_cdl(const GenerateOptions& options, const CdlMessageHandler& on_message = {});

/// Makes the file. throws: as `check_cdl`.
NCF_API GenerateReport generate(const GenerateOptions& options,
                                const CdlMessageHandler& on_message = {});

enum class ProgramLanguage { c, fortran77 };

struct ProgramOptions {
  ProgramLanguage language = ProgramLanguage::c;
  std::string main_name = "main";  ///< `-M`: of a program in C
};

/// The text of a program that makes the file, with libnetcdf: named `options.output`, or else after
/// the dataset, unless a program in C is told another name. In Fortran 77 files of the first two
/// kinds alone. Of a text with errors nothing is printed. throws: as `check_cdl`;
/// Error(unsupported) for what the language cannot make.
NCF_API void print_program(const GenerateOptions& options, const ProgramOptions& program,
                           const TextSink& sink, const CdlMessageHandler& on_message = {});

}  // namespace ncf
