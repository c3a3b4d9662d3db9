// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The text of a dataset, CDL or JSON, as seen by the code that walks the dataset. Calls come in the
// order of the text: a group, its variables, its groups.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/dataset/source.hpp"
#include "ncf/cdl_style.hpp"
#include "ops/dump/value_output.hpp"

namespace ncf::ops {

class Document {
 public:
  Document() = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  virtual ~Document() = default;

  /// Returns the text written so far and not yet taken by the caller.
  [[nodiscard]] virtual std::string& text() noexcept = 0;

  virtual void begin(std::string_view name) = 0;
  /// shows_values: whether values of its variables may follow.
  virtual void begin_group(model::GroupId group, bool shows_values) = 0;
  virtual void begin_variable(model::VariableId variable) = 0;
  [[nodiscard]] virtual std::unique_ptr<ValueOutput> values_of(model::VariableId variable) = 0;
  /// Adds a remark about the variable if the format has comments.
  virtual void remark(std::string_view text) = 0;
  virtual void end_variable() = 0;
  virtual void end_variables(model::GroupId group) = 0;
  virtual void end_group(model::GroupId group) = 0;
  virtual void end() = 0;
};

/// Makes a document. Input and schema must outlive the result.
[[nodiscard]] std::unique_ptr<Document> make_cdl_document(model::Source& input,
                                                          const CdlStyle& style);
[[nodiscard]] std::unique_ptr<Document> make_json_document(const model::Schema& schema,
                                                           const CdlStyle& style);

}  // namespace ncf::ops
