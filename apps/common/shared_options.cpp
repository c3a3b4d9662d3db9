// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/shared_options.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include "common/command_line.hpp"
#include "ncf/version.hpp"

namespace ncf::apps {

Format parse_kind(const std::string& option, const std::string& text) {
  if (const auto format = find_format(text)) return *format;
  throw UsageError(
      fmt::format("{} '{}': unknown kind; expected classic (nc3), 64-bit-offset (nc6), cdf5 "
                  "(nc5), netCDF-4 (nc4), netCDF-4-classic (nc7), nczarr, zarr or zarr3",
                  option, text));
}

void add_kind_options(CommandLine& line, const std::string& default_kind,
                      std::optional<Format>& format) {
  const auto kind = [&format](Format asked) { return [&format, asked] { format = asked; }; };
  line.value("-k", "KIND", fmt::format("kind of the output (default: {})", default_kind),
             [&format](const auto& text) { format = parse_kind("-k", text); });
  line.flag("-3", "classic output (as -k nc3)", kind(Format::classic));
  line.flag("-6", "64-bit offset output (as -k nc6)", kind(Format::offset64));
  line.flag("-5", "CDF-5 output (as -k nc5)", kind(Format::cdf5));
  line.flag("-4", "netCDF-4 output (as -k nc4)", kind(Format::netcdf4));
  line.flag("-7", "netCDF-4 classic model output (as -k nc7)", kind(Format::netcdf4_classic));
}

void add_threads(CommandLine& line, const std::string& work, std::optional<std::size_t>& threads) {
  constexpr int max_threads = 1024;
  line.value("-j", "N", fmt::format("threads that {} (default: one per processor)", work),
             set_number("-j", 1, max_threads, threads));
}

void add_max_memory(CommandLine& line, std::optional<std::uint64_t>& bytes) {
  line.value("--max-memory", "SIZE", "memory for values (default: a quarter of the machine's)",
             bytes);
}

void add_connections(CommandLine& line, std::size_t& connections) {
  constexpr int most = 256;
  line.value("--connections", "N", "requests to a server at the same time (default: 16)",
             set_number("--connections", 1, most, connections));
}

void add_log_level(CommandLine& line) {
  line.value("-L", "LEVEL", "log level of libnetcdf, 0 to 9, if it was built with logging",
             [](const auto& text) { set_log_level(parse_number("-L", text, 0, 9)); });
}

void add_json(CommandLine& line, bool& json) { line.flag("--json", "print JSON", json); }

void add_html(CommandLine& line, std::optional<PageRequest>& page) {
  line.value("--html", "FILE", "also write the results as an HTML page",
             [&line, &page](const auto& path) {
               const std::tm time =
                   fmt::gmtime(fixed_creation_time("--html").value_or(std::time(nullptr)));
               page = {path, {line.words(), fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", time)}};
             });
}

void add_pictures(CommandLine& line, bool& pictures) {
  line.flag("--pictures", "add the numbers of the pictures of --html to --json", pictures);
}

void add_follow_external(CommandLine& line, bool& follow_external) {
  line.flag("--follow-external",
            "read other files that an HDF5 file names, and those of references anywhere",
            follow_external);
}

void add_plugin_path(CommandLine& line, std::vector<std::string>& folders) {
  line.value("--plugin-path", "FOLDER", "search filter plugins here first; repeatable", folders);
}

std::optional<std::time_t> fixed_creation_time(const std::string& option) {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (epoch == nullptr) return std::nullopt;
  const std::string_view text = epoch;
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  constexpr std::int64_t end_of_year_9999 = 253402300799;
  if (error != std::errc{} || end != text.data() + text.size() || seconds < 0 ||
      seconds > end_of_year_9999) {
    throw UsageError(
        fmt::format("{}: SOURCE_DATE_EPOCH is '{}', not a number of seconds", option, text));
  }
  return static_cast<std::time_t>(seconds);
}

}  // namespace ncf::apps
