// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/cdl_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/messages.hpp"
#include "cdl/language/language.hpp"
#include "cdl/read/special_reader.hpp"
#include "cdl/write/escapes.hpp"
#include "cdl/write/header_text.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"

namespace ncf::cdl {
namespace {

using model::Attribute;
using model::GroupId;
using model::TypeClass;
using model::VariableId;

constexpr std::string_view properties_name = "_NCProperties";

/// Returns whether any of a schema's types, dimensions or variables is in `group`.
template <class Things>
bool any_in(const Things& things, GroupId group) {
  return std::ranges::any_of(things, [&](const auto& thing) { return thing.group == group; });
}

// ---- Special attributes ----
//
// What `ncdump -s` prints in addition to the attributes in the file: how each variable is stored,
// and the file.
// source: ncdump(1); netCDF User Guide, "Special Virtual Attributes"

/// Special attributes, each as the text after its owner.
using SpecialAttributes = std::vector<std::string>;

/// comment: the meaning in words, or empty.
void add(SpecialAttributes& attributes, std::string_view name, std::string_view value,
         const std::string& comment = {}) {
  attributes.push_back(
      fmt::format(":{} = {} ;{}", name, value, comment.empty() ? comment : " // " + comment));
}

void add_text(SpecialAttributes& attributes, std::string_view name, std::string_view text,
              const std::string& comment = {}) {
  std::string quoted;
  append_special_text(quoted, text);
  add(attributes, name, quoted, comment);
}

/// In the order of Layout.
constexpr std::array layout_names{"contiguous", "compact", "chunked", "virtual"};

/// Returns whether a filter has an attribute of its own that readers take for it. To them,
/// deflate's level 0 means no filter.
bool has_own_attribute(const StoredFilter& filter) {
  if (filter.id == filter::deflate_id) {
    return !filter.parameters.empty() && filter.parameters.front() > 0;
  }
  return filter.id == filter::shuffle_id || filter.id == filter::fletcher32_id;
}

void add_named_filters(SpecialAttributes& attributes, const StoredChain& chain) {
  const auto find = [&](std::uint32_t id) {
    return std::ranges::find(chain, id, &StoredFilter::id);
  };
  if (find(filter::fletcher32_id) != chain.end()) add_text(attributes, "_Fletcher32", "true");
  if (find(filter::shuffle_id) != chain.end()) add_text(attributes, "_Shuffle", "true");
  const auto deflate = find(filter::deflate_id);
  if (deflate != chain.end() && !deflate->parameters.empty()) {
    add(attributes, "_DeflateLevel", fmt::format("{}", deflate->parameters.front()));
  }
}

/// Adds the filters, those that have an attribute of their own by it unless that would lose their
/// order.
void add_filters(SpecialAttributes& attributes, const model::Variable& variable,
                 const CdlStyle& style) {
  StoredChain chain = variable.codecs.empty() ? variable.filters : variable.visible_filters;
  if (!style.filters_in_full && filter::has_order_of_attributes(chain)) {
    add_named_filters(attributes, chain);
    std::erase_if(chain, has_own_attribute);
  }
  if (chain.empty()) return;
  add_text(attributes, "_Filter", format_numeric(chain),
           style.explain ? filter::describe(chain) : std::string());
}

/// Describes codecs: one that equals a filter as that filter, others by name.
std::string describe_codecs(const filter::CodecList& codecs) {
  constexpr std::size_t max_name_bytes = 64;
  std::string words;
  for (const filter::Codec& codec : codecs) {
    if (!words.empty()) words += " | ";
    try {
      words += filter::describe(filter::filter_of(codec).filter);
    } catch (const Error&) {
      words += base::printable(codec.name, max_name_bytes);
    }
  }
  return words;
}

void add_codecs(SpecialAttributes& attributes, const model::Variable& variable,
                const CdlStyle& style) {
  if (variable.codecs.empty()) return;
  const std::string json = format_compact_json(filter::list_of_codecs(variable.codecs.list()));
  add_text(attributes, "_Codecs", json,
           style.explain ? describe_codecs(variable.codecs.list()) : std::string());
}

/// Returns whether a contiguous variable would have chunks in netCDF-4: Zarr can filter scalars,
/// and HDF5 has fixed dimensions of length 0, which become unlimited.
bool would_be_chunked(const model::Schema& schema, const model::Variable& variable) {
  const bool has_no_length = std::ranges::any_of(variable.dimensions, [&](model::DimensionId id) {
    return schema.dimensions[id].length == 0;
  });
  return variable.storage.layout == model::Layout::contiguous &&
         (has_no_length || variable.has_filters());
}

/// Returns the special attributes of a variable, in ncdump's order. Variables of classic and 64-bit
/// offset files have none.
SpecialAttributes special_attributes(const model::Schema& schema, const model::Variable& variable,
                                     const CdlStyle& style) {
  SpecialAttributes attributes;
  if (!has_chunks(schema.format)) return attributes;
  const model::Storage& storage = variable.storage;
  if (!would_be_chunked(schema, variable)) {
    add_text(attributes, "_Storage", layout_names.at(static_cast<std::size_t>(storage.layout)));
  }
  if (storage.layout == model::Layout::chunked) {
    add(attributes, "_ChunkSizes", fmt::format("{}", fmt::join(storage.chunk_shape, ", ")));
    if (!storage.shard_shape.empty()) {
      add(attributes, "_Shards", fmt::format("{}", fmt::join(storage.shard_shape, ", ")));
    }
  }
  add_filters(attributes, variable, style);
  add_codecs(attributes, variable, style);
  if (variable.type->size_bytes > 1 && variable.byte_order != model::ByteOrder::native) {
    const bool is_little = variable.byte_order == model::ByteOrder::little;
    add_text(attributes, "_Endianness", is_little ? "little" : "big");
  }
  if (variable.no_fill) add_text(attributes, "_NoFill", "true");
  return attributes;
}

/// Returns the special attributes of the file.
SpecialAttributes special_attributes(Format format, const model::Provenance& provenance,
                                     const CdlStyle& style) {
  SpecialAttributes attributes;
  if (provenance.properties && style.properties) {
    add_text(attributes, properties_name, *provenance.properties);
  }
  if (provenance.superblock_version) {
    add(attributes, "_SuperblockVersion", fmt::format("{}", *provenance.superblock_version));
  }
  if (provenance.is_netcdf4) add(attributes, "_IsNetcdf4", *provenance.is_netcdf4 ? "1" : "0");
  add_text(attributes, "_Format", format_name(kind_for_netcdf(format)));
  return attributes;
}

// ---- Attributes in the file ----

/// Returns whether an attribute needs this type before its name, because its values do not show it.
bool needs_type(const model::Type& type) {
  return !type.is_atomic() || type.type_class == TypeClass::string;
}

}  // namespace

CdlWriter::CdlWriter(const model::Schema& schema, const CdlStyle& style,
                     model::Provenance provenance)
    : schema_(schema),
      style_(style),
      provenance_(std::move(provenance)),
      lines_(style.line_length),
      time_axes_(schema) {}

void CdlWriter::begin(std::string_view name) {
  text_ += "netcdf ";
  append_name(text_, name);
  text_ += " {\n";
}

void CdlWriter::end() { text_ += "}\n"; }

void CdlWriter::begin_group(GroupId group) {
  if (group == 0) return;
  text_ += '\n';
  indented() += "group: ";
  append_name(text_, schema_.groups[group].name);
  text_ += " {\n";
  lines_.enter();
}

void CdlWriter::end_group(GroupId group) {
  if (group == 0) return;
  indented() += "} // group ";
  append_name(text_, schema_.groups[group].name);
  text_ += '\n';
  lines_.leave();
}

void CdlWriter::define(GroupId group) {
  define_types(group);
  define_dimensions(group);
  define_variables(group);
  attributes_of_group(group);
}

void CdlWriter::define_types(GroupId group) {
  if (!any_in(schema_.types, group)) return;
  indented() += "types:\n";
  lines_.enter();
  for (const model::UserType& user : schema_.types) {
    if (user.group == group) append_type_definition(text_, schema_, *user.type, group, lines_);
  }
  lines_.leave();
}

void CdlWriter::define_dimensions(GroupId group) {
  if (!any_in(schema_.dimensions, group)) return;
  indented() += "dimensions:\n";
  for (const model::Dimension& dimension : schema_.dimensions) {
    if (dimension.group != group) continue;
    indented() += '\t';
    append_name(text_, dimension.name);
    const auto to = std::back_inserter(text_);
    if (dimension.is_unlimited) {
      fmt::format_to(to, " = UNLIMITED ; // ({} currently)\n", dimension.length);
    } else {
      fmt::format_to(to, " = {} ;\n", dimension.length);
    }
  }
}

void CdlWriter::define_variables(GroupId group) {
  if (!any_in(schema_.variables, group)) return;
  indented() += "variables:\n";
  for (VariableId id = 0; id < schema_.variables.size(); ++id) {
    if (schema_.variables[id].group == group) define_variable(id);
  }
}

void CdlWriter::define_variable(VariableId id) {
  const model::Variable& variable = schema_.variables[id];
  indented() += '\t';
  append_type_name(text_, schema_, *variable.type, variable.group);
  text_ += ' ';
  append_name(text_, variable.name);
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    text_ += i == 0 ? "(" : ", ";
    append_dimension_name(text_, schema_, variable.dimensions[i], variable.group);
  }
  text_ += variable.dimensions.empty() ? " ;\n" : ") ;\n";

