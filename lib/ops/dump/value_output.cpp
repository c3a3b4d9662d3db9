// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/value_output.hpp"

namespace ncf::ops {
namespace {

class CdlOutput final : public ValueOutput {
 public:
  CdlOutput(cdl::CdlWriter& writer, const model::Variable& variable, model::VariableId id)
      : writer_(writer),
        formatter_(writer.formatter(id)),
        layout_(writer.variable_text(id)),
        value_bytes_(variable.type->size_bytes) {}

  void prepare(PreparedBox& box) const override {
    box.texts.clear();
    if (!layout_.is_text()) {
      formatter_.append(box.texts, box.values.data(), box.values.size() / value_bytes_);
    }
  }

  void begin() override {
    layout_.begin(writer_.text());
    is_begun_ = true;
  }

  void append(const PreparedBox& box) override {
    if (layout_.is_text()) {
      const auto* const begin = reinterpret_cast<const char*>(box.values.data());
      layout_.append_characters(writer_.text(), {begin, box.values.size()});
    } else {
      layout_.append(writer_.text(), box.texts);
    }
  }

  void cut_short() override {
    if (is_begun_) layout_.cut_short(writer_.text());
  }

 private:
  cdl::CdlWriter& writer_;
  cdl::ValueFormatter formatter_;
  cdl::VariableText layout_;
  std::size_t value_bytes_;
  bool is_begun_ = false;
};

class JsonOutput final : public ValueOutput {
 public:
  JsonOutput(cdl::JsonWriter& writer, const model::Schema& schema, const model::Variable& variable,
             const std::optional<cdl::JsonDates>& dates)
      : writer_(writer),
        values_(schema, variable, dates),
        value_bytes_(variable.type->size_bytes) {}

  void prepare(PreparedBox& /*box*/) const override {}

  void begin() override {
    writer_.begin_data();
    is_begun_ = true;
  }

  void append(const PreparedBox& box) override {
    values_.append(writer_.text(), box.values.data(), box.values.size() / value_bytes_);
  }

  void cut_short() override {
    if (is_begun_) values_.cut_short(writer_.text());
  }

 private:
  cdl::JsonWriter& writer_;
  cdl::JsonValues values_;
  std::size_t value_bytes_;
  bool is_begun_ = false;
};

}  // namespace

std::unique_ptr<ValueOutput> make_cdl_output(cdl::CdlWriter& writer, const model::Schema& schema,
                                             model::VariableId variable) {
  return std::make_unique<CdlOutput>(writer, schema.variables.at(variable), variable);
}

std::unique_ptr<ValueOutput> make_json_output(cdl::JsonWriter& writer, const model::Schema& schema,
                                              model::VariableId variable,
                                              const std::optional<cdl::JsonDates>& dates) {
  return std::make_unique<JsonOutput>(writer, schema, schema.variables.at(variable), dates);
}

}  // namespace ncf::ops
