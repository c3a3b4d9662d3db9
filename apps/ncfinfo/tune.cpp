// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/tune.hpp"

#include <fmt/format.h>

#include <vector>

#include "common/command_line.hpp"
#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

constexpr const char* examples = R"(Examples:
  ncfinfo tune in.nc                             what every netCDF program can read
  ncfinfo tune --goal size --readers any in.nc   the smallest, for those with plugins
  ncfinfo tune --error t2m,0.01 --digits 4 in.nc what may be lost of t2m, and of all others
The last line is a command that copies the file so.)";

/// What `find` makes of the value, which is one of `choices`.
template <class Find>
auto choice(const char* option, const std::string& value, const char* choices, Find find) {
  const auto found = find(value);
  if (found) return *found;
  throw UsageError(fmt::format("{} {}: expected {}", option, value, choices));
}

struct Request {
  TuneOptions options;
  std::vector<std::string> plugin_path;
  TuneDetail detail = TuneDetail::front;
  bool json = false;
};

void add_options(CommandLine& line, Request& request) {
  TuneOptions& options = request.options;
  const auto add_to = [](std::vector<std::string>& texts) {
    return [&texts](const std::string& text) { texts.push_back(text); };
  };
  line.value("-v", "VARS", "tune these variables only, and leave others as they are",
             [&options](const auto& text) { options.variables = split_names(text); });
  line.value("--goal", "GOAL", "size, balanced (default) or speed", [&options](const auto& text) {
    options.goal = choice("--goal", text, "size, balanced or speed", find_tune_goal);
  });
  line.value("--readers", "READERS", "stock (default): programs without plugins; or any",
             [&options](const auto& text) {
               options.readers = choice("--readers", text, "stock or any", find_tune_readers);
             });
  line.value("--error", "SPEC", "LIMIT or VARS,LIMIT: values may change by so much; repeatable",
             add_to(options.errors));
  line.value("--digits", "SPEC", "N or VARS,N: values keep N significant digits; repeatable",
             add_to(options.digits));
  line.value("--bits", "SPEC", "N or VARS,N: values keep N bits of the significand; repeatable",
             add_to(options.bits));
  line.value("--sample", "SIZE", "read so much of each variable at most (default 64M)",
             [&options](const auto& text) { options.sample_bytes = parse_size("--sample", text); });
  line.value("-j", "N", "threads that encode and decode (default: one a processor)",
             [&options](const auto& text) {
               options.threads = static_cast<std::size_t>(parse_number("-j", text, 1, 1024));
             });
  line.flag("--all", "show all that was tried", [&request] { request.detail = TuneDetail::all; });
  line.flag("--json", "print JSON, with all that was tried", [&request] { request.json = true; });
  line.value("--plugin-path", "FOLDER", "search filter plugins here first; repeatable",
             add_to(request.plugin_path));
}

}  // namespace

int tune(const std::string& name, int argc, char** argv) {
  Request request;
  CommandLine line(name, "Find the filters that suit a file, by trying them on parts of it.",
                   examples);
  line.operand("FILE", "a path or a URL", [&](const auto& text) { request.options.input = text; });
  add_options(line, request);
  if (!line.parse(argc, argv)) return 0;

  set_plugin_path(request.plugin_path);
  ProgressLine progress(name, ProgressLine::Use::on_terminal);
  const TuneReport report = ncf::tune(request.options, [&](const CopyProgress& done) {
    progress.show(done.bytes_done, done.bytes);
  });
  progress.clear();
  print_piece(request.json ? format_tuning_json(report) : format_tuning(report, request.detail));
  return 0;
}

}  // namespace ncf::apps::info
