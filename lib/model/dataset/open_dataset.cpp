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

void OpenDataset::add_place(VariableId id, Error& error) const {
  const std::string variable = schema().variable_title(id);
  const std::vector<std::string>& context = error.context();
  const std::size_t count = context.size();
  const std::string name = base::without_secrets(name_);
  if (count >= 2 && context[count - 1] == name && context[count - 2] == variable) return;
  error.add_context(variable).add_context(name_);
}

}  // namespace ncf::model
