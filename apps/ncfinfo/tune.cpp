// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/tune_many.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "ncf/page.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

/// Sets a member to what `find` makes of the option's value, one of `choices`.
template <class Member, class Find>
Action set_found(const char* option, const char* choices, Member& member, Find find) {
  return [=, &member](const std::string& text) {
    const auto found = find(text);
    if (!found) throw UsageError(fmt::format("{} {}: expected {}", option, text, choices));
    member = *found;
  };
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
    std::optional<PageFile> page;
    if (html_) page.emplace(html_->path, inputs_, html_->origin);
    ProgressLine progress(name, ProgressLine::Use::on_terminal);
    const ProgressHandler show = [&](const CopyProgress& done) {
      progress.show({done.bytes_done, done.bytes});
    };
    const auto finish = [&](const auto& report, const auto& text_of) {
      progress.clear();
      if (page) page->write(format_tuning_html(report));
      print_piece(json_ ? format_tuning_json(report) : escape_lines(text_of(report)));
      return 0;
    };
    if (inputs_.size() > 1 || is_folder_of_files(inputs_.front())) {
      refuse_options_of_one_file();
      return finish(
          tune_many({.tune = options_, .inputs = inputs_}, show),
          [](const TuneManyReport& report) { return format_tuning(report, output_width()); });
    }
    options_.input = inputs_.front();
    return finish(ncf::tune(options_, show), [this](const TuneReport& report) {
      return format_tuning(report, detail_, output_width());
    });
  }

 private:
  void refuse_options_of_one_file() const {
    const std::pair<const char*, bool> of_one_file[] = {
        {"-v", !options_.variables.empty()},
        {"--per", !options_.information_per.empty()},
        {"--all", detail_ == TuneDetail::all},
    };
    for (const auto& [option, is_given] : of_one_file) {
      if (is_given) throw UsageError(fmt::format("{} is for one FILE", option));
    }
  }

  void add_options(CommandLine& line) {
    line.value("-v", "VARS", "tune these variables only; others keep their filters",
               set_names(options_.variables));
    line.value("--goal", "GOAL", "size, balanced or speed (default: balanced)",
               set_found("--goal", "size, balanced or speed", options_.goal, find_tune_goal));
    line.value(
        "--readers", "READERS",
        "who will read the copy: stock (any netCDF without plugins, the default), h5py, xarray, "
        "zarr-python, netcdf-java or any",
        set_found("--readers", "stock, h5py, xarray, zarr-python, netcdf-java or any",
                  options_.readers, find_tune_readers));
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
  TuneDetail detail_ = TuneDetail::front;
};

}  // namespace

std::unique_ptr<Command> make_tune() { return std::make_unique<Tune>(); }

}  // namespace ncf::apps::info
