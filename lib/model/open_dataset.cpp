// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/open_dataset.hpp"

#include "ncf/error.hpp"

namespace ncf::model {

void check_type(const Variable& variable, const Values& values) {
  if (same_type(*variable.type, *values.type())) return;
  throw Error(ErrorCode::internal, "is of type " + variable.type->name +
                                       ", but the values are of type " + values.type()->name);
}

}  // namespace ncf::model
