// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The two readings of a CDL text. The first finds the plan: definitions, the lengths that values
// give to unlimited dimensions, and the kind of file. The second passes on values, and reports all
// errors.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cdl/read/document.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"
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

// ---- Values -------------------------------------------------------------------------------------

/// Receives a variable's values, box by box in C order.
using BoxHandler = std::function<void(model::VariableId, const model::Box&, const model::Values&)>;

/// Limits for a box.
struct BoxLimits {
  std::size_t bytes = std::size_t{4} << 20U;
  std::size_t variable_length_values = 4096;  ///< for types without a fixed size
};

/// Returns whether unwritten values would not read as fill values: then fill values are written
/// after those in the text.
bool must_write_fill(const model::Variable& variable);

/// Reads the text to its end. made: the schema that the values are for, which may have more details
/// of storage than the plan's. Boxes consist of whole rows of chunks if possible.
/// throws: Error(syntax) at the end if an error was reported.
void read_values(const InputText& text, const GeneratePlan& plan, const model::Schema& made,
                 const CdlMessageHandler& on_message, const BoxHandler& on_box,
                 const BoxLimits& limits = {});

}  // namespace ncf::ops
