// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the texts of the notations; tests/conformance/filters/explain.py runs them.
#include "ncf/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "ncf/error.hpp"
#include "support/json_at.hpp"
#include "support/table.hpp"

namespace ncf {
namespace {

FilterExplanation explain_one(std::string_view spec) { return explain(spec).filters.at(0); }

Notation notation(std::string_view spec, std::string_view name) {
  const std::vector<Notation> notations = explain(spec).notations;
  return *std::find_if(notations.begin(), notations.end(),
                       [name](const Notation& one) { return one.name == name; });
}

std::string text_of(std::string_view spec, std::string_view name) {
  return notation(spec, name).text;
}

TEST(Explain, TellsWhoseWordsTheyAre) {
  const auto form = [](const std::string& spec) {
    constexpr std::array names{"visible", "working", "same", "ambiguous"};
    return names.at(static_cast<std::size_t>(explain_one(spec).form));
  };
  test::expect_table(form, R"(
    307,9                                         -> same
    zstd                                          -> same
    33000,1                                       -> same
    shuffle                                       -> visible
    2,4                                           -> working
    4,32,8                                        -> visible
    4,169,8,32,64                                 -> working
    32001,0,0,0,0,5,1,1                           -> visible
    32001,2,2,4,4096,5,1,1                        -> working
    32008,0,2                                     -> visible
    32008,0,3,4,0,2                               -> working
    32008,0,3,4                                   -> ambiguous
    32013,5                                       -> visible
    32013,268456208,91252346,4026532342,133169153 -> working
  )");
}

TEST(Explain, GivesTheFormOfAUserWhateverWasWritten) {
  const auto visible = [](const std::string& spec) {
    return format_numeric({explain_one(spec).filter});
  };
  test::expect_table(visible, R"(
    2,4                                           -> 2
    32001,2,2,4,4096,5,1,1                        -> 32001,0,0,0,0,5,1,1
    32008,0,3,4,0,2                               -> 32008,0,2
    32008,0,3,4                                   -> 32008,0,3,4
    32013,268456208,91252346,4026532342,133169153 -> 32013,1,0,0,1075838976
  )");
  EXPECT_EQ(explain("307,1|2|307,9").chain, (Chain{{307, {9}}, {2, {}}}));
}

TEST(Explain, SaysWhatEachParameterIs) {
  const FilterExplanation szip = explain_one("4,169,8,32,64");
  ASSERT_EQ(szip.parameters.size(), 4U);
  EXPECT_EQ(szip.parameters[0].value, "nn");
  EXPECT_EQ(szip.parameters[0].flags, "allow_k13, lsb, raw");
  EXPECT_FALSE(szip.parameters[1].is_set_by_filter);
  EXPECT_TRUE(szip.parameters[2].is_set_by_filter);
  const FilterExplanation zfp = explain_one("zfp,rate=8");
  ASSERT_EQ(zfp.parameters.size(), 3U);
  EXPECT_EQ(zfp.parameters[2].cd_values, (std::vector<std::uint32_t>{0, 1075838976}));
  EXPECT_EQ(zfp.parameters[2].value, "8");
}

TEST(Explain, SaysBothMeaningsOfAmbiguousCdValues) {
  const FilterExplanation bitshuffle = explain_one("32008,0,3,4");
  EXPECT_EQ(bitshuffle.summary, "bitshuffle block=0 cname=zstd level=4");
  ASSERT_EQ(bitshuffle.notes.size(), 1U);
  EXPECT_EQ(bitshuffle.notes[0],
            "these are visible parameters; in a file they mean "
            "bitshuffle,block=0,cname=none");
}

TEST(Explain, RefusesWhatNoFilterTakes) {
  EXPECT_THROW(explain("307,10"), SyntaxError);
  EXPECT_THROW(explain("nosuch"), SyntaxError);
  EXPECT_THROW(explain(""), SyntaxError);
}

TEST(Explain, WarnsOfAnOrderThatChangesValues) {
  const Explanation explanation = explain("shuffle|zfp,accuracy=0.1");
  ASSERT_EQ(explanation.warnings.size(), 1U);
  EXPECT_EQ(explanation.warnings[0],
            "this order changes values, and is refused: zfp works on values, but shuffle before it "
            "leaves bytes");
  EXPECT_TRUE(explain("zfp,accuracy=0.1|shuffle").warnings.empty());
  EXPECT_EQ(notation("zfp,accuracy=0.1|shuffle", "CDL").note,
            "libnetcdf puts fletcher32 first and shuffle next, which changes values: zfp works on "
            "values, but shuffle before it leaves bytes");
}

TEST(Notations, OfZarrSayWhichOrderItsReadersTake) {
  const ExplainOptions doubles{.element_size = 8};
  for (const Notation& one : explain("fletcher32|shuffle|zlib,4", doubles).notations) {
    if (one.name != "numcodecs" && one.name != "Zarr v3") continue;
    EXPECT_EQ(one.text, "");
    EXPECT_EQ(one.note,
              "Zarr readers cannot undo shuffle after fletcher32 on values of 8 bytes: its output "
              "is not a whole number of them, expected shuffle | deflate level=4 | fletcher32");
  }
}

TEST(Notations, AreForTheWholeChain) {
  constexpr std::string_view spec = "shuffle|zstd,19|fletcher32";
  const auto text_in = [&](const std::string& name) { return text_of(spec, name); };
  test::expect_table(text_in, R"(
    ncf        -> shuffle|zstd,level=19|fletcher32
    numbers    -> 2|32015,19|3
    nccopy     -> nccopy -4 -F '*,2|32015,19|3' in.nc out.nc
    CDL        -> v:_Filter = "2|32015,19|3" ;
    h5repack   -> h5repack -f SHUF -f UD=32015,0,1,19 -f FLET in.h5 out.h5
    NCO        -> ncks -4 --cmp='shf|zst,19|f32' in.nc out.nc
    h5py       -> f.create_dataset('v', data=data, chunks=True, shuffle=True, compression=32015, \
                  compression_opts=(19,), fletcher32=True)
    hdf5plugin -> f.create_dataset('v', data=data, chunks=True, shuffle=True, \
                  **hdf5plugin.Zstd(clevel=19), fletcher32=True)
  )");
  EXPECT_EQ(text_in("numcodecs"),
            R"({"filters":[{"id":"shuffle","elementsize":4},{"id":"zstd","level":19}],)"
            R"("compressor":{"id":"fletcher32"}})");
  EXPECT_EQ(notation(spec, "CDL").note, "libnetcdf puts fletcher32 first and shuffle next");
}

TEST(Notations, KeepFiltersOptional) {
  EXPECT_EQ(text_of("shuffle|zstd?,3", "numbers"), "2|32015?,3");
  EXPECT_EQ(text_of("fletcher32?", "CDL"), "v:_Filter = \"3?\" ;");
  EXPECT_EQ(notation("fletcher32?", "CDL").note,
            "only ncfgen reads this, because ncgen reads only ids and parameters; libnetcdf cannot "
            "make filter 3 (fletcher32) optional");
  EXPECT_EQ(text_of("zstd?,3", "nccopy"), "nccopy -4 -F '*,32015,3' in.nc out.nc");
  EXPECT_EQ(notation("zstd?,3", "nccopy").note,
            "variables that have filters need -F none first: nccopy 4.9.0 leaves them as they are; "
            "libnetcdf cannot make filter 32015 (zstd) optional");
}

TEST(Notations, HaveNamesWhereNumbersHaveTwoMeanings) {
  constexpr std::string_view spec = "shuffle|bitshuffle,cname=zstd,level=3";
  EXPECT_EQ(text_of(spec, "numbers"), "");
  EXPECT_EQ(notation(spec, "numbers").note,
            "32008,0,3,3 has another meaning in a file, use the names");
  EXPECT_EQ(text_of(spec, "CDL"), "v:_Filter = \"2|bitshuffle,block=0,cname=zstd,level=3\" ;");
  EXPECT_EQ(text_of(spec, "nccopy"), "nccopy -4 -F '*,2|32008,0,3,3' in.nc out.nc");
}

TEST(Notations, OfH5pyGoThroughALowerLevelWhereOrderMatters) {
  EXPECT_EQ(text_of("zstd?,3|bzip2,9", "h5py"),
            "p = h5py.h5p.create(h5py.h5p.DATASET_CREATE); "
            "p.set_filter(32015, h5py.h5z.FLAG_OPTIONAL, (3,)); "
            "p.set_filter(307, h5py.h5z.FLAG_MANDATORY, (9,)); "
            "f.create_dataset('v', data=data, chunks=True, dcpl=p)");
}

TEST(Notations, OfH5pyHaveACallOfTheirOwnForSzip) {
  EXPECT_EQ(text_of("szip,nn,16|shuffle", "h5py"),
            "p = h5py.h5p.create(h5py.h5p.DATASET_CREATE); p.set_szip(32, 16); p.set_shuffle(); "
            "f.create_dataset('v', data=data, chunks=True, dcpl=p)");
}

TEST(Notations, SayWhereThereIsNoWay) {
  const Notation nco = notation("szip", "NCO");
  EXPECT_EQ(nco.text, "");
  EXPECT_EQ(nco.note, "ncks has no way to szip mask=nn pixels_per_block=16");
  EXPECT_EQ(notation("lzf", "Zarr v3").note,
            "lzf has no codec of Zarr with its bytes, use blosc,cname=blosclz,shuffle=none");
  EXPECT_EQ(notation("nbit", "hdf5plugin").note, "hdf5plugin has no object for it, use h5py");
  EXPECT_EQ(notation("zstd,-5", "hdf5plugin").note,
            "older versions of hdf5plugin take levels 1 to 22");
}

TEST(Notations, OfZfpySayThatItsBytesDiffer) {
  const Notation zfpy = notation("zfp,reversible", "Zarr v3");
  EXPECT_EQ(zfpy.text, R"({"codecs":[{"name":"numcodecs.zfpy","configuration":)"
                       R"({"mode":4,"tolerance":-1,"rate":-1,"precision":-1}}]})");
  EXPECT_EQ(zfpy.note,
            "other bytes than the filter's: zfpy puts zfp's header, which the filter keeps among "
            "its parameters, before each chunk");
}

TEST(FormatExplanation, JsonSaysWhoseWordsTheyAre) {
  const auto form = [](const std::string& spec) {
    const auto json = base::parse_json(format_explanation_json(explain(spec)));
    return test::at(json, "filters", 0, "form").text;
  };
  test::expect_table(form, R"(
    32008,0,3,4 -> ambiguous
    2,4         -> working
    shuffle     -> visible
    307,9       -> same
  )");
}

TEST(FormatExplanation, EndsInALineEnd) {
  const Explanation explanation = explain("shuffle|lz4|33000,1");
  EXPECT_EQ(format_explanation(explanation).back(), '\n');
  EXPECT_EQ(format_explanation_json(explanation).back(), '\n');
}

}  // namespace
}  // namespace ncf
