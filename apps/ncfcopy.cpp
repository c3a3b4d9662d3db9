// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfcopy: copies a netCDF file, with other filters, chunks or format if requested.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/plugins.hpp"
#include "ncfcopy/many_files.hpp"
#include "ncfcopy/report.hpp"
#include "ncfcopy/request.hpp"

namespace ncf::apps::copy {
namespace {

/// throws: UsageError naming an option that needs --into.
void refuse_options_of_many(const Request& request) {
  const CopyManyOptions& many = request.many;
  const std::pair<const char*, bool> given[] = {
      {"--resume", many.resume},
      {"--include", !many.include.empty()},
      {"--exclude", !many.exclude.empty()},
      {"--copy-others", many.copies_others},
      {"--files-from", !request.files_from.empty()},
      {"--null", request.has_null_ends},
      {"--relative-to", !many.relative_to.empty()},
      {"--rename", !many.rename.empty()},
  };
  for (const auto& [option, is_given] : given) {
    if (is_given) throw UsageError(fmt::format("{} is only for use with --into", option));
  }
}

/// One input and one output.
void name_files(Request& request) {
  refuse_options_of_many(request);
  if (request.operands.empty()) throw UsageError("INPUT is missing");
  if (request.operands.size() < 2) throw UsageError("OUTPUT is missing");
  if (request.operands.size() > 2) {
    throw UsageError(
        fmt::format("unexpected operand '{}'; to copy several files, name a folder with --into",
                    request.operands[2]));
  }
  request.options.input = request.operands[0];
  request.options.output = request.operands[1];
}

int write_references(const std::string& name, Request& request) {
  if (request.operands.size() != 1) throw UsageError("--kerchunk takes one INPUT and no OUTPUT");
  const bool is_copied =
      !(request.options == CopyOptions()) || !(request.many == CopyManyOptions());
  if (is_copied || !request.files_from.empty() || request.has_null_ends || request.plan ||
      request.report != Report::none) {
    throw UsageError("--kerchunk copies nothing and takes no options for copying");
  }
  request.references->input = request.operands[0];
  request.references->url = request.reference_url;
  ncf::make_references(*request.references,
                       [&](const std::string& text) { print_note(name, text); });
  return 0;
}

int copy_file(const std::string& name, const Request& request) {
  const auto on_note = [&](const std::string& text) { print_note(name, text); };
  if (request.plan) {
    print_plan(request, plan_copy(request.options, on_note));
    return 0;
  }
  ProgressLine progress(name, request.progress);
  const CopyReport report = ncf::copy(request.options, on_note, [&](const CopyProgress& done) {
    progress.show(done.bytes_done, done.bytes);
  });
  progress.clear();
  print_report(request, report);
  require_printed_report(request.options.output + " is");
  return 0;
}

int run(const std::string& name, int argc, char** argv) {
  std::optional<Request> request = parse_request(name, argc, argv);
  if (!request) return 0;
  set_plugin_path(request->plugin_path);
  if (request->references) return write_references(name, *request);
  if (request->reference_url) {
    throw UsageError("--kerchunk-url is only for use with --kerchunk");
  }
  if (!request->many.folder.empty()) return copy_into_folder(name, *request);
  name_files(*request);
  return copy_file(name, *request);
}

}  // namespace
}  // namespace ncf::apps::copy

int main(int argc, char** argv) { return ncf::apps::guard_main(argc, argv, ncf::apps::copy::run); }
