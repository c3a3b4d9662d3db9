// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The layout is that of libnetcdf's own header, which tests/support/netcdf_stub makes compilable.
#include "plugin/codec_adapter.hpp"
#include "filter/codecs/codec_json.hpp"

#include <gtest/gtest.h>
#include <netcdf_filter_build.h>

#include <cstddef>
#include <type_traits>

#include "ncf/error.hpp"
#include "plugin/loader.hpp"
#include "plugin/plugin_filters.hpp"
#include "plugin/shared_library.hpp"
#include "support/errors.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

static_assert(sizeof(ncf_ncz_codec) == sizeof(NCZ_codec_t));
static_assert(offsetof(ncf_ncz_codec, version) == offsetof(NCZ_codec_t, version));
static_assert(offsetof(ncf_ncz_codec, sort) == offsetof(NCZ_codec_t, sort));
static_assert(offsetof(ncf_ncz_codec, codec_id) == offsetof(NCZ_codec_t, codecid));
static_assert(offsetof(ncf_ncz_codec, filter_id) == offsetof(NCZ_codec_t, hdf5id));
static_assert(offsetof(ncf_ncz_codec, initialize) == offsetof(NCZ_codec_t, NCZ_codec_initialize));
static_assert(offsetof(ncf_ncz_codec, finalize) == offsetof(NCZ_codec_t, NCZ_codec_finalize));
static_assert(offsetof(ncf_ncz_codec, codec_to_hdf5) == offsetof(NCZ_codec_t, NCZ_codec_to_hdf5));
static_assert(offsetof(ncf_ncz_codec, hdf5_to_codec) == offsetof(NCZ_codec_t, NCZ_hdf5_to_codec));
static_assert(offsetof(ncf_ncz_codec, modify_parameters) ==
              offsetof(NCZ_codec_t, NCZ_modify_parameters));
static_assert(std::is_same_v<decltype(ncf_ncz_codec::codec_to_hdf5),
                             decltype(NCZ_codec_t::NCZ_codec_to_hdf5)>);
static_assert(std::is_same_v<decltype(ncf_ncz_codec::hdf5_to_codec),
                             decltype(NCZ_codec_t::NCZ_hdf5_to_codec)>);
static_assert(std::is_same_v<decltype(ncf_ncz_codec::modify_parameters),
                             decltype(NCZ_codec_t::NCZ_modify_parameters)>);
static_assert(ncf_ncz_codec_version == NCZ_CODEC_CLASS_VER);
static_assert(ncf_ncz_codec_sort_hdf5 == NCZ_CODEC_HDF5);

using filter::ChunkLayout;

class Codec : public test::PluginTest {
 protected:
  void SetUp() override { search({test::plugin_group("pair")}); }

  static PluginCodec xor_codec() { return PluginCodec(load_codec(400).value()); }

  template <class Work>
  static std::string failure_of(Work work) {
    return test::reason_of(work, ErrorCode::unsupported);
  }
};

TEST_F(Codec, TranslatesBothWays) {
  const PluginCodec codec = xor_codec();
  EXPECT_EQ(codec.filter_of(R"({"id":"xor","key":90})"), (Filter{400, {90}}));
  EXPECT_EQ(codec.json_of({400, {90}}), R"({"id":"xor","key":90})");
}

TEST_F(Codec, SaysWhatItRefuses) {
  const PluginCodec codec = xor_codec();
  EXPECT_EQ(failure_of([&] { (void)codec.filter_of("{}"); }),
            "codec xor: codec to filter: NetCDF: Filter error: bad id or parameters or duplicate "
            "filter");
  EXPECT_EQ(failure_of([&] {
              (void)codec.json_of({400, {}});
            }),
            "codec xor: filter to codec: NetCDF: Filter error: bad id or parameters or duplicate "
            "filter");
}

StoredFilter working_for(const PluginCodec& codec, const ChunkLayout& layout) {
  return codec.modify({400, {90}}, layout, {}).working;
}

TEST_F(Codec, ModifiesParametersForTheVariable) {
  const PluginCodec codec = xor_codec();
  const auto working = [&](std::size_t bytes, ncf_element_class element_class) {
    return working_for(codec, {bytes, element_class, ncf_order_big, {4, 5}});
  };
  EXPECT_EQ(working(2, ncf_element_integer), (StoredFilter{400, {90, 2}}));
  EXPECT_EQ(working(8, ncf_element_integer), (StoredFilter{400, {90, 8}}));
  EXPECT_EQ(working(4, ncf_element_floating), (StoredFilter{400, {90, 4}}));
  EXPECT_EQ(working(1, ncf_element_integer), (StoredFilter{400, {90, 1}}));
  EXPECT_EQ(working(8, ncf_element_floating), (StoredFilter{400, {90, 8}}));
  EXPECT_EQ(working(1, ncf_element_other), (StoredFilter{400, {90, 1}}));
  EXPECT_EQ(working(24, ncf_element_other), (StoredFilter{400, {90, 24}}));
}

