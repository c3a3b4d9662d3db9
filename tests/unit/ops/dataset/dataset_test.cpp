// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/dataset.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "ncf/generate.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::dataset_test {
namespace {

using test::reason_of;

constexpr std::size_t times = 3;
constexpr std::size_t columns = 10;
const ncf::Box all{{0, 0}, {times, columns}};

Chain chain(std::string_view text) { return resolve(parse_filter_spec(text)); }

/// Group g with float v(t, x) in chunks of 2 by 4, string names(t), double scalar s.
Definition small_definition(std::string_view filters = "shuffle|deflate,5") {
  Definition definition;
  definition.add_group("/g");
  definition.add_dimension("/t", times, true);
  definition.add_dimension("/g/x", columns);
  definition.add_variable("/g/v", ElementType::float32, {"/t", "/g/x"});
  definition.set_attribute("/g/v", "units", "m");
  definition.set_chunks("/g/v", {2, 4});
  definition.set_filters("/g/v", filters.empty() ? Chain{} : chain(filters));
  definition.add_variable("/names", ElementType::text, {"/t"});
  definition.add_variable("/s", ElementType::float64, {});
  return definition;
}

std::vector<float> numbers() {
  std::vector<float> values(times * columns);
  std::iota(values.begin(), values.end(), 0.5F);
  return values;
}

void write_small(Target& target) {
  const std::vector<float> values = numbers();
  target.write("/g/v", all, std::as_bytes(std::span(values)));
  const std::vector<std::string> names{"a", "", "äöü"};
  target.write_texts("/names", {{0}, {times}}, names);
  const double scalar = 7;
  target.write("/s", {}, std::as_bytes(std::span(&scalar, 1)));
}

std::vector<float> floats(const std::vector<std::byte>& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::vector<std::byte> small_file(std::string_view filters = "shuffle|deflate,5") {
  Target target = Target::create_in_memory(small_definition(filters));
  write_small(target);
  return target.commit_to_memory();
}

class Datasets : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  void save(const std::string& name, const std::vector<std::byte>& bytes) const {
    std::ofstream(path(name), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }

  test::TemporaryFolder folder_;
};

TEST_F(Datasets, AttributesAreMadeOfNumbersOfCpp) {
  static_assert(element_type_of<signed char>() == ElementType::int8);
  static_assert(element_type_of<unsigned short>() == ElementType::uint16);
  static_assert(element_type_of<long>() == ElementType::int64);
  static_assert(element_type_of<unsigned long long>() == ElementType::uint64);
  static_assert(element_type_of<double>() == ElementType::float64);
  Definition definition;
  definition.set_attribute("/", attribute_of("range", std::vector<float>{-1, 2.5}));
  definition.set_attribute("/", attribute_of("bits", std::vector<std::uint32_t>{1U << 31U}));
  save("a.nc", Target::create_in_memory(definition).commit_to_memory());
  const auto dump = test::run("env -u LD_PRELOAD LC_ALL=C ncdump -h " + test::quoted(path("a.nc")));
  EXPECT_NE(dump.output.find(":range = -1.f, 2.5f ;"), std::string::npos) << dump.output;
  EXPECT_NE(dump.output.find(":bits = 2147483648U ;"), std::string::npos) << dump.output;
}

TEST_F(Datasets, APathBeginsWithASlash) {
  Source source = Source::open(small_file(), "bytes");
  EXPECT_EQ(reason_of([&] { (void)source.definition().variable("names"); }, ErrorCode::not_found),
            "there is no variable names; a path begins with /");
}

TEST_F(Datasets, OtherProgramsReadAFileMadeInMemory) {
  save("made.nc", small_file());
  const auto dump = test::run("env -u LD_PRELOAD LC_ALL=C ncdump " + test::quoted(path("made.nc")) +
                              " | tr -d ' \\n\\t'");
  EXPECT_EQ(
      dump.output,
      "netcdfmade{dimensions:t=UNLIMITED;//(3currently)variables:stringnames(t);doubles;"
      "data:names=\"a\",_,\"äöü\";s=7;group:g{dimensions:x=10;variables:floatv(t,x);"
      "v:units=\"m\";data:v=0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5,9.5,10.5,11.5,12.5,13.5,14.5,"
      "15.5,16.5,17.5,18.5,19.5,20.5,21.5,22.5,23.5,24.5,25.5,26.5,27.5,28.5,29.5;}//groupg}");
}

TEST_F(Datasets, DefinitionShowsWhatIsThere) {
  const Source source = Source::open(small_file(), "bytes");
  const Definition& definition = source.definition();
  EXPECT_EQ(definition.groups(), (std::vector<std::string>{"/", "/g"}));
  ASSERT_EQ(definition.dimensions().size(), 2U);
  EXPECT_EQ(definition.dimensions()[0].path, "/t");
  EXPECT_EQ(definition.dimensions()[0].length, times);
  EXPECT_TRUE(definition.dimensions()[0].is_unlimited);
  const VariableDefinition v = definition.variable("/g/v");
  EXPECT_EQ(v.type, ElementType::float32);
  EXPECT_EQ(v.type.name(), "float");
  EXPECT_EQ(v.type.bytes(), 4U);
  EXPECT_EQ(v.dimensions, (std::vector<std::string>{"/t", "/g/x"}));
  EXPECT_EQ(v.shape, (std::vector<std::size_t>{times, columns}));
  EXPECT_EQ(v.chunk_shape, (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(format_numeric(v.filters), "2,4|1,5");
  ASSERT_EQ(v.attributes.size(), 1U);
  EXPECT_EQ(v.attributes[0].values.texts(), std::vector<std::string>{"m"});
  EXPECT_FALSE(definition.variable("/names").type.is_fixed_size());
  EXPECT_EQ(reason_of([&] { (void)definition.variable("/w"); }, ErrorCode::not_found),
            "there is no variable /w");
}

TEST_F(Datasets, WalksAndReadsChunksInMemoryAndInAFile) {
  const std::vector<std::byte> bytes = small_file();
  save("made.nc", bytes);
  Source in_memory = Source::open(bytes, "bytes");
  Source in_file = Source::open(path("made.nc"));
  for (Source* source : {&in_memory, &in_file}) {
    std::vector<ncf::Box> boxes;
    source->walk_chunks("/g/v", [&](const StoredChunk& chunk) {
      boxes.push_back(chunk.box);
      const auto stored = source->read_stored("/g/v", chunk);
      EXPECT_EQ(stored.size(), chunk.bytes);
      ASSERT_TRUE(chunk.position);
      EXPECT_TRUE(std::equal(stored.begin(), stored.end(),
                             bytes.begin() + static_cast<std::ptrdiff_t>(*chunk.position)));
      EXPECT_EQ(floats(source->read("/g/v", chunk.box)).front(),
                numbers()[chunk.box.start[0] * columns + chunk.box.start[1]]);
    });
    ASSERT_EQ(boxes.size(), 6U);
    EXPECT_EQ(boxes.back(), (ncf::Box{{2, 8}, {1, 2}}));
    EXPECT_EQ(floats(source->read("/g/v", all)), numbers());
    EXPECT_EQ(floats(source->read("/g/v", {{1, 3}, {2, 2}})),
              (std::vector<float>{13.5, 14.5, 23.5, 24.5}));
    EXPECT_EQ(source->read_texts("/names", {{1}, {2}}), (std::vector<std::string>{"", "äöü"}));
    source->walk_chunks("/s", [](const StoredChunk&) { FAIL(); });
  }
}

TEST_F(Datasets, CopiesStoredChunksToEveryFormatThatHoldsThem) {
  Source source = Source::open(small_file(), "bytes");
  for (const Format format : {Format::netcdf4, Format::nczarr, Format::zarr2, Format::zarr3}) {
    const std::string output = path(std::string(format_name(format)));
    Target target = Target::create(output, source.definition(), {.format = format});
    ASSERT_EQ(target.why_not_stored(source, "/g/v").value_or("it can"), "it can");
    source.walk_chunks("/g/v", [&](const StoredChunk& chunk) {
      target.write_stored("/g/v", chunk.box.start, source.read_stored("/g/v", chunk),
                          chunk.filter_mask);
    });
    target.write_all(source, "/names");
    target.write_all(source, "/s");
    target.commit();
    Source copy = Source::open(output);
    EXPECT_EQ(copy.definition().format(), format);
    EXPECT_EQ(floats(copy.read("/g/v", all)), numbers()) << output;
    EXPECT_EQ(copy.read_texts("/names", {{2}, {1}}), std::vector<std::string>{"äöü"});
    EXPECT_EQ(copy.find_chunk("/g/v", {0, 4})->bytes, source.find_chunk("/g/v", {0, 4})->bytes);
  }
}

TEST_F(Datasets, SaysWhyStoredChunksWouldMeanSomethingElse) {
  Source source = Source::open(small_file(), "bytes");
  Definition other = source.definition();
  other.set_filters("/g/v", chain("deflate,1"));
  Target filtered = Target::create_in_memory(other);
  EXPECT_EQ(filtered.why_not_stored(source, "/g/v"),
            "the stored filters differ: shuffle | deflate level=5 and deflate level=1");
  other.set_chunks("/g/v", {1, 10});
  Target chunked = Target::create_in_memory(other);
  EXPECT_EQ(chunked.why_not_stored(source, "/g/v"), "the chunks differ: 2 x 4 and 1 x 10");
  EXPECT_TRUE(chunked.why_not_stored(source, "/s"));
  chunked.write_all(source, "/g/v");
  Source copy = Source::open(chunked.commit_to_memory(), "copy");
  EXPECT_EQ(floats(copy.read("/g/v", all)), numbers());
}

TEST_F(Datasets, SaysWhereFiltersOfOtherFormatsMayReadOnlyAPartOfChunks) {
  const std::filesystem::path store = path("in.zarr");
  std::filesystem::create_directories(store / "v");
  std::ofstream(store / ".zgroup") << R"({"zarr_format": 2})";
  std::ofstream(store / "v/.zarray")
      << R"({"zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "<i4", "order": "C",)"
      << R"("fill_value": 0, "filters": null, "compressor": {"id": "bz2", "level": 1}})";
  std::ofstream(store / "v/.zattrs") << R"({"_ARRAY_DIMENSIONS": ["x"]})";
  Source source = Source::open(store);
  Target nczarr = Target::create(path("nczarr"), source.definition(), {.format = Format::nczarr});
  EXPECT_EQ(nczarr.why_not_stored(source, "/v"),
            "HDF5's filters may read only a part of its chunks");
  Target zarr = Target::create(path("zarr"), source.definition(), {.format = Format::zarr2});
  EXPECT_EQ(zarr.why_not_stored(source, "/v"), std::nullopt);
}

TEST_F(Datasets, WhatIsNotWrittenReadsAsFillValues) {
  for (const Format format : {Format::classic, Format::netcdf4}) {
    Definition definition;
    definition.add_dimension("/t", 0, true);
    definition.add_dimension("/u", 4);
    definition.add_variable("/a", ElementType::int16, {"/t"});
    definition.add_variable("/b", ElementType::int16, {"/u"});
    Target target = Target::create_in_memory(definition, {.format = format});
    const std::vector<std::int16_t> two{1, 2};
    target.write("/a", {{3}, {2}}, std::as_bytes(std::span(two)));
    Source source = Source::open(target.commit_to_memory(), "bytes");
    std::vector<std::int16_t> a(5);
    source.read("/a", {{0}, {5}}, std::as_writable_bytes(std::span(a)));
    EXPECT_EQ(a, (std::vector<std::int16_t>{-32767, -32767, -32767, 1, 2}));
    std::vector<std::int16_t> b(4);
    source.read("/b", {{0}, {4}}, std::as_writable_bytes(std::span(b)));
    EXPECT_EQ(b, std::vector<std::int16_t>(4, -32767));
  }
}

TEST_F(Datasets, DimensionsKeepTheirLengthBesideAnEmptyOne) {
  for (const Format format : {Format::netcdf4, Format::nczarr}) {
    Definition definition;
    definition.add_dimension("/a", 4, true);
    definition.add_dimension("/b", 0, true);
    definition.add_variable("/v", ElementType::int16, {"/a", "/b"});
    const std::string output = path(std::string(format_name(format)));
    Target target = Target::create(output, definition, {.format = format});
    target.commit();
    const Source source = Source::open(output);
    EXPECT_EQ(source.definition().dimensions().at(0).length, 4U) << output;
    EXPECT_EQ(source.definition().dimensions().at(1).length, 0U) << output;
    EXPECT_TRUE(source.definition().dimensions().at(0).is_unlimited) << output;
  }
}

TEST_F(Datasets, StringsAndNamesEndAtANul) {
  const std::string text("ab\0cd", 5);
  const std::string why =
      "a text contains a NUL, which ends strings and names; only values of type char can "
      "contain one";
  const auto usage = [](const std::function<void()>& work) {
    return reason_of(work, ErrorCode::usage);
  };
  Definition definition = small_definition();
  EXPECT_EQ(usage([&] { (void)Elements::of_texts(std::vector<std::string>{"x", text}); }), why);
  EXPECT_EQ(usage([&] { definition.set_attribute("/", text, "x"); }), why);
  EXPECT_EQ(usage([&] { definition.add_group("/" + text); }), why);
  EXPECT_EQ(usage([&] { definition.add_dimension("/" + text, 1); }), why);
  EXPECT_EQ(usage([&] { definition.add_variable("/" + text, ElementType::int8, {}); }), why);
  definition.set_attribute("/", "characters", text);
  EXPECT_EQ(definition.attributes("/").at(0).values.texts(), std::vector<std::string>{text});
  Target target = Target::create_in_memory(definition);
  const std::vector<std::string> names{"x", text};
  EXPECT_EQ(usage([&] {
              target.write_texts("/names", {{0}, {2}}, names);
            }),
            "file in memory: variable /names: " + why);
  write_small(target);
  const Source source = Source::open(target.commit_to_memory(), "bytes");
  EXPECT_EQ(source.definition().attributes("/").at(0).values.texts(),
            std::vector<std::string>{text});
}

TEST_F(Datasets, NullStringsOfAttributesAreKept) {
  std::ofstream(path("in.cdl")) << "netcdf in { string :a = \"x\", NIL, \"y\" ; :b = \"z\" ; }";
  GenerateOptions options;
  options.input = path("in.cdl");
  options.output = path("in.nc");
  generate(options);
  const Source source = Source::open(path("in.nc"));
  EXPECT_EQ(source.definition().attributes("/").at(0).values.texts(),
            (std::vector<std::string>{"x", "", "y"}));
  EXPECT_EQ(source.definition().attributes("/").at(0).values.cdl(), R"("x", NIL, "y")");
  EXPECT_TRUE(source.definition().notes().empty());
}

TEST_F(Datasets, ATargetThatIsNotCommittedLeavesTheOutputAsItWas) {
  for (const std::string name : {"old.nc", "old.zarr"}) {
    Target old = Target::create(path(name), small_definition());
    write_small(old);
    old.commit();
    EXPECT_EQ(reason_of([&] { old.commit(); }, ErrorCode::usage),
              path(name) + ": a write failed before, or the output is committed");
    { Target discarded = Target::create(path(name), Definition()); }
    EXPECT_EQ(floats(Source::open(path(name)).read("/g/v", all)), numbers());
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 2);
}

TEST_F(Datasets, NothingIsCommittedAfterAFailure) {
  Target target = Target::create(path("out.nc"), small_definition());
  write_small(target);
  Source source = Source::open(small_file(), "bytes");
  save("damaged.nc", small_file());
  const std::uint64_t position = source.find_chunk("/g/v", {0, 0})->position.value();
  std::fstream file(path("damaged.nc"), std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(position));
  file << "not a zlib stream";
  file.close();
  Source damaged = Source::open(path("damaged.nc"));
  const std::string reason =
      reason_of([&] { (void)damaged.read("/g/v", all); }, ErrorCode::corrupt);
  EXPECT_TRUE(reason.starts_with(path("damaged.nc") + ": variable /g/v: chunk at (0,0): "))
      << reason;
  EXPECT_TRUE(test::find_error([&] { target.write_all(damaged, "/g/v"); }));
  EXPECT_EQ(reason_of([&] { target.commit(); }, ErrorCode::usage),
            path("out.nc") + ": a write failed before, or the output is committed");
  EXPECT_FALSE(std::filesystem::exists(path("out.nc")));
}

TEST_F(Datasets, AZarrStoreInAZipFileIsReadFromMemory) {
  Target target = Target::create(path("store.zip"), small_definition(), {.format = Format::zarr3});
  write_small(target);
  target.commit();
  std::ifstream file(path("store.zip"), std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto bytes = std::as_bytes(std::span(text));
  Source source = Source::open({bytes.begin(), bytes.end()}, "store");
  EXPECT_EQ(source.definition().format(), Format::zarr3);
  EXPECT_EQ(floats(source.read("/g/v", all)), numbers());
  EXPECT_FALSE(source.find_chunk("/g/v", {0, 0})->position);
}

TEST_F(Datasets, RefusesWhatDoesNotFit) {
  Source source = Source::open(small_file(""), "bytes");
  Target target = Target::create_in_memory(small_definition(""));
  const std::vector<std::byte> few(4);
  const auto usage = [](const std::function<void()>& work) {
    return reason_of(work, ErrorCode::usage);
  };
  EXPECT_EQ(usage([&] {
              (void)source.read("/g/v", {{0, 9}, {1, 2}});
            }),
            "bytes: variable /g/v: the box is not within the variable's shape");
  EXPECT_EQ(usage([&] {
              (void)source.find_chunk("/g/v", {0, 3});
            }),
            "bytes: variable /g/v: chunk at (0,3) does not exist: chunks begin at multiples of the "
            "chunk shape");
  EXPECT_EQ(usage([&] {
              target.write("/g/v", {{0, 0}, {1, 2}}, few);
            }),
            "file in memory: variable /g/v: the box has 8 bytes of elements, not 4");
  EXPECT_EQ(usage([&] {
              target.write_stored("/g/v", {0, 0}, few);
            }),
            "file in memory: variable /g/v: 4 bytes are not a chunk of 32");
  EXPECT_EQ(usage([&] {
              target.write_stored("/g/v", {4, 0}, std::vector<std::byte>(32));
            }),
            "file in memory: variable /g/v: the box is not within the variable's shape");
  target.write_stored("/g/v", {0, 0}, std::vector<std::byte>(32));
  EXPECT_EQ(usage([&] {
              target.write("/g/v", {{0, 0}, {1, 1}}, few);
            }),
            "file in memory: variable /g/v: is written both as stored chunks and as elements");
  EXPECT_EQ(reason_of(
                [&] {
                  (void)source.read("/names", {{0}, {1}});
                },
                ErrorCode::unsupported),
            "bytes: variable /names: elements of variable length cannot be moved as bytes; use "
            "read_elements and write_elements");
  EXPECT_EQ(reason_of([&] { (void)Source::open(few, "few"); }, ErrorCode::unsupported),
            "few: not a netCDF file: it begins with zeros, so it was probably never written or "
            "transferred completely");
  EXPECT_EQ(
      reason_of([&] { (void)Target::create_in_memory(Definition(), {.format = Format::zarr2}); }),
      "only netCDF files can be made in memory, not Zarr v2; give a format");
  EXPECT_EQ(usage([&] {
              (void)Target::create_in_memory(small_definition(), {.format = Format::classic});
            }),
            "file in memory: variable /g/v: classic has no filters; use another format");
}

}  // namespace
}  // namespace ncf::dataset_test
