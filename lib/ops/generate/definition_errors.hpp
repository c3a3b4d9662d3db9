// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors in definitions that show only after the text was read, because the file kind, a filter or
// a store rejects them. They show the definition's position, like errors in reading.
#pragma once

#include <utility>

#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "ops/generate/input_text.hpp"
#include "ops/generate/plan.hpp"

namespace ncf::ops {

/// If an error concerns a definition in the text and there is a handler, reports it there and
/// throws the summary, "in.cdl: 1 error". Otherwise returns.
void tell_definition_error(const InputText& text, const GeneratePlan& plan, const Error& error,
                           const CdlMessageHandler& on_message);

/// Runs `work`. An Error about a definition is reported with its position.
template <class Work>
decltype(auto) at_definitions(const InputText& text, const GeneratePlan& plan,
                              const CdlMessageHandler& on_message, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const Error& error) {
    tell_definition_error(text, plan, error, on_message);
    throw;
  }
}

}  // namespace ncf::ops
