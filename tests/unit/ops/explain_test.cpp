// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the texts of the notations; tests/conformance/filters/explain.py runs them.
#include "ncf/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ncf/error.hpp"

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
  EXPECT_EQ(explain_one("307,9").form, CdValuesForm::same);
  EXPECT_EQ(explain_one("zstd").form, CdValuesForm::same);
  EXPECT_EQ(explain_one("33000,1").form, CdValuesForm::same);
  EXPECT_EQ(explain_one("shuffle").form, CdValuesForm::visible);
  EXPECT_EQ(explain_one("2,4").form, CdValuesForm::working);
  EXPECT_EQ(explain_one("4,32,8").form, CdValuesForm::visible);
  EXPECT_EQ(explain_one("4,169,8,32,64").form, CdValuesForm::working);
  EXPECT_EQ(explain_one("32001,0,0,0,0,5,1,1").form, CdValuesForm::visible);
  EXPECT_EQ(explain_one("32001,2,2,4,4096,5,1,1").form, CdValuesForm::working);
  EXPECT_EQ(explain_one("32008,0,2").form, CdValuesForm::visible);
  EXPECT_EQ(explain_one("32008,0,3,4,0,2").form, CdValuesForm::working);
  EXPECT_EQ(explain_one("32008,0,3,4").form, CdValuesForm::ambiguous);
  EXPECT_EQ(explain_one("32013,5").form, CdValuesForm::visible);
  EXPECT_EQ(explain_one("32013,268456208,91252346,4026532342,133169153").form,
            CdValuesForm::working);
}

TEST(Explain, GivesTheFormOfAUserWhateverWasWritten) {
  EXPECT_EQ(explain_one("2,4").filter, (Filter{2, {}}));
  EXPECT_EQ(explain_one("32001,2,2,4,4096,5,1,1").filter, (Filter{32001, {0, 0, 0, 0, 5, 1, 1}}));
  EXPECT_EQ(explain_one("32008,0,3,4,0,2").filter, (Filter{32008, {0, 2}}));
  EXPECT_EQ(explain_one("32008,0,3,4").filter, (Filter{32008, {0, 3, 4}}));
  EXPECT_EQ(explain_one("32013,268456208,91252346,4026532342,133169153").filter,
            (Filter{32013, {1, 0, 0, 1075838976}}));
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
  EXPECT_EQ(text_of(spec, "ncf"), "shuffle|zstd,level=19|fletcher32");
  EXPECT_EQ(text_of(spec, "numbers"), "2|32015,19|3");
  EXPECT_EQ(text_of(spec, "nccopy"), "nccopy -4 -F '*,2|32015,19|3' in.nc out.nc");
  EXPECT_EQ(text_of(spec, "CDL"), "v:_Filter = \"2|32015,19|3\" ;");
  EXPECT_EQ(notation(spec, "CDL").note, "libnetcdf puts fletcher32 first and shuffle next");
  EXPECT_EQ(text_of(spec, "h5repack"), "h5repack -f SHUF -f UD=32015,0,1,19 -f FLET in.h5 out.h5");
  EXPECT_EQ(text_of(spec, "NCO"), "ncks -4 --cmp='shf|zst,19|f32' in.nc out.nc");
  EXPECT_EQ(text_of(spec, "h5py"),
            "f.create_dataset('v', data=data, chunks=True, shuffle=True, compression=32015, "
            "compression_opts=(19,), fletcher32=True)");
  EXPECT_EQ(text_of(spec, "hdf5plugin"),
            "f.create_dataset('v', data=data, chunks=True, shuffle=True, "
            "**hdf5plugin.Zstd(clevel=19), fletcher32=True)");
  EXPECT_EQ(text_of(spec, "numcodecs"),
            R"({"filters":[{"id":"shuffle","elementsize":4},{"id":"zstd","level":19}],)"
            R"("compressor":{"id":"fletcher32"}})");
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
  const auto form = [](const char* spec) {
    const auto json = nlohmann::json::parse(format_explanation_json(explain(spec)));
    return json.at("filters").at(0).at("form").get<std::string>();
  };
  EXPECT_EQ(form("32008,0,3,4"), "ambiguous");
  EXPECT_EQ(form("2,4"), "working");
  EXPECT_EQ(form("shuffle"), "visible");
  EXPECT_EQ(form("307,9"), "same");
}

TEST(FormatExplanation, EndsInALineEnd) {
  const Explanation explanation = explain("shuffle|lz4|33000,1");
  EXPECT_EQ(format_explanation(explanation).back(), '\n');
  EXPECT_EQ(format_explanation_json(explanation).back(), '\n');
}

}  // namespace
}  // namespace ncf
