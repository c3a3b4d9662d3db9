// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/schema/array_variable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "store/zarr/metadata/fill_value.hpp"
#include "store/zarr/metadata/nczarr.hpp"

namespace ncf::store::zarr {
namespace {

using filter::AttributeValues;
using filter::CodecDimension;
using model::Attribute;
using model::Layout;
using model::TypeClass;
using model::Values;
using model::Variable;

// ---- The stored form ----------------------------------------------------------------------------

/// Returns whether chunks have elements in C order, encoded by the variable's codecs; otherwise
/// only this store can read the elements.
/// extent: of the variable; if the array is shorter, its last chunk holds arbitrary values beyond
/// the end.
bool has_plain_chunks(const OpenArray& array, const std::vector<std::size_t>& extent) {
  const ArrayMetadata& metadata = array.metadata;
  for (std::size_t d = 0; d < extent.size(); ++d) {
    const std::size_t length = metadata.shape[d];
    if (length < extent[d] && length % metadata.chunk_shape[d] != 0) return false;
  }
  return (array.is_opaque() || !metadata.fault) && metadata.stored_order.empty() &&
         metadata.chunk_ends.empty() && !element_name(metadata.element).empty();
}

/// Adds the differences between the codecs and the filters.
void add_codecs(const OpenArray& array, model::StoredForm& form) {
  const ArrayFilters& coding = array.coding;
  if (array.is_opaque()) {
    form.codecs = format_compact_json(filter::list_of_codecs(array.metadata.all_codecs));
    return;
  }
  if (coding.has_own_kernels) form.own_chain = coding.chain;
  if (coding.has_own_kernels || coding.has_own_bytes) {
    form.codecs = format_compact_json(filter::list_of_codecs(array.metadata.codecs));
  }
}

// ---- Attributes ---------------------------------------------------------------------------------

bool has_attribute(const Variable& variable, std::string_view name) {
  return model::find_attribute(variable.attributes, name) != nullptr;
}

/// Adds `units` by the CF conventions to dates and time spans, and the value for "not a time".
void add_units(ArrayMetadata& array, Variable& variable) {
  const std::string& units = array.element.units;
  if (units.empty()) return;
  const auto add = [&](std::string name, Values values) {
    if (has_attribute(variable, name)) {
      array.fault = Error(ErrorCode::unsupported,
                          fmt::format("dates or time spans, which cannot get {} because the array "
                                      "has an attribute of that name",
                                      name));
      return;
    }
    variable.attributes.push_back(
        {std::move(name), std::make_shared<const Values>(std::move(values))});
  };
  add("units", model::text_values(units));
  if (units.ends_with(numpy_epoch)) add("calendar", model::text_values(numpy_calendar));
  const bool fills_with_none = !array.fill || *array.fill == not_a_time();
  add(fills_with_none ? "_FillValue" : "missing_value", not_a_time());
}

/// Returns whether readers take the fill value for missing values: xarray does in Zarr v2 if
/// dimensions have names. Of dates, it takes only "not a time", which `add_units` has added.
bool is_fill_missing(bool is_nczarr, const ArrayMetadata& array) {
  return array.format == filter::ZarrFormat::v2 && !is_nczarr && array.dimension_names &&
         array.fill && array.is_fill_of_type && array.element.units.empty();
}

/// Adds `_FillValue`, or corrects it. Returns whether there was one that means another value: in
/// xarray, the fill value wins.
bool set_fill_value(bool is_nczarr, const ArrayMetadata& array, Variable& variable) {
  if (!is_fill_missing(is_nczarr, array)) return false;
  const auto written = std::ranges::find(variable.attributes, "_FillValue", &Attribute::name);
  const auto fill = std::make_shared<const Values>(*array.fill);
  if (written == variable.attributes.end()) {
    variable.attributes.insert(variable.attributes.begin(), {"_FillValue", fill});
    return false;
  }
  const auto meant = model::find_meant_fill_value(variable);
  if (meant && model::with_plain_nan(*meant) == *array.fill) return false;
  *written = {"_FillValue", fill};
  return true;
}

/// Determines the value of missing chunks if the array has no fill value, which Zarr leaves
/// undefined. As in libnetcdf, it is then the variable's fill value; in plain Zarr it is 0 if there
/// is none, because zarr-python 3 and xarray leave out chunks that contain only zeros.
void take_fill_value(const Variable& variable, bool is_nczarr, ArrayMetadata& array) {
  if (array.fill) return;
  array.fill = model::find_meant_fill_value(variable);
  if (!array.fill && !is_nczarr && model::keeps_stored_fill(*variable.type)) {
    array.fill = Values(variable.type, 1);
  }
}

std::shared_ptr<const Values> stored_fill(const Variable& variable, const ArrayMetadata& array) {
  if (!array.fill || has_attribute(variable, "_FillValue") ||
      !model::keeps_stored_fill(*variable.type) ||
      *array.fill == model::default_fill_value(variable.type)) {
    return nullptr;
  }
  return std::make_shared<const Values>(*array.fill);
}

// ---- What codecs see ----------------------------------------------------------------------------

/// Returns empty for user-defined types.
std::optional<AttributeValues> attribute_values(const Values& values) {
  const TypeClass type_class = values.type()->type_class;
  if (type_class == TypeClass::char_) return std::string(model::text_of(values));
  if (type_class == TypeClass::string) {
    const auto texts = model::texts_of(values);
    return std::vector<std::string>(texts.begin(), texts.end());
  }
  return model::visit_number(type_class, [&](auto like) -> std::optional<AttributeValues> {
    using Number = decltype(like);
    std::vector<Number> numbers;
    for (std::size_t i = 0; i < values.count(); ++i) {
      numbers.push_back(model::load<Number>(values.data() + i * sizeof(Number)));
    }
    return numbers;
  });
}

/// Returns the names of the groups from below the root down to a group.
std::vector<std::string> path_of(const model::Schema& schema, model::GroupId group) {
  std::vector<std::string> names;
  for (; schema.groups[group].parent; group = *schema.groups[group].parent) {
    names.insert(names.begin(), schema.groups[group].name);
  }
  return names;
}

std::vector<CodecDimension> dimensions_of(const model::Schema& schema, const Variable& variable,
                                          const ArrayMetadata& array) {
  std::vector<CodecDimension> dimensions;
  for (const model::DimensionId id : variable.dimensions) {
    const model::Dimension& dimension = schema.dimensions[id];
    dimensions.push_back({dimension.name, dimension.length, dimension.is_unlimited,
                          path_of(schema, dimension.group).size()});
  }
  const bool is_scalar_of_one = dimensions.empty() && array.rank() == 1;
  if (is_scalar_of_one) dimensions.push_back({std::string(scalar_dimension), 1});
  return dimensions;
}

}  // namespace

model::StoredForm stored_form(const OpenStore& store, model::VariableId id,
                              std::vector<std::size_t> extent) {
  const OpenArray& array = store.arrays[id];
  const Variable& variable = store.schema.variables[id];
  model::StoredForm form;
  form.unreadable_codecs = array.coding.unreadable_codecs;
  if (array.metadata.fault && !array.is_opaque()) {
    form.layout = Layout::other;
    return form;
  }
  const ArrayMetadata& metadata = array.metadata;
  form.extent = std::move(extent);
  // A scalar has one chunk.
  const bool may_be_chunked = variable.storage.layout == Layout::chunked || array.is_opaque();
  const bool is_chunked = may_be_chunked && has_plain_chunks(array, form.extent);
  form.layout = is_chunked          ? Layout::chunked
                : array.is_opaque() ? Layout::other
                                    : Layout::contiguous;
  if (is_chunked) {
    form.chunk_shape = metadata.chunk_shape;
    if (array.is_scalar_of_one) form.chunk_shape.clear();
    if (metadata.sharding) form.shard_shape = metadata.sharding->shard_shape;
    form.filters = variable.filters;
    add_codecs(array, form);
    form.shows_padding = true;
    form.has_any_streams = store.schema.format != Format::nczarr;
  }
  for (std::size_t d = 0; d < form.extent.size(); ++d) {
    const bool is_unlimited = store.schema.dimensions[variable.dimensions[d]].is_unlimited;
    form.max_extent.push_back(is_unlimited ? model::unlimited : form.extent[d]);
  }
  form.element = element_name(metadata.element);
  form.byte_order = byte_order_of(metadata.element);
  form.element_bytes = metadata.element.bytes;
  form.fill.emplace(metadata.element.bytes);
  write_elements(metadata.element, value_of_missing(metadata), *form.fill);
  return form;
}

model::Storage storage_of(const Variable& variable, const ArrayMetadata& array,
                          bool is_contiguous) {
  if (variable.dimensions.empty() || (is_contiguous && variable.codecs.empty())) return {};
  model::Storage storage{model::Layout::chunked, array.chunk_shape};
  if (array.sharding) storage.shard_shape = array.sharding->shard_shape;
  return storage;
}

std::optional<std::string> complete_attributes(bool is_nczarr, ArrayMetadata& array,
                                               Variable& variable) {
  add_units(array, variable);
  const bool is_changed = set_fill_value(is_nczarr, array, variable);
  take_fill_value(variable, is_nczarr, array);
  variable.stored_fill = stored_fill(variable, array);
  if (!is_changed) return std::nullopt;
  return "differs from the array's fill value, which xarray uses instead, and becomes it";
}

filter::CodecVariable shown_to_codecs(const model::Schema& schema, const Variable& variable,
                                      const ArrayMetadata& array) {
  filter::CodecVariable shown;
  shown.name = variable.name;
  shown.groups = path_of(schema, variable.group);
  shown.is_unsigned = array.element.kind == Element::Kind::unsigned_integer;
  shown.dimensions = dimensions_of(schema, variable, array);
  for (const model::Attribute& attribute : variable.attributes) {
    auto values = attribute_values(*attribute.values);
    if (values) shown.attributes.push_back({attribute.name, std::move(*values)});
  }
  return shown;
}

}  // namespace ncf::store::zarr
