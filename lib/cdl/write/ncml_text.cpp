// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/ncml_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <type_traits>

#include "cdl/write/escapes.hpp"
#include "cdl/write/value_text.hpp"
#include "model/values/visit_number.hpp"

namespace ncf::cdl {
namespace {

using model::Attribute;
using model::TypeClass;

/// Writes a number as printf does; in NcML, numbers without a fraction have a point, too.
template <class Number>
void append_plain(std::string& out, Number value, const CdlStyle& style) {
  if constexpr (!std::is_floating_point_v<Number>) {
    fmt::format_to(std::back_inserter(out), "{}", value);
  } else if (std::isfinite(value)) {
    append_float(out, value, style, Point::always);
  } else {
    fmt::format_to(std::back_inserter(out), "{}", value);  // "nan", "-inf"
  }
}

void append_values(std::string& out, const model::Values& values, const CdlStyle& style) {
  const model::Type& type = *values.type();
  for (std::size_t i = 0; i < values.count(); ++i) {
    if (i > 0) out += ' ';
    model::visit_number_or_character(type.type_class, [&](auto like) {
      append_plain(out, model::load<decltype(like)>(values.data() + i * type.size_bytes), style);
    });
  }
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  append_xml(out, text);
  out += '"';
}

void append_attribute(std::string& out, const Attribute& attribute, std::string_view indent,
                      const CdlStyle& style) {
  const model::Values& values = *attribute.values;
  out += indent;
  out += "<attribute name=";
  append_quoted(out, attribute.name);
  if (values.type()->type_class == TypeClass::char_) {
    const std::string_view text = model::text_of(values);
    out += " value=";
    append_quoted(out, text.substr(0, text.find_last_not_of('\0') + 1));
  } else {
    fmt::format_to(std::back_inserter(out), " type=\"{}\" value=\"", values.type()->name);
    append_values(out, values, style);
    out += '"';
  }
  out += " />\n";
}

void append_dimension(std::string& out, const model::Dimension& dimension) {
  out += "  <dimension name=";
  append_quoted(out, dimension.name);
  fmt::format_to(std::back_inserter(out), " length=\"{}\"{} />\n", dimension.length,
                 dimension.is_unlimited ? " isUnlimited=\"true\"" : "");
}

void append_variable(std::string& out, const model::Schema& schema, const model::Variable& variable,
                     bool is_shown, const CdlStyle& style) {
  out += "  <variable name=";
  append_quoted(out, variable.name);
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    out += i == 0 ? " shape=\"" : " ";
    append_xml(out, schema.dimensions[variable.dimensions[i]].name);
  }
  if (!variable.dimensions.empty()) out += '"';
  const bool is_empty = variable.attributes.empty() && !is_shown;
  fmt::format_to(std::back_inserter(out), " type=\"{}\"{}>\n", variable.type->name,
                 is_empty ? " /" : "");
  if (is_empty) return;
  for (const Attribute& attribute : variable.attributes) {
    append_attribute(out, attribute, "    ", style);
  }
  out += "  </variable>\n";
}

}  // namespace

std::string format_ncml(const model::Schema& schema, std::string_view location,
                        const std::vector<bool>& shown, const CdlStyle& style) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<netcdf xmlns=\"https://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2\" location=";
  append_quoted(out, location);
  out += ">\n";
  for (const model::Dimension& dimension : schema.dimensions) append_dimension(out, dimension);
  for (const Attribute& attribute : schema.groups.front().attributes) {
    append_attribute(out, attribute, "  ", style);
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    append_variable(out, schema, schema.variables[id], shown[id], style);
  }
  out += "</netcdf>\n";
  return out;
}

}  // namespace ncf::cdl
