// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "common/main_guard.hpp"
#include "common/standard_streams.hpp"
#include "ncf/doctor.hpp"
#include "ncf/explain.hpp"
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
};

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
    const Explanation explanation = explain();
    for (const std::string& warning : explanation.warnings) print_note(name, warning);
    print_piece(json_ ? format_explanation_json(explanation) : format_explanation(explanation));
    return 0;
  }

 private:
  /// An invalid spec is a usage error.
  [[nodiscard]] Explanation explain() const {
    try {
      return ncf::explain(spec_, options_);
    } catch (const SyntaxError& error) {
      throw Error(ErrorCode::usage, error.message());
    }
  }

  std::string spec_;
  ExplainOptions options_;
};

class Doctor : public Command {
 public:
  void declare(CommandLine& line) override {
    add_json(line, json_);
    add_plugin_path(line, plugin_path_);
  }

  int run(const std::string& /*name*/) override {
    const PluginPathScope plugin_path(plugin_path_);
    const DoctorReport report = examine_filters();
    print_piece(json_ ? format_doctor_json(report) : format_doctor(report));
    return report.problems.empty() ? 0 : 1;
  }
};

std::string in_single_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text)
    quoted += character == '\'' ? "'\\''" : std::string(1, character);
  return quoted + '\'';
}

/// Prints the folders that are searched here, which include those that a user has set. libhdf5 no
/// longer searches its default folder when the variable is set, so that one is in it, too.
class Env : public Command {
 public:
  void declare(CommandLine& /*line*/) override {}

  int run(const std::string& /*name*/) override {
    std::string folders;
    for (const PluginFolder& folder : plugin_folders()) {
      if (folder.readable) folders += (folders.empty() ? "" : ":") + folder.path;
    }
    print_piece(fmt::format("export HDF5_PLUGIN_PATH={}\n", in_single_quotes(folders)));
    return 0;
  }
};

}  // namespace

std::unique_ptr<Command> make_filters() { return std::make_unique<Filters>(); }
std::unique_ptr<Command> make_explain() { return std::make_unique<Explain>(); }
std::unique_ptr<Command> make_doctor() { return std::make_unique<Doctor>(); }
std::unique_ptr<Command> make_env() { return std::make_unique<Env>(); }

}  // namespace ncf::apps::info
