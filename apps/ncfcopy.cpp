// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfcopy: copies a netCDF file, with other filters, chunks or format if asked.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "common/command_line.hpp"
#include "common/kind_options.hpp"
#include "common/main_guard.hpp"
#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "ncf/copy.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/plugins.hpp"
#include "ncf/references.hpp"
#include "ncf/version.hpp"

namespace {

constexpr const char* examples = R"(Filters, the most specific -F wins:
  -F "*,shuffle|zstd,3"          every variable that can have filters
  -F "t2m&/forecast/u10,307,9"   two variables; the filter by number, with its words
  -F "t?m,blosc,cname=lz4"       variables by a pattern; parameters by name
  -F ":double,none"              variables of a type; no filters
  -F none                        no filters, but where another -F asks for some

Rounding, before filters:
  --quantize "t2m,bitround,10"   10 bits of the significand; bitgroom or granular with digits

Chunks:
  -c "time/1,lat/"               by dimension; without a number its whole length
  -c "t2m:1,180,360"             of one variable; or t2m:contiguous, t2m:compact
  -c /                           none where none are needed)";

struct Request {
  ncf::CopyOptions copy;
  std::vector<std::string> plugin_path;
  std::vector<std::string> operands;
  std::string into;  ///< a folder, where many files are copied
  std::optional<ncf::ReferenceOptions> references;
  std::optional<std::string> reference_url;
  bool resume = false;
  bool plan = false;
  bool report = false;
  bool report_json = false;
  ncf::apps::ProgressLine::Use progress = ncf::apps::ProgressLine::Use::on_terminal;
};

void add_storage_options(ncf::apps::CommandLine& line, Request& request) {
  line.value("-F", "SPEC", "filters of some variables, see below; repeatable",
             [&request](const auto& text) { request.copy.filters.push_back(text); });
  line.value("-d", "N", "deflate level 0 to 9 where no -F decides; 0 removes all filters",
             [&request](const auto& text) {
               request.copy.deflate_level = ncf::apps::parse_number("-d", text, 0, 9);
             });
  line.flag("-s", "shuffle before the deflate of -d", [&request] { request.copy.shuffle = true; });
  line.value("-c", "SPEC", "chunks: DIM/N,... or VAR:N,... or /, see below; repeatable",
             [&request](const auto& text) { request.copy.chunking.push_back(text); });
  line.value("--quantize", "SPEC", "round values: VARIABLES,MODE,DIGITS, see below; repeatable",
             [&request](const auto& text) { request.copy.quantizations.push_back(text); });
  line.flag("-u", "make unlimited dimensions fixed",
            [&request] { request.copy.fix_unlimited = true; });
}

void add_part_options(ncf::apps::CommandLine& line, Request& request) {
  const auto part = [](std::optional<ncf::PartialCopy>& target, bool others_defined) {
    return [&target, others_defined](const std::string& text) {
      target = ncf::PartialCopy{ncf::apps::split_names(text), others_defined};
    };
  };
  ncf::CopyOptions& copy = request.copy;
  line.value("-v", "VARS", "values of these variables only; others hold fill values",
             part(copy.variables, true));
  line.value("-V", "VARS", "these variables only", part(copy.variables, false));
  line.value("-g", "GROUPS", "values in these groups only; others hold fill values",
             part(copy.groups, true));
  line.value("-G", "GROUPS", "these groups only", part(copy.groups, false));
}

void add_tuning_options(ncf::apps::CommandLine& line, Request& request) {
  ncf::CopyOptions& copy = request.copy;
  const auto size = [](const char* option, auto& target) {
    return [option, &target](const std::string& text) {
      target = ncf::apps::parse_size(option, text);
    };
  };
  line.value("-M", "SIZE", "smaller chunks become contiguous where none are needed",
             size("-M", copy.smallest_chunk_bytes));
  line.value("-m", "SIZE", "copy buffer, as 500K or 5M (default 8 MiB)",
             size("-m", copy.buffer_bytes));
  line.value("-h", "SIZE", "chunk cache of each variable (default: fitted to it)",
             size("-h", copy.cache_bytes));
  line.value("-e", "N", "slots of each chunk cache (default: fitted to it)",
             size("-e", copy.cache_slots));
  line.flag("-r", "read the whole input into memory first", [&] { copy.input_in_memory = true; });
  line.flag("-w", "write the output to disk when it is complete in memory",
            [&] { copy.output_in_memory = true; });
  line.flag("-x", "accepted as nccopy does; caches are always fitted to the variables", [] {});
  line.value("-L", "LEVEL", "log level of libnetcdf, where it was built with logging",
             [](const std::string& text) {
               ncf::set_log_level(ncf::apps::parse_number("-L", text, 0, 9));
             });
}

