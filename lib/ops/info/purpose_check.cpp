// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/json/records.hpp"
#include "base/text/messages.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/stop.hpp"
#include "model/dataset/source.hpp"
#include "ncf/error.hpp"
#include "ncf/escape_controls.hpp"
#include "ncf/purpose.hpp"
#include "ops/output/purpose.hpp"
#include "ops/select/input_files.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/open.hpp"

namespace ncf {
namespace {

std::vector<std::string> find_faults(model::Source& source, const ops::Purpose& purpose) {
  const auto layout = source.file_layout();
  if (!layout) return {fmt::format("is {}, not netCDF-4", format_name(source.schema().format))};
  std::vector<std::string> faults;
  const auto wanted = purpose.rules.layout.kind;
  if (wanted == model::RequestedLayout::Kind::consolidated && !layout->is_consolidated()) {
    faults.emplace_back("has metadata behind its first values");
  }
  if (wanted == model::RequestedLayout::Kind::paged && !layout->is_paged()) {
    faults.emplace_back("is not paged");
  }
  for (const ops::UnfitChunks& unfit : ops::find_unfit_chunks(purpose, source.schema())) {
    faults.push_back(
        fmt::format("variable {} {}", source.schema().variable_path(unfit.variable), unfit.why));
  }
  return faults;
}

PurposeCheck check_input(const std::string& input, const ops::Purpose& purpose,
                         const PurposeCheckOptions& options) {
  PurposeCheck check{base::without_secrets(input), {}};
  try {
    plugin::PluginFilters plugins;
    const auto source = store::open_source(
        input, {.connections = options.connections, .follow_external = options.follow_external},
        plugins);
    check.faults = find_faults(*source, purpose);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    check.faults = {error.message()};
  }
  return check;
}

std::size_t count_failed(const std::vector<PurposeCheck>& checks) {
  return static_cast<std::size_t>(
      std::ranges::count_if(checks, [](const auto& check) { return !check.faults.empty(); }));
}

}  // namespace

std::vector<PurposeCheck> check_purpose(const std::vector<std::string>& inputs,
                                        const std::string& purpose,
                                        const PurposeCheckOptions& options) {
  return base::library_call(options.stop, [&] {
    const ops::Purpose parsed = ops::parse_purpose(purpose);
    std::vector<PurposeCheck> checks;
    for (const ops::ListedInput& input : ops::list_inputs(inputs)) {
      base::throw_if_stopped();
      checks.push_back(check_input(input.path, parsed, options));
    }
    return checks;
  });
}

std::string format_purpose_checks(const std::vector<PurposeCheck>& checks,
                                  const std::string& purpose) {
  std::string text;
  for (const PurposeCheck& check : checks) {
    const std::string input = escape_controls(check.input);
    if (check.faults.empty()) text += fmt::format("pass: {}\n", input);
    for (const std::string& fault : check.faults) {
      text += fmt::format("FAIL: {}: {}\n", input, escape_controls(fault));
    }
  }
  const std::size_t failed = count_failed(checks);
  return text + fmt::format("{} of {} fit{} {}\n", checks.size() - failed,
                            base::format_count(checks.size(), "file"),
                            checks.size() == 1 ? "s" : "", purpose);
}

void fields(auto& archive, PurposeCheck& check) {
  archive("input", check.input, "fits", check.faults.empty(), "faults", check.faults);
}

std::string format_purpose_checks_json(const std::vector<PurposeCheck>& checks,
                                       const std::string& purpose) {
  return format_json(base::json_of("purpose", purpose, "files", checks.size(), "failed",
                                   count_failed(checks), "checks", checks),
                     base::JsonTexts::standard);
}

}  // namespace ncf
