// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/findings.hpp"

namespace ncf::ops {
namespace {

/// Returns whether the part of the file is missing in the schema.
bool is_missing(const model::Finding& finding) {
  return finding.kind == model::Finding::Kind::unreachable ||
         finding.kind == model::Finding::Kind::unreadable;
}

}  // namespace

void require_readable(const model::Schema& schema, const std::string& input,
                      const std::string& remedy) {
  for (const model::Finding& finding : schema.findings) {
    if (!is_missing(finding)) continue;
    throw Error(ErrorCode::unsupported, finding.message() + remedy).add_context(input);
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
