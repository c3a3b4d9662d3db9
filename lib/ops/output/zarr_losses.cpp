// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/zarr_losses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/text/characters.hpp"
#include "model/values/numbers.hpp"
#include "ops/definitions/attribute_difference.hpp"
#include "ops/definitions/definition_text.hpp"
#include "ops/output/marker_attributes.hpp"
#include "ops/output/zarr_dimensions.hpp"
#include "store/zarr/metadata/attributes.hpp"
#include "store/zarr/metadata/nczarr.hpp"

namespace ncf::ops {
namespace {

/// Describes null strings after the name of what has them.
std::string describe_null_strings(std::size_t count) {
  return fmt::format(": NIL strings ({}) become empty ones: Zarr has no NIL", count);
}

/// Counts the texts for which `is_counted` holds; char values are one text.
template <class IsCounted>
std::size_t count_texts(const model::Values& values, IsCounted is_counted) {
  const model::TypeClass type = values.type()->type_class;
  if (type == model::TypeClass::char_) return is_counted(model::text_of(values)) ? 1 : 0;
  if (type != model::TypeClass::string) return 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const auto* const text = model::load<const char*>(values.data() + i * sizeof(char*));
    if (text != nullptr && is_counted(std::string_view(text))) ++count;
  }
  return count;
}

std::size_t count_not_utf8(const model::Values& values) {
  return count_texts(values, [](std::string_view text) { return !base::is_utf8(text); });
}

/// Returns whether JSON has an escape of one letter, the only ones that libnetcdf reads, for each
/// control character.
bool has_short_escapes(std::string_view text) {
  constexpr std::string_view escaped = "\b\f\n\r\t";
  return std::ranges::all_of(text, [&](char c) {
    return static_cast<unsigned char>(c) >= ' ' || escaped.find(c) != std::string_view::npos;
  });
}

bool is_misread_by_libnetcdf(const model::Attribute& attribute, const model::Type* variable) {
  const auto is_misread = [](std::string_view text) { return !has_short_escapes(text); };
  if (count_texts(*attribute.values, is_misread) == 0) return false;
  const base::Json json = store::zarr::format_attribute(attribute, variable, Format::nczarr);
  return is_misread(json.text) || std::ranges::any_of(json.elements, [&](const auto& element) {
           return is_misread(element.text);
         });
}

bool changes_values(const model::Attribute& written, const model::Attribute& found) {
  switch (difference_of(&written, &found)) {
    case AttributeDifference::none:
    case AttributeDifference::padding:
      return false;
    case AttributeDifference::type:
      return written.values->type()->is_number() && !found.values->type()->is_number();
    default:
      return true;
  }
}

/// Notes the losses of an attribute. name: "/t2m:units". variable: the type of its variable; null
/// for a group.
void tell_attribute(const model::Attribute& attribute, const std::string& name,
                    const model::Type* variable, Format format, AttributeChanges& losses) {
  const std::string loss = store::zarr::find_loss(attribute, variable, format);
  if (!loss.empty()) losses.add({" is written as " + loss, " are written as " + loss}, name);
  const model::Attribute found = store::zarr::read_back(attribute, variable, format);
  if (loss.empty() && changes_values(attribute, found)) {
    const std::string value =
        fmt::format("{} {}", found.values->type()->name, attribute_text(*found.values));
    const std::string why = ": plain Zarr does not state types, NCZarr does";
    losses.add({fmt::format(" reads back as {}{}", value, why), " read back as other values" + why},
               name, value);
  }
  if (format == Format::nczarr && is_misread_by_libnetcdf(attribute, variable)) {
    losses.add({" has control characters, which libnetcdf reads as u0001 and the like in NCZarr",
                " have control characters, which libnetcdf reads as u0001 and the like in NCZarr"},
               name);
  }
  if (count_not_utf8(*attribute.values) == 0) return;
  const std::string readers = fmt::format("readers of Zarr other than ncf and {} may refuse",
                                          format == Format::nczarr ? "libnetcdf" : "zarr-python");
  losses.add({fmt::format(" is not UTF-8: its bytes are kept, but {} it", readers),
              fmt::format(" are not UTF-8: their bytes are kept, but {} them", readers)},
             name);
}

void replace_null_strings(model::Attribute& attribute, const std::string& name,
                          AttributeChanges& losses) {
  const std::size_t count = model::count_null_strings(*attribute.values);
  if (count == 0) return;
  losses.add({describe_null_strings(count), ": NIL strings become empty ones: Zarr has no NIL"},
             name, fmt::format("{}", count));
  model::Values values = *attribute.values;
  model::empty_null_strings(values);
  attribute.values = std::make_shared<const model::Values>(std::move(values));
}

/// Adapts attributes. owner: path of the variable or group; empty for the root. variable: as for
/// tell_attribute.
void adapt(std::vector<model::Attribute>& attributes, const std::string& owner,
           const model::Type* variable, Format format, AttributeChanges& losses) {
  std::erase_if(attributes, [&](const model::Attribute& attribute) {
    if (!store::zarr::is_hidden_attribute(attribute.name, owner.empty())) return false;
    losses.add({" is left out: Zarr reserves its name", " are left out: Zarr reserves their names"},
               model::attribute_path(owner, attribute.name));
    return true;
  });
  for (model::Attribute& attribute : attributes) {
    const std::string name = model::attribute_path(owner, attribute.name);
    replace_null_strings(attribute, name, losses);
    tell_attribute(attribute, name, variable, format, losses);
  }
}

}  // namespace

void StringLosses::add(const model::Values& values) {
  if (values.type()->type_class != model::TypeClass::string) return;
  null_ += model::count_null_strings(values);
  not_utf8_ += count_not_utf8(values);
}

// NCZarr's strings are bytes.
std::vector<std::string> StringLosses::describe(const std::string& path, Format format) const {
  std::vector<std::string> notes;
  const std::string owner = "variable " + path;
  if (null_ > 0) notes.push_back(owner + describe_null_strings(null_));
  if (not_utf8_ > 0 && format != Format::nczarr) {
    notes.push_back(
        fmt::format("{}: strings that are not UTF-8 ({}) keep their bytes, but zarr-python can "
                    "read them only in NCZarr",
                    owner, not_utf8_));
  }
  return notes;
}

std::vector<std::string> adapt_to_zarr(model::Schema& schema) {
  std::vector<std::string> notes;
  tell_dimensions(schema, notes);
  AttributeChanges losses;
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    adapt(schema.groups[id].attributes, id == 0 ? "" : schema.group_path(id), nullptr,
          schema.format, losses);
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    model::Variable& variable = schema.variables[id];
    adapt(variable.attributes, schema.variable_path(id), variable.type.get(), schema.format,
          losses);
  }
  losses.tell(notes);
  return notes;
}

}  // namespace ncf::ops
