// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/attribute_comparison.hpp"

#include <algorithm>
#include <optional>

#include "model/schema/fill_values.hpp"
#include "ops/definitions/definition_text.hpp"
#include "ops/definitions/expressible.hpp"

namespace ncf::ops {
namespace {

using model::Attribute;

using Attributes = std::vector<Attribute>;

/// Returns what the values of an attribute mean to readers, which compare them with the variable's.
std::optional<model::Values> meant_by(const Attribute& attribute, const model::Variable& variable) {
  if (attribute.name == "_FillValue") return model::find_meant_fill_value(variable);
  if (!model::is_compared(attribute.name, variable)) return std::nullopt;
  return model::to_markers(*attribute.values, variable);
}

/// Returns whether two attributes of different numbers or types mean the same, as those that a copy
/// converts.
bool mean_same(const AttributeOwner& owner, const Attribute& first, const Attribute& second) {
  if (owner.first == nullptr) return false;
  const auto meant = meant_by(first, *owner.first);
  return meant && meant->count() > 0 && meant == meant_by(second, *owner.second);
}

}  // namespace

AttributeComparison::AttributeComparison(const model::Schema& first, const model::Schema& second,
                                         const std::vector<std::string>& ignored,
                                         DifferenceList& differences)
    : first_format_(first.format),
      second_format_(second.format),
      ignored_(ignored),
      differences_(differences) {
  for (const model::Schema* const schema : {&first, &second}) {
    for (const model::Finding& finding : schema->findings) {
      if (finding.kind == model::Finding::Kind::converted_from_json) {
        converted_.insert(finding.part());
      }
    }
  }
}

void AttributeComparison::compare(const AttributeOwner& owner, const Attributes& first,
                                  const Attributes& second) {
  for (const Attribute& attribute : first) {
    compare_one(owner, &attribute, model::find_attribute(second, attribute.name));
  }
  for (const Attribute& attribute : second) {
    if (model::find_attribute(first, attribute.name) == nullptr) {
      compare_one(owner, nullptr, &attribute);
    }
  }
}

void AttributeComparison::compare_one(const AttributeOwner& owner, const Attribute* first,
                                      const Attribute* second) {
  const std::string& name = (first != nullptr ? first : second)->name;
  if (std::ranges::find(ignored_, name) != ignored_.end()) return;
  const std::string path = model::attribute_path(owner.path, name);
  using Text = DifferenceList::Text;
  const auto text = [](const Attribute* attribute) {
    return attribute != nullptr ? Text(attribute_text(*attribute->values)) : Text();
  };
  switch (counted_difference(owner, first, second)) {
    case AttributeDifference::none:
      if (converted_.contains({owner.path, name})) compare_json(path, *first, *second);
      return;
    case AttributeDifference::storage:
      return differences_.add_storage(path, "attribute", text(first), text(second));
    case AttributeDifference::type:
      return add_type(path, *first->values->type(), *second->values->type());
    case AttributeDifference::rounded:
    case AttributeDifference::padding:
    case AttributeDifference::value:
      // Texts of numbers that differ in their last bits may be equal.
      differences_.add({path, "attribute", text(first), text(second)});
  }
}

AttributeDifference AttributeComparison::counted_difference(const AttributeOwner& owner,
                                                            const Attribute* first,
                                                            const Attribute* second) const {
  using enum AttributeDifference;
  const std::string& name = (first != nullptr ? first : second)->name;
  AttributeDifference found = difference_of(first, second);
  const bool may_mean_same = found == rounded || found == value || name == "_FillValue";
  if (found != none && may_mean_same && first != nullptr && second != nullptr &&
      mean_same(owner, *first, *second)) {
    return storage;
  }
  if (found == rounded) {
    found = is_plain_zarr(first_format_) || is_plain_zarr(second_format_) ? type : value;
  }
  const bool is_value = owner.first != nullptr &&
                        owner.first->type->type_class == model::TypeClass::char_ &&
                        model::has_type_of_variable(name);
  const bool is_only_padded =
      found == padding && !is_value && is_zarr(first_format_) != is_zarr(second_format_);
  const bool is_packing =
      found != none && std::ranges::find(owner.of_packing, name) != owner.of_packing.end();
  return is_only_padded || is_packing ? storage : found;
}

void AttributeComparison::add_type(const std::string& path, const model::Type& first,
                                   const model::Type& second) {
  const auto expresses = [&](Format format) {
    return expresses_attribute_type(format, first) && expresses_attribute_type(format, second);
  };
  differences_.add_expression(path, "attribute type", first.name, second.name,
                              differences_.both_express(expresses));
}

void AttributeComparison::compare_json(const std::string& path, const Attribute& first,
                                       const Attribute& second) {
  if (!first.stored_json || !second.stored_json) return;
  differences_.add(path, "attribute", first.stored_json->json, second.stored_json->json);
}

}  // namespace ncf::ops
