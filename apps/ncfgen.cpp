// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfgen: makes a netCDF file of its text.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "common/kind_options.hpp"
#include "common/main_guard.hpp"
#include "common/standard_streams.hpp"
#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "ncf/plugins.hpp"
#include "ncf/version.hpp"

namespace {

constexpr const char* examples =
    R"(  ncfgen -o out.nc in.cdl              the kind the text asks for, or the smallest that has all of it
  ncfgen -4 -o out.nc in.cdl           a netCDF-4 file
  ncdump in.nc | ncfgen -o out.nc      a text from standard input
  ncfgen in.cdl                        nothing is made, the text is checked)";

struct Request {
  ncf::GenerateOptions generate;
  std::vector<std::string> plugin_path;
  bool binary = false;
};

void add_output_options(ncf::apps::CommandLine& line, Request& request) {
  ncf::GenerateOptions& generate = request.generate;
  const auto binary = [&request](const char* extension) {
    return [&request, extension] {
      if (request.binary) throw ncf::apps::UsageError("only one of -b, -l and -n may be given");
      request.binary = true;
      request.generate.extension = extension;
    };
  };
  line.flag("-b", "make a netCDF file, named after the text unless -o names it", binary(".nc"));
  line.flag("-n", "as -b, with the extension .cdf", binary(".cdf"));
  line.value("-l", "LANGUAGE", "b: as -b; programs in other languages are not provided",
             [binary](const std::string& language) {
               if (language == "b") return binary(".nc")();
               throw ncf::Error(ncf::ErrorCode::unsupported,
                                fmt::format("-l {}: programs are not provided, only netCDF files; "
                                            "ncgen prints programs",
                                            language));
             });
  line.value("-o", "FILE", "the file to make; replaced when complete",
             [&generate](const auto& path) { generate.output = path; });
  line.value("-N", "NAME", "name of the dataset, instead of that in the text",
             [&generate](const auto& name) { generate.dataset_name = name; });
  ncf::apps::add_kind_options(line, "what the text says, or the smallest that has all of it",
                              generate.format);
  line.value("-v", "KIND", "as -k", [&generate](const auto& text) {
    generate.format = ncf::apps::parse_kind("-v", text);
  });
}

void add_content_options(ncf::apps::CommandLine& line, Request& request) {
  ncf::GenerateOptions& generate = request.generate;
  line.flag("-H", "definitions only: values are checked and not written",
            [&generate] { generate.header_only = true; });
  line.flag("-x", "do not fill variables before they are written",
            [&generate] { generate.no_fill = true; });
  line.flag("-P", "write the output to disk when it is complete in memory",
            [&generate] { generate.output_in_memory = true; });
  line.value("-L", "LEVEL", "log level of libnetcdf, where it was built with logging",
             [](const std::string& text) {
               ncf::set_log_level(ncf::apps::parse_number("-L", text, 0, 9));
             });
  line.value("--plugin-path", "FOLDER", "search filter plugins here first; repeatable",
             [&request](const auto& folder) { request.plugin_path.push_back(folder); });
}

/// Of ncgen, with nothing left for them to do.
void add_options_without_effect(ncf::apps::CommandLine& line) {
  const auto ignore = [](const std::string&) {};
  line.flag("-1", "accepted as ncgen does, without effect", [] {});
  line.value("-B", "SIZE", "accepted as ncgen does, without effect", ignore);
  line.value("-W", "N", "accepted as ncgen does; values are always written in large pieces",
             ignore);
  line.flag("-d", "accepted as ncgen does; messages always tell the place", [] {});
  line.value("-D", "LEVEL", "accepted as ncgen does; messages always tell the place", ignore);
}

int run(const std::string& name, int argc, char** argv) {
  Request request;
  ncf::apps::CommandLine line(name, "Make a netCDF file of its text, CDL.", examples);
  line.add_short_help();
  add_output_options(line, request);
  add_content_options(line, request);
  add_options_without_effect(line);
  line.optional_operand("INPUT", "the text; standard input without it, or if it is -",
                        [&](const auto& path) { request.generate.input = path; });
  if (!line.parse(argc, argv)) return 0;

  ncf::set_plugin_path(request.plugin_path);
  const auto on_message = [](const std::string& text) { ncf::apps::print_message(text + "\n"); };
  if (request.binary || request.generate.format || request.generate.output) {
    ncf::generate(request.generate, on_message);
  } else {
    ncf::check_cdl(request.generate, on_message);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return ncf::apps::guard_main(argc, argv, run); }
