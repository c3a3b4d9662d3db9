// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/schema.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

#include "base/text/characters.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::model {
namespace {

// Groups may be nested thousands deep, so each name is copied once.
std::string path_in_group(const Schema& schema, GroupId group, std::string_view name) {
  std::vector<std::string_view> names{name};
  for (const Group* at = &schema.groups.at(group); at->parent;
       at = &schema.groups.at(*at->parent)) {
    names.push_back(at->name);
  }
  std::string path;
  for (auto one = names.rbegin(); one != names.rend(); ++one) path.append("/").append(*one);
  return path;
}

void compose_findings(std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    finding.path = base::to_nfc(finding.path);
    if (finding.attribute) finding.attribute = base::to_nfc(*finding.attribute);
  }
}

struct QuantizationFacts {
  Quantization::Mode mode;
  std::string_view name;
  std::string_view attribute;
  int max_of_float;
  int max_of_double;
};

constexpr QuantizationFacts quantizations[] = {
    {Quantization::Mode::bit_groom, "bitgroom", "_QuantizeBitGroomNumberOfSignificantDigits", 7,
     15},
    {Quantization::Mode::granular_bit_round, "granular",
     "_QuantizeGranularBitRoundNumberOfSignificantDigits", 7, 15},
    {Quantization::Mode::bit_round, "bitround", "_QuantizeBitRoundNumberOfSignificantBits", 23, 52},
};

const QuantizationFacts& facts_of(Quantization::Mode mode) noexcept {
  return *std::ranges::find(quantizations, mode, &QuantizationFacts::mode);
}

}  // namespace

bool Variable::has_filters() const noexcept {
  return asked_filters ? !asked_filters->empty() : !filters.empty();
}

std::string Variable::filter_name(std::uint32_t id) const {
  const auto found = filter_names.find(id);
  if (found != filter_names.end()) return found->second;
  const filter::FilterFacts* facts = filter::find_filter(id);
  return facts == nullptr ? "unknown" : std::string(facts->comment);
}

bool Variable::is_big_endian() const noexcept {
  if (byte_order != ByteOrder::native) return byte_order == ByteOrder::big;
  return std::endian::native == std::endian::big;
}

Chain Variable::filters_to_define() const {
  return asked_filters ? *asked_filters : visible_form(filters);
}

std::string Schema::group_path(GroupId id) const {
  const Group& group = groups.at(id);
  if (!group.parent) return "/";
  return path_in_group(*this, *group.parent, group.name);
}

std::string Schema::variable_path(VariableId id) const {
  const Variable& variable = variables.at(id);
  return path_in_group(*this, variable.group, variable.name);
}

std::string Schema::dimension_path(DimensionId id) const {
  const Dimension& dimension = dimensions.at(id);
  return path_in_group(*this, dimension.group, dimension.name);
}

std::string Schema::type_path(const UserType& type) const {
  return path_in_group(*this, type.group, type.type->name);
}

std::vector<std::size_t> Schema::shape(const Variable& variable) const {
  std::vector<std::size_t> lengths;
  lengths.reserve(variable.dimensions.size());
  for (const DimensionId id : variable.dimensions) lengths.push_back(dimensions.at(id).length);
  return lengths;
}

bool Schema::has_unlimited(const Variable& variable) const {
  return std::ranges::any_of(variable.dimensions,
                             [&](DimensionId id) { return dimensions.at(id).is_unlimited; });
}

bool Schema::has_only_unnamed_dimensions(const Variable& variable) const {
  const auto& ids = variable.dimensions;
  return !ids.empty() &&
         std::ranges::all_of(ids, [&](DimensionId id) { return dimensions.at(id).is_unnamed; });
}

// In Zarr v2, xarray takes the fill value for `_FillValue`, unless dimensions have no names.
bool Schema::keeps_hidden_fill(const Variable& variable) const {
  if (!variable.stored_fill) return false;
  return is_netcdf4(format) || format == Format::zarr3 ||
         (format == Format::zarr2 && has_only_unnamed_dimensions(variable));
}

