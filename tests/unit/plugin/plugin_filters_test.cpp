// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_filters.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/kernels/filter_source.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <iterator>

#include "filter/spec/resolve.hpp"
#include "ncf/error.hpp"
#include "plugin/dataset_adapter.hpp"
#include "support/errors.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

using filter::ChunkLayout;

constexpr auto encode = FilterUse::encode;
constexpr auto decode = FilterUse::decode;

ChunkLayout integers(std::size_t bytes) {
  return {bytes, ncf_element_integer, ncf_order_little, {8, 16}};
}

ChunkLayout floats() { return {4, ncf_element_floating, ncf_order_little, {8, 16}}; }

class PluginFiltersTest : public test::PluginTest {
 protected:
  void SetUp() override { search({test::plugin_group("pair")}); }

  static std::string failure_of(std::uint32_t id, const std::vector<std::uint32_t>& cd_values,
                                const ChunkLayout& layout, ErrorCode code) {
    return test::reason_of(
        [&] {
          (void)PluginFilters().bind({id, cd_values}, layout, encode);
        },
        code);
  }
};

TEST_F(PluginFiltersTest, AsksTheFiltersOwnCallback) {
  PluginFilters filters;
  EXPECT_EQ(filters.bind({400, {90}}, integers(2), encode), (StoredFilter{400, {90, 2}}));
  EXPECT_EQ(filters.bind({400, {90}}, integers(8), encode), (StoredFilter{400, {90, 8}}));
}

TEST_F(PluginFiltersTest, SaysThatAFilterCannotBeApplied) {
  EXPECT_EQ(failure_of(400, {90}, floats(), ErrorCode::unsupported),
            "filter parameters not appropriate");
}

TEST_F(PluginFiltersTest, AsksTheKernelWhereThereIsOne) {
  PluginFilters filters;
  EXPECT_EQ(filters.bind({32015, {3}}, floats(), encode), (StoredFilter{32015, {3}}));
  EXPECT_EQ(failure_of(307, {77}, floats(), ErrorCode::unsupported),
            "level must be 1 to 9, not 77");
}

TEST_F(PluginFiltersTest, ReadsACodecByItsName) {
  search({test::plugin_group("pair"), test::plugin_group("other")});
  const auto codec = [](const std::string& json) {
    return filter::parse_codec(base::parse_json(json), filter::ZarrFormat::v2);
  };
  PluginFilters filters;
  EXPECT_EQ(filters.find_filter(codec(R"({"id":"xor-other","key":7})")), (Filter{400, {7}}));
  EXPECT_EQ(filters.find_filter(codec(R"({"id":"lzma"})")), std::nullopt);
}

TEST_F(PluginFiltersTest, FindsAFilterByTheNameItIsListedUnder) {
  PluginFilters filters;
  EXPECT_EQ(filters.find_id("xor"), 400U);
  EXPECT_EQ(filters.find_id("XOR"), 400U);
  EXPECT_EQ(filters.find_id("xor, of somebody else"), std::nullopt);
  const FilterSpec spec = parse_filter_spec(R"(xor,7|{"id":"xor","key":8})");
  EXPECT_EQ(filter::resolve(spec, {}, filters), (Chain{{400, {8}}}));
}

PairedFilter named(std::uint32_t id, const std::string& codec, const std::string& filter) {
  PairedFilter paired;
  paired.id = id;
  if (!codec.empty()) paired.codec = CodecInterface{codec, id, false};
  if (!filter.empty()) paired.filter = FilterInterface{id, filter, 2, true, true};
  return paired;
}

TEST(SpecNames, AreThoseThatASpecCanHoldAndNobodyElseHas) {
  const auto names = spec_names({named(307, "mine", "other"), named(400, "xor", "XOR, a filter"),
                                 named(401, "xor", "second"), named(402, "zstd", "HDF5 zstd"),
                                 named(403, "", "none"), named(404, "", "plain")});
  using Names = std::map<std::uint32_t, std::string>;
  EXPECT_EQ(names, (Names{{307, "bzip2"}, {400, "xor"}, {401, "second"}, {404, "plain"}}));
}

// Measured with HDF5 1.10.8: nbit of float32, [count, no-op, elements, class, size, ...].
TEST_F(PluginFiltersTest, WorksForWhatIsBuiltInToHdf5) {
  EXPECT_EQ(PluginFilters().bind({5, {}}, floats(), encode),
            (StoredFilter{5, {8, 1, 128, 1, 4, 0, 32, 0}}));
}

