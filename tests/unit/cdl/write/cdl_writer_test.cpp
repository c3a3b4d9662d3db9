// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/cdl_writer.hpp"
#include "filter/codecs/codec_json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit/cdl/write/data_text.hpp"

namespace ncf::cdl {
namespace {

using model::atomic_type;
using model::Schema;
using model::TypeClass;
using model::Values;
using test::one_variable;
using test::values_of;

std::string header_text(const Schema& schema, const CdlStyle& style = {},
                        const model::Provenance& provenance = {}) {
  CdlWriter writer(schema, style, provenance);
  writer.begin("n");
  writer.define(0);
  writer.end();
  return writer.text();
}

TEST(Header, AttributesSayTheirTypesBySuffixes) {
  Schema schema = one_variable(TypeClass::int_, {});
  add_attribute(schema, "b", values_of<std::int8_t>(TypeClass::byte_, {1, -2}));
  add_attribute(schema, "s", values_of<std::int16_t>(TypeClass::short_, {3}));
  add_attribute(schema, "f", values_of<float>(TypeClass::float_, {4, 0.1F}));
  add_attribute(schema, "d", values_of<double>(TypeClass::double_, {5, 1e100}));
  add_attribute(schema, "ub", values_of<std::uint8_t>(TypeClass::ubyte, {255}));
  add_attribute(schema, "u", values_of<std::uint64_t>(TypeClass::uint64, {6}));
  add_attribute(schema, "empty", Values(atomic_type(TypeClass::int_)));
  EXPECT_EQ(header_text(schema),
            "netcdf n {\nvariables:\n\tint v ;\n\t\tv:b = 1b, -2b ;\n\t\tv:s = 3s ;\n"
            "\t\tv:f = 4.f, 0.1f ;\n\t\tv:d = 5., 1.e+100 ;\n\t\tv:ub = 255UB ;\n\t\tv:u = 6ULL ;\n"
            "\t\tv:empty = \"\" ;\n}\n");
}

TEST(Header, NamesOfSectionsKeepTheirDistanceFromColons) {
  Schema schema = one_variable(TypeClass::int_, {growing(2)});
  schema.variables[0].name = "data";
  add_text_attribute(schema, "units", "1");
  EXPECT_EQ(header_text(schema),
            "netcdf n {\ndimensions:\n\tt = UNLIMITED ; // (2 currently)\nvariables:\n"
            "\tint data(t) ;\n\t\tdata :units = \"1\" ;\n}\n");
}

TEST(Header, SpecialAttributesComeLastAndInWordsIfAsked) {
  Schema schema = one_variable(TypeClass::int_, {fixed(4)});
  schema.variables[0].storage = {model::Layout::chunked, {2}};
  schema.variables[0].filters = {{2, {4}}, {1, {5}}, {307, {9}}};
  model::Provenance provenance;
  provenance.is_netcdf4 = true;
  CdlStyle style;
  style.special_attributes = true;
  style.explain = true;
  EXPECT_EQ(header_text(schema, style, provenance),
            "netcdf n {\ndimensions:\n\tx = 4 ;\nvariables:\n\tint v(x) ;\n"
            "\t\tv:_Storage = \"chunked\" ;\n\t\tv:_ChunkSizes = 2 ;\n"
            "\t\tv:_Shuffle = \"true\" ;\n\t\tv:_DeflateLevel = 5 ;\n"
            "\t\tv:_Filter = \"307,9\" ; // bzip2 level=9\n\n// global attributes:\n"
            "\t\t:_IsNetcdf4 = 1 ;\n\t\t:_Format = \"netCDF-4\" ;\n}\n");
  style.filters_in_full = true;
  EXPECT_NE(header_text(schema, style, provenance).find("\t\tv:_Filter = \"2,4|1,5|307,9\" ;"),
            std::string::npos);
}

TEST(Header, StorageAndCodecsOfOtherWritersAreNamed) {
  Schema schema = one_variable(TypeClass::int_, {fixed(4)});
  schema.variables[0].storage = {model::Layout::other, {}};
  schema.variables[0].codecs = filter::CodecList{
      {filter::ZarrFormat::v2, "bz2", base::parse_json(R"({"id":"bz2","level":9})")},
      {filter::ZarrFormat::v2, "ours\n", base::parse_json(R"({"id":"ours\n","word":"\""})")}};
  CdlStyle style;
  style.special_attributes = true;
  style.explain = true;
  model::Provenance provenance;
  provenance.properties = "version=2,\"x\"";
  const std::string text = header_text(schema, style, provenance);
  EXPECT_NE(text.find("\t\tv:_Storage = \"virtual\" ;\n"), std::string::npos) << text;
  EXPECT_NE(text.find(R"(v:_Codecs = "[{\"id\":\"bz2\",\"level\":9},)"
                      R"({\"id\":\"ours\\n\",\"word\":\"\\\"\"}]" ; // bzip2 level=9 | ours?)"
                      "\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"(:_NCProperties = "version=2,\"x\"" ;)"), std::string::npos) << text;
}

TEST(Header, DatesStandBehindTheNumbersOfAttributes) {
  Schema schema = one_variable(TypeClass::int_, {});
  add_text_attribute(schema, "units", "days since 1970-01-01");
  add_attribute(schema, "range", values_of<std::int32_t>(TypeClass::int_, {0, 1}));
  CdlStyle style;
  style.date_separator = ' ';
  EXPECT_NE(header_text(schema, style).find("v:range = 0, 1 ; // \"1970-01-01\", \"1970-01-02\"\n"),
            std::string::npos);
}

}  // namespace
}  // namespace ncf::cdl
