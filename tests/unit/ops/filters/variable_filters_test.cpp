// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/variable_filters.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <netcdf.h>

#include "ncf/error.hpp"
#include "ncf/plugins.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf {
namespace {

using test::error_of;

using CdValues = std::vector<std::uint32_t>;

/// A netCDF-4 file in memory, in define mode: group g with float v(t, x) of 4 by 100 values, a
/// scalar s, a string variable n(x), a sequence variable l(x).
class VariableFilters : public testing::Test {
 protected:
  VariableFilters() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    // HDF5 treats files in memory with the same name as the same file.
    static int files = 0;
    check(
        nc_create(("memory-" + std::to_string(++files)).c_str(), NC_NETCDF4 | NC_DISKLESS, &file_));
    check(nc_def_grp(file_, "g", &ncid_));
    int dimids[2] = {};
    check(nc_def_dim(file_, "t", 4, &dimids[0]));
    check(nc_def_dim(file_, "x", 100, &dimids[1]));
    check(nc_def_var(ncid_, "v", NC_FLOAT, 2, dimids, &v_));
    check(nc_def_var(ncid_, "s", NC_FLOAT, 0, nullptr, &scalar_));
    check(nc_def_var(ncid_, "n", NC_STRING, 1, &dimids[1], &strings_));
    nc_type list = 0;
    check(nc_def_vlen(ncid_, "list", NC_INT, &list));
    check(nc_def_var(ncid_, "l", list, 1, &dimids[1], &lists_));
    nc_type compound = NC_NAT;
    check(nc_def_compound(ncid_, sizeof(nc_vlen_t), "with_list", &compound));
    check(nc_insert_compound(ncid_, compound, "list", 0, list));
    check(nc_def_var(ncid_, "c", compound, 1, &dimids[1], &compounds_));
  }
  ~VariableFilters() override { nc_close(file_); }

  static void check(int status) { ASSERT_EQ(status, NC_NOERR) << nc_strerror(status); }

  int file_ = 0;
  int ncid_ = 0;
  int v_ = 0;
  int scalar_ = 0;
  int strings_ = 0;
  int lists_ = 0;
  int compounds_ = 0;  ///< each contains a list
};

TEST_F(VariableFilters, NoneAtFirst) {
  EXPECT_TRUE(inquire_filters({ncid_, v_}).empty());
  EXPECT_TRUE(inquire_filter_ids({ncid_, v_}).empty());
  EXPECT_EQ(inquire_filter_parameters({ncid_, v_}, 1), std::nullopt);
  EXPECT_EQ(inquire_first_filter({ncid_, v_}), StoredFilter{});
}

TEST_F(VariableFilters, AChainIsDefinedAndInquired) {
  define_filters({ncid_, v_}, {{2, {}}, {1, {7}}});
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{2, {}}, {1, {7}}}));
  EXPECT_EQ(inquire_filter_ids({ncid_, v_}), (CdValues{2, 1}));
  EXPECT_EQ(inquire_filter_parameters({ncid_, v_}, 1), CdValues{7});
  EXPECT_EQ(inquire_filter_parameters({ncid_, v_}, 2), CdValues{});
  EXPECT_EQ(inquire_filter_parameters({ncid_, v_}, 3), std::nullopt);
  EXPECT_EQ(inquire_first_filter({ncid_, v_}), (StoredFilter{2, {}}));
  check(nc_enddef(file_));
  EXPECT_EQ(inquire_filter_ids({ncid_, v_}), (CdValues{2, 1}));
}

TEST_F(VariableFilters, Fletcher32ComesFirstAndShuffleNext) {
  define_deflate({ncid_, v_}, 1);
  define_shuffle({ncid_, v_});
  define_fletcher32({ncid_, v_});
  EXPECT_EQ(inquire_filter_ids({ncid_, v_}), (CdValues{3, 2, 1}));
}

TEST_F(VariableFilters, AFilterOfValuesIsNotDefinedWithThem) {
  define_fletcher32({ncid_, v_});
  EXPECT_STREQ(error_of([&] {
                 define_filter({ncid_, v_}, {6, {0, 3}});
               }).what(),
               "variable /g/v: libnetcdf would make fletcher32 | scaleoffset float digits=3 of "
               "the filters: scaleoffset works on values, but fletcher32 before it leaves bytes");
  EXPECT_EQ(inquire_filter_ids({ncid_, v_}), (CdValues{3}));
}