TEST_F(PluginFiltersTest, NamesAFilterThatIsNotHere) {
  EXPECT_TRUE(failure_of(499, {}, floats(), ErrorCode::not_found)
                  .starts_with("filter 499 is not available"));
}

TEST_F(PluginFiltersTest, TellsReadingFromWriting) {
  search({test::plugin_group("reads_only")});
  PluginFilters filters;
  EXPECT_EQ(filters.bind({403, {90, 2}}, integers(2), decode), (StoredFilter{403, {90, 2}}));
  EXPECT_EQ(filters.get_kernel(403, decode).id(), 403U);
  const std::string reason =
      "filter 403 cannot write here; it was built to read only\n  library: " +
      test::plugin_group("reads_only") + "/libxor_filter.so";
  EXPECT_EQ(failure_of(403, {90}, integers(2), ErrorCode::unsupported), reason);
  EXPECT_EQ(test::reason_of([&] { (void)filters.get_kernel(403, encode); }), reason);
}

TEST_F(PluginFiltersTest, PassesOnWhyAPluginOfOthersFails) {
  const filter::Kernel kernel = PluginFilters().get_kernel(400, encode);
  const filter::Workspace workspace = kernel.make_workspace();
  const std::vector<std::byte> values(16);
  std::vector<std::byte> stored(kernel.bound({}, values.size()));
  EXPECT_EQ(test::reason_of([&] { kernel.encode(workspace, {}, values, stored); }),
            "no key to xor with");
  EXPECT_EQ(test::reason_of([&] { kernel.decode(workspace, {}, values, stored); }),
            "no key to xor with; the chunk is damaged, or the plugin is not the one that wrote it");
  EXPECT_EQ(kernel.name().substr(0, 26), "xor, of somebody else, in ");
  EXPECT_NE(kernel.name().find("libxor_filter.so"), std::string_view::npos);
}

// ---- filters of the program's own ----

using Bytes = std::vector<std::byte>;

Bytes encoded(const filter::Kernel& kernel, const Bytes& values) {
  Bytes stored(kernel.bound({}, values.size()));
  stored.resize(kernel.encode(kernel.make_workspace(), {}, values, stored));
  return stored;
}

// Works in its own memory, as compressors do: encoding triples the size, decoding makes the data
// half as long again.
std::size_t triple(unsigned flags, std::size_t, const unsigned*, std::size_t bytes,
                   std::size_t* capacity, void** buffer) {
  const std::size_t made = (flags & H5Z_FLAG_REVERSE) == 0 ? 3 * bytes : bytes + bytes / 2;
  H5free_memory(*buffer);
  *capacity = made;
  *buffer = H5allocate_memory(made, /*clear=*/true);
  return made;
}

std::size_t fail_silently(unsigned, std::size_t, const unsigned*, std::size_t, std::size_t*,
                          void**) {
  return 0;
}

H5Z_class2_t own_class(std::uint32_t id, H5Z_func_t apply) {
  return {H5Z_CLASS_T_VERS, static_cast<H5Z_filter_t>(id), 1, 1, "own", nullptr, nullptr, apply};
}

TEST_F(PluginFiltersTest, RunsAProgramsOwnFilterRatherThanAPlugin) {
  const Bytes values(16, std::byte{7});
  PluginFilters filters;
  EXPECT_EQ(test::reason_of([&] { encoded(filters.get_kernel(400, encode), values); }),
            "no key to xor with");
  const H5Z_class2_t own = own_class(400, triple);
  register_filter(&own);
  EXPECT_EQ(encoded(filters.get_kernel(400, encode), values).size(), 48U);
  unregister_filter(400);
  EXPECT_EQ(test::reason_of([&] { encoded(filters.get_kernel(400, encode), values); }),
            "no key to xor with");
}

