// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/text_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "model/values/numbers.hpp"
#include "model/view/view_source.hpp"
#include "ops/report/quantities.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using model::DimensionId;
using model::Schema;
using model::TypeClass;
using model::Values;
using model::Variable;
using model::VariableId;
using Reading = decltype(model::ViewConversion::read);

constexpr const char* encoding = "_Encoding";  // by which xarray decodes characters

/// Reads the characters of a box from strings.
Reading characters_of_strings(VariableId id) {
  return [id](model::Source& original, const Box& box, Values& values) {
    Box texts = box;
    const std::size_t first = texts.start.back();
    const std::size_t count = texts.count.back();
    texts.start.pop_back();
    texts.count.pop_back();
    Values strings(original.schema().variables[id].type);
    original.read(id, texts, strings);
    const std::vector<std::string_view> found = model::texts_of(strings);
    std::memset(values.data(), 0, values.size_bytes());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::string_view part = found[i].substr(std::min(first, found[i].size()), count);
      if (!part.empty()) std::memcpy(values.data() + i * count, part.data(), part.size());
    }
  };
}

/// Reads strings of `length` characters each, without the NULs that pad them.
Reading strings_of_characters(VariableId id, std::size_t length) {
  return [id, length](model::Source& original, const Box& box, Values& values) {
    Box characters = box;
    characters.start.push_back(0);
    characters.count.push_back(length);
    Values found(original.schema().variables[id].type);
    original.read(id, characters, found);
    const auto* const bytes = reinterpret_cast<const char*>(found.data());
    for (std::size_t i = 0; i < values.count(); ++i) {
      const std::string_view text = model::without_padding({bytes + i * length, length});
      std::byte* const place = values.data() + i * sizeof(char*);
      model::store(place, model::allocate_string(text));
    }
  };
}

class TextForms {
 public:
  TextForms(model::Source& input, Subset& source)
      : input_(input), source_(source), view_(model::all_of(input.schema())) {}

  void change(StringForm form) {
    for (VariableId id = 0; id < source_.schema.variables.size(); ++id) {
      const Variable& variable = source_.schema.variables[id];
      const bool is_string = variable.type->type_class == TypeClass::string;
      const bool is_text = variable.type->type_class == TypeClass::char_ && !variable.is_scalar();
      if (form == StringForm::characters && is_string) to_characters(id);
      if (form == StringForm::strings && is_text) to_strings(id);
    }
  }

  void tell(StringForm form, std::vector<std::string>& notes) const {
    note_few(notes,
             form == StringForm::strings
                 ? "texts become strings"
                 : "texts become characters, with a dimension for those of a text",
             changed_);
  }

  [[nodiscard]] std::unique_ptr<model::Source> changed(std::unique_ptr<model::Source> input) && {
    if (changed_.empty()) return input;
    return std::make_unique<model::ViewSource>(std::move(input), std::move(view_));
  }

 private:
  void to_characters(VariableId id) {
    const VariableId input_id = source_.input_ids[id];
    const std::size_t length = source_.has_values[id] ? longest_text(input_id) : 1;
    for (const auto& [schema, variable_id] : both(id)) {
      Variable& variable = schema->variables[variable_id];
      variable.dimensions.push_back(text_dimension(*schema, length));
      define(variable, TypeClass::char_);
      variable.attributes.push_back(
          {encoding, std::make_shared<const Values>(model::text_values("utf-8"))});
    }
    view_.convert(input_id, {.read = characters_of_strings(input_id)});
    changed_.push_back(source_.schema.variable_path(id));
  }

  void to_strings(VariableId id) {
    const VariableId input_id = source_.input_ids[id];
    const std::size_t length = view_.schema.shape(view_.schema.variables[input_id]).back();
    for (const auto& [schema, variable_id] : both(id)) {
      Variable& variable = schema->variables[variable_id];
      variable.dimensions.pop_back();
      define(variable, TypeClass::string);
    }
    view_.convert(input_id, {.read = strings_of_characters(input_id, length)});
    changed_.push_back(source_.schema.variable_path(id));
  }

  /// Returns the variable in the schema of the copy and in that of the input.
  [[nodiscard]] std::vector<std::pair<Schema*, VariableId>> both(VariableId id) {
    return {{&source_.schema, id}, {&view_.schema, source_.input_ids[id]}};
  }

  /// Removes what belongs to the other form.
  static void define(Variable& variable, TypeClass type) {
    variable.type = model::atomic_type(type);
    variable.storage = {};
    variable.filters.clear();
    variable.visible_filters.clear();
    variable.codecs = {};
    variable.stored_fill.reset();
    std::erase_if(variable.attributes, [](const model::Attribute& attribute) {
      return attribute.name == encoding || model::has_type_of_variable(attribute.name);
    });
  }

  /// Finds or adds the dimension of texts of a length, in the root.
  static DimensionId text_dimension(Schema& schema, std::size_t length) {
    std::string name = fmt::format("string{}", length);
    const auto find = [&] {
      return std::ranges::find_if(schema.dimensions, [&](const model::Dimension& dimension) {
        return dimension.group == 0 && dimension.name == name;
      });
    };
    for (auto found = find(); found != schema.dimensions.end(); found = find()) {
      if (found->length == length && !found->is_unlimited) {
        return static_cast<DimensionId>(found - schema.dimensions.begin());
      }
      name += '_';
    }
    schema.dimensions.push_back({name, length});
    return schema.dimensions.size() - 1;
  }

  std::size_t longest_text(VariableId input_id) {
    constexpr std::size_t most_at_once = std::size_t{1} << 16U;
    const Variable& variable = input_.schema().variables[input_id];
    transcode::TileWalk boxes(input_.schema().shape(variable), {}, most_at_once);
    Values values(variable.type);
    std::size_t longest = 1;
    while (const auto box = boxes.next()) {
      input_.read(input_id, *box, values);
      for (const std::string_view text : model::texts_of(values)) {
        longest = std::max(longest, text.size());
      }
    }
    return longest;
  }

  model::Source& input_;
  Subset& source_;
  model::ViewDefinition view_;  ///< of the input, with the other form
  std::vector<std::string> changed_;
};

}  // namespace

void change_texts(std::unique_ptr<model::Source>& input, Subset& source, StringForm form,
                  std::vector<std::string>& notes) {
  TextForms forms(*input, source);
  forms.change(form);
  forms.tell(form, notes);
  input = std::move(forms).changed(std::move(input));
}

}  // namespace ncf::ops