// For example float16 of Zarr.
TEST_F(Codec, IsShownNumbersThatLibnetcdfDoesNotHaveAsBytes) {
  const PluginCodec codec = xor_codec();
  for (const auto order : {ncf_order_little, ncf_order_big}) {
    EXPECT_EQ(working_for(codec, {2, ncf_element_floating, order, {4, 5}}),
              (StoredFilter{400, {90, 2}}));
    EXPECT_EQ(working_for(codec, {3, ncf_element_integer, order, {4, 5}}),
              (StoredFilter{400, {90, 3}}));
  }
}

TEST_F(Codec, SaysWhyAShadowCannotBeMade) {
  const PluginCodec codec = xor_codec();
  const auto bind_chunk = [&](std::uint64_t length) {
    (void)working_for(codec, {4, ncf_element_integer, ncf_order_little, {length}});
  };
  EXPECT_EQ(test::reason_of([&] { bind_chunk(std::uint64_t{1} << 32); }),
            "shadow variable: NetCDF: Bad chunk sizes.");
  EXPECT_NO_THROW(bind_chunk(5)) << "the file that exists in memory is gone";
}

TEST_F(Codec, MayChangeVisibleParameters) {
  const auto parameters =
      xor_codec().modify({400, {0x15A}}, {2, ncf_element_integer, ncf_order_little, {4}}, {});
  EXPECT_EQ(parameters.working, (StoredFilter{400, {0x5A, 2}}));
  EXPECT_EQ(parameters.visible, (Filter{400, {0x5A}}));
}

// ---- facts about the variable for codecs ----

class AskingCodec : public test::PluginTest {
 protected:
  void SetUp() override { search({test::plugin_group("asking")}); }

  static PluginCodec codec() { return PluginCodec(load_codec(404).value()); }

  static std::string seen(const ChunkLayout& layout, const filter::CodecVariable& variable) {
    (void)codec().modify({404, {7}}, layout, variable);
    const auto library = SharedLibrary::open(test::plugin_group("asking") + "/libasking_codec.so");
    return static_cast<const char*>(library.find_symbol("asking_codec_seen"));
  }
};

TEST_F(AskingCodec, SeesTheVariableAsItIs) {
  const filter::CodecVariable variable{
      .name = "t2m",
      .groups = {},
      .is_unsigned = true,
      .dimensions = {{"time", 7, true}, {"x", 5, false}},
      .attributes = {{"units", "K"},
                     {"scale", std::vector<double>{0.5}},
                     {"flags", std::vector<std::uint16_t>{1, 2}},
                     {"names", std::vector<std::string>{"a", "b", "c"}}}};
  EXPECT_EQ(seen({2, ncf_element_integer, ncf_order_big, {2, 3}}, variable),
            "ushort t2m(time=7 x=5) chunks 2 3 big units:char*1 scale:double*1 flags:ushort*2 "
            "names:string*3");
}

TEST_F(AskingCodec, SeesTheVariableInItsGroup) {
  const ChunkLayout layout{4, ncf_element_integer, ncf_order_little, {2, 2}};
  const filter::CodecVariable variable{.name = "v",
                                       .groups = {"forecast", "a/b"},
                                       .is_unsigned = {},
                                       .dimensions = {{"x", 4}, {"x", 6, false, 1}},
                                       .attributes = {}};
  EXPECT_EQ(seen(layout, variable), "int /forecast/ncf_g2/v(x=4 x=6) chunks 2 2 little");
}

TEST_F(AskingCodec, SeesChunksAndDimensionsOfAnyLength) {
  const auto one = [&](std::uint64_t length, bool is_unlimited, std::uint64_t chunk) {
    return seen({8, ncf_element_floating, ncf_order_little, {chunk}},
                {.name = "v",
                 .groups = {},
                 .is_unsigned = {},
                 .dimensions = {{"x", length, is_unlimited}},
                 .attributes = {}});
  };
  EXPECT_EQ(one(5, false, 8), "double v(x=5) chunks 8 little");
  EXPECT_EQ(one(0, false, 8), "double v(x=0) chunks 8 little");
  EXPECT_EQ(one(0, true, 8), "double v(x=0) chunks 8 little");
  EXPECT_EQ(one(100, true, 8), "double v(x=100) chunks 8 little");
  EXPECT_EQ(one(100, false, 8), "double v(x=100) chunks 8 little");
}

