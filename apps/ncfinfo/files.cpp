// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/main_guard.hpp"
#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "ncf/compare_many.hpp"
#include "ncf/info.hpp"
#include "ncf/journal.hpp"
#include "ncf/page.hpp"
#include "ncf/plugins.hpp"
#include "ncf/purpose.hpp"
#include "ncf/tune_many.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

class File : public Command {
 public:
  void declare(CommandLine& line) override {
    const auto take = [this](const auto& text) { inputs_.push_back(text); };
    line.operand("FILE", "a path or a URL; with --for also folders, and several", take);
    line.further_operands(take);
    line.value("--for", "PURPOSE", "check files instead: do they fit cmip7 or s3", purpose_);
    add_connections(line, connections_);
    add_follow_external(line, follow_external_);
    add_html(line, html_);
    add_json(line, json_);
    add_pictures(line, pictures_);
    add_plugin_path(line, plugin_path_);
  }

  int run(const std::string& /*name*/) override {
    if (pictures_ && !json_) throw UsageError("--pictures requires --json");
    if (!purpose_ && inputs_.size() > 1) {
      throw UsageError("several FILEs are only for use with --for");
    }
    const PluginPathScope plugin_path(plugin_path_);
    if (purpose_) return check();
    std::optional<PageFile> page;
    if (html_) page.emplace(html_->path, inputs_, html_->origin);
    const FileInfo info =
        inspect_file(inputs_.front(), {.follow_external = follow_external_,
                                       .connections = connections_,
                                       .map_chunks = page.has_value() || pictures_});
    if (page) page->write(format_file_info_html(info));
    print_piece(json_ ? format_file_info_json(info)
                      : escape_lines(format_file_info(info, output_width())));
    return 0;
  }

 private:
  int check() const {
    if (html_ || pictures_) throw UsageError("--html and --pictures do not go with --for");
    const auto checks = check_purpose(
        inputs_, *purpose_, {.follow_external = follow_external_, .connections = connections_});
    print_piece(json_ ? format_purpose_checks_json(checks, *purpose_)
                      : format_purpose_checks(checks, *purpose_));
    const bool all_fit =
        std::ranges::all_of(checks, [](const PurposeCheck& file) { return file.faults.empty(); });
    return all_fit ? 0 : 1;
  }

  std::vector<std::string> inputs_;
  std::optional<std::string> purpose_;
  bool follow_external_ = false;
  std::size_t connections_ = 16;
};

class Compare : public Command {
 public:
  void declare(CommandLine& line) override {
    line.usage({"[OPTIONS] FIRST SECOND", "[OPTIONS] --journal FILE"});
    line.optional_operand("FIRST", "a path or a URL, or a folder of files; the reference",
                          [this](const auto& text) { options_.first = text; });
    line.optional_operand("SECOND", "the same; compared with FIRST",
                          [this](const auto& text) { options_.second = text; });
    add_options(line);
  }

  /// Returns 1 for a difference.
  int run(const std::string& name) override {
    check_operands();
    const PluginPathScope plugin_path(plugin_path_);
    std::optional<PageFile> page;
    if (html_) page.emplace(html_->path, inputs(), html_->origin);
    options_.map_errors = page.has_value() || pictures_;
    ProgressLine progress(name, ProgressLine::Use::on_terminal);
    const ProgressHandler show = [&](const CopyProgress& done) {
      progress.show({done.bytes_done, done.bytes});
    };
    const auto finish = [&](const auto& report, const auto& text_of) {
      progress.clear();
      if (page) page->write(format_comparison_html(report));
      print_piece(json_ ? format_comparison_json(report) : escape_lines(text_of(report)));
      return report.is_within_limits() ? 0 : 1;
    };
    if (is_of_many()) {
      if (detail_ == CompareDetail::storage) throw UsageError("--storage is for two datasets");
      if (pictures_) throw UsageError("--pictures is for two datasets");
      return finish(journal_.empty() ? compare_many(options_, show)
                                     : compare_journal(journal_, options_, show),
                    [](const CompareManyReport& report) {
                      return format_comparison(report, output_width());
                    });
    }
    return finish(compare(options_, show), [this](const CompareReport& report) {
      return format_comparison(report, detail_, output_width());
    });
  }

