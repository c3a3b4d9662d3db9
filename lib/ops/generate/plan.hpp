// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The plan for a text, found by reading it once: its definitions, the lengths that its values give
// to unlimited dimensions, and the kind of file.
#pragma once

#include <string>
#include <vector>

#include "cdl/read/document.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/schema/schema.hpp"
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

}  // namespace ncf::ops
