// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/ncml_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "unit/cdl/write/data_text.hpp"

namespace ncf::cdl {
namespace {

using model::Schema;
using model::TypeClass;
using test::one_variable;
using test::values_of;

TEST(Ncml, IsXml) {
  Schema schema = one_variable(TypeClass::float_, {growing(2)});
  schema.format = Format::classic;
  schema.variables[0].name = "<v>";
  add_text_attribute(schema, "units", "\"K\"");
  add_attribute(schema, "range", values_of<float>(TypeClass::float_, {1, 2.5F}));
  EXPECT_EQ(format_ncml(schema, "a&b.nc", {true}, {}).text,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<netcdf xmlns=\"https://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2\" "
            "location=\"a&amp;b.nc\">\n"
            "  <dimension name=\"t\" length=\"2\" isUnlimited=\"true\" />\n"
            "  <variable name=\"&lt;v&gt;\" shape=\"t\" type=\"float\">\n"
            "    <attribute name=\"units\" value=\"&quot;K&quot;\" />\n"
            "    <attribute name=\"range\" type=\"float\" value=\"1. 2.5\" />\n"
            "  </variable>\n</netcdf>\n");
}

TEST(Ncml, NumbersAreThoseOfPrintf) {
  Schema schema = one_variable(TypeClass::int_, {});
  add_attribute(schema, "b", values_of<std::int8_t>(TypeClass::byte_, {-1, 65}));
  add_attribute(schema, "i", values_of<std::int32_t>(TypeClass::int_, {7}));
  add_attribute(schema, "d", values_of<double>(TypeClass::double_, {NAN, -INFINITY, 5}));
  const std::string text = format_ncml(schema, "a.nc", {true}, {}).text;
  EXPECT_NE(text.find("<attribute name=\"b\" type=\"byte\" value=\"-1 65\" />"), std::string::npos);
  EXPECT_NE(text.find("<attribute name=\"i\" type=\"int\" value=\"7\" />"), std::string::npos);
  EXPECT_NE(text.find("type=\"double\" value=\"nan -inf 5.\" />"), std::string::npos) << text;
}

TEST(Ncml, NamesThePartsWithReplacedCharacters) {
  Schema schema = one_variable(TypeClass::float_, {growing(2)});
  add_text_attribute(schema, "units", "\xB0");
  add_text_attribute(schema, "fine", "\u00B0");
  schema.dimensions[0].name = "\xB0";
  const NcmlText ncml = format_ncml(schema, "\xB0.nc", {true}, {});
  EXPECT_EQ(ncml.replaced,
            (std::vector<std::string>{"the location", "dimension \xB0",
                                      "attribute " + schema.variables[0].name + ":units"}));
}

}  // namespace
}  // namespace ncf::cdl
