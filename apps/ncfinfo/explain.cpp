// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/explain.hpp"

#include "common/main_guard.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

/// Explains a spec. An invalid one is a usage error.
Explanation explain_operand(const std::string& spec, const ExplainOptions& options) {
  try {
    return ncf::explain(spec, options);
  } catch (const SyntaxError& error) {
    throw Error(ErrorCode::usage, error.message());
  }
}

class Explain : public Command {
 public:
  void declare(CommandLine& line) override {
    constexpr int largest_value_bytes = 64;
    line.operand("SPEC", "names, numbers or JSON: 'shuffle|zstd,level=19', '307,9'",
                 [this](const auto& text) { spec_ = text; });
    add_json(line, json_);
    line.value("--value-bytes", "N", "bytes of one value, for Zarr (default: 4)",
               set_number("--value-bytes", 1, largest_value_bytes, options_.element_size));
    add_plugin_path(line, plugin_path_);
  }

  int run(const std::string& name) override {
    const PluginPathScope plugin_path(plugin_path_);
    const Explanation explanation = explain_operand(spec_, options_);
    for (const std::string& warning : explanation.warnings) print_note(name, warning);
    print_piece(json_ ? format_explanation_json(explanation) : format_explanation(explanation));
    return 0;
  }

 private:
  std::string spec_;
  ExplainOptions options_;
  std::vector<std::string> plugin_path_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_explain() { return std::make_unique<Explain>(); }

}  // namespace ncf::apps::info
