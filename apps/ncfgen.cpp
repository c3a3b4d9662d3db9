// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfgen: makes a netCDF file from CDL text.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "ncf/plugins.hpp"

namespace ncf::apps::generate {
namespace {

/// The parsed command line.
struct Request {
  GenerateOptions generate;
  std::vector<std::string> plugin_path;
  bool is_for_output = false;  ///< one of -b, -c, -f, -l and -n was given
  bool is_for_file = false;    ///< -b or -n, in any spelling
  std::optional<ProgramOptions> program;
  std::string main_name = "main";
};

constexpr const char* examples =
    R"(Examples:
  ncfgen -o out.nc in.cdl           the kind that the text requires
  ncfgen -4 -o out.nc in.cdl        a netCDF-4 file
  ncdump in.nc | ncfgen -o out.nc   text from standard input
  ncfgen -l c in.cdl > in.c         a C program that makes the file
  ncfgen in.cdl                     only check the text)";

void choose_output(Request& request) {
  if (request.is_for_output) throw UsageError("only one of -b, -c, -f, -l and -n may be given");
  request.is_for_output = true;
}

void choose_file(Request& request, const char* extension) {
  choose_output(request);
  request.is_for_file = true;
  request.generate.extension = extension;
}

void choose_program(Request& request, ProgramLanguage language) {
  choose_output(request);
  request.program.emplace();
  request.program->language = language;
}

/// Chooses the language of `-l`, spelled as in ncgen.
void choose_language(Request& request, const std::string& name) {
  if (name == "b") return choose_file(request, ".nc");
  if (name == "c" || name == "C") return choose_program(request, ProgramLanguage::c);
  if (name == "f77" || name == "fortran77" || name == "Fortran77") {
    return choose_program(request, ProgramLanguage::fortran77);
  }
  if (name == "j" || name == "java") {
    throw Error(ErrorCode::unsupported,
                fmt::format("-l {}: programs in Java are not supported; use c or f77", name));
  }
  throw UsageError(fmt::format("-l '{}': expected b, c or f77", name));
}

/// throws: UsageError for text that is not a C identifier.
std::string parse_main_name(const std::string& name) {
  const auto is_letter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  if (name.empty() || !is_letter(name.front()) || !std::ranges::all_of(name, is_part)) {
    throw UsageError(fmt::format("-M '{}': expected the name of a function in C", name));
  }
  return name;
}

void add_output_options(CommandLine& line, Request& request) {
  GenerateOptions& generate = request.generate;
  line.flag("-b", "make a netCDF file; without -o, name it after the text",
            [&request] { choose_file(request, ".nc"); });
  line.flag("-n", "as -b, with the extension .cdf", [&request] { choose_file(request, ".cdf"); });
  line.value("-l", "LANGUAGE",
             "b: as -b; c, f77: print a program in C or Fortran 77 that makes the file",
             [&request](const auto& name) { choose_language(request, name); });
  line.flag("-c", "as -l c", [&request] { choose_language(request, "c"); });
  line.flag("-f", "as -l f77", [&request] { choose_language(request, "f77"); });
  line.value("-M", "NAME", "with -l c: the name of the main function",
             [&request](const auto& name) { request.main_name = parse_main_name(name); });
  line.value("-o", "FILE", "the file to make; replaces an older one when it is complete",
             generate.output);
  line.value("-N", "NAME", "name of the dataset, instead of the one in the text",
             generate.dataset_name);
  add_kind_options(line, "that of the text, or the simplest that can hold it", generate.format);
  line.value("-v", "KIND", "as -k",
             [&generate](const auto& text) { generate.format = parse_kind("-v", text); });
  line.value("--layout", "LAYOUT",
             "where a netCDF-4 file has its metadata: consolidated, paged or paged=SIZE",
             generate.layout);
}

void add_content_options(CommandLine& line, Request& request) {
  GenerateOptions& generate = request.generate;
  line.flag("-H", "write definitions only; check the values but do not write them",
            generate.header_only);
  line.flag("-x", "do not fill variables before writing them", generate.no_fill);
  line.flag("-P", "write the output to disk when it is complete in memory",
            generate.output_in_memory);
  add_threads(line, "encode", generate.threads);
  line.value("--max-memory", "SIZE", "memory for chunks that are to be written (default: 16M)",
             generate.max_memory_bytes);
  add_log_level(line);
  add_plugin_path(line, request.plugin_path);
}

/// Adds options of ncgen that are not needed here.
void add_options_without_effect(CommandLine& line) {
  constexpr const char* without_effect = "no effect, for compatibility with ncgen";
  const auto ignore = [](const std::string&) {};
  line.flag("-1", without_effect, [] {});
  line.value("-B", "SIZE", without_effect, ignore);
  line.value("-W", "N", without_effect, ignore);
  line.flag("-d", without_effect, [] {});
  line.value("-D", "LEVEL", without_effect, ignore);
}

/// Returns empty if help or version was requested and printed. throws: UsageError.
std::optional<Request> parse_request(const std::string& name, int argc, const char* const* argv) {
  Request request;
  CommandLine line(name, "Make a netCDF file from a CDL text.", examples);
  line.add_completion();
  line.add_short_help();
  add_output_options(line, request);
  add_content_options(line, request);
  add_options_without_effect(line);
  line.optional_operand("INPUT", "the text; without it, or if -, standard input",
                        [&](const auto& path) { request.generate.input = path; });
  if (!line.parse(argc, argv)) return std::nullopt;
  if (request.program) request.program->main_name = request.main_name;
  return request;
}

int run(const std::string& name, int argc, char** argv) {
  const std::optional<Request> request = parse_request(name, argc, argv);
  if (!request) return 0;
  const PluginPathScope plugin_path(request->plugin_path);
  const auto on_message = [](const std::string& text) { print_message(text); };
  if (request->program) {
    print_program(request->generate, *request->program, print_piece, on_message);
  } else if (request->is_for_file || request->generate.format || request->generate.output) {
    ncf::generate(request->generate, on_message);
  } else {
    check_cdl(request->generate, on_message);
  }
  return 0;
}

}  // namespace
}  // namespace ncf::apps::generate

int main(int argc, char** argv) {
  return ncf::apps::guard_main(argc, argv, ncf::apps::generate::run);
}
