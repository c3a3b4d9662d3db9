// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/special_reader.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/table.hpp"
#include "unit/cdl/read/parsed_text.hpp"

namespace ncf::cdl {
namespace {

/// The messages of a text whose variable v(x) of 8 values has these attributes.
std::string tell_special(const std::string& attributes) {
  return parse_cdl("netcdf a { dimensions: x = 8 ; variables: int v(x) ; " + attributes + " }")
      .messages;
}

/// Returns the same without places and lines.
std::string reasons_of(const std::string& attributes) {
  return reasons("dimensions: x = 8 ; variables: int v(x) ; " + attributes);
}

TEST(SpecialAttributes, MaySayTheSameTwice) {
  EXPECT_EQ(
      tell_special("v:_ChunkSizes = 4 ; v:_Storage = \"chunked\" ; v:_ChunkSizes = 4 ;"
                   "v:_Shuffle = 1 ; v:_Shuffle = \"true\" ; v:_Filter = \"307,1\" ;"
                   "v:_Filter = \"32015,1\" ; :_Format = \"netCDF-4\" ; :_Format = \"nc4\" ;"),
      "");
}

// What makes bytes of values is no filter; it says the byte order.
TEST(SpecialAttributes, ReadCodecsOfZarr3) {
  const auto codecs = [](const std::string& endian) {
    return R"(v:_Codecs = "[{\"name\":\"bytes\",\"configuration\":{\"endian\":\")" + endian +
           R"(\"}},{\"name\":\"zstd\",\"configuration\":{\"level\":3}}]" ;)";
  };
  const ParsedText outcome =
      parse_cdl("netcdf a { dimensions: x = 8 ; variables: int v(x) ; " + codecs("big") + " }");
  EXPECT_EQ(outcome.messages, "");
  const model::Variable& variable = outcome.document.schema.variables.at(0);
  EXPECT_EQ(variable.byte_order, model::ByteOrder::big);
  EXPECT_EQ(variable.filters_to_define(), (Chain{{32015, {3}}}));
  EXPECT_EQ(tell_special(codecs("big") + R"(v:_Endianness = "big" ;)"), "");
  EXPECT_NE(tell_special(codecs("big") + R"(v:_Endianness = "little" ;)")
                .find("_Endianness was given before, with another value"),
            std::string::npos);
  EXPECT_NE(tell_special(codecs("middle")).find("endian is \"middle\""), std::string::npos);
}

TEST(SpecialAttributes, AreChecked) {
  test::expect_table(reasons_of, R"(
    // Attributes must not contradict each other.
    v:_ChunkSizes = 2 ; v:_ChunkSizes = 4 ;
      -> error: _ChunkSizes was given before, with another value
    v:_DeflateLevel = 1 ; v:_DeflateLevel = 9 ;
      -> error: _DeflateLevel was given before, with another value
    v:_Shuffle = 1 ; v:_Shuffle = 0 ; -> error: _Shuffle was given before, with another value
    v:_Fletcher32 = 0 ; v:_Fletcher32 = 1 ;
      -> error: _Fletcher32 was given before, with another value
    v:_NoFill = 0 ; v:_NoFill = 1 ; -> error: _NoFill was given before, with another value
    v:_Storage = "compact" ; v:_Storage = "contiguous" ;
      -> error: _Storage was given before, with another value
    v:_Endianness = "big" ; v:_Endianness = "little" ;
      -> error: _Endianness was given before, with another value
    v:_Codecs = "[{\"id\":\"bz2\",\"level\":3}]" ; v:_Codecs = "[{\"id\":\"bz2\",\"level\":4}]" ;
      -> error: _Codecs was given before, with another value
    :_Format = "classic" ; :_Format = "netCDF-4" ;
      -> error: _Format was given before, with another value
    :_IsNetcdf4 = 0 ; :_IsNetcdf4 = 1 ; -> error: _IsNetcdf4 was given before, with another value
    :_SuperblockVersion = 0 ; :_SuperblockVersion = 2 ;
      -> error: _SuperblockVersion was given before, with another value
    :_NCProperties = "a" ; :_NCProperties = "b" ;
      -> error: _NCProperties was given before, with another value

    // They must not contradict lists of filters.
    v:_DeflateLevel = 1 ; v:_Filter = "1,9" ;
      -> error: _DeflateLevel says deflate level=1, but _Filter says deflate level=9
    v:_Filter = "deflate,9" ; v:_DeflateLevel = 0 ;
      -> error: _DeflateLevel says deflate level=0, but _Filter says deflate level=9
    v:_Fletcher32 = "false" ; v:_Filter = "3" ;
      -> error: _Fletcher32 says no fletcher32, but _Filter says fletcher32
    v:_Filter = "2|1,3" ; v:_Shuffle = 0 ;
      -> error: _Shuffle says no shuffle, but _Filter says shuffle
    v:_Codecs = "[{\"id\":\"zlib\",\"level\":3}]" ; v:_DeflateLevel = 4 ;
      -> error: _DeflateLevel says deflate level=4, but _Codecs says deflate level=3
    v:_Codecs = "[{\"id\":\"zlib\",\"level\":3}]" ; v:_Filter = "1,9" ;
      -> error: _Filter says deflate level=9, but _Codecs says deflate level=3
    v:_Filter = "307,1" ; v:_Filter = "307,2" ;
      -> error: _Filter says bzip2 level=2, but _Filter says bzip2 level=1

    // Errors say what an attribute expects.
    v:_Storage = 1 ;           -> error: expected the string of _Storage, not 1
    v:_Storage = "virtual" ;   -> error: _Storage is "contiguous", "compact" or "chunked"
    v:_Endianness = "native" ; -> error: _Endianness is "little" or "big"
    v:_Shuffle = "yes" ;       -> error: _Shuffle is "true" or "false"
    v:_NoFill = 2 ;            -> error: _NoFill is a whole number from 0 to 1
    v:_ChunkSizes = "4" ;      -> error: expected the number of _ChunkSizes, not "4"
    v:_ChunkSizes = 2, 2 ;     -> error: 2 lengths in _ChunkSizes for 1 dimension
    v:_DeflateLevel = 1.5 ;    -> error: _DeflateLevel is a whole number from 0 to 9
    v:_QuantizeBitRoundNumberOfSignificantBits = 53 ;
      -> error: _QuantizeBitRoundNumberOfSignificantBits is a whole number from 1 to 52
    v:_Filter = 307 ;  -> error: expected the string of the filters, not 307
    :_Format = "nc9" ; -> error: nc9 is not a kind of netCDF file

    // Chunks are of chunked variables, in any order.
    v:_ChunkSizes = 4 ; v:_Storage = "contiguous" ;
      -> error: variable v is chunked: it has chunk sizes
    v:_Storage = "contiguous" ; v:_ChunkSizes = 4 ;
      -> error: variable v is chunked: it has chunk sizes
  )");
}

TEST(SpecialAttributes, MayStateAFilterInSeveralWays) {
  const char* const codecs =
      R"(v:_Codecs = "[{\"id\":\"shuffle\",\"elementsize\":4},{\"id\":\"zlib\",\"level\":3}]" ;)";
  for (const std::string& attributes :
       {R"(v:_Shuffle = 1 ; v:_DeflateLevel = 3 ; v:_Filter = "2,4|1,3" ;)" + std::string(codecs),
        std::string(R"(v:_Filter = "2" ; v:_Filter = "2,4" ; v:_Filter = "1,3" ;)"),
        std::string(R"(v:_Fletcher32 = 0 ; v:_DeflateLevel = 0 ; v:_Filter = "307,9" ;)"),
        std::string(R"(v:_Filter = "307" ; v:_Filter = "bzip2,level=9" ;)")}) {
    EXPECT_EQ(tell_special(attributes), "");
  }
}

TEST(SpecialAttributes, TakeWhatZfpStoredForTheSameChunks) {
  const std::string filter = R"(v:_Filter = "32013,268456208,91252346,1879048438,3401580544" ;)";
  const auto of_variable = [&](const std::string& type, const std::string& sizes) {
    return parse_cdl("netcdf a { dimensions: y = 16 ; x = 32 ; variables: " + type +
                     " v(y, x) ; v:_ChunkSizes = " + sizes + " ; " + filter + " }");
  };
  const ParsedText same = of_variable("float", "8, 16");
  EXPECT_EQ(same.messages, "");
  const Chain accuracy{{32013, {3, 0, 0, 1065353216}}};  // 2^-7
  EXPECT_EQ(same.document.schema.variables.front().asked_filters, accuracy);
  for (const ParsedText& other : {of_variable("float", "8, 8"), of_variable("int", "8, 16")}) {
    EXPECT_NE(other.messages.find("parameters that zfp stored in a file"), std::string::npos);
  }
}

TEST(SpecialAttributes, WarnOfWhatFiltersLose) {
  EXPECT_EQ(reasons("variables: int v ; v:_Filter = \"40000,300b\" ;"),
            "warning: does not fit signed 8 bits and becomes 44b");
}

TEST(SpecialAttributes, OfTheFileStandInTheRootGroup) {
  EXPECT_EQ(reasons("group: g { :_Format = \"classic\" ; }"),
            "error: _Format belongs to the file, not to a group");
}

TEST(SpecialAttributes, AreOrdinaryWithATypeBeforeThem) {
  const ParsedText text = parse_cdl(
      "netcdf a { variables: float v ; int v:_QuantizeBitRoundNumberOfSignificantBits = 3 ; "
      "char v:_Format = \"x\" ; short :_NoFill = 7s ; char :_Format = \"y\" ; }");
  EXPECT_EQ(text.messages, "");
  const model::Schema& schema = text.document.schema;
  EXPECT_EQ(schema.variables.front().attributes.size(), 2U);
  EXPECT_FALSE(schema.variables.front().quantization);
  EXPECT_EQ(schema.groups.front().attributes.size(), 2U);
  EXPECT_FALSE(text.document.format);
}

}  // namespace
}  // namespace ncf::cdl
