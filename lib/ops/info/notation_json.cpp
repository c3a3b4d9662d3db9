// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/notation_json.hpp"

#include <string>

namespace ncf::ops {
namespace {

nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

}  // namespace

nlohmann::ordered_json notation_json(const Notation& notation) {
  return {{"name", notation.name},
          {"text", text_or_null(notation.text)},
          {"note", text_or_null(notation.note)}};
}

nlohmann::ordered_json notations_json(std::span<const Notation> notations) {
  auto json = nlohmann::ordered_json::array();
  for (const Notation& notation : notations) json.push_back(notation_json(notation));
  return json;
}

}  // namespace ncf::ops