TEST_F(PluginFiltersTest, RefusesWhatAFilterMakesTooLarge) {
  const H5Z_class2_t own = own_class(496, triple);
  register_filter(&own);
  const filter::Kernel kernel = PluginFilters().get_kernel(496, encode);
  const filter::Workspace workspace = kernel.make_workspace();
  constexpr const char* too_large = "the filter made more bytes of a chunk than it can have";

  const Bytes values(100000, std::byte{7});
  const Error when_encoding = test::error_of([&] { encoded(kernel, values); });
  EXPECT_EQ(when_encoding.code(), ErrorCode::unsupported);
  EXPECT_STREQ(when_encoding.what(), too_large);

  base::ByteBuffer decoded;
  EXPECT_EQ(kernel.decode(workspace, {}, Bytes(100), decoded, 150), 150U);
  const Error when_decoding =
      test::error_of([&] { kernel.decode(workspace, {}, Bytes(100), decoded, 149); });
  EXPECT_EQ(when_decoding.code(), ErrorCode::corrupt);
  EXPECT_STREQ(when_decoding.what(), too_large);
  Bytes room(149);
  EXPECT_EQ(test::reason_of([&] { kernel.decode(workspace, {}, Bytes(100), room); }), too_large);
  unregister_filter(496);
}

TEST_F(PluginFiltersTest, TellsFiltersApartThatShareACallback) {
  const H5Z_class2_t one = own_class(496, fail_silently);
  const H5Z_class2_t other = own_class(497, fail_silently);
  register_filter(&one);
  register_filter(&other);
  PluginFilters filters;
  EXPECT_EQ(filters.get_kernel(496, encode).id(), 496U);
  EXPECT_EQ(filters.get_kernel(497, encode).id(), 497U);
  const filter::Kernel kernel = filters.get_kernel(496, encode);
  EXPECT_EQ(kernel.id(), 496U);
  EXPECT_EQ(test::reason_of([&] { encoded(kernel, Bytes(16)); }),
            "the HDF5 filter failed without saying why");
  EXPECT_NO_THROW(kernel.check(std::vector<std::uint32_t>{1, 2})) << "only its callback can tell";
  unregister_filter(496);
  unregister_filter(497);
}

