// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes a netCDF file from a CDL text, or a program that makes the file.
//
//   ncf::GenerateOptions options;
//   options.input = "in.cdl";
//   options.output = "out.nc";
//   ncf::generate(options, [](const std::string& message) { std::cerr << message << '\n'; });
//
// The text may be of any size: only definitions are kept in memory. The output appears complete or
// not at all; after any error the target is as it was. All functions throw ncf::Error; thread rule:
// as ncf/copy.hpp.
//
// source: grammar/cdl.ebnf (normative)
#pragma once

#include <cstddef>
#include <cstdint>
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
  /// Empty: the one given in the text, or else the simplest that can hold everything in it.
  std::optional<Format> format;
  /// `--layout`: "consolidated", "paged" or "paged=SIZE", of a netCDF-4 file; empty: an ordinary
  /// one. source: ncf/copy.hpp
  std::string layout;
  bool header_only = false;       ///< `-H`: read and check values, but do not write them
  bool no_fill = false;           ///< `-x`: do not fill variables before writing them
  bool output_in_memory = false;  ///< `-P`: write the output to disk when it is complete
  /// `-j`: threads that encode. Empty: one per processor. The output is the same.
  std::optional<std::size_t> threads;
  /// `--max-memory`: memory for chunks that wait to be encoded and written, in bytes; the values
  /// that the text gives for one chunk always fit.
  std::uint64_t max_memory_bytes = 16U << 20U;
  const StopSource* stop = nullptr;  ///< a stop ends the call with Error(interrupted)
};

struct GenerateReport {
  std::string output;
  Format format = Format::classic;
};

/// Called with each message about the text, as soon as it is known: name, line and column, "error"
/// or "warning", a reason, and below it the line with a caret. A warning about what a format cannot
/// hold has the text's or the output's name and a reason. No message ends with a newline.
using CdlMessageHandler = std::function<void(const std::string& message)>;

/// Checks all of the text and makes nothing. throws: Error(syntax) if an error was reported.
NCF_API void check_cdl(const GenerateOptions& options, const CdlMessageHandler& on_message = {});

/// Makes the file. throws: as `check_cdl`.
NCF_API GenerateReport generate(const GenerateOptions& options,
                                const CdlMessageHandler& on_message = {});

enum class ProgramLanguage { c, fortran77 };

struct ProgramOptions {
  ProgramLanguage language = ProgramLanguage::c;
  std::string main_name = "main";  ///< `-M`: of a program in C
};

/// Writes a program that makes the file with libnetcdf. The file is named `options.output`, or else
/// after the dataset; a program in C accepts another name as its argument. Programs in Fortran 77
/// make only files of the first two kinds. If the text has errors, nothing is written.
/// throws: as `check_cdl`; Error(unsupported) for what the language cannot make.
NCF_API void print_program(const GenerateOptions& options, const ProgramOptions& program,
                           const TextSink& sink, const CdlMessageHandler& on_message = {});

}  // namespace ncf
