// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <vector>

#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/info.hpp"
#include "ncf/page.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

class File : public Command {
 public:
  void declare(CommandLine& line) override {
    line.operand("FILE", "a path or a URL", [this](const auto& text) { input_ = text; });
    add_connections(line, connections_);
    add_follow_external(line, follow_external_);
    add_html(line, html_);
    add_json(line, json_);
    add_pictures(line, pictures_);
    add_plugin_path(line, plugin_path_);
  }

  int run(const std::string& /*name*/) override {
    if (pictures_ && !json_) throw UsageError("--pictures requires --json");
    const PluginPathScope plugin_path(plugin_path_);
    std::optional<PageFile> page;
    if (html_) page.emplace(*html_, std::vector{input_});
    const FileInfo info = inspect_file(input_, {.follow_external = follow_external_,
                                                .connections = connections_,
                                                .map_chunks = page.has_value() || pictures_});
    if (page) page->write(format_file_info_html(info));
    print_piece(json_ ? format_file_info_json(info)
                      : escape_lines(format_file_info(info, output_width())));
    return 0;
  }

 private:
  std::string input_;
  std::vector<std::string> plugin_path_;
  std::optional<std::string> html_;
  bool follow_external_ = false;
  std::size_t connections_ = 16;
  bool json_ = false;
  bool pictures_ = false;
};

}  // namespace

std::unique_ptr<Command> make_file() { return std::make_unique<File>(); }

}  // namespace ncf::apps::info
