// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/info.hpp"
#include "ncf/page.hpp"
#include "ncf/plugins.hpp"
#include "ncf/purpose.hpp"
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
  std::vector<std::string> plugin_path_;
  std::optional<PageRequest> html_;
  bool follow_external_ = false;
  std::size_t connections_ = 16;
  bool json_ = false;
  bool pictures_ = false;
};

}  // namespace

std::unique_ptr<Command> make_file() { return std::make_unique<File>(); }

}  // namespace ncf::apps::info
