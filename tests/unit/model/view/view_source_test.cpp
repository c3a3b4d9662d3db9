// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/view/view_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::model {
namespace {

using Numbers = std::vector<double>;

constexpr std::size_t rows = 700;
constexpr std::size_t columns = 900;

/// A source of one variable in chunks of 100 rows, whose values are counted from 0.
class CountingSource final : public Source {
 public:
  CountingSource() : Source("counted.nc") {
    schema_.groups.emplace_back();
    schema_.dimensions = {{"y", rows}, {"x", columns}};
    Variable& variable = schema_.variables.emplace_back();
    variable.name = "v";
    variable.type = atomic_type(TypeClass::int_);
    variable.dimensions = {0, 1};
  }

  [[nodiscard]] const Schema& schema() const override { return schema_; }

  std::size_t most_read = 0;      ///< values at a time
  std::size_t stored_chunks = 7;  ///< of which there is none to find

 private:
  void do_read(VariableId /*variable*/, const Box& box, Values& values) override {
    most_read = std::max(most_read, box.value_count());
    for (std::size_t i = 0; i < box.value_count(); ++i) {
      const auto place = indices_of(box, i);
      store(values.data() + i * sizeof(std::int32_t),
            static_cast<std::int32_t>(place[0] * columns + place[1]));
    }
  }
  StoredForm do_stored_form(VariableId id) override {
    StoredForm form = elements_form(schema_, id);
    form.layout = Layout::chunked;
    form.chunk_shape = {100, columns};
    return form;
  }
  std::size_t do_stored_chunk_count(VariableId /*variable*/) override { return stored_chunks; }
  std::optional<StoredPlace> do_find_chunk(VariableId /*variable*/,
                                           std::span<const std::size_t> /*offset*/) override {
    throw Error(ErrorCode::corrupt, "no index");
  }

  Schema schema_;
};

/// Makes doubles of the integers, a half larger.
ViewConversion half_more() {
  return {atomic_type(TypeClass::int_), [](const Box& /*box*/, std::span<const std::byte> originals,
                                           std::span<std::byte> values) {
            for (std::size_t i = 0; i * sizeof(double) < values.size(); ++i) {
              const auto number = load<std::int32_t>(&originals[i * sizeof(std::int32_t)]);
              store(&values[i * sizeof(double)], number + 0.5);
            }
          }};
}

/// Returns a view in which the variable is of another type.
ViewSource converted(const std::shared_ptr<CountingSource>& source, TypeClass type,
                     ViewConversion conversion) {
  ViewDefinition definition = all_of(source->schema());
  definition.schema.variables.front().type = atomic_type(type);
  definition.convert(0, std::move(conversion));
  return {source, std::move(definition)};
}

Numbers numbers_of(ViewSource& view, const Box& box) {
  Values values(view.schema().variables.front().type);
  view.read(0, box, values);
  return to_doubles(values);
}

TEST(ViewSource, ConvertsInSlabsOfWholeChunks) {
  const auto source = std::make_shared<CountingSource>();
  ViewSource view = converted(source, TypeClass::double_, half_more());
  Numbers expected(rows * columns);
  std::iota(expected.begin(), expected.end(), 0.5);
  EXPECT_EQ(numbers_of(view, {{0, 0}, {rows, columns}}), expected);
  EXPECT_EQ(source->most_read, 200 * columns);  // of 4 bytes; 300 rows would be more than 1 MiB
  EXPECT_EQ(view.reading_bytes(0), 200 * columns * (4 + 8));
  EXPECT_EQ(numbers_of(view, {{99, 7}, {2, 1}}),
            (Numbers{99 * columns + 7.5, 100 * columns + 7.5}));
}

TEST(ViewSource, BytesMayMeanAnotherType) {
  const auto source = std::make_shared<CountingSource>();
  ViewSource view = converted(source, TypeClass::uint, {atomic_type(TypeClass::int_)});
  EXPECT_EQ(numbers_of(view, {{0, 5}, {1, 2}}), (Numbers{5, 6}));
  EXPECT_EQ(view.stored_form(0).chunk_shape, (std::vector<std::size_t>{100, columns}));
  EXPECT_EQ(view.stored_form(0).element, "");  // not an enumeration of them
}

TEST(ViewSource, ReadsVariablesOfOtherDimensions) {
  const auto source = std::make_shared<CountingSource>();
  ViewDefinition definition = all_of(source->schema());
  definition.schema.variables.front().dimensions = {0};
  definition.convert(0, {.read = [](Source& original, const Box& box, Values& values) {
                       original.read(0, {{box.start[0], 1}, {box.count[0], 1}}, values);
                     }});
  ViewSource view(source, std::move(definition));
  EXPECT_EQ(numbers_of(view, {{1}, {2}}), (Numbers{columns + 1, 2 * columns + 1}));
}

TEST(ViewSource, ReadsWhereNothingIsStoredIfTheConvertedFillValueIsUnknown) {
  const auto source = std::make_shared<CountingSource>();
  source->stored_chunks = 0;
  ViewConversion conversion = half_more();
  EXPECT_EQ(converted(source, TypeClass::double_, conversion).stored_chunk_count(0), 1U);
  conversion.fill.emplace(8);
  EXPECT_EQ(converted(source, TypeClass::double_, conversion).stored_chunk_count(0), 0U);
}

TEST(ViewSource, NamesAChunkOnce) {
  ViewSource view = converted(std::make_shared<CountingSource>(), TypeClass::double_, half_more());
  try {
    (void)view.find_chunk(0, std::vector<std::size_t>{100, 0});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "counted.nc: variable /v: chunk at (100,0): no index");
  }
}

}  // namespace
}  // namespace ncf::model
