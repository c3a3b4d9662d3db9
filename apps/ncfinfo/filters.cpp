// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/filter_list.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

class Filters : public Command {
 public:
  void declare(CommandLine& line) override {
    add_json(line, json_);
    add_plugin_path(line, plugin_path_);
  }

  int run(const std::string& /*name*/) override {
    const PluginPathScope plugin_path(plugin_path_);
    const auto rows = list_filters();
    print_piece(json_ ? format_filters_json(rows) : format_filters(rows, output_width()));
    return 0;
  }

 private:
  std::vector<std::string> plugin_path_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_filters() { return std::make_unique<Filters>(); }

}  // namespace ncf::apps::info