// The same dimension twice; a dimension of a group that has the name of another; names that
// libnetcdf refuses.
TEST_F(AskingCodec, SeesDimensionsThatShareANameAndNamesOfItsOwn) {
  const ChunkLayout layout{4, ncf_element_integer, ncf_order_little, {2, 2}};
  const auto names = [&](const std::string& variable, const std::string& first,
                         const std::string& second, std::uint64_t length) {
    return seen(layout, {.name = variable,
                         .groups = {},
                         .is_unsigned = {},
                         .dimensions = {{first, 4, false}, {second, length, false}},
                         .attributes = {}});
  };
  EXPECT_EQ(names("v", "x", "x", 4), "int v(x=4 x=4) chunks 2 2 little");
  EXPECT_EQ(names("v", "x", "x", 6), "int v(x=4 ncf_d1=6) chunks 2 2 little");
  EXPECT_EQ(names("a/b", "c/d", "x", 6), "int values(ncf_d0=4 x=6) chunks 2 2 little");
}

// A codec may need a value that only its modify_parameters supplies.
TEST_F(AskingCodec, SuppliesADefaultBeforeItsJsonIsAskedFor) {
  const ChunkLayout layout{4, ncf_element_integer, ncf_order_little, {2}};
  const filter::CodecVariable variable{.name = "v",
                                       .groups = {},
                                       .is_unsigned = {},
                                       .dimensions = {},
                                       .attributes = {{"key", std::vector{90}}}};
  EXPECT_EQ(test::error_of([] {
              (void)codec().json_of({404, {}});
            }).code(),
            ErrorCode::unsupported);
  EXPECT_EQ(
      base::format_compact_json(
          PluginFilters().find_codec({404, {}}, filter::ZarrFormat::v2, layout, variable)->json),
      R"({"id":"asking","key":90})");
  EXPECT_EQ(PluginFilters().bind_codec({404, {}}, layout, variable, FilterUse::encode),
            (StoredFilter{404, {90, 4}}));
}

// ---- tables with a mistake ----

ncf_ncz_codec table;

std::string reason_it_is_refused() {
  const Error error = test::error_of([] { (void)read_codec(&table, false); });
  EXPECT_EQ(error.code(), ErrorCode::corrupt);
  return error.what();
}

int to_no_filter(const char*, std::size_t*, unsigned**) { return 0; }
int to_no_codec(std::size_t, const unsigned*, char**) { return 0; }

TEST(CodecTables, AreRefusedUnlessTheyAreWhole) {
  table = {};
  table.version = ncf_ncz_codec_version;
  table.sort = ncf_ncz_codec_sort_hdf5;
  EXPECT_EQ(reason_it_is_refused(), "its codec has no name");
  table.codec_id = "";
  EXPECT_EQ(reason_it_is_refused(), "its codec has no name");
  table.codec_id = "half";
  EXPECT_EQ(reason_it_is_refused(), "its codec 'half' has no filter");
  table.filter_id = 405;
  EXPECT_EQ(reason_it_is_refused(), "its codec 'half' does not translate its parameters");
  table.codec_to_hdf5 = to_no_filter;
  EXPECT_EQ(reason_it_is_refused(), "its codec 'half' does not translate its parameters");
}

TEST(CodecTables, MayTranslateIntoNothing) {
  static ncf_ncz_codec silent{};
  silent.codec_id = "silent";
  silent.filter_id = 405;
  silent.codec_to_hdf5 = to_no_filter;
  silent.hdf5_to_codec = to_no_codec;
  const PluginCodec codec({{"silent", 405, false}, &silent});
  EXPECT_EQ(codec.filter_of("{}"), (Filter{405, {}}));
  EXPECT_EQ(test::reason_of([&] { (void)codec.json_of({405, {}}); }), "codec silent: no JSON");
}

TEST_F(Codec, IsInitialisedOnce) {
  xor_codec();
  xor_codec();
  const auto library = SharedLibrary::open(test::plugin_group("pair") + "/libxor_codec.so");
  const auto* count = static_cast<int*>(library.find_symbol("xor_codec_initialised"));
  ASSERT_NE(count, nullptr);
  EXPECT_EQ(*count, 1);
}

}  // namespace
}  // namespace ncf::plugin