 private:
  void check_operands() const {
    if (pictures_ && !json_) throw UsageError("--pictures requires --json");
    if (journal_.empty()) {
      if (options_.first.empty()) throw UsageError("FIRST is missing");
      if (options_.second.empty()) throw UsageError("SECOND is missing");
    } else if (!options_.first.empty()) {
      throw UsageError("--journal names all files; leave out '" + options_.first + "'");
    }
  }

  [[nodiscard]] bool is_of_many() const {
    return !journal_.empty() || is_folder_of_files(options_.first) ||
           is_folder_of_files(options_.second);
  }

  [[nodiscard]] std::vector<std::string> inputs() const {
    if (journal_.empty()) return {options_.first, options_.second};
    return {journal_};
  }

  void add_options(CommandLine& line) {
    line.value("--journal", "FILE", "compare inputs and outputs of the copies in this journal",
               journal_);
    line.value("-v", "VARS", "compare these variables only", set_names(options_.variables));
    line.value("-g", "GROUPS", "compare these groups only", set_names(options_.groups));
    line.value("--select", "RANGES",
               "compare only a part of both, as ncfcopy --select copies it; repeatable",
               options_.select);
    line.value("--error", "SPEC",
               "allow differences: LIMIT, VARS,LIMIT or VARS,relative,LIMIT; repeatable",
               options_.errors);
    line.value("--ignore-attributes", "NAMES", "do not compare attributes with these names",
               set_names(options_.ignored_attributes));
    line.flag("--storage", "also show differences in storage",
              [this] { detail_ = CompareDetail::storage; });
    line.flag("--maps", "also check the correlation, distribution and similarity of each level",
              options_.check_levels);
    line.flag("--decode", "decode values even if the stored bytes are equal", options_.decode);
    add_threads(line, "decode and compare", options_.threads);
    add_max_memory(line, options_.max_memory_bytes);
    add_connections(line, options_.connections);
    add_follow_external(line, options_.follow_external);
    add_html(line, html_);
    add_json(line, json_);
    add_pictures(line, pictures_);
    add_plugin_path(line, plugin_path_);
  }

  CompareOptions options_;
  std::string journal_;
  CompareDetail detail_ = CompareDetail::differences;
};

class Journal : public Command {
 public:
  void declare(CommandLine& line) override {
    line.operand("FILE", "a journal written by ncfcopy --journal",
                 [this](const auto& text) { path_ = text; });
    line.value("--sums", "WHICH", "print checksums of inputs or outputs, for sha256sum -c",
               set_choice<SumsOf>("--sums ", "inputs or outputs", sums_,
                                  {{"inputs", SumsOf::inputs}, {"outputs", SumsOf::outputs}}));
    line.flag("--check", "exit with status 1 if a file has failed", checks_);
    add_json(line, json_);
  }

  int run(const std::string& name) override {
    if (sums_ && json_) throw UsageError("--sums and --json contradict each other");
    const CopyManyReport report = read_journal(path_);
    if (sums_) {
      print_sums(name, report);
    } else {
      print_piece(json_ ? format_summary_json(report) : summary_of(report));
    }
    return checks_ && report.count(FileCopy::Outcome::failed) > 0 ? 1 : 0;
  }

 private:
  static std::string summary_of(const CopyManyReport& report) {
    std::string text;
    for (const std::string& failure : list_failures(report)) text += failure + '\n';
    return escape_lines(text) + format_summary(report);
  }

  void print_sums(const std::string& name, const CopyManyReport& report) const {
    const std::string sums = format_sums(report, *sums_);
    if (sums.empty()) {
      print_note(name, "no file has a checksum; ncfcopy --checksums adds them");
    }
    print_piece(sums);
  }

  std::string path_;
  std::optional<SumsOf> sums_;
  bool checks_ = false;
};

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

std::unique_ptr<Command> make_file() { return std::make_unique<File>(); }
std::unique_ptr<Command> make_compare() { return std::make_unique<Compare>(); }
std::unique_ptr<Command> make_journal() { return std::make_unique<Journal>(); }
std::unique_ptr<Command> make_tune() { return std::make_unique<Tune>(); }

}  // namespace ncf::apps::info
