// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfdump: shows a netCDF file as text, as ncdump does.
#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "ncf/dump.hpp"
#include "ncf/error.hpp"
#include "ncf/plugins.hpp"
#include "ncf/version.hpp"

namespace ncf::apps::dump {
namespace {

/// The parsed command line.
struct Request {
  DumpOptions dump;
  std::vector<std::string> plugin_path;
  bool kind = false;
  bool extended_kind = false;
};

constexpr const char* examples = R"(Examples:
  ncfdump -h in.nc               the contents of a file, without values
  ncfdump -v t2m,/sea/ice in.nc  the values of two variables
  ncfdump -hs --explain in.nc    how variables are stored; filters explained
  ncfdump --json -v t2m in.nc    values as JSON, for programs)";

/// Returns whether a value begins with a letter, in either case; the rest of it does not count.
bool begins_with_letter(const std::string& text, char lower) {
  return !text.empty() && (text.front() == lower || text.front() == lower - 'a' + 'A');
}

IndexOrder parse_index_order(const char* option, const std::string& text) {
  if (begins_with_letter(text, 'c')) return IndexOrder::c;
  if (begins_with_letter(text, 'f')) return IndexOrder::fortran;
  throw UsageError(fmt::format("{} '{}': expected c or f", option, text));
}

/// Parses a decimal, octal (after 0) or hexadecimal (after 0x) number.
std::size_t parse_line_length(const std::string& text) {
  constexpr long shortest = 10;
  constexpr int any_base = 0;
  char* end = nullptr;
  const long length = std::strtol(text.c_str(), &end, any_base);
  if (text.empty() || *end != '\0' || length < shortest) {
    throw UsageError(
        fmt::format("-l '{}': expected a whole number of at least {}", text, shortest));
  }
  return static_cast<std::size_t>(length);
}

/// Significant digits, if given.
struct Digits {
  std::optional<int> of_floats;
  std::optional<int> of_doubles;
};

/// Parses "5", "5,9" or ",9".
Digits parse_digits(const char* option, const std::string& text) {
  constexpr int max_digits = 20;
  const std::size_t comma = text.find(',');
  const std::string of_floats = text.substr(0, comma);
  const std::string of_doubles = comma == std::string::npos ? "" : text.substr(comma + 1);
  if (of_floats.empty() && of_doubles.empty()) {
    throw UsageError(fmt::format("{} '{}': expected N, N,N or ,N", option, text));
  }
  Digits digits;
  if (!of_floats.empty()) {
    digits.of_floats = parse_number(option, of_floats, 1, max_digits);
  }
  if (!of_doubles.empty()) {
    digits.of_doubles = parse_number(option, of_doubles, 1, max_digits);
  }
  return digits;
}

/// Sets the digits that are given; the others keep their defaults.
void set_digits(const Digits& digits, CdlStyle& style) {
  const CdlStyle by_default;
  style.float_digits = digits.of_floats.value_or(by_default.float_digits);
  style.double_digits = digits.of_doubles.value_or(by_default.double_digits);
}

void add_choice_options(CommandLine& line, Request& request) {
  DumpOptions& dump = request.dump;
  line.flag("-h", "print the header only, no values", [&] { dump.values = DumpedValues::none; });
  line.flag("-c", "print values of coordinate variables only", [&] {
    if (dump.values == DumpedValues::all) dump.values = DumpedValues::coordinates;
  });
  line.value("-v", "VARS", "print values of these variables only", set_names(dump.variables));
  line.value("-g", "GROUPS", "print values in these groups only", set_names(dump.groups));
  line.value("--select", "RANGES",
             "print only a part: lat=30..60,time=2020-01..2020-03 or time[0:10:2]; repeatable",
             dump.select);
  line.flag("-k", "print only the kind of file", request.kind);
  line.flag("-K", "print only the kind that the library detects", request.extended_kind);
}

void add_text_options(CommandLine& line, Request& request) {
  CdlStyle& style = request.dump.style;
  line.value("-n", "NAME", "name of the dataset (default: that of the file)", request.dump.name);
  line.value("-l", "N", "length of lines in the data section (default: 80)",
             [&](const auto& text) { style.line_length = parse_line_length(text); });
  line.value("-b", "LANG", "print indices before each row, as in C (c) or Fortran (f)",
             [&](const auto& text) {
               style.brief_annotations = true;
               style.index_order = parse_index_order("-b", text);
             });
  line.value("-f", "LANG", "print indices after each value, as in C (c) or Fortran (f)",
             [&](const auto& text) {
               style.full_annotations = true;
               style.index_order = parse_index_order("-f", text);
             });
  line.value("-p", "DIGITS", "significant digits N[,N] of floats and doubles (default: 7,15)",
             [&](const auto& text) {
               const Digits digits = parse_digits("-p", text);
               set_digits(digits, style);
               style.float_digits_rule |= digits.of_floats.has_value();
               style.double_digits_rule |= digits.of_doubles.has_value();
             });
  line.value("-d", "DIGITS", "as -p, but C_format attributes take precedence",
             [&](const auto& text) { set_digits(parse_digits("-d", text), style); });
  line.flag("-t", "print times as dates: \"2000-01-01 12\"", [&] { style.date_separator = ' '; });
  line.flag("-i", "print times as ISO 8601 dates: \"2000-01-01T12\"",
            [&] { style.date_separator = 'T'; });
  line.flag("-s", "print special attributes, which say how variables are stored",
            style.special_attributes);
  line.flag("-F", "with -s: print all filters as numbers, in _Filter", style.filters_in_full);
  line.flag("-x", "print the header as NcML, for the classic data model",
            [&] { request.dump.language = DumpLanguage::ncml; });
}

/// Takes `-Xp`, `-Xm` or `-XF`.
void take_special_option(const std::string& text, DumpOptions& dump) {
  if (begins_with_letter(text, 'p')) {
    dump.style.properties = false;
  } else if (begins_with_letter(text, 'm')) {
    dump.input_in_memory = true;
  } else if (begins_with_letter(text, 'f')) {
    dump.style.fill_value_type = true;
  } else {
    throw UsageError(fmt::format("-X '{}': expected p, m or F", text));
  }
}

/// Takes -L. Silent if libnetcdf was built without logging, as in ncdump.
void take_log_level(const std::string& text) {
  const int level = parse_number("-L", text, 0, 9);
  try {
    set_log_level(level);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
  }
}

void add_library_options(CommandLine& line, Request& request) {
  line.value("-X", "LETTER",
             "p: no _NCProperties; m: read the file into memory first; F: the type of _FillValue",
             [&](const auto& text) { take_special_option(text, request.dump); });
  line.flag("-w", "cache the variables of a DAP server", request.dump.client_cache);
  line.value("-L", "LEVEL", "log level of libnetcdf, 0 to 9, if it was built with logging",
             [](const std::string& text) { take_log_level(text); });
}

void add_own_options(CommandLine& line, Request& request) {
  CdlStyle& style = request.dump.style;
  line.flag("--explain", "as -s, and describe filters and codecs", [&] {
    style.special_attributes = true;
    style.explain = true;
  });
  line.flag("--exact", "print values that read back exactly, as short as possible", style.exact);
  line.flag("--json", "print the header and the values as JSON",
            [&] { request.dump.language = DumpLanguage::json; });
  add_threads(line, "decode and format", request.dump.threads);
  add_connections(line, request.dump.connections);
  add_follow_external(line, request.dump.follow_external);
  add_plugin_path(line, request.plugin_path);
}

/// Returns empty if help or version was requested and printed. throws: UsageError.
std::optional<Request> parse_request(const std::string& name, int argc, const char* const* argv) {
  Request request;
  CommandLine line(name, "Print a netCDF file as text.", examples);
  line.add_completion();
  add_choice_options(line, request);
  add_text_options(line, request);
  add_library_options(line, request);
  add_own_options(line, request);
  line.operand("INPUT", "a file, a Zarr folder or a URL",
               [&](const auto& path) { request.dump.input = path; });
  if (!line.parse(argc, argv)) return std::nullopt;
  return request;
}

int print_dump(const std::string& name, const DumpOptions& options) {
  const DumpReport report = ncf::dump(options, print_piece);
  for (const std::string& note : report.notes) print_note(name, note);
  for (const Error& failure : report.failures) {
    print_message(fmt::format("{}: {}", name, failure.what()));
  }
  return report.failures.empty() ? 0 : 1;
}

int run(const std::string& name, int argc, char** argv) {
  const std::optional<Request> request = parse_request(name, argc, argv);
  if (!request) return 0;
  const PluginPathScope plugin_path(request->plugin_path);
  if (request->kind) {
    print(dump_kind(request->dump));
    return 0;
  }
  if (request->extended_kind) {
    print(dump_extended_kind(request->dump));
    return 0;
  }
  return print_dump(name, request->dump);
}

}  // namespace
}  // namespace ncf::apps::dump

int main(int argc, char** argv) { return ncf::apps::guard_main(argc, argv, ncf::apps::dump::run); }