TEST_F(VariableFilters, AFlagThatLibnetcdfCannotDefineIsAnError) {
  define_filter({ncid_, v_}, {2, {}, FilterFlag::usual});
  EXPECT_STREQ(error_of([&] {
                 define_filter({ncid_, v_}, {3, {}, FilterFlag::optional});
               }).what(),
               "variable /g/v: libnetcdf cannot define filter 3 (fletcher32) as optional");
  EXPECT_EQ(inquire_filter_ids({ncid_, v_}), (CdValues{2}));
}

TEST_F(VariableFilters, ASizeOfValuesThatIsNotTheVariablesIsAnError) {
  EXPECT_STREQ(error_of([&] {
                 define_filter({ncid_, v_}, {2, {16}});
               }).what(),
               "variable /g/v: shuffle element_size is 16, but each value has 4 bytes; expected 4, "
               "or 0 or no parameter there");
}

TEST_F(VariableFilters, AgainKeepsThePlaceAndTakesTheNewParameters) {
  define_filters({ncid_, v_}, {{2, {}}, {1, {7}}});
  define_deflate({ncid_, v_}, 3);
  define_shuffle({ncid_, v_});
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{2, {}}, {1, {3}}}));
  // libnetcdf would accept any cd_values for a filter that is already defined.
  EXPECT_THROW(define_filter({ncid_, v_}, {1, {12}}), Error);
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{2, {}}, {1, {3}}}));
}

TEST_F(VariableFilters, LevelZeroIsAFilterToo) {
  define_deflate({ncid_, v_}, 0);
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{1, {0}}}));
}

TEST_F(VariableFilters, SzipByUserAndByStoredCdValues) {
  define_szip({ncid_, v_}, {SzipCoding::nearest_neighbour, 8});
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{4, {32, 8}}}));
  // Options mask with HDF5's own bits, pixels per block, bits per pixel, pixels per scanline.
  define_filter({ncid_, v_}, {4, {141, 16, 32, 100}});
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{4, {141, 16}}}));
  check(nc_enddef(file_));
}

TEST_F(VariableFilters, SzipBlocksFitChunks) {
  const std::size_t chunk[] = {1, 10};
  check(nc_def_var_chunking(ncid_, v_, NC_CHUNKED, chunk));
  EXPECT_STREQ(
      error_of([&] {
        define_szip({ncid_, v_}, {SzipCoding::entropy, 12});
      }).what(),
      "variable /g/v: filter 4 (szip): a block of 12 values does not fit into a chunk of 10");
}

TEST_F(VariableFilters, DeflateAndSzipExclude) {
  define_deflate({ncid_, v_}, 1);
  const Error error = error_of([&] { define_szip({ncid_, v_}, {SzipCoding::entropy, 8}); });
  EXPECT_STREQ(error.what(),
               "variable /g/v: filter 4 (szip): libnetcdf does not allow deflate and szip on one "
               "variable");
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
}

TEST_F(VariableFilters, WrongCdValues) {
  struct Case {
    Filter filter;
    const char* message;
  };
  const Case cases[] = {
      {{1, {10}}, "deflate level is 10, expected 0 to 9\n  1,10\n  ^~~~"},
      {{1, {}}, "deflate takes 1 parameter (level), not 0\n  1\n  ^"},
      {{4, {32, 7}},
       "szip pixels_per_block is 7, expected 2 to 32 in steps of 2\n  4,32,7\n  ^~~~~~"},
  };
  for (const Case& wrong : cases) {
    const Error error = error_of([&] { define_filter({ncid_, v_}, wrong.filter); });
    EXPECT_EQ(error.what(), std::string("variable /g/v: ") + wrong.message);
    EXPECT_EQ(error.code(), ErrorCode::syntax);
  }
  EXPECT_TRUE(inquire_filters({ncid_, v_}).empty());
}

TEST_F(VariableFilters, WrongLevels) {
  EXPECT_STREQ(error_of([&] {
                 define_deflate({ncid_, v_}, 10);
               }).what(),
               "variable /g/v: deflate level is 10, expected 0 to 9\n"
               "  deflate,10\n"
               "  ^~~~~~~~~~");
  EXPECT_STREQ(error_of([&] {
                 define_bzip2({ncid_, v_}, 0);
               }).what(),
               "variable /g/v: bzip2 level is 0, expected 1 to 9\n"
               "  bzip2,0\n"
               "  ^~~~~~~");
  EXPECT_STREQ(error_of([&] {
                 define_blosc({ncid_, v_}, {BloscCodec::lz4, 12, BloscShuffle::bit});
               }).what(),
               "variable /g/v: blosc clevel is 12, expected 0 to 9\n"
               "  blosc,12,2,1\n"
               "  ^~~~~~~~~~~~");
}

