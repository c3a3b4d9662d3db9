// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/tune.hpp"

#include <fmt/format.h>

#include <vector>

#include "common/command_line.hpp"
#include "common/progress_line.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

constexpr const char* examples = R"(Examples:
  ncfinfo tune in.nc                               for every netCDF program
  ncfinfo tune --goal size --readers any in.nc     the smallest file
  ncfinfo tune --error t2m,0.01 --digits 4 in.nc   bounds of what may be lost
The last line of output is the command that makes such a copy.)";

/// Converts the value, one of `choices`, with `find`.
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
  line.value("--goal", "GOAL", "size, balanced or speed (default: balanced)",
             [&options](const auto& text) {
               options.goal = choice("--goal", text, "size, balanced or speed", find_tune_goal);
             });
  line.value("--readers", "READERS", "stock: programs without plugins; or any (default: stock)",
             [&options](const auto& text) {
               options.readers = choice("--readers", text, "stock or any", find_tune_readers);
             });
  line.value("--error", "SPEC",
             "LIMIT or VARS,LIMIT: largest allowed change of a value; repeatable",
             add_to(options.errors));
  line.value("--digits", "SPEC", "N or VARS,N: keep N significant digits; repeatable",
             add_to(options.digits));
  line.value("--bits", "SPEC", "N or VARS,N: keep N bits of the significand; repeatable",
             add_to(options.bits));
  line.value("--sample", "SIZE", "most to read of each variable (default: 64M)",
             [&options](const auto& text) { options.sample_bytes = parse_size("--sample", text); });
  add_threads(line, "encode and decode", options.threads);
  line.flag("--all", "show everything that was tried",
            [&request] { request.detail = TuneDetail::all; });
  add_follow_external(line, options.follow_external);
  add_json(line, request.json);
  add_plugin_path(line, request.plugin_path);
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
  print_piece(request.json ? format_tuning_json(report)
                           : escape_lines(format_tuning(report, request.detail, output_width())));
  return 0;
}

}  // namespace ncf::apps::info
