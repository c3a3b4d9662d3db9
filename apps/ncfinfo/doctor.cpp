// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/doctor.hpp"

#include <vector>

#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

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

 private:
  std::vector<std::string> plugin_path_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_doctor() { return std::make_unique<Doctor>(); }

}  // namespace ncf::apps::info
