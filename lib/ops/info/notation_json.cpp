// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/notation_json.hpp"

namespace ncf::ops {

base::Json notation_json(const Notation& notation) {
  return base::json_object({{"name", notation.name},
                            {"text", base::json_text_or_null(notation.text)},
                            {"note", base::json_text_or_null(notation.note)}});
}

base::Json notations_json(std::span<const Notation> notations) {
  return base::json_list(notations, notation_json);
}

}  // namespace ncf::ops
