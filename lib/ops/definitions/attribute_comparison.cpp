// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/attribute_comparison.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "model/schema/fill_values.hpp"
#include "model/schema/schema.hpp"
#include "model/values/numbers.hpp"
#include "ops/definitions/compare_scope.hpp"
#include "ops/definitions/definition_text.hpp"

namespace ncf::ops {
namespace {

using model::Attribute;
using model::TypeClass;
using model::Values;

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

long double number_at(const Values& values, std::size_t i) {
  const model::Type& type = *values.type();
  return model::visit_number(type.type_class, [&](auto like) -> long double {
    return model::load<decltype(like)>(values.data() + i * type.size_bytes);
  });
}

/// Returns whether floating-point numbers of one type are equal, NaN to any NaN: JSON has one.
bool are_same_but_for_nan(const Values& first, const Values& second) {
  if (!first.type()->is_floating_point() || first.count() != second.count()) return false;
  const std::size_t bytes = first.type()->size_bytes;
  for (std::size_t i = 0; i < first.count(); ++i) {
    if (std::memcmp(first.data() + i * bytes, second.data() + i * bytes, bytes) == 0) continue;
    if (!std::isnan(number_at(first, i)) || !std::isnan(number_at(second, i))) return false;
  }
  return true;
}

bool are_same_but_for_name_of_type(const Values& first, const Values& second) {
  return first.count() == second.count() &&
         model::same_type_but_for_name(*first.type(), *second.type()) &&
         model::equal_values(*first.type(), first.data(), second.data(), first.count());
}

bool are_same_but_for_padding(const Values& first, const Values& second) {
  const bool are_chars =
      first.type()->type_class == TypeClass::char_ && second.type()->type_class == TypeClass::char_;
  return are_chars && model::without_padding(model::text_of(first)) ==
                          model::without_padding(model::text_of(second));
}

/// Returns whether both are as many numbers, and `equal` holds for each pair that is not NaN.
template <class Equal>
bool all_numbers(const Values& first, const Values& second, Equal equal) {
  if (!first.type()->is_number() || !second.type()->is_number()) return false;
  if (first.count() != second.count()) return false;
  for (std::size_t i = 0; i < first.count(); ++i) {
    const long double a = number_at(first, i);
    const long double b = number_at(second, i);
    if (!equal(a, b) && !(std::isnan(a) && std::isnan(b))) return false;
  }
  return true;
}

bool is_equal(long double first, long double second) {
  return first == second && std::signbit(first) == std::signbit(second);
}

bool are_equal_numbers(const Values& first, const Values& second) {
  return all_numbers(first, second, is_equal);
}

/// Returns the double that the shortest decimals of a float mean. These are what JSON has of it.
double read_shortest_decimals(float number) {
  std::array<char, 32> text{};
  const auto form = std::chars_format::scientific;  // others add digits to large numbers
  char* const end = std::to_chars(text.data(), text.data() + text.size(), number, form).ptr;
  double read = 0;
  std::from_chars(text.data(), end, read);
  return read;
}

/// Returns whether the doubles are what is read of the floats as decimals.
bool are_decimals_of(const Values& floats, const Values& doubles) {
  return floats.type()->type_class == TypeClass::float_ &&
         doubles.type()->type_class == TypeClass::double_ &&
         all_numbers(floats, doubles, [](long double number, long double read) {
           return is_equal(read_shortest_decimals(static_cast<float>(number)), read);
         });
}

bool are_only_rounded(const Values& first, const Values& second) {
  return are_decimals_of(first, second) || are_decimals_of(second, first);
}

/// Returns the text of characters or of one string; empty for other values.
std::optional<std::string_view> find_text(const Values& values) {
  const TypeClass type = values.type()->type_class;
  if (type == TypeClass::char_) return model::text_of(values);
  if (type != TypeClass::string || values.count() != 1) return std::nullopt;
  const auto* const text = model::load<const char*>(values.data());
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(text);
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

bool are_same_numbers(const Values& first, const Values& second) {
  return are_equal_numbers(first, second) || are_only_rounded(first, second);
}

AttributeDifference difference_of(const model::Attribute* first, const model::Attribute* second) {
  if (first != nullptr && second != nullptr) {
    const Values& a = *first->values;
    const Values& b = *second->values;
    const bool is_same_type = a.type()->type_class == b.type()->type_class;
    if (a == b || (is_same_type && are_same_but_for_nan(a, b))) return AttributeDifference::none;
    if (are_same_but_for_name_of_type(a, b)) return AttributeDifference::type;
    if (are_same_but_for_padding(a, b)) return AttributeDifference::padding;
    const auto text = find_text(a);
    const bool are_empty = a.count() == 0 && b.count() == 0;
    if (!is_same_type && (are_empty || are_equal_numbers(a, b) || (text && text == find_text(b)))) {
      return AttributeDifference::type;
    }
    if (are_only_rounded(a, b)) return AttributeDifference::rounded;
  }
  const std::string_view name = (first != nullptr ? first : second)->name;
  return model::is_quantization_attribute(name) ? AttributeDifference::storage
                                                : AttributeDifference::value;
}

}  // namespace ncf::ops
