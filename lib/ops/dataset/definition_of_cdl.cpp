// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "cdl/read/parser.hpp"
#include "ncf/error.hpp"
#include "ops/dataset/definition_state.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {
namespace {

/// throws: Error(unsupported) if values should be rounded, which a target does not do.
void require_no_rounding(const model::Schema& schema) {
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (!schema.variables[id].quantization) continue;
    throw Error(ErrorCode::unsupported, "a target does not quantize values; round them before")
        .add_context("variable " + schema.variable_path(id));
  }
}

}  // namespace

Definition Definition::from_cdl(std::string_view cdl) {
  cdl::TextWindow window([&](std::span<char> text) {
    const std::size_t count = cdl.copy(text.data(), text.size());
    cdl.remove_prefix(count);
    return count;
  });
  std::string errors;
  cdl::Diagnostics diagnostics("definition", [&](const std::string& message) {
    errors += (errors.empty() ? "" : "\n") + message;
  });
  const auto refuse_data = [](const model::Schema&, model::VariableId, cdl::Lexer& lexer) {
    throw cdl::Fault{lexer.peek().span, "a definition has no data"};
  };
  plugin::PluginFilters filters;
  cdl::Document document =
      cdl::Parser(window, diagnostics, refuse_data, {.filters = filters}).parse();
  if (diagnostics.errors() > 0) throw Error(ErrorCode::syntax, errors);
  require_no_rounding(document.schema);
  if (document.format) document.schema.format = *document.format;
  return ops::make_definition(std::move(document.schema));
}

}  // namespace ncf
