// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/notation.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "filter/registry/registry.hpp"
#include "ncf/explain.hpp"

namespace ncf::ops {
namespace {

using filter::Program;

/// Returns a filter with only the parameters that a user must give.
Filter typical(const filter::FilterFacts& facts, const filter::Layout& layout) {
  filter::Values values;
  for (const filter::Parameter& parameter : layout.parameters) {
    values.push_back(parameter.default_value ? std::nullopt : std::optional(parameter.minimum));
  }
  return {facts.id, write_cd_values(layout, values)};
}

// A wrong name of a parameter in a filter's facts would leave a placeholder, or throw.
TEST(ProgramNotation, FillsInTheParametersOfEveryFilter) {
  for (const filter::FilterFacts& facts : filter::all_filters()) {
    for (const filter::Layout& layout : facts.visible) {
      for (const Program program :
           {Program::h5repack, Program::nco, Program::h5py, Program::h5py_call, Program::hdf5plugin,
            Program::netcdf4_python, Program::xarray}) {
        SCOPED_TRACE(std::string(facts.name) + ' ' + std::string(layout.mode));
        const auto notation = notation_in(program, typical(facts, layout));
        if (!notation) continue;
        EXPECT_EQ(notation->text.find_first_of("{}|"), std::string::npos) << notation->text;
      }
    }
  }
}

std::vector<std::string> specs_of(const filter::FilterFacts& facts) {
  std::vector<std::string> specs(facts.candidates.begin(), facts.candidates.end());
  for (const filter::Layout& layout : facts.visible) {
    specs.push_back(format_named_spec({typical(facts, layout)}));
    Filter optional = typical(facts, layout);
    optional.flag = filter::flag_of(facts.id, true);
    specs.push_back(format_named_spec({optional}));
  }
  return specs;
}

/// Returns the filters that a text of CDL contains.
std::string filters_in(const std::string& cdl) {
  const std::size_t begin = cdl.find('"') + 1;
  return cdl.substr(begin, cdl.rfind('"') - begin);
}

TEST(ProgramNotation, OursMeansTheSameFilters) {
  for (const filter::FilterFacts& facts : filter::all_filters()) {
    for (const std::string& spec : specs_of(facts)) {
      SCOPED_TRACE(spec);
      const Explanation explanation = explain(spec);
      for (const Notation& one : explanation.notations) {
        if (one.name != "ncf" && one.name != "numbers" && one.name != "CDL") continue;
        SCOPED_TRACE(one.name + ": " + one.text);
        if (one.text.empty()) {
          EXPECT_NE(one.note, "");
          continue;
        }
        const std::string text = one.name == "CDL" ? filters_in(one.text) : one.text;
        EXPECT_EQ(resolve(parse_filter_spec(text)), explanation.chain);
      }
    }
  }
}

std::string text_of(Program program, const Filter& one) {
  const auto notation = notation_in(program, one);
  return notation ? notation->text : "by number";
}

TEST(ProgramNotation, TakesTheTextOfAChoice) {
  EXPECT_EQ(text_of(Program::h5repack, {4, {32, 16}}), "SZIP=16,NN");
  EXPECT_EQ(text_of(Program::h5repack, {4, {141, 16}}), "SZIP=16,EC");
  EXPECT_EQ(text_of(Program::h5py_call, {4, {141, 16}}), "set_szip(4, 16)");
  EXPECT_EQ(text_of(Program::hdf5plugin, {32001, {0, 0, 0, 0, 5, 2, 5}}),
            "Blosc(cname='zstd', clevel=5, shuffle=hdf5plugin.Blosc.BITSHUFFLE)");
}

TEST(ProgramNotation, DependsOnTheParameters) {
  EXPECT_EQ(text_of(Program::h5repack, {6, {0, 3}}), "SOFF=3,DS");
  EXPECT_EQ(text_of(Program::h5repack, {6, {2, 8}}), "SOFF=8,IN");
  EXPECT_EQ(text_of(Program::nco, {32015, {3}}), "zst,3");
  EXPECT_EQ(text_of(Program::nco, {32015, {0xFFFFFFFF}}), "") << "ncks takes no negative level";
  EXPECT_EQ(text_of(Program::hdf5plugin, {32008, {0, 3}}),
            "Bitshuffle(nelems=0, cname='zstd', clevel=0)");
  EXPECT_EQ(text_of(Program::hdf5plugin, {32008, {0, 2}}), "Bitshuffle(nelems=0, cname='lz4')");
}

TEST(ProgramNotation, OfNetcdf4PythonNamesCompressors) {
  EXPECT_EQ(text_of(Program::netcdf4_python, {1, {5}}), "zlib=True, complevel=5");
  EXPECT_EQ(text_of(Program::netcdf4_python, {1, {0}}), "") << "it makes no filter of level 0";
  EXPECT_EQ(text_of(Program::netcdf4_python, {32001, {0, 0, 0, 0, 5, 2, 5}}),
            "compression='blosc_zstd', complevel=5, blosc_shuffle=2");
  EXPECT_EQ(text_of(Program::netcdf4_python, {32001, {0, 0, 0, 0, 5, 2, 3}}), "") << "snappy";
  EXPECT_EQ(text_of(Program::hdf5plugin, {32024, {0, 0x3F847AE1, 0x47AE147B, 0, 0, 0, 0, 0, 0}}),
            "SZ3(absolute=0.01)");
  EXPECT_EQ(text_of(Program::hdf5plugin, {32026, {0, 0, 0, 0, 9, 1, 5}}),
            "Blosc2(cname='zstd', clevel=9, filters=hdf5plugin.Blosc2.SHUFFLE)");
  EXPECT_EQ(text_of(Program::hdf5plugin, {32026, {0, 8192, 0, 0, 9, 1, 5}}), "by number");
}

TEST(ProgramNotation, IsByNumberElsewhere) {
  EXPECT_EQ(text_of(Program::h5repack, {307, {9}}), "by number");
  EXPECT_EQ(text_of(Program::hdf5plugin, {307, {10}}), "by number") << "a wrong level";
  EXPECT_EQ(text_of(Program::h5py, {40000, {}}), "by number");
}

}  // namespace
}  // namespace ncf::ops
