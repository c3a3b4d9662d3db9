// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/tune_many.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/progress_line.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/page.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

/// Converts the value, one of `choices`, with `find`.
template <class Find>
auto choice(const char* option, const std::string& value, const char* choices, Find find) {
  const auto found = find(value);
  if (found) return *found;
  throw UsageError(fmt::format("{} {}: expected {}", option, value, choices));
}

class Tune : public Command {
 public:
  void declare(CommandLine& line) override {
    const auto take = [this](const auto& text) { inputs_.push_back(text); };
    line.operand("FILE", "a path or a URL; for an archive, a folder or several files", take);
    line.further_operands(take);
    add_options(line);
  }

  int run(const std::string& name) override {
    const PluginPathScope plugin_path(plugin_path_);
    if (html_) page_.emplace(html_->path, inputs_, html_->origin);
    if (inputs_.size() > 1 || is_folder_of_files(inputs_.front())) return run_on_archive(name);
    options_.input = inputs_.front();
    ProgressLine progress(name, ProgressLine::Use::on_terminal);
    const TuneReport report = ncf::tune(options_, shown_on(progress));
    progress.clear();
    if (page_) page_->write(format_tuning_html(report));
    print_piece(json_ ? format_tuning_json(report)
                      : escape_lines(format_tuning(report, detail_, output_width())));
    return 0;
  }

 private:
  static ProgressHandler shown_on(ProgressLine& progress) {
    return [&](const CopyProgress& done) { progress.show({done.bytes_done, done.bytes}); };
  }

  int run_on_archive(const std::string& name) {
    const std::pair<const char*, bool> of_one_file[] = {
        {"-v", !options_.variables.empty()},
        {"--per", !options_.information_per.empty()},
        {"--all", detail_ == TuneDetail::all},
    };
    for (const auto& [option, is_given] : of_one_file) {
      if (!is_given) continue;
      throw UsageError(fmt::format("{} is for one FILE", option));
    }
    ProgressLine progress(name, ProgressLine::Use::on_terminal);
    const TuneManyReport report =
        tune_many({.tune = options_, .inputs = inputs_}, shown_on(progress));
    progress.clear();
    if (page_) page_->write(format_tuning_html(report));
    print_piece(json_ ? format_tuning_json(report)
                      : escape_lines(format_tuning(report, output_width())));
    return 0;
  }

  void add_options(CommandLine& line) {
    line.value("-v", "VARS", "tune these variables only; others keep their filters",
               set_names(options_.variables));
    line.value("--goal", "GOAL", "size, balanced or speed (default: balanced)",
               [this](const auto& text) {
                 options_.goal = choice("--goal", text, "size, balanced or speed", find_tune_goal);
               });
    line.value(
        "--readers", "READERS",
        "who will read the copy: stock (any netCDF without plugins, the default), h5py, xarray, "
        "zarr-python, netcdf-java or any",
        [this](const auto& text) {
          options_.readers =
              choice("--readers", text, "stock, h5py, xarray, zarr-python, netcdf-java or any",
                     find_tune_readers);
        });
    line.value("--error", "SPEC", "allow errors of at most LIMIT: LIMIT or VARS,LIMIT; repeatable",
               options_.errors);
    line.value("--digits", "SPEC", "N or VARS,N: keep N significant digits; repeatable",
               options_.digits);
    line.value("--bits", "SPEC", "N or VARS,N: keep N bits of the significand; repeatable",
               options_.bits);
    line.value("--information", "SPEC",
               "SHARE% or VARS,SHARE%: keep this share of the information; repeatable",
               options_.information);
    line.value("--per", "DIMENSION", "show the information of each step along DIMENSION, too",
               options_.information_per);
    line.value("--sample", "SIZE", "read at most SIZE of each variable (default: 64M)",
               options_.sample_bytes);
    add_threads(line, "encode and decode", options_.threads);
    line.flag("--all", "show everything that was tried", [this] { detail_ = TuneDetail::all; });
    add_connections(line, options_.connections);
    add_follow_external(line, options_.follow_external);
    add_html(line, html_);
    add_json(line, json_);
    add_plugin_path(line, plugin_path_);
  }

  TuneOptions options_;
  std::vector<std::string> inputs_;
  std::vector<std::string> plugin_path_;
  std::optional<PageRequest> html_;
  std::optional<PageFile> page_;
  TuneDetail detail_ = TuneDetail::front;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_tune() { return std::make_unique<Tune>(); }

}  // namespace ncf::apps::info
