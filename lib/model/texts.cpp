// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/texts.hpp"

#include "model/visit_number.hpp"

namespace ncf::model {

std::vector<std::string_view> texts_of(const Values& values) {
  if (values.type()->type_class == TypeClass::char_) return {text_of(values)};
  std::vector<std::string_view> texts;
  if (values.type()->type_class != TypeClass::string) return texts;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const auto* const text = load<const char*>(values.data() + i * sizeof(char*));
    if (text != nullptr) texts.emplace_back(text);
  }
  return texts;
}

}  // namespace ncf::model
