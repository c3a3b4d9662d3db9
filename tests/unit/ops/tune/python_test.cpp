// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/python.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace ncf::ops {
namespace {

TunedVariable variable_with(std::string path, std::string filters) {
  TunedVariable variable;
  variable.path = std::move(path);
  variable.chunks = {1, 73, 144};
  TuneTrial trial;
  trial.filters = std::move(filters);
  trial.is_chosen = true;
  variable.trials = {trial};
  return variable;
}

Notation statement_of(const std::vector<TunedVariable>& variables,
                      const std::vector<std::string>& unopened = {}) {
  TuneReport report;
  report.input = "data/it's.nc";
  report.variables = variables;
  return xarray_statement(report, "it's.tuned.nc", unopened);
}

std::string copy_by(const std::string& engine, const std::string& encoding) {
  return "xarray.open_dataset('data/it\\'s.nc', mask_and_scale=False, decode_times=False, "
         "decode_coords=False).to_netcdf('it\\'s.tuned.nc', engine='" +
         engine + "', encoding={" + encoding + "})";
}

TEST(XarrayStatement, HasTheArgumentsOfNetcdf4PythonForDeflate) {
  const Notation statement = statement_of(
      {variable_with("/t2m", "shuffle|deflate,4"), variable_with("/it's", "deflate,1")});
  EXPECT_EQ(
      statement.text,
      copy_by("netcdf4",
              "'t2m': dict(zlib=True, complevel=4, shuffle=True, chunksizes=(1, 73, 144)), "
              "'it\\'s': dict(zlib=True, complevel=1, shuffle=False, chunksizes=(1, 73, 144))"));
  EXPECT_EQ(statement.note, "");
}

TEST(XarrayStatement, NeedsH5netcdfForOtherFilters) {
  EXPECT_EQ(statement_of({variable_with("/a", "shuffle|zstd,3"), variable_with("/b", "deflate,1"),
                          variable_with("/c", "none")})
                .text,
            copy_by("h5netcdf",
                    "'a': dict(compression=32015, compression_opts=(3,), shuffle=True, "
                    "chunksizes=(1, 73, 144)), "
                    "'b': dict(zlib=True, complevel=1, shuffle=False, chunksizes=(1, 73, 144)), "
                    "'c': dict()"));
}

TEST(XarrayStatement, SaysWhatItDoesNotDo) {
  TunedVariable rounded = variable_with("/a", "deflate,1");
  rounded.rounding = "bitround,9";
  TunedVariable exact = variable_with("/b", "zfp,accuracy=0.1");
  exact.rounding = "bitround,9";
  exact.trials.front().rounds = true;
  const Notation statement = statement_of({rounded, exact, variable_with("/c", "zstd,3|bzip2,9"),
                                           variable_with("/group/d", "deflate,1")});
  EXPECT_EQ(statement.note, "no encoding makes the filters of /c; values are not rounded: /a");
  EXPECT_EQ(statement.text.find("'c'"), std::string::npos);
  EXPECT_EQ(statement.text.find("'d'"), std::string::npos);
  EXPECT_EQ(statement_of({variable_with("/group/d", "deflate,1")}).text, "");
}

TEST(XarrayStatement, SaysWhichFilesOldVersionsCannotOpen) {
  model::Schema schema;
  schema.dimensions = {{"time", 2}, {"bnds", 2}};
  const auto add = [&](const char* name, std::vector<model::DimensionId> dimensions) {
    model::Variable& variable = schema.variables.emplace_back();
    variable.name = name;
    variable.type = model::atomic_type(model::TypeClass::double_);
    variable.dimensions = std::move(dimensions);
  };
  add("time", {0});
  add("time_bnds", {0, 1});
  add("bnds", {0, 1});
  const std::vector<std::string> unopened = find_own_dimensions(schema);
  EXPECT_EQ(unopened, std::vector<std::string>{"/bnds"});
  EXPECT_EQ(
      statement_of({variable_with("/a", "deflate,1")}, unopened).note,
      "xarray before 2023.8 cannot open files with variables that have several dimensions, one "
      "of them of their name: /bnds");
}

TEST(XarrayStatement, KeepsThePresentFilters) {
  TunedVariable variable = variable_with("/a", "lz4 block_bytes=0 (optional)");
  variable.trials.front().is_present = true;
  variable.input_filters = {{32004, {0}, FilterFlag::optional}};
  EXPECT_EQ(chosen_chain(variable), (Chain{{32004, {0}, FilterFlag::optional}}));
  EXPECT_EQ(
      statement_of({variable}).text,
      copy_by("h5netcdf",
              "'a': dict(compression=32004, compression_opts=(0,), chunksizes=(1, 73, 144))"));
}

}  // namespace
}  // namespace ncf::ops