  for (const Attribute& attribute : variable.attributes) attribute_of_variable(id, attribute);
  if (!style_.special_attributes) return;
  for (const std::string& text : special_attributes(schema_, variable, style_)) {
    special_attribute(variable.name, text);
  }
}

void CdlWriter::attributes_of_group(GroupId group) {
  const std::vector<Attribute>& attributes = schema_.groups[group].attributes;
  if (attributes.empty() && !style_.special_attributes) return;
  text_ += '\n';
  indented() += group == 0 ? "// global attributes:\n" : "// group attributes:\n";
  for (const Attribute& attribute : attributes) {
    if (!style_.exact && group == 0 && attribute.name == properties_name) continue;
    begin_attribute({}, attribute, group);
    text_ += " ;\n";
  }
  if (group != 0 || !style_.special_attributes) return;
  for (const std::string& text : special_attributes(schema_.format, provenance_, style_)) {
    special_attribute({}, text);
  }
}

/// Appends an attribute up to the end of its values.
void CdlWriter::begin_attribute(std::string_view owner, const Attribute& attribute, GroupId group) {
  const model::Values& values = *attribute.values;
  const model::Type& type = *values.type();
  indented() += "\t\t";
  const bool is_fill_value = !owner.empty() && attribute.name == "_FillValue";
  const bool has_no_values =
      style_.exact && values.count() == 0 && type.type_class != TypeClass::char_;
  const bool looks_special = style_.exact && find_special(attribute.name);
  if (needs_type(type) || has_no_values || looks_special ||
      (style_.fill_value_type && is_fill_value)) {
    append_type_name(text_, schema_, type, group);
    text_ += ' ';
  }
  append_name(text_, owner);
  if (is_section_name(owner)) text_ += ' ';
  text_ += ':';
  append_name(text_, attribute.name);
  text_ += " =";
  if (has_no_values) return;
  text_ += ' ';
  // Only characters are joined when they are read, and a fill value is a single one.
  const bool may_split =
      !has_enhanced_model(schema_.format) && type.type_class == TypeClass::char_ && !is_fill_value;
  append_attribute_values(
      text_, values, may_split ? LineEnds::split_string : LineEnds::kept_in_string, style_, lines_);
}

