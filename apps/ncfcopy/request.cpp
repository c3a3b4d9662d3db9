// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncfcopy/request.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <string_view>
#include <utility>

#include "common/command_line.hpp"
#include "common/shared_options.hpp"
#include "ncf/error.hpp"

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

void add_storage_options(CommandLine& line, CopyOptions& copy) {
  line.value("-F", "SPEC", "set filters of some variables (see below); repeatable", copy.filters);
  line.value("-d", "N", "deflate level 0 to 9 where no -F applies; 0 removes all filters",
             set_number("-d", 0, 9, copy.deflate));
  line.flag("-s", "shuffle before the deflate of -d", copy.shuffle);
  line.value("-c", "SPEC", "set chunks: DIM/N,... or VAR:N,... or / (see below); repeatable",
             copy.chunks);
  line.value("--for", "PURPOSE",
             "make what a community asks for: cmip7, or cmip7=SIZE for larger chunks; s3",
             copy.purpose);
  line.value("--shards", "SPEC", "store chunks of Zarr v3 in shards: as -c, or a size; repeatable",
             [&copy](const auto& text) { add_shards(text, copy); });
  line.value("--layout", "LAYOUT",
             "where metadata are: consolidated, paged or paged=SIZE (default: as the input)",
             copy.layout);
  line.value("--strings", "FORM", "store texts as strings, or as characters of one length",
             set_choice<StringForm>(
                 "--strings ", "strings or characters", copy.strings,
                 {{"strings", StringForm::strings}, {"characters", StringForm::characters}}));
  line.value("--quantize", "SPEC", "round values: VARIABLES,MODE,DIGITS (see below); repeatable",
             copy.quantize);
  line.flag("--allow-absent", "variables in -F and --quantize need not exist in every file",
            copy.allow_absent);
  line.flag("-u", "make unlimited dimensions fixed", copy.fix_unlimited);
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
            copy.with_coordinates);
  line.value("-g", "GROUPS", "copy values in these groups only; others get fill values",
             part(of_groups, copy.groups, true));
  line.value("-G", "GROUPS", "copy these groups only", part(of_groups, copy.groups, false));
}

void add_view_options(CommandLine& line, Request& request) {
  ViewOptions& view = request.options.view;
  line.value("--select", "RANGES",
             "copy only a part: lat=30..60,time=2020-01..2020-03 or time[0:10:2]; repeatable",
             view.select);
  line.flag("--unpack", "unpack values: multiply by scale_factor and add add_offset", view.unpack);
  line.value("--type", "SPEC", "convert numbers: VARIABLES:TYPE[,error,LIMIT]; repeatable",
             view.types);
  line.value("--rename-variable", "NAMES",
             "OLD=NEW,...: rename variables, and dimensions of their names; repeatable",
             [&view](const auto& text) {
               for (std::string& one : split_names(text)) view.rename.push_back(std::move(one));
             });
  line.value("--attribute", "TEXT",
             "VARIABLES@NAME=VALUE: set an attribute, or remove it without VALUE; repeatable",
             view.attributes);
  line.value("--unlimited", "DIMS", "make these dimensions unlimited", set_names(view.unlimited));
  line.value("--append", "DIM", "append inputs along this dimension to OUTPUT, a Zarr store",
             [&request](const auto& name) {
               request.joined_dimension = name;
               request.is_appended = true;
             });
  line.value("--concat", "DIM", "join all inputs along this dimension, by its values",
             request.joined_dimension);
}

