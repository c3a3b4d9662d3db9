// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/report/findings.hpp"

namespace ncf::ops {
namespace {

/// Returns whether the part of the file is missing in the schema.
bool is_missing(const model::Finding& finding) {
  return finding.kind == model::Finding::Kind::unreachable ||
         finding.kind == model::Finding::Kind::unreadable;
}

/// Returns whether the part is a variable or belongs to one, so that a selection of variables can
/// leave it out.
bool is_of_variable(const model::Finding& finding, const model::Schema& schema) {
  if (!finding.attribute) return true;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (schema.variable_path(id) == finding.path) return true;
  }
  return false;
}

}  // namespace

void require_readable(const model::Schema& schema, const std::string& input,
                      const std::string& remedy) {
  for (const model::Finding& finding : schema.findings) {
    if (!is_missing(finding)) continue;
    const std::string advice = is_of_variable(finding, schema) ? remedy : "";
    throw Error(ErrorCode::unsupported, finding.message() + advice).add_context(input);
  }
}

void tell_findings(const model::Schema& schema, Format format, const NoteHandler& on_note) {
  if (!on_note) return;
  for (const model::Finding& finding : schema.findings) {
    const bool is_kept =
        finding.kind == model::Finding::Kind::converted_from_json && is_zarr(format);
    if (!is_kept) on_note(finding.message());
  }
}

}  // namespace ncf::ops
