// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The plan for a text, found by reading it once: its definitions, the lengths that its values give
// to unlimited dimensions, and the kind of file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cdl/read/document.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/schema/schema.hpp"
#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "ops/generate/input_text.hpp"

namespace ncf::ops {

struct GeneratePlan {
  std::string dataset_name;
  model::Schema schema;          ///< with the format; unlimited dimensions have their final length
  cdl::Definitions definitions;  ///< their positions in the text
  bool int64_is_int = false;     ///< for reading the text again
  std::vector<bool> has_values;  ///< for each variable, whether the text gives any
  bool is_faulty = false;        ///< reading the text again reports why
};

/// on_message: is called with warnings about what the format stores differently from the text,
/// unless the text is faulty.
GeneratePlan plan_generate(const InputText& text, const GenerateOptions& options,
                           const CdlMessageHandler& on_message);

/// Checks that a file of the schema's format can store what the text defines.
/// throws: Error(unsupported).
void check_kind(const model::Schema& schema);

/// Leaves out optional filters that cannot be used, and replaces parameters that are stored ones,
/// as dumps show them. Returns warnings. throws: as require_filters.
std::vector<std::string> adapt_filters(model::Schema& schema, filter::FilterSource& filters);

// ---- Errors in definitions that show only after the text was read -------------------------------
//
// The file kind, a filter or a store rejects them. They show the definition's position, like errors
// in reading.

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
