// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What will be made of a text: all of its definitions, the lengths its values give to unlimited
// dimensions, and the kind of file. Found by reading the text once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cdl/read/definitions.hpp"
#include "model/schema.hpp"
#include "ncf/generate.hpp"
#include "ops/generate/input_text.hpp"

namespace ncf::ops {

struct GeneratePlan {
  std::string dataset_name;
  model::Schema schema;               ///< with the format; unlimited dimensions as long as needed
  cdl::Definitions definitions;       ///< where the text has them
  bool int64_is_int = false;          ///< how the text is to be read again
  std::vector<std::string> warnings;  ///< of what the format holds otherwise than the text says
  std::vector<bool> has_values;       ///< of each variable: whether any are written
  bool is_faulty = false;             ///< reading it again will tell why
};

GeneratePlan plan_generate(const InputText& text, const GenerateOptions& options);

/// Whether a file of the schema's format can hold what the text defines.
///
/// throws: Error(unsupported).
void check_kind(const model::Schema& schema);

}  // namespace ncf::ops