void add_own_options(ncf::apps::CommandLine& line, Request& request) {
  line.value("-j", "N", "threads that decode and encode (default: one a processor)",
             [&request](const auto& text) {
               request.copy.threads =
                   static_cast<std::size_t>(ncf::apps::parse_number("-j", text, 1, 1024));
             });
  line.value("--max-memory", "SIZE", "for values on their way (default: a quarter of the memory)",
             [&request](const auto& text) {
               request.copy.most_memory_bytes = ncf::apps::parse_size("--max-memory", text);
             });
  line.value("--into", "FOLDER", "copy every INPUT into a folder, under its own name",
             [&request](const auto& folder) { request.into = folder; });
  line.flag("--resume", "with --into: leave outputs that are there and not older than their input",
            [&request] { request.resume = true; });
  line.flag("--verify", "read the output back and compare every value before it takes its name",
            [&request] { request.copy.verify = true; });
  line.flag("--progress", "show how far the work is, also where that goes to no terminal",
            [&request] { request.progress = ncf::apps::ProgressLine::Use::always; });
  line.flag("--no-progress", "do not, not even on a terminal",
            [&request] { request.progress = ncf::apps::ProgressLine::Use::never; });
  line.flag("--plan", "print what would be done and why, and stop",
            [&request] { request.plan = true; });
  line.optional_value("--report", "[=json] print what was done and how large it is now",
                      [&request](const std::string& format) {
                        if (!format.empty() && format != "json") {
                          throw ncf::apps::UsageError(fmt::format(
                              "--report={}: expected --report or --report=json", format));
                        }
                        request.report = format.empty();
                        request.report_json = !format.empty();
                      });
  line.flag("--strict", "make an error of what would be a note",
            [&request] { request.copy.strict = true; });
  line.value("--plugin-path", "FOLDER", "search filter plugins here first; repeatable",
             [&request](const auto& folder) { request.plugin_path.push_back(folder); });
}

void add_reference_options(ncf::apps::CommandLine& line, Request& request) {
  line.value("--kerchunk", "FILE", "copy nothing; write where the chunks are, for readers of Zarr",
             [&request](const auto& path) {
               request.references = ncf::ReferenceOptions{{}, path, {}};
             });
  line.value("--kerchunk-url", "URL", "where they find INPUT (default: its absolute path)",
             [&request](const auto& url) { request.reference_url = url; });
}

/// One input and one output.
void name_files(Request& request) {
  if (request.resume) throw ncf::apps::UsageError("--resume has a meaning only with --into");
  if (request.operands.size() < 2) throw ncf::apps::UsageError("OUTPUT is missing");
  if (request.operands.size() > 2) {
    throw ncf::apps::UsageError(
        fmt::format("unexpected operand '{}'; to copy several files, name a folder with --into",
                    request.operands[2]));
  }
  request.copy.input = request.operands[0];
  request.copy.output = request.operands[1];
}

int make_references(Request& request) {
  if (request.operands.size() != 1) {
    throw ncf::apps::UsageError("--kerchunk takes one INPUT and no OUTPUT");
  }
  const bool is_copied = !(request.copy == ncf::CopyOptions()) || !request.into.empty();
  if (is_copied || request.resume || request.plan || request.report || request.report_json) {
    throw ncf::apps::UsageError("--kerchunk copies nothing, so that no option of copying fits it");
  }
  request.references->input = request.operands[0];
  request.references->url = request.reference_url;
  ncf::make_references(*request.references);
  return 0;
}