TEST_F(PluginFiltersTest, RunsNothingThatLibhdf5AloneKnows) {
  const Error error = test::error_of([] { (void)PluginFilters().get_kernel(6, encode); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_STREQ(error.what(),
               "filter 6 (scaleoffset) is known to libhdf5 alone, which does not run it for Zarr");
}

// Notes [class, size, order] of the elements.
herr_t note_type(hid_t properties, hid_t type, hid_t /*space*/) {
  const unsigned cd_values[] = {static_cast<unsigned>(H5Tget_class(type)),
                                static_cast<unsigned>(H5Tget_size(type)),
                                static_cast<unsigned>(H5Tget_order(type))};
  return H5Pmodify_filter(properties, 498, H5Z_FLAG_MANDATORY, std::size(cd_values), cd_values);
}

TEST_F(PluginFiltersTest, ShowsAFilterTheTypeOfTheElements) {
  H5Z_class2_t own = own_class(498, triple);
  own.set_local = note_type;
  register_filter(&own);
  const auto shown = [](std::size_t bytes, ncf_element_class element_class,
                        ncf_element_order order) {
    return PluginFilters().bind({498, {}}, {bytes, element_class, order, {8}}, encode).parameters;
  };
  using CdValues = std::vector<std::uint32_t>;
  constexpr auto little = ncf_order_little;
  constexpr auto big = ncf_order_big;
  for (const std::uint32_t bytes : {1U, 2U, 4U, 8U}) {
    EXPECT_EQ(shown(bytes, ncf_element_integer, little),
              (CdValues{H5T_INTEGER, bytes, H5T_ORDER_LE}));
    EXPECT_EQ(shown(bytes, ncf_element_integer, big), (CdValues{H5T_INTEGER, bytes, H5T_ORDER_BE}));
  }
  EXPECT_EQ(shown(4, ncf_element_floating, little), (CdValues{H5T_FLOAT, 4, H5T_ORDER_LE}));
  EXPECT_EQ(shown(8, ncf_element_floating, big), (CdValues{H5T_FLOAT, 8, H5T_ORDER_BE}));
  for (const auto element_class : {ncf_element_integer, ncf_element_floating, ncf_element_other}) {
    EXPECT_EQ(shown(3, element_class, big), (CdValues{H5T_OPAQUE, 3, H5T_ORDER_NONE}))
        << "HDF5 has no such number, or none is meant";
  }
  unregister_filter(498);
}

TEST_F(PluginFiltersTest, PluginsOfOthersEncodeAndDecode) {
  (void)PluginFilters().bind({400, {90}}, integers(1), encode);
  ScratchDataset dataset({400, {90}}, integers(1));
  const std::vector<std::byte> values(std::size_t{8} * 16, std::byte{7});
  EXPECT_EQ(dataset.round_trip(values), values);
  EXPECT_EQ(dataset.stored_bytes(), values.size());
}

// ---- Stored parameters ----

class StoredParameters : public test::PluginTest {
 protected:
  void SetUp() override {
    search({test::plugin_group("pair"), test::plugin_group("facts_first"),
            test::plugin_group("facts_kept")});
  }

  std::optional<Filter> visible(const StoredFilter& stored) {
    return filter::visible_parameters_of(filters_, stored, layout, layout);
  }
  /// For chunks of other rows.
  std::optional<Filter> visible_elsewhere(const StoredFilter& stored) {
    filter::ChunkLayout other = layout;
    other.shape = {2, 4};
    return filter::visible_parameters_of(filters_, stored, layout, other);
  }
  bool appends_facts(const Filter& given) { return filter::appends_facts(filters_, given, layout); }

  const filter::ChunkLayout layout{.element_bytes = 4,
                                   .element_class = ncf_element_integer,
                                   .byte_order = ncf_order_little,
                                   .shape = {2, 8}};

 private:
  PluginFilters filters_;
};

TEST_F(StoredParameters, TheRegistryReadsTheFiltersThatItKnows) {
  EXPECT_FALSE(filter::has_unknown_parameters({2, {4}}));
  EXPECT_FALSE(filter::has_unknown_parameters({307, {9}}));
  EXPECT_TRUE(filter::has_unknown_parameters({400, {90, 4}}));
  EXPECT_EQ(visible({2, {4}}), visible_form(StoredFilter{2, {4}}));
}

TEST_F(StoredParameters, AFilterThatReplacesItsFactsGetsThemAgain) {
  const StoredFilter stored{400, {90, 4}, FilterFlag::optional};
  EXPECT_EQ(visible(stored), (Filter{400, {90, 4}, FilterFlag::optional}));
  EXPECT_EQ(visible({400, {90, 8}}), std::nullopt);  // of other elements
}

TEST_F(StoredParameters, FactsThatAFilterKeepsAreRemovedForOtherChunks) {
  EXPECT_EQ(visible({407, {1, 8}}), (Filter{407, {1, 8}}));
  EXPECT_EQ(visible_elsewhere({407, {1, 8}, FilterFlag::optional}),
            (Filter{407, {1}, FilterFlag::optional}));
  EXPECT_EQ(visible_elsewhere({407, {1, 5}}), (Filter{407, {1, 5}}));  // as a user gave them
  EXPECT_EQ(visible_elsewhere({400, {90, 4}}), (Filter{400, {90, 4}}));
}

TEST_F(StoredParameters, FactsOfWhichAFilterKeepsSomeAreRefusedForOtherChunks) {
  EXPECT_EQ(visible({408, {1, 8, 16}}), (Filter{408, {1, 8, 16}}));
  EXPECT_EQ(visible_elsewhere({408, {1, 8, 16}}), std::nullopt);
}

TEST_F(StoredParameters, FactsBeforeTheParametersAreRemoved) {
  EXPECT_EQ(visible({405, {8, 1}, FilterFlag::optional}), (Filter{405, {1}, FilterFlag::optional}));
  EXPECT_EQ(visible({405, {8, 1, 7}}), (Filter{405, {1, 7}}));
  EXPECT_EQ(visible({405, {4, 1}}), std::nullopt);  // of other chunks
  EXPECT_EQ(visible({405, {1}}), std::nullopt);
}

TEST_F(StoredParameters, OtherChangesCannotBeUndone) {
  EXPECT_EQ(visible({406, {8, 9}}), std::nullopt);
  EXPECT_EQ(visible({400, {}}), std::nullopt);  // refused
}

TEST_F(StoredParameters, FactsAfterTheParametersAreReplaced) {
  EXPECT_TRUE(appends_facts({400, {90}}));
  EXPECT_TRUE(appends_facts({400, {90, 4}}));
  EXPECT_FALSE(appends_facts({405, {1}}));
  EXPECT_FALSE(appends_facts({405, {8, 1}}));
}

TEST_F(StoredParameters, FactsOfOtherChunksThatAFilterKeepsAreNoticed) {
  EXPECT_TRUE(appends_facts({407, {1}}));
  EXPECT_TRUE(appends_facts({407, {1, 8}}));
  EXPECT_FALSE(appends_facts({407, {1, 4}}));
}

}  // namespace
}  // namespace ncf::plugin
