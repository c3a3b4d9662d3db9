// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/findings.hpp"

namespace ncf::ops {

void require_readable(const model::Schema& schema, const std::string& input,
                      const std::string& remedy) {
  for (const model::Finding& finding : schema.findings) {
    if (finding.kind != model::Finding::Kind::unreadable) continue;
    throw Error(ErrorCode::unsupported, finding.message() + remedy).add_context(input);
  }
}

void tell_findings(const model::Schema& schema, const NoteHandler& on_note) {
  if (!on_note) return;
  for (const model::Finding& finding : schema.findings) on_note(finding.message());
}

}  // namespace ncf::ops