int copy_file(const std::string& name, const Request& request) {
  const auto on_note = [&](const std::string& text) { ncf::apps::print_note(name, text); };
  if (request.plan) {
    ncf::apps::print(ncf::format_plan(ncf::plan_copy(request.copy, on_note)));
    return 0;
  }
  ncf::apps::ProgressLine progress(name, request.progress);
  const ncf::CopyReport report =
      ncf::copy(request.copy, on_note,
                [&](const ncf::CopyProgress& done) { progress.show(done.bytes_done, done.bytes); });
  progress.clear();
  if (request.report) ncf::apps::print(ncf::format_report(report));
  if (request.report_json) ncf::apps::print(ncf::format_report_json(report));
  return 0;
}

/// 0 for what is no file of this machine.
std::uint64_t size_of(const std::string& input) {
  std::error_code failure;
  const std::uint64_t bytes = std::filesystem::file_size(input, failure);
  return failure ? 0 : bytes;
}

std::uint64_t sum_of_sizes(const std::vector<std::string>& inputs) {
  return std::accumulate(
      inputs.begin(), inputs.end(), std::uint64_t{0},
      [](std::uint64_t sum, const std::string& input) { return sum + size_of(input); });
}

/// Failures are told at the end, where they are seen.
int copy_into_folder(const std::string& name, const Request& request) {
  if (request.plan) throw ncf::apps::UsageError("--plan is of one file, not of many");
  ncf::CopyManyOptions options{request.copy, request.operands, request.into, request.resume};
  ncf::apps::ProgressLine progress(name, request.progress);
  const std::uint64_t bytes = sum_of_sizes(request.operands);
  std::uint64_t bytes_done = 0;
  const auto on_file = [&](const ncf::FileCopy& file) {
    progress.clear();
    for (const std::string& note : file.notes) {
      ncf::apps::print_note(name, fmt::format("{}: {}", file.input, note));
    }
    bytes_done += size_of(file.input);
    progress.show(bytes_done, bytes);
  };
  const ncf::CopyManyReport report = ncf::copy_many(options, on_file);
  progress.clear();
  if (request.report) ncf::apps::print(ncf::format_report(report));
  if (request.report_json) ncf::apps::print(ncf::format_report_json(report));
  const std::size_t failures = report.count(ncf::FileCopy::Outcome::failed);
  if (failures == 0) return 0;
  std::string text;
  for (const ncf::FileCopy& file : report.files) {
    if (!file.failure.empty()) text += fmt::format("{}: {}\n", name, file.failure);
  }
  ncf::apps::print_message(
      text + fmt::format("{}: {} of {} files failed\n", name, failures, report.files.size()));
  return 1;
}

int run(const std::string& name, int argc, char** argv) {
  Request request;
  ncf::apps::CommandLine line(name, "Copy a netCDF file, with other filters, chunks or format.",
                              examples);
  ncf::apps::add_kind_options(line, "as the input", request.copy.format);
  add_storage_options(line, request);
  add_part_options(line, request);
  add_tuning_options(line, request);
  add_own_options(line, request);
  add_reference_options(line, request);
  line.usage({"[OPTIONS] INPUT OUTPUT", "[OPTIONS] --into FOLDER INPUT...",
              "[--kerchunk-url URL] --kerchunk FILE INPUT"});
  const auto take_operand = [&](const auto& path) { request.operands.push_back(path); };
  line.operand("INPUT", "the file to copy", take_operand);
  line.optional_operand("OUTPUT", "the copy; replaced when complete", take_operand);
  line.further_operands(take_operand);
  if (!line.parse(argc, argv)) return 0;

  ncf::set_plugin_path(request.plugin_path);
  if (request.references) return make_references(request);
  if (request.reference_url) {
    throw ncf::apps::UsageError("--kerchunk-url has a meaning only with --kerchunk");
  }
  if (!request.into.empty()) return copy_into_folder(name, request);
  name_files(request);
  return copy_file(name, request);
}

}  // namespace

int main(int argc, char** argv) { return ncf::apps::guard_main(argc, argv, run); }
