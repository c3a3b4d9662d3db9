// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a text defines and a file cannot have is found when the text was read: the kind of file, a
// filter or a store refuses it. Such errors show the definition's place, as those of reading do.
#pragma once

#include <utility>

#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "ops/generate/input_text.hpp"
#include "ops/generate/plan.hpp"

namespace ncf::ops {

/// Reports an error that is about a definition of the text, and throws what is left to say,
/// "in.cdl: 1 error". Returns if the error is about none, or there is no handler.
void tell_definition_error(const InputText& text, const GeneratePlan& plan, const Error& error,
                           const CdlMessageHandler& on_message);

/// Does `work`; an Error passing that is about a definition is reported with its place.
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
