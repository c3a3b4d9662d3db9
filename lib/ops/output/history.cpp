// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/history.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/text/messages.hpp"
#include "model/values/values.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

constexpr const char* name = "history";

std::string text_of_history(const model::Attribute& attribute) {
  const auto texts = model::texts_of(*attribute.values);
  if (texts.size() != 1) {
    throw Error(ErrorCode::unsupported,
                "--history: cannot add a line, because the attribute history is not text");
  }
  return std::string(texts.front());
}

}  // namespace

void add_history(model::Schema& schema, const std::string& command) {
  const std::string line = base::without_secrets(command);
  std::vector<model::Attribute>& attributes = schema.groups.front().attributes;
  const auto known = std::find_if(attributes.begin(), attributes.end(),
                                  [](const auto& attribute) { return attribute.name == name; });
  if (known == attributes.end()) {
    attributes.push_back({name, std::make_shared<const model::Values>(model::text_values(line))});
    return;
  }
  const std::string before = text_of_history(*known);
  const std::string text = before.empty() ? line : line + '\n' + before;
  const bool is_string = known->values->type()->type_class == model::TypeClass::string;
  known->values = std::make_shared<const model::Values>(is_string ? model::string_value(text)
                                                                  : model::text_values(text));
}

}  // namespace ncf::ops