TEST_F(VariableFilters, OurOwnPluginsAreFound) {
  define_zstandard({ncid_, v_}, -5);
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{32015, {4294967291U}}}));
  define_bzip2({ncid_, v_}, 9);
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{32015, {4294967291U}}, {307, {9}}}));
  check(nc_enddef(file_));
}

TEST_F(VariableFilters, WhatCannotHaveFilters) {
  EXPECT_STREQ(error_of([&] {
                 define_shuffle({ncid_, scalar_});
               }).what(),
               "variable /g/s: a scalar cannot have filters");
  EXPECT_STREQ(error_of([&] {
                 define_shuffle({ncid_, strings_});
               }).what(),
               "variable /g/n: a variable-length type cannot have filters");
  EXPECT_STREQ(error_of([&] {
                 define_shuffle({ncid_, lists_});
               }).what(),
               "variable /g/l: a variable-length type cannot have filters");
  EXPECT_STREQ(error_of([&] {
                 define_shuffle({ncid_, compounds_});
               }).what(),
               "variable /g/c: a variable-length type cannot have filters");
}

TEST_F(VariableFilters, MissingPlugin) {
  const Error error = error_of([&] { define_filter({ncid_, v_}, {399, {}}); });
  EXPECT_EQ(error.what(), "variable /g/v: " + error.message());
  EXPECT_EQ(error.message().find("filter 399 is not available\n  searched:"), 0U) << error.what();
  EXPECT_EQ(error.code(), ErrorCode::not_found);
}

// This filter of tests/support/plugins refuses floating-point values by its can-apply callback.
TEST_F(VariableFilters, AnOptionalFilterIsSkippedAndTheReasonSaid) {
  const PluginPathScope plugin_path({NCF_TEST_PLUGINS "/pair"});
  EXPECT_EQ(define_optional_filter({ncid_, v_}, {400, {90}}),
            "variable /g/v: filter 400: filter parameters not appropriate");
  EXPECT_TRUE(inquire_filters({ncid_, v_}).empty());
  const auto missing = define_optional_filter({ncid_, v_}, {399, {}});
  ASSERT_TRUE(missing.has_value());
  EXPECT_EQ(missing->find("variable /g/v: filter 399 is not available"), 0U);
  EXPECT_EQ(define_optional_filter({ncid_, scalar_}, {400, {90}}),
            "variable /g/s: filter 400: a scalar cannot have filters");
  EXPECT_THROW(define_optional_filter({ncid_, v_}, {1, {12}}), Error);
  EXPECT_THROW(define_optional_filter({ncid_, 99}, {1, {1}}), Error);
}

TEST_F(VariableFilters, AnOptionalFilterThatFitsIsDefined) {
  const PluginPathScope plugin_path({NCF_TEST_PLUGINS "/pair"});
  int dimid = 0;
  int whole = 0;
  check(nc_def_dim(file_, "y", 10, &dimid));
  check(nc_def_var(ncid_, "w", NC_SHORT, 1, &dimid, &whole));
  EXPECT_EQ(define_optional_filter({ncid_, whole}, {400, {90}}), std::nullopt);
  EXPECT_EQ(inquire_filters({ncid_, whole}), (StoredChain{{400, {90}}}));
  EXPECT_EQ(define_optional_filter({ncid_, v_}, {1, {3}}), std::nullopt);
  EXPECT_EQ(inquire_filters({ncid_, v_}), (StoredChain{{1, {3}}}));
  check(nc_enddef(file_));
}

TEST_F(VariableFilters, TooLate) {
  check(nc_enddef(file_));
  EXPECT_STREQ(error_of([&] {
                 define_shuffle({ncid_, v_});
               }).what(),
               "variable /g/v: filter 2 (shuffle): filters are defined before nc_enddef");
}

TEST_F(VariableFilters, NoSuchVariable) {
  EXPECT_STREQ(error_of([&] { inquire_filters({ncid_, 99}); }).what(), "Variable not found");
}

}  // namespace
}  // namespace ncf
