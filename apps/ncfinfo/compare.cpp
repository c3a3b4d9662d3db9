// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/compare_many.hpp"

#include <optional>
#include <string>
#include <vector>

#include "common/progress_line.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/error.hpp"
#include "ncf/page.hpp"
#include "ncf/plugins.hpp"
#include "ncf/tune_many.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

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
  std::vector<std::string> plugin_path_;
  std::optional<PageRequest> html_;
  CompareDetail detail_ = CompareDetail::differences;
  bool json_ = false;
  bool pictures_ = false;
};

}  // namespace

std::unique_ptr<Command> make_compare() { return std::make_unique<Compare>(); }

}  // namespace ncf::apps::info
