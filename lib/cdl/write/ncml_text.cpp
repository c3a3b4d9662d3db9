// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/ncml_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <type_traits>
#include <utility>

#include "cdl/write/escapes.hpp"
#include "cdl/write/value_text.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::Attribute;

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

class NcmlWriter {
 public:
  NcmlWriter(const model::Schema& schema, const CdlStyle& style) : schema_(schema), style_(style) {}

  NcmlText write(std::string_view location, const std::vector<bool>& shown) {
    out_ +=
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<netcdf xmlns=\"https://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2\" location=";
    append_quoted(location, "the location");
    out_ += ">\n";
    for (const model::Dimension& dimension : schema_.dimensions) append_dimension(dimension);
    for (const Attribute& attribute : schema_.groups.front().attributes) {
      append_attribute(attribute, "", "  ");
    }
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      append_variable(schema_.variables[id], shown[id]);
    }
    out_ += "</netcdf>\n";
    return std::move(written_);
  }

 private:
  /// part: for `NcmlText::replaced`
  void append_text(std::string_view text, std::string_view part) {
    if (!append_xml(out_, text)) written_.replaced.emplace_back(part);
  }

  void append_quoted(std::string_view text, std::string_view part) {
    out_ += '"';
    append_text(text, part);
    out_ += '"';
  }

  void append_attribute(const Attribute& attribute, std::string_view owner,
                        std::string_view indent) {
    const model::Values& values = *attribute.values;
    const std::string part = fmt::format("attribute {}:{}", owner, attribute.name);
    out_ += indent;
    out_ += "<attribute name=";
    append_quoted(attribute.name, part);
    if (values.type()->type_class == model::TypeClass::char_) {
      const std::string_view text = model::text_of(values);
      out_ += " value=";
      append_quoted(text.substr(0, text.find_last_not_of('\0') + 1), part);
    } else {
      fmt::format_to(std::back_inserter(out_), " type=\"{}\" value=\"", values.type()->name);
      append_values(out_, values, style_);
      out_ += '"';
    }
    out_ += " />\n";
  }

  void append_dimension(const model::Dimension& dimension) {
    out_ += "  <dimension name=";
    append_quoted(dimension.name, "dimension " + dimension.name);
    fmt::format_to(std::back_inserter(out_), " length=\"{}\"{} />\n", dimension.length,
                   dimension.is_unlimited ? " isUnlimited=\"true\"" : "");
  }

  void append_variable(const model::Variable& variable, bool is_shown) {
    out_ += "  <variable name=";
    append_quoted(variable.name, "variable " + variable.name);
    for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
      out_ += i == 0 ? " shape=\"" : " ";
      append_xml(out_, schema_.dimensions[variable.dimensions[i]].name);
    }
    if (!variable.dimensions.empty()) out_ += '"';
    const bool is_empty = variable.attributes.empty() && !is_shown;
    fmt::format_to(std::back_inserter(out_), " type=\"{}\"{}>\n", variable.type->name,
                   is_empty ? " /" : "");
    if (is_empty) return;
    for (const Attribute& attribute : variable.attributes) {
      append_attribute(attribute, variable.name, "    ");
    }
    out_ += "  </variable>\n";
  }

  const model::Schema& schema_;
  const CdlStyle& style_;
  NcmlText written_;
  std::string& out_ = written_.text;
};

}  // namespace

NcmlText format_ncml(const model::Schema& schema, std::string_view location,
                     const std::vector<bool>& shown, const CdlStyle& style) {
  return NcmlWriter(schema, style).write(location, shown);
}

}  // namespace ncf::cdl
