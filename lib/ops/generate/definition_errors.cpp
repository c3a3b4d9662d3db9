// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/definition_errors.hpp"

#include <string>

#include "cdl/read/diagnostics.hpp"
#include "cdl/read/document.hpp"
#include "cdl/read/text_window.hpp"

namespace ncf::ops {
namespace {

/// Returns whether an error comes from the text. Other errors do not: for example, the disk is full
/// or the user stopped.
bool is_of_the_text(ErrorCode code) {
  return code == ErrorCode::unsupported || code == ErrorCode::not_found ||
         code == ErrorCode::usage || code == ErrorCode::syntax;
}

}  // namespace

void tell_definition_error(const InputText& text, const GeneratePlan& plan, const Error& error,
                           const CdlMessageHandler& on_message) {
  if (!on_message || !is_of_the_text(error.code())) return;
  const std::string message = error.what();
  const auto named = cdl::find_named(plan.definitions, plan.schema, message);
  if (!named) return;
  cdl::TextWindow window(text.source());
  window.move_forward(named->span.offset);
  cdl::Diagnostics diagnostics(text.name(), on_message);
  diagnostics.error(window, named->span, message.substr(named->begin));
  throw diagnostics.summary();
}

}  // namespace ncf::ops
