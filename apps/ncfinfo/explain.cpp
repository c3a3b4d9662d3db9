// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/explain.hpp"

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

/// An invalid spec is wrong usage.
Explanation explain_operand(const std::string& spec, const ExplainOptions& options) {
  try {
    return ncf::explain(spec, options);
  } catch (const SyntaxError& error) {
    throw Error(ErrorCode::usage, error.message());
  }
}

}  // namespace

int explain(const std::string& name, int argc, char** argv) {
  constexpr int largest_value_bytes = 64;
  std::string spec;
  ExplainOptions options;
  bool json = false;
  CommandLine line(name, "Explain a filter spec, and write it for other programs.", "");
  line.operand("SPEC", "names, words or JSON: 'shuffle|zstd,level=19', '307,9'",
               [&](const auto& text) { spec = text; });
  add_json(line, json);
  line.value(
      "--value-bytes", "N", "bytes of one value, for Zarr (default: 4)", [&](const auto& text) {
        options.element_size =
            static_cast<std::size_t>(parse_number("--value-bytes", text, 1, largest_value_bytes));
      });
  if (!line.parse(argc, argv)) return 0;

  const Explanation explanation = explain_operand(spec, options);
  for (const std::string& warning : explanation.warnings) print_note(name, warning);
  print_piece(json ? format_explanation_json(explanation) : format_explanation(explanation));
  return 0;
}

}  // namespace ncf::apps::info
