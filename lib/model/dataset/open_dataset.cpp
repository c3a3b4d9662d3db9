// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/open_dataset.hpp"

#include "base/text/messages.hpp"
#include "ncf/error.hpp"

namespace ncf::model {

void check_type(const Variable& variable, const Values& values) {
  if (same_type(*variable.type, *values.type())) return;
  throw Error(ErrorCode::internal, "is of type " + variable.type->name +
                                       ", but the values are of type " + values.type()->name);
}

bool OpenDataset::ends_in_place(VariableId id, const Error& error) const {
  const std::vector<std::string>& context = error.context();
  const std::size_t count = context.size();
  return count >= 2 && context[count - 1] == base::without_secrets(name_) &&
         context[count - 2] == schema().variable_title(id);
}

void OpenDataset::add_place(VariableId id, Error& error) const {
  if (ends_in_place(id, error)) return;
  error.add_context(schema().variable_title(id)).add_context(name_);
}

}  // namespace ncf::model
