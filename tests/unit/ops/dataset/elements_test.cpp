// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/elements.hpp"

#include <gtest/gtest.h>

#include "ncf/dataset.hpp"
#include "ncf/dump.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

// Run with a sanitizer or valgrind, these tests also show that nothing leaks and nothing is freed
// twice.
namespace ncf::elements_test {
namespace {

using test::reason_of;

DataType words_type() { return DataType::sequence("words", ElementType::text); }
DataType color_type() {
  return DataType::enumeration("color", ElementType::int8, {{"red", 1}, {"blue", -2}});
}

/// A compound with all kinds of types, also nested.
DataType record_type() {
  const DataType point = DataType::compound(
      "point", {{"x", ElementType::int8}, {"name", ElementType::text}, {"color", color_type()}});
  return DataType::compound("record", {{"number", ElementType::int16},
                                       {"words", words_type()},
                                       {"points", DataType::sequence("path", point)},
                                       {"pair", ElementType::float64, {2}},
                                       {"rest", DataType::opaque("blob", 3)},
                                       {"lists", DataType::sequence("lists", words_type())}});
}

void fill(Element record, std::int16_t number) {
  record.field("number").set(number);
  record.field("words").resize(2);
  record.field("words")[0].set_text("first");
  const Element points = record.field("points");
  record.field("points").resize(1);
  points[0].field("x").set(std::int8_t{5});
  points[0].field("name").set_text("p");
  points[0].field("color").set(std::int8_t{-2});
  record.field("pair", 1).set(2.5);
  record.field("rest").bytes()[2] = std::byte{0xff};
  record.field("lists").resize(2);
  record.field("lists")[1].resize(1);
  record.field("lists")[1][0].set_text("deep");
}

Elements records() {
  Elements records(record_type(), 2);
  fill(records[0], 7);
  return records;
}

constexpr const char* records_as_cdl =
    R"({7, {"first", NIL}, {{5, "p", blue}}, {0, 2.5}, 0X0000FF, {{}, {"deep"}}}, )"
    R"({0, {}, {}, {0, 0}, 0X000000, {}})";

TEST(DataTypes, AreClassifiedOnce) {
  EXPECT_TRUE(DataType(ElementType::float32).is_fixed_size());
  EXPECT_FALSE(DataType(ElementType::text).is_fixed_size());
  EXPECT_FALSE(words_type().is_fixed_size());
  EXPECT_TRUE(color_type().is_fixed_size());
  EXPECT_TRUE(DataType::opaque("blob", 3).is_fixed_size());
  const DataType pair = DataType::compound("pair", {{"a", ElementType::int8}, {"b", color_type()}});
  EXPECT_TRUE(pair.is_fixed_size());
  EXPECT_FALSE(record_type().is_fixed_size());
  EXPECT_FALSE(DataType::compound("outer", {{"inner", record_type()}}).is_fixed_size());
}

TEST(DataTypes, HaveTheLayoutOfStructsInC) {
  struct Record {
    std::int8_t a;
    double b;
    std::int16_t c[3];
  };
  const DataType type = DataType::compound(
      "r", {{"a", ElementType::int8}, {"b", ElementType::float64}, {"c", ElementType::int16, {3}}});
  EXPECT_EQ(type.bytes(), sizeof(Record));
  EXPECT_EQ(type.fields().at(1).offset, offsetof(Record, b));
  EXPECT_EQ(type.fields().at(2).offset, offsetof(Record, c));
  EXPECT_EQ(type.fields().at(2).shape, std::vector<std::size_t>{3});
}

TEST(DataTypes, ShowWhatTheyAreMadeOf) {
  EXPECT_EQ(words_type().kind(), DataType::Kind::sequence);
  EXPECT_EQ(words_type().base(), ElementType::text);
  EXPECT_EQ(color_type().base().name(), "byte");
  EXPECT_EQ(color_type().members().at(1).value, -2);
  EXPECT_EQ(DataType(ElementType::int8).kind(), DataType::Kind::atomic);
  EXPECT_EQ(record_type().element_type(), ElementType::user_defined);
  EXPECT_EQ(record_type(), record_type());
  EXPECT_FALSE(words_type() == DataType::sequence("other", ElementType::text));
}

TEST(DataTypes, RefuseWhatNetcdfDoesNotHave) {
  const auto usage = [](const std::function<void()>& work) {
    return reason_of(work, ErrorCode::usage);
  };
  EXPECT_EQ(usage([] { DataType{ElementType::user_defined}; }), "not one of netCDF's atomic types");
  EXPECT_EQ(usage([] { DataType::opaque("o", 0); }),
            "type o: has 0 bytes, expected 1 to 1073741824");
  EXPECT_EQ(usage([] {
              DataType::enumeration("e", ElementType::float32, {{"a", 1}});
            }),
            "type e: is not of integers");
  EXPECT_EQ(usage([] {
              DataType::enumeration("e", ElementType::int8, {{"a", 200}});
            }),
            "type e: a is 200, which no byte is");
  EXPECT_EQ(usage([] {
              DataType::enumeration("e", ElementType::int8, {{"a", 1}, {"a", 2}});
            }),
            "type e: a is there twice");
  EXPECT_EQ(usage([] { DataType::compound("c", {}); }), "type c: has no fields");
  EXPECT_EQ(usage([] {
              DataType::compound("c", {{"f", ElementType::int8, {0}}});
            }),
            "type c: field f is empty");
  EXPECT_EQ(usage([] { DataType::sequence("a/b", ElementType::int8); }), "type a/b: is not a name");
  EXPECT_EQ(usage([] {
              DataType type = ElementType::int8;
              for (int i = 0; i < 40; ++i) type = DataType::sequence("s", type);
            }),
            "type s: nested deeper than 32");
}

TEST(ElementsTest, AreReadAndWrittenByField) {
  Elements elements = records();
  EXPECT_EQ(elements.cdl(), records_as_cdl);
  const Elements& read = elements;
  EXPECT_EQ(read[0].field("number").get<std::int16_t>(), 7);
  EXPECT_EQ(read[0].field("words").size(), 2U);
  EXPECT_EQ(read[0].field("words")[0].text(), "first");
  EXPECT_EQ(read[0].field("words")[1].text(), std::nullopt);
  EXPECT_EQ(read[0].field("lists")[1][0].text(), "deep");
  EXPECT_EQ(read[0].field("points")[0].field("color").get<std::int8_t>(), -2);
  EXPECT_EQ(read[0].field("rest").bytes().size(), 3U);
  EXPECT_EQ(read[1].field("words").size(), 0U);
}

TEST(ElementsTest, CopiesAreDeep) {
  Elements elements = records();
  const Elements copy = elements;
  EXPECT_EQ(copy, elements);
  elements[0].field("lists")[1][0].set_text("changed");
  EXPECT_FALSE(copy == elements);
  EXPECT_EQ(copy.cdl(), records_as_cdl);
  elements = copy;
  EXPECT_EQ(elements, copy);
}

TEST(ElementsTest, SequencesKeepTheirFirstElements) {
  Elements lists(words_type(), 1);
  lists[0].resize(3);
  lists[0][0].set_text("a");
  lists[0][2].set_text("c");
  lists[0].resize(1);
  EXPECT_EQ(lists.cdl(), R"({"a"})");
  lists[0].resize(2);
  EXPECT_EQ(lists.cdl(), R"({"a", NIL})");
  lists[0][0].set_text(std::nullopt);
  lists[0].resize(0);
  EXPECT_EQ(lists.cdl(), "{}");
}

TEST(ElementsTest, ListsAndTexts) {
  const std::vector<std::string> texts{"a", ""};
  EXPECT_EQ(Elements::of_texts(texts).texts(), texts);
  EXPECT_EQ(Elements::of_characters("ab").texts(), std::vector<std::string>{"ab"});
  EXPECT_EQ(Elements::of_characters("ab").cdl(), R"("ab")");
  EXPECT_EQ(Elements::of(std::vector<std::uint16_t>{1, 2}).cdl(), "1, 2");
  EXPECT_EQ(Elements::of(std::vector<float>{1.5F}).type(), ElementType::float32);
  EXPECT_TRUE(Elements::of(std::vector<float>{1.5F}).texts().empty());
}

TEST(ElementsTest, RefuseWhatTheTypeDoesNotHave) {
  Elements elements = records();
  const auto usage = [](const std::function<void()>& work) {
    return reason_of(work, ErrorCode::usage);
  };
  EXPECT_EQ(usage([&] { (void)elements[2]; }), "there is no element 2 among 2");
  EXPECT_EQ(usage([&] { (void)elements[0].text(); }), "an element of type record is not a string");
  EXPECT_EQ(usage([&] { (void)elements[0].size(); }),
            "an element of type record is not a sequence");
  EXPECT_EQ(usage([&] { elements[0].field("number").set(7); }),
            "an element of type short is not of type int");
  EXPECT_EQ(usage([&] { (void)elements[0].field("words")[2]; }), "there is no element 2 among 2");
  EXPECT_EQ(usage([&] { (void)elements[0].field("pair", 2); }), "there is no element 2 among 2");
  EXPECT_EQ(usage([&] { (void)elements[0].field("words").field("a"); }),
            "an element of type words is not a compound");
  EXPECT_EQ(reason_of([&] { (void)elements[0].field("none"); }, ErrorCode::not_found),
            "type record has no field none");
}

// ---- In datasets ----

/// Variables of all kinds of types, in groups, with a fill value and an attribute.
Definition definition_of_records() {
  Definition definition;
  definition.add_group("/g");
  definition.add_dimension("/x", 2);
  definition.add_type("/", color_type());
  definition.add_variable("/g/records", record_type(), {"/x"});
  definition.add_variable("/g/rows", DataType::sequence("row", ElementType::float32), {"/x"});
  definition.add_variable("/list", words_type(), {});
  Elements fill_value(DataType::sequence("row", ElementType::float32), 1);
  fill_value[0].resize(1);
  fill_value[0][0].set(-999.0F);
  definition.set_attribute("/g/rows", {"_FillValue", fill_value});
  Elements words(words_type(), 1);
  words[0].resize(1);
  words[0][0].set_text("in an attribute");
  definition.set_attribute("/", {"note", words});
  return definition;
}

std::vector<std::byte> file_of_records() {
  Target target = Target::create_in_memory(definition_of_records());
  target.write_elements("/g/records", {{0}, {2}}, records());
  Elements words(words_type(), 1);
  words[0].resize(1);
  words[0][0].set_text("a");
  target.write_elements("/list", {}, words);
  return target.commit_to_memory();
}

TEST(ElementsTest, TypesAreDefinedWhereTheyAreNeeded) {
  const Definition definition = definition_of_records();
  std::vector<std::string> names;
  for (const DataType& type : definition.types("/g")) names.push_back(type.name());
  EXPECT_EQ(names,
            (std::vector<std::string>{"words", "point", "path", "blob", "lists", "record", "row"}));
  EXPECT_EQ(definition.types("/").at(0), color_type());
  EXPECT_EQ(definition.types("/").at(1), words_type());
  EXPECT_EQ(definition.variable("/g/records").type, record_type());
  Definition other = definition;
  EXPECT_EQ(reason_of([&] { other.add_type("/", DataType::opaque("words", 3)); }, ErrorCode::usage),
            "type words: is defined already");
}

TEST(ElementsTest, AreReadFromDatasetsAndRemainAfterwards) {
  std::optional<Elements> read;
  std::optional<Elements> attribute;
  {
    Source source = Source::open(file_of_records(), "records");
    read = source.read_elements("/g/records", {{0}, {2}});
    attribute = source.definition().attributes("/").at(0).values;
    EXPECT_EQ(source.read_elements("/g/records", {{1}, {1}}).count(), 1U);
    EXPECT_EQ(source.read_elements("/list", {}).cdl(), R"({"a"})");
    EXPECT_EQ(source.read_elements("/g/rows", {{0}, {2}}).cdl(), "{-999}, {-999}");
  }
  EXPECT_EQ(*read, records());
  EXPECT_EQ(read->type(), record_type());
  const Elements copy = *read;
  read.reset();
  EXPECT_EQ(copy.cdl(), records_as_cdl);
  EXPECT_EQ(attribute->cdl(), R"({"in an attribute"})");
}

TEST(ElementsTest, OfFixedSizeAreEncodedByAllThreads) {
  const DataType pair =
      DataType::compound("pair", {{"a", ElementType::int16}, {"b", ElementType::int16}});
  Definition definition;
  definition.add_dimension("/x", 1000);
  definition.add_variable("/v", pair, {"/x"});
  definition.set_chunks("/v", {100});
  definition.set_filters("/v", resolve(parse_filter_spec("deflate,1")));
  Elements pairs(pair, 1000);
  for (std::size_t i = 0; i < 1000; ++i) pairs[i].field("b").set(static_cast<std::int16_t>(i));
  Target target = Target::create_in_memory(definition);
  target.write_elements("/v", {{0}, {1000}}, pairs);
  Source source = Source::open(target.commit_to_memory(), "pairs");
  EXPECT_EQ(source.read_elements("/v", {{0}, {1000}}), pairs);
}

TEST(ElementsTest, OfAnotherTypeOrNumberAreRefused) {
  Target target = Target::create_in_memory(definition_of_records());
  EXPECT_EQ(reason_of(
                [&] {
                  target.write_elements("/g/records", {{0}, {2}}, Elements(words_type(), 2));
                },
                ErrorCode::usage),
            "file in memory: variable /g/records: has elements of type record, not of the words "
            "given");
  EXPECT_EQ(reason_of(
                [&] {
                  target.write_elements("/g/records", {{0}, {2}}, Elements(record_type(), 1));
                },
                ErrorCode::usage),
            "file in memory: variable /g/records: the box has 2 elements, not 1");
  EXPECT_EQ(test::find_error([&] {
              Target::create_in_memory(definition_of_records(), {.format = Format::classic});
            })->code(),
            ErrorCode::unsupported);
}

TEST(ElementsTest, OtherProgramsReadThem) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "records.nc").string();
  Target target = Target::create(path, definition_of_records());
  target.write_elements("/g/records", {{0}, {2}}, records());
  target.commit();
  const auto dump =
      test::run("env -u LD_PRELOAD LC_ALL=C ncdump -v /g/records,/g/rows " + test::quoted(path));
  EXPECT_NE(dump.output.find(R"({7, {"first", NIL}, {{5, "p", blue}}, {0, 2.5}, 0X0000FF, )"),
            std::string::npos)
      << dump.output;
  EXPECT_NE(dump.output.find("rows = _, _ ;"), std::string::npos) << dump.output;
}

