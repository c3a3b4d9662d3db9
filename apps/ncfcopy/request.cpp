// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncfcopy/request.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <ctime>
#include <string_view>
#include <utility>

#include "common/command_line.hpp"
#include "common/creation_time.hpp"
#include "common/shared_options.hpp"

namespace ncf::apps::copy {
namespace {

constexpr const char* examples = R"(Filters (the most specific -F wins):
  -F ":data,shuffle|zstd,3"      every variable but coordinates
  -F "*,deflate,4"               every variable that can have filters
  -F "t2m&/forecast/u10,307,9"   two variables; a filter by number
  -F "t?m,blosc,cname=lz4"       variables by pattern; parameters by name
  -F ":double,none"              variables by type; no filters
  -F none                        no filters, unless another -F selects some

Rounding (before filters):
  --quantize "t2m,bitround,10"   keep 10 bits of the significand
  --quantize "*,granular,4"      keep 4 decimal digits, except in coordinates
  --quantize "t2m,error,0.01"    change no value by more than 0.01
  --quantize "t2m,error,0.01,pack=int16"
                                 the same, as 16-bit integers (CF packing)
  --quantize "t2m,relative,1e-4" change no value by more than 0.01% of it
  --quantize "*,bitround,information=99%"
                                 keep the bits that carry 99% of the information

Chunks:
  -c "time/1,lat/"               by dimension; without a number, whole
  -c "t2m:1,180,360"             of one variable; or t2m:contiguous, t2m:compact
  -c /                           no chunks unless they are required

Shards of Zarr v3 (several chunks in a file):
  --shards "time/100,lat/,lon/"  by dimension, as -c
  --shards 64M                   about 64 MB of decoded values in each)";

/// Adds shards: a text like that of -c, or a size.
void add_shards(const std::string& text, CopyOptions& options) {
  const bool is_size = !text.empty() && text.find_first_of("/:") == std::string::npos &&
                       text.find_first_of("0123456789") == 0;
  if (is_size) {
    options.shard_bytes = parse_size("--shards", text);
  } else {
    options.shards.push_back(text);
  }
}

StringForm parse_string_form(const std::string& text) {
  if (text == "strings") return StringForm::strings;
  if (text == "characters") return StringForm::characters;
  throw UsageError(fmt::format("--strings {}: expected strings or characters", text));
}

void add_storage_options(CommandLine& line, Request& request) {
  line.value("-F", "SPEC", "set filters of some variables (see below); repeatable",
             [&request](const auto& text) { request.options.filters.push_back(text); });
  line.value(
      "-d", "N", "deflate level 0 to 9 where no -F applies; 0 removes all filters",
      [&request](const auto& text) { request.options.deflate = parse_number("-d", text, 0, 9); });
  line.flag("-s", "shuffle before the deflate of -d",
            [&request] { request.options.shuffle = true; });
  line.value("-c", "SPEC", "set chunks: DIM/N,... or VAR:N,... or / (see below); repeatable",
             [&request](const auto& text) { request.options.chunks.push_back(text); });
  line.value("--for", "PURPOSE",
             "make what a community asks for: cmip7, or cmip7=SIZE for larger chunks; s3",
             [&request](const auto& text) { request.options.purpose = text; });
  line.value("--shards", "SPEC", "store chunks of Zarr v3 in shards: as -c, or a size; repeatable",
             [&request](const auto& text) { add_shards(text, request.options); });
  line.value("--layout", "LAYOUT",
             "where metadata are: consolidated, paged or paged=SIZE (default: as the input)",
             [&request](const auto& text) { request.options.layout = text; });
  line.value("--strings", "FORM", "store texts as strings, or as characters of one length",
             [&request](const auto& text) { request.options.strings = parse_string_form(text); });
  line.value("--quantize", "SPEC", "round values: VARIABLES,MODE,DIGITS (see below); repeatable",
             [&request](const auto& text) { request.options.quantize.push_back(text); });
  line.flag("--allow-absent", "variables in -F and --quantize need not exist in every file",
            [&request] { request.options.allow_absent = true; });
  line.flag("-u", "make unlimited dimensions fixed",
            [&request] { request.options.fix_unlimited = true; });
}

/// Takes the names of -V: of variables to copy, or with "!" of those to leave out.
void take_names(const std::vector<std::string>& names, CopyOptions& copy) {
  const auto is_left_out = [](const std::string& name) { return name.starts_with('!'); };
  if (std::ranges::none_of(names, is_left_out)) {
    copy.variables = PartialCopy{names, false};
    return;
  }
  for (const std::string& name : names) {
    if (!is_left_out(name)) {
      throw UsageError("-V: either name the variables to copy, or those to leave out, with !");
    }
    copy.view.exclude.push_back(name.substr(1));
  }
}

void add_part_options(CommandLine& line, Request& request) {
  // nccopy uses only the last one.
  const auto part = [](const char* options, std::optional<PartialCopy>& target,
                       bool others_defined) {
    return [options, &target, others_defined](const std::string& text) {
      if (target) {
        throw UsageError(fmt::format("{}: give one of them, once, with all names", options));
      }
      target = PartialCopy{split_names(text), others_defined};
    };
  };
  CopyOptions& copy = request.options;
  constexpr const char* of_variables = "-v and -V";
  constexpr const char* of_groups = "-g and -G";
  line.value("-v", "VARS", "copy values of these variables only; others get fill values",
             part(of_variables, copy.variables, true));
  line.value("-V", "VARS", "copy these variables only; or, as !VAR,..., all but these",
             [&copy](const auto& text) {
               if (copy.variables || !copy.view.exclude.empty()) {
                 throw UsageError("-v and -V: give one of them, once, with all names");
               }
               take_names(split_names(text), copy);
             });
  line.flag("--with-coordinates",
            "with -V: also copy variables that belong to them by the CF conventions",
            [&copy] { copy.with_coordinates = true; });
  line.value("-g", "GROUPS", "copy values in these groups only; others get fill values",
             part(of_groups, copy.groups, true));
  line.value("-G", "GROUPS", "copy these groups only", part(of_groups, copy.groups, false));
}

void add_view_options(CommandLine& line, Request& request) {
  ViewOptions& view = request.options.view;
  line.value("--select", "RANGES",
             "copy only a part: lat=30..60,time=2020-01..2020-03 or time[0:10:2]; repeatable",
             [&view](const auto& text) { view.select.push_back(text); });
  line.flag("--unpack", "unpack values: multiply by scale_factor and add add_offset",
            [&view] { view.unpack = true; });
  line.value("--type", "SPEC", "convert numbers: VARIABLES:TYPE[,error,LIMIT]; repeatable",
             [&view](const auto& text) { view.types.push_back(text); });
  line.value("--rename-variable", "NAMES",
             "OLD=NEW: rename a variable, and a dimension of its name; repeatable",
             [&view](const auto& text) { view.rename.push_back(text); });
  line.value("--attribute", "TEXT",
             "VARIABLES@NAME=VALUE: set an attribute, or remove it without VALUE; repeatable",
             [&view](const auto& text) { view.attributes.push_back(text); });
  line.value("--unlimited", "DIMS", "make these dimensions unlimited",
             [&view](const auto& text) { view.unlimited = split_names(text); });
  line.value("--append", "DIM", "append inputs along this dimension to OUTPUT, a Zarr store",
             [&request](const auto& name) {
               request.joined_dimension = name;
               request.is_appended = true;
             });
  line.value("--concat", "DIM", "join all inputs along this dimension, by its values",
             [&request](const auto& name) { request.joined_dimension = name; });
}

void add_tuning_options(CommandLine& line, Request& request) {
  CopyOptions& copy = request.options;
  const auto size = [](const char* option, auto& target) {
    return [option, &target](const std::string& text) { target = parse_size(option, text); };
  };
  line.value("-M", "SIZE", "store variables with smaller chunks contiguously, where possible",
             size("-M", copy.smallest_chunk_bytes));
  line.value("-m", "SIZE", "size of the copy buffer, for example 5M (default: 8 MiB)",
             size("-m", copy.buffer_bytes));
  line.value("-h", "SIZE", "chunk cache of each variable (default: chosen for it)",
             size("-h", copy.cache_bytes));
  line.value("-e", "N", "slots of each chunk cache (default: chosen for it)",
             size("-e", copy.cache_slots));
  line.flag("-r", "read the whole input into memory first", [&] { copy.input_in_memory = true; });
  line.flag("-w", "write the output to disk when it is complete in memory",
            [&] { copy.output_in_memory = true; });
  line.flag("-x", "no effect; accepted for compatibility with nccopy", [] {});
  add_log_level(line);
}

/// Parses the value of --if-smaller; without one, the output is a copy of the original.
Otherwise parse_if_smaller(const std::string& text) {
  if (text.empty() || text == "copy") return Otherwise::copy;
  if (text == "link") return Otherwise::link;
  if (text == "none") return Otherwise::none;
  throw UsageError(fmt::format("--if-smaller={}: expected copy, link or none", text));
}

/// Parses "90", "90s", "15m", "2h".
std::chrono::duration<double> parse_duration(const std::string& option, const std::string& text) {
  constexpr std::pair<char, double> units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
  double seconds = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  for (const auto& [letter, factor] : units) {
    if (stop + 1 != end || *stop != letter) continue;
    seconds *= factor;
    ++stop;
  }
  constexpr double longest = 1e9;
  if (error != std::errc{} || stop != end || !(seconds > 0 && seconds <= longest)) {
    throw UsageError(
        fmt::format("{} '{}': expected a time, for example 90 (seconds), 15m or 2h", option, text));
  }
  return std::chrono::duration<double>(seconds);
}

MpiLibrary parse_mpi(const std::string& library) {
  if (library.empty()) return MpiLibrary::any;
  if (library == "openmpi") return MpiLibrary::openmpi;
  if (library == "mpich") return MpiLibrary::mpich;
  throw UsageError(fmt::format("--mpi={}: expected --mpi, --mpi=openmpi or --mpi=mpich", library));
}

Report parse_report(const std::string& format) {
  if (format.empty()) return Report::text;
  if (format == "json") return Report::json;
  if (format == "jsonl") return Report::jsonl;
  if (format == "summary") return Report::summary;
  throw UsageError(fmt::format("--report={}: expected json, jsonl or summary", format));
}

ProgressLine::Use parse_progress(const std::string& form) {
  if (form.empty()) return ProgressLine::Use::always;
  if (form == "json") return ProgressLine::Use::json;
  throw UsageError(fmt::format("--progress={}: expected --progress or --progress=json", form));
}

void add_own_options(CommandLine& line, Request& request) {
  add_threads(line, "decode and encode", request.options.threads);
  add_max_memory(line, request.options.max_memory_bytes);
  add_connections(line, request.options.connections);
  line.flag("--verify", "read the output back and compare every value",
            [&request] { request.options.verify = true; });
  line.flag("--no-verify", "with --in-place: replace files without comparing",
            [&request] { request.no_verify = true; });
  line.optional_value("--if-smaller", "copy|link|none",
                      "make the output only if it is smaller; otherwise copy the input (default), "
                      "link it, or make none",
                      [&request](const auto& text) {
                        request.options.if_smaller = parse_if_smaller(text);
                        request.is_if_smaller_bare = text.empty();
                      });
  line.flag("--preserve", "give the output the input's permissions and times",
            [&request] { request.options.preserve = true; });
  line.optional_value("--progress", "json",
                      "show progress even if standard error is not a terminal; or lines of JSON",
                      [&request](const auto& form) { request.progress = parse_progress(form); });
  line.flag("--no-progress", "show no progress, even on a terminal",
            [&request] { request.progress = ProgressLine::Use::never; });
  line.flag("--plan", "print what would be done and why; write nothing",
            [&request] { request.plan = true; });
  line.optional_value("--report", "json|jsonl|summary",
                      "print what was done and the resulting sizes",
                      [&request](const auto& format) { request.report = parse_report(format); });
  line.flag("--history", "add the command to the attribute history",
            [&request] { request.has_history = true; });
  line.flag("--strict", "turn notes into errors", [&request] { request.options.strict = true; });
  add_follow_external(line, request.options.follow_external);
  add_plugin_path(line, request.plugin_path);
}

void add_run_options(CommandLine& line, Request& request) {
  constexpr int most = 1'000'000'000;
  CopyManyOptions& many = request.many;
  line.value("--jobs", "N", "copy N files at a time (default: one per thread)",
             [&many](const auto& text) {
               many.jobs = static_cast<std::size_t>(parse_number("--jobs", text, 1, 1024));
             });
  line.optional_value("--mpi", "openmpi|mpich",
                      "share the work among all processes that mpirun started",
                      [&many](const auto& text) { many.mpi = parse_mpi(text); });
  line.value(
      "--stop-after", "N", "start no more files after N failures", [&many](const auto& text) {
        many.stop_after = static_cast<std::size_t>(parse_number("--stop-after", text, 1, most));
      });
  line.value(
      "--file-timeout", "TIME",
      "give up on a file after this time: seconds, or for example 15m or 2h",
      [&many](const auto& text) { many.file_timeout = parse_duration("--file-timeout", text); });
  line.value("--nice", "N", "lower the priority by 1 to 19, as nice does",
             [&request](const auto& text) { request.nice = parse_number("--nice", text, 1, 19); });
}

void add_many_options(CommandLine& line, Request& request) {
  CopyManyOptions& many = request.many;
  const auto append = [](std::vector<std::string>& texts) {
    return [&texts](const std::string& text) { texts.push_back(text); };
  };
  const auto set = [](std::string& target) {
    return [&target](const std::string& text) { target = text; };
  };
  line.value("--into", "FOLDER", "copy each INPUT, a file or all files in a folder, into FOLDER",
             set(many.folder));
  line.flag("--in-place", "replace each INPUT, a file or all files in a folder, by its copy",
            [&request] { request.options.in_place = true; });
  line.flag("--remove-orphans",
            "remove unfinished outputs that jobs on other machines left more than a day ago",
            [&many] { many.remove_orphans = true; });
  line.flag("--resume", "skip files that were copied with the same options before",
            [&many] { many.resume = true; });
  line.value("--journal", "FILE", "append a line of JSON for each file when it is done",
             set(many.journal));
  line.flag("--checksums", "add SHA-256 checksums to the journal and the report",
            [&many] { many.checksums = true; });
  line.value("--include", "GLOB", "from folders: copy only files that match; repeatable",
             append(many.include));
  line.value("--exclude", "GLOB",
             "from folders: leave out files and folders that match; repeatable",
             append(many.exclude));
  line.flag("--copy-others", "from folders: also copy files that are not netCDF, as they are",
            [&many] { many.copies_others = true; });
  line.value("--files-from", "FILE",
             "read further inputs from FILE, one per line; - for standard input",
             set(request.files_from));
  line.flag("--null", "names in --files-from end with NUL, as written by find -print0",
            [&request] { request.has_null_ends = true; });
  line.value("--relative-to", "FOLDER", "with --into: keep the paths of inputs below FOLDER",
             set(many.relative_to));
  line.value("--rename", "PATTERN",
             "with --into: name outputs by a pattern, for example {name}.zarr", set(many.rename));
}

void add_reference_options(CommandLine& line, Request& request) {
  line.value("--kerchunk", "FILE",
             "copy nothing; write references with which Zarr readers find the chunks",
             [&request](const auto& path) { request.references.emplace().output = path; });
  line.value("--kerchunk-url", "URL",
             "the URL at which readers find INPUT; or, ending in /, the folder of all inputs",
             [&request](const auto& url) { request.reference_url = url; });
}

/// Returns a line like those of NCO, in UTC if its time is fixed: "Wed Nov 25 03:27:00 2026:
/// ncfcopy -d 1 in.nc out.nc".
std::string history_line(const std::string& name, int argc, const char* const* argv) {
  const auto fixed = fixed_creation_time("--history");
  const std::tm time = fixed ? fmt::gmtime(*fixed) : fmt::localtime(std::time(nullptr));
  std::string line = fmt::format("{:%a %b %e %H:%M:%S %Y}: {}", time, name);
  for (int i = 1; i < argc; ++i) line += fmt::format(" {}", argv[i]);
  return line;
}

}  // namespace