void add_tuning_options(CommandLine& line, CopyOptions& copy) {
  line.value("-M", "SIZE", "store variables with smaller chunks contiguously, where possible",
             copy.smallest_chunk_bytes);
  line.value("-m", "SIZE", "size of the copy buffer, for example 5M (default: 8 MiB)",
             copy.buffer_bytes);
  line.value("-h", "SIZE", "chunk cache of each variable (default: chosen for it)",
             copy.cache_bytes);
  line.value("-e", "N", "slots of each chunk cache (default: chosen for it)", copy.cache_slots);
  line.flag("-r", "read the whole input into memory first", copy.input_in_memory);
  line.flag("-w", "write the output to disk when it is complete in memory", copy.output_in_memory);
  line.flag("-x", "no effect; accepted for compatibility with nccopy", [] {});
  add_log_level(line);
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

void add_own_options(CommandLine& line, Request& request) {
  CopyOptions& copy = request.options;
  add_threads(line, "decode and encode", copy.threads);
  add_max_memory(line, copy.max_memory_bytes);
  add_connections(line, copy.connections);
  line.flag("--verify", "read the output back and compare every value", copy.verify);
  line.flag("--no-verify", "with --in-place: replace files without comparing", request.no_verify);
  const Action set_if_smaller =
      set_choice<Otherwise>("--if-smaller=", "copy, link or none", copy.if_smaller,
                            {{"", Otherwise::copy},
                             {"copy", Otherwise::copy},
                             {"link", Otherwise::link},
                             {"none", Otherwise::none}});
  line.optional_value("--if-smaller", "copy|link|none",
                      "make the output only if it is smaller; otherwise copy the input (default), "
                      "link it, or make none",
                      [set_if_smaller, &request](const auto& text) {
                        set_if_smaller(text);
                        request.is_if_smaller_bare = text.empty();
                      });
  line.flag("--preserve", "give the output the input's permissions and times", copy.preserve);
  line.optional_value("--progress", "json",
                      "show progress even if standard error is not a terminal; or lines of JSON",
                      set_choice<ProgressLine::Use>(
                          "--progress=", "--progress or --progress=json", request.progress,
                          {{"", ProgressLine::Use::always}, {"json", ProgressLine::Use::json}}));
  line.flag("--no-progress", "show no progress, even on a terminal",
            [&request] { request.progress = ProgressLine::Use::never; });
  line.flag("--plan", "print what would be done and why; write nothing", request.plan);
  line.optional_value("--report", "json|jsonl|summary",
                      "print what was done and the resulting sizes",
                      set_choice<Report>("--report=", "json, jsonl or summary", request.report,
                                         {{"", Report::text},
                                          {"json", Report::json},
                                          {"jsonl", Report::jsonl},
                                          {"summary", Report::summary}}));
  line.flag("--history", "add the command to the attribute history", request.has_history);
  line.flag("--strict", "turn notes into errors", copy.strict);
  add_follow_external(line, copy.follow_external);
  add_plugin_path(line, request.plugin_path);
}

void add_run_options(CommandLine& line, Request& request) {
  constexpr int most = 1'000'000'000;
  CopyManyOptions& many = request.many;
  line.value("--jobs", "N", "copy N files at a time (default: one per thread)",
             set_number("--jobs", 1, 1024, many.jobs));
  line.optional_value(
      "--mpi", "openmpi|mpich", "share the work among all processes that mpirun started",
      set_choice<MpiLibrary>(
          "--mpi=", "--mpi, --mpi=openmpi or --mpi=mpich", many.mpi,
          {{"", MpiLibrary::any}, {"openmpi", MpiLibrary::openmpi}, {"mpich", MpiLibrary::mpich}}));
  line.value("--stop-after", "N", "start no more files after N failures",
             set_number("--stop-after", 1, most, many.stop_after));
  line.value(
      "--file-timeout", "TIME",
      "give up on a file after this time: seconds, or for example 15m or 2h",
      [&many](const auto& text) { many.file_timeout = parse_duration("--file-timeout", text); });
  line.value("--nice", "N", "lower the priority by 1 to 19, as nice does",
             set_number("--nice", 1, 19, request.nice));
}

void add_many_options(CommandLine& line, Request& request) {
  CopyManyOptions& many = request.many;
  line.value("--into", "FOLDER", "copy each INPUT, a file or all files in a folder, into FOLDER",
             many.folder);
  line.flag("--in-place", "replace each INPUT, a file or all files in a folder, by its copy",
            request.options.in_place);
  line.flag("--remove-orphans",
            "remove unfinished outputs that jobs on other machines left more than a day ago",
            many.remove_orphans);
  line.flag("--resume", "skip what was copied with the same options, or appended, before",
            many.resume);
  line.value("--journal", "FILE", "append a line of JSON for each file when it is done",
             many.journal);
  line.flag("--checksums", "add SHA-256 checksums to the journal and the report", many.checksums);
  line.value("--include", "GLOB", "from folders: copy only files that match; repeatable",
             many.include);
  line.value("--exclude", "GLOB",
             "from folders: leave out files and folders that match; repeatable", many.exclude);
  line.flag("--copy-others", "from folders: also copy files that are not netCDF, as they are",
            many.copies_others);
  line.value("--files-from", "FILE",
             "read further inputs from FILE, one per line; - for standard input",
             request.files_from);
  line.flag("--null", "names in --files-from end with NUL, as written by find -print0",
            request.has_null_ends);
  line.value("--relative-to", "FOLDER", "with --into: keep the paths of inputs below FOLDER",
             many.relative_to);
  line.value("--rename", "PATTERN",
             "with --into: name outputs by a pattern, for example {name}.zarr", many.rename);
}

void add_reference_options(CommandLine& line, Request& request) {
  line.value("--kerchunk", "FILE",
             "copy nothing; write references with which Zarr readers find the chunks",
             [&request](const auto& path) { request.references.emplace().output = path; });
  line.value("--kerchunk-url", "URL",
             "the URL at which readers find INPUT; or, ending in /, the folder of all inputs",
             request.reference_url);
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
  add_storage_options(line, request.options);
  add_part_options(line, request);
  add_view_options(line, request);
  add_tuning_options(line, request.options);
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

void refuse_report_of_plan(const Request& request) {
  if (!request.plan || request.report != Report::text) return;
  throw UsageError(
      "--plan and --report contradict each other; --report=json prints the plan as JSON");
}

void print_plan(const Request& request, const CopyPlan& plan) {
  refuse_report_of_plan(request);
  const bool is_text = request.report == Report::none;
  print(is_text ? escape_lines(format_plan(plan, output_width())) : format_plan_json(plan));
}

void require_printed_report(std::string_view complete) {
  if (flush_output()) return;
  throw Error(ErrorCode::io,
              fmt::format("{} complete; only the report could not be written to standard output",
                          complete));
}

}  // namespace ncf::apps::copy
