// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/document.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ncf::ops {
namespace {

using model::GroupId;
using model::VariableId;

class CdlDocument final : public Document {
 public:
  CdlDocument(const model::Schema& schema, const CdlStyle& style, model::Provenance provenance)
      : schema_(schema), writer_(schema, style, std::move(provenance)) {}

  std::string& text() noexcept override { return writer_.text(); }
  void begin(std::string_view name) override { writer_.begin(name); }
  void begin_group(GroupId group, bool shows_values) override {
    writer_.begin_group(group);
    writer_.define(group);
    const bool has_variables =
        std::any_of(schema_.variables.begin(), schema_.variables.end(),
                    [group](const auto& variable) { return variable.group == group; });
    if (shows_values && has_variables) writer_.begin_data();
  }
  void begin_variable(VariableId /*variable*/) override {}
  std::unique_ptr<ValueOutput> values_of(VariableId variable) override {
    return make_cdl_output(writer_, schema_, variable);
  }
  void remark(std::string_view text) override { writer_.comment(text); }
  void end_variable() override {}
  void end_variables(GroupId /*group*/) override {}
  void end_group(GroupId group) override { writer_.end_group(group); }
  void end() override { writer_.end(); }

 private:
  const model::Schema& schema_;
  cdl::CdlWriter writer_;
};

class JsonDocument final : public Document {
 public:
  JsonDocument(const model::Schema& schema, const CdlStyle& style)
      : schema_(schema),
        date_separator_(style.date_separator),
        time_axes_(schema),
        writer_(schema) {}

  std::string& text() noexcept override { return writer_.text(); }
  void begin(std::string_view /*name*/) override {}
  void begin_group(GroupId group, bool /*shows_values*/) override { writer_.begin_group(group); }
  void begin_variable(VariableId variable) override { writer_.begin_variable(variable); }
  std::unique_ptr<ValueOutput> values_of(VariableId variable) override {
    std::optional<cdl::JsonDates> dates;
    if (date_separator_) {
      if (const auto axis = time_axes_.of(variable)) dates = {*axis, *date_separator_};
    }
    return make_json_output(writer_, schema_, variable, dates);
  }
  void remark(std::string_view /*text*/) override {}
  void end_variable() override { writer_.end_variable(); }
  void end_variables(GroupId group) override { writer_.end_variables(group); }
  void end_group(GroupId /*group*/) override { writer_.end_group(); }
  void end() override {}

 private:
  const model::Schema& schema_;
  std::optional<char> date_separator_;
  cdl::TimeAxes time_axes_;
  cdl::JsonWriter writer_;
};

}  // namespace

std::unique_ptr<Document> make_cdl_document(model::Source& input, const CdlStyle& style) {
  model::Provenance provenance;
  if (style.special_attributes) provenance = input.provenance();
  return std::make_unique<CdlDocument>(input.schema(), style, std::move(provenance));
}

std::unique_ptr<Document> make_json_document(const model::Schema& schema, const CdlStyle& style) {
  return std::make_unique<JsonDocument>(schema, style);
}

}  // namespace ncf::ops