TEST(ElementsTest, DefinitionsInCdl) {
  const Definition definition = Definition::from_cdl(
      "netcdf d { types: int(*) row ; dimensions: x = 3 ; variables: row r(x) ; r:_Storage = "
      "\"chunked\" ; r:_ChunkSizes = 2 ; row r:a = {1, 2} ; :_Format = \"netCDF-4\" ; }");
  EXPECT_EQ(definition.variable("/r").type, DataType::sequence("row", ElementType::int32));
  EXPECT_EQ(definition.variable("/r").chunk_shape, std::vector<std::size_t>{2});
  EXPECT_EQ(definition.variable("/r").attributes.at(0).values.cdl(), "{1, 2}");
  const auto refused = [](const char* cdl) {
    return reason_of([&] { (void)Definition::from_cdl(cdl); }, ErrorCode::syntax);
  };
  EXPECT_NE(refused("netcdf d { dimensions: x = 1 ; variables: int v(x), w(y) ; data: v = 1 ; }")
                .find("definition:1:55: error: dimension y is not defined"),
            std::string::npos);
  EXPECT_NE(refused("netcdf d { variables: int v ; data: v = 1 ; }").find("has no data"),
            std::string::npos);
  EXPECT_EQ(reason_of(
                [] {
                  (void)Definition::from_cdl(
                      "netcdf d { variables: float v ; v:_QuantizeBitRoundNumberOfSignificantBits "
                      "= 3 ; }");
                },
                ErrorCode::unsupported),
            "variable /v: a target does not quantize values; round them before");
}

}  // namespace
}  // namespace ncf::elements_test