void CdlWriter::attribute_of_variable(VariableId id, const Attribute& attribute) {
  const model::Variable& variable = schema_.variables[id];
  begin_attribute(variable.name, attribute, variable.group);
  text_ += " ;";
  const TypeClass type = attribute.values->type()->type_class;
  if (style_.date_separator && attribute.values->count() > 0 && type < TypeClass::string &&
      type != TypeClass::char_) {
    if (const auto axis = TimeAxis::of(variable)) {
      append_attribute_dates(text_, *attribute.values, *axis, style_, lines_);
    }
  }
  text_ += '\n';
}

void CdlWriter::special_attribute(std::string_view owner, std::string_view text) {
  indented() += "\t\t";
  append_name(text_, owner);
  text_ += text;
  text_ += '\n';
}

void CdlWriter::begin_data() { indented() += "data:\n"; }

void CdlWriter::comment(std::string_view text) {
  text_ += '\n';
  indented() += " // ";
  for (const char c : text) text_ += c == '\n' ? ' ' : c;
  text_ += '\n';
}

ValueFormatter CdlWriter::formatter(VariableId id) const {
  return ValueFormatter(schema_.variables[id], style_, time_axes_.of(id));
}

VariableText CdlWriter::variable_text(VariableId id) {
  return VariableText(lines_, schema_, schema_.variables[id], style_);
}

}  // namespace ncf::cdl
