// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One variable and the text of its values.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "cdl/write/cdl_writer.hpp"
#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::cdl {

inline model::Dimension fixed(std::size_t length) { return {"x", length}; }
inline model::Dimension growing(std::size_t length) { return {"t", length, true}; }

/// Adds an attribute to the first variable.
inline void add_attribute(model::Schema& schema, const std::string& name, model::Values values) {
  schema.variables[0].attributes.push_back(test::attribute(name, std::move(values)));
}

inline void add_text_attribute(model::Schema& schema, const std::string& name,
                               std::string_view text) {
  add_attribute(schema, name, model::text_values(text));
}

/// Returns the text of the variable's values, handed over in pieces of `batch`.
inline std::string data_text(const model::Schema& schema, const model::Values& values,
                             const CdlStyle& style = {}, std::size_t batch = 1000) {
  CdlWriter writer(schema, style);
  const ValueFormatter formatter = writer.formatter(0);
  VariableText text = writer.variable_text(0);
  text.begin(writer.text());
  const std::size_t size = values.type()->size_bytes;
  for (std::size_t done = 0; done < values.count(); done += batch) {
    const std::size_t count = std::min(batch, values.count() - done);
    const std::byte* begin = values.data() + done * size;
    if (text.is_text()) {
      text.append_characters(writer.text(), {reinterpret_cast<const char*>(begin), count});
    } else {
      ValueTexts texts;
      formatter.append(texts, begin, count);
      text.append(writer.text(), texts);
    }
  }
  return writer.text();
}

inline model::Values counting(std::size_t count) {
  std::vector<std::int32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1);
  return test::values_of(model::TypeClass::int_, numbers);
}

}  // namespace ncf::cdl