std::uint64_t Schema::raw_bytes(VariableId id) const {
  const Variable& variable = variables.at(id);
  std::uint64_t bytes = variable.type->size_bytes;
  for (const DimensionId dimension : variable.dimensions) bytes *= dimensions.at(dimension).length;
  return bytes;
}

std::vector<VariableId> find_variables(const Schema& schema, const Schema& other) {
  std::map<std::string, VariableId> known;
  for (VariableId id = 0; id < other.variables.size(); ++id) known[other.variable_path(id)] = id;
  std::vector<VariableId> ids;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    const std::string path = schema.variable_path(id);
    const auto found = known.find(path);
    if (found == known.end()) {
      const auto reason =
          std::ranges::find(other.findings, Finding::Part(path, {}), &Finding::part);
      throw Error(ErrorCode::io, reason == other.findings.end()
                                     ? "variable " + path + " no longer exists"
                                     : reason->message());
    }
    ids.push_back(found->second);
  }
  return ids;
}

std::vector<std::string> compose_names(Schema& schema) {
  const auto compose = [](auto& named) {
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < named.size(); ++i) {
      std::string composed = base::to_nfc(named[i].name);
      if (composed == named[i].name) continue;
      named[i].name = std::move(composed);
      changed.push_back(i);
    }
    return changed;
  };
  const auto groups = compose(schema.groups);
  const auto dimensions = compose(schema.dimensions);
  const auto variables = compose(schema.variables);
  std::vector<std::string> paths;
  for (const GroupId id : groups) paths.push_back(schema.group_path(id));
  for (const DimensionId id : dimensions) paths.push_back(schema.dimension_path(id));
  for (const VariableId id : variables) paths.push_back(schema.variable_path(id));
  const auto add_if_composed = [&](const std::string& path, const std::string& name) {
    if (base::to_nfc(name) != name) paths.push_back(base::to_nfc(path));
  };
  for (const UserType& type : schema.types) {
    const std::string path = schema.type_path(type);
    add_if_composed(path, path);
    for (const EnumMember& member : type.type->members) {
      add_if_composed(path + '.' + member.name, member.name);
    }
    for (const CompoundField& field : type.type->fields) {
      add_if_composed(path + '.' + field.name, field.name);
    }
  }
  visit_attributes(schema, [&](auto& attributes, const std::string& owner, const Type* /*type*/) {
    for (const std::size_t i : compose(attributes)) {
      paths.push_back(attribute_path(owner, attributes[i].name));
    }
  });
  compose_findings(schema.findings);
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

const Attribute* find_attribute(const std::vector<Attribute>& attributes, std::string_view name) {
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  return found == attributes.end() ? nullptr : &*found;
}

void set_attribute(std::vector<Attribute>& attributes, std::string_view name, Values values) {
  const auto known = std::ranges::find(attributes, name, &Attribute::name);
  Attribute& attribute = known == attributes.end() ? attributes.emplace_back() : *known;
  attribute = {std::string(name), std::make_shared<const Values>(std::move(values))};
}

bool has_type_of_variable(std::string_view attribute) noexcept {
  static constexpr std::string_view names[] = {"_FillValue", "missing_value", "valid_min",
                                               "valid_max",  "valid_range",   "flag_values",
                                               "flag_masks"};
  return std::ranges::find(names, attribute) != std::end(names);
}

std::optional<Quantization::Mode> find_quantization_mode(std::string_view name) {
  const auto* const found = std::ranges::find(quantizations, name, &QuantizationFacts::name);
  return found == std::end(quantizations) ? std::nullopt : std::optional(found->mode);
}

std::string_view quantization_name(Quantization::Mode mode) noexcept { return facts_of(mode).name; }

std::string_view quantization_attribute(Quantization::Mode mode) noexcept {
  return facts_of(mode).attribute;
}

bool is_quantization_attribute(std::string_view name) noexcept {
  return std::ranges::find(quantizations, name, &QuantizationFacts::attribute) !=
         std::end(quantizations);
}

int max_digits(Quantization::Mode mode, const Type& type) noexcept {
  if (type.type_class == TypeClass::float_) return facts_of(mode).max_of_float;
  return type.type_class == TypeClass::double_ ? facts_of(mode).max_of_double : 0;
}

}  // namespace ncf::model