std::optional<Request> parse_request(const std::string& name, int argc, const char* const* argv) {
  Request request;
  CommandLine line(
      name, "Copy netCDF files and Zarr stores, and change filters, chunks or formats.", examples);
  line.add_completion();
  add_kind_options(line, "that of the input", request.options.format);
  add_storage_options(line, request);
  add_part_options(line, request);
  add_view_options(line, request);
  add_tuning_options(line, request);
  add_own_options(line, request);
  add_many_options(line, request);
  add_run_options(line, request);
  add_reference_options(line, request);
  line.usage({"[OPTIONS] INPUT OUTPUT", "[OPTIONS] --concat DIM INPUT... OUTPUT",
              "[OPTIONS] --append DIM INPUT... STORE", "[OPTIONS] --into FOLDER [INPUT...]",
              "[OPTIONS] --in-place [INPUT...]",
              "[--kerchunk-url URL] [--concat DIM] --kerchunk FILE INPUT..."});
  const auto take_operand = [&](const auto& path) { request.operands.push_back(path); };
  line.optional_operand("INPUT", "the file to copy", take_operand);
  line.optional_operand("OUTPUT", "the copy; replaces an older file when it is complete",
                        take_operand);
  line.further_operands(take_operand);
  if (!line.parse(argc, argv)) return std::nullopt;
  if (request.has_history) request.options.history = history_line(name, argc, argv);
  return request;
}

}  // namespace ncf::apps::copy
