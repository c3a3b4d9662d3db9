// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/stored_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "model/grid/box.hpp"
#include "support/errors.hpp"

namespace ncf::model {
namespace {

TEST(ElementName, OfAtomicTypesOfFixedLengthOnly) {
  EXPECT_EQ(element_name(TypeClass::byte_), "int8");
  EXPECT_EQ(element_name(TypeClass::uint64), "uint64");
  EXPECT_EQ(element_name(TypeClass::double_), "float64");
  for (const TypeClass other : {TypeClass::string, TypeClass::opaque, TypeClass::enumeration,
                                TypeClass::vlen, TypeClass::compound}) {
    EXPECT_EQ(element_name(other), "");
  }
}

TEST(ElementName, IsDescribedWithItsByteOrder) {
  EXPECT_EQ(describe_element("int16", ByteOrder::little), "int16 little-endian");
  EXPECT_EQ(describe_element("int16", ByteOrder::big), "int16 big-endian");
  EXPECT_EQ(describe_element("int8", ByteOrder::native), "int8");
}

// ---- Places of elements ----

using Bytes = std::vector<std::byte>;
using Shape = std::vector<std::size_t>;

/// A file in memory that records the reads.
class File {
 public:
  explicit File(std::size_t bytes) : bytes_(bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
      bytes_[i] = static_cast<std::byte>(i * 2654435761U >> 9U);
  }

  Bytes read(const ElementPlaces& places, const Box& box) {
    Bytes elements(box.value_count() * places.element_bytes);
    read_elements_at(places, box, elements, [this](std::uint64_t offset, std::span<std::byte> to) {
      ASSERT_LE(offset + to.size(), bytes_.size());
      std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
      ++reads;
      largest_read = std::max(largest_read, to.size());
    });
    return elements;
  }

  /// Returns the same, record by record.
  Bytes expected(const ElementPlaces& places, const Box& box) const {
    if (!places.record_bytes) return expected_of_block(places, places.begin, box);
    Bytes elements;
    ElementPlaces record = places;
    record.shape.front() = 1;
    Box inside = box;
    inside.start.front() = 0;
    inside.count.front() = 1;
    for (std::size_t i = 0; i < box.count.front(); ++i) {
      const std::uint64_t begin = places.begin + (box.start.front() + i) * *places.record_bytes;
      const Bytes more = expected_of_block(record, begin, inside);
      elements.insert(elements.end(), more.begin(), more.end());
    }
    return elements;
  }

  std::size_t reads = 0;
  std::size_t largest_read = 0;

 private:
  [[nodiscard]] Bytes expected_of_block(const ElementPlaces& places, std::uint64_t begin,
                                        const Box& box) const {
    Bytes elements(box.value_count() * places.element_bytes);
    copy_part(box, {Shape(places.shape.size(), 0), places.shape}, bytes_.data() + begin, box,
              elements.data(), {places.element_bytes, places.is_swapped});
    return elements;
  }

  Bytes bytes_;
};

TEST(ElementPlaces, AreReadAsTheyLie) {
  File file(std::size_t{1} << 20);
  std::mt19937 random(20261125);
  const auto number = [&](std::size_t from, std::size_t to) {
    return std::uniform_int_distribution<std::size_t>(from, to)(random);
  };
  for (int i = 0; i < 5000; ++i) {
    ElementPlaces places{number(0, 100), Shape(number(0, 4)), Shape{1, 2, 3, 4, 8}[number(0, 4)]};
    Box box;
    for (std::size_t& length : places.shape) {
      length = number(1, 7);
      box.start.push_back(number(0, length - 1));
      box.count.push_back(number(0, length - box.start.back()));
    }
    places.is_swapped = number(0, 1) == 1;
    if (!places.shape.empty() && number(0, 1) == 1) {
      const std::size_t record = value_count(places.shape) / places.shape.front();
      places.record_bytes = record * places.element_bytes + number(0, 1) * number(0, 30000);
    }
    ASSERT_EQ(file.read(places, box), file.expected(places, box)) << i;
  }
}

TEST(ElementPlaces, NeighboursAreReadTogether) {
  File file(100 * 1000);
  const ElementPlaces places{0, {100, 100}, 10};
  EXPECT_EQ(file.read(places, {{3, 0}, {5, 100}}).size(), 5000U);
  EXPECT_EQ(file.reads, 1U);
  EXPECT_EQ(file.read(places, {{0, 50}, {100, 1}}).size(), 1000U);
  EXPECT_EQ(file.reads, 2U);
}

TEST(ElementPlaces, WhatLiesFarApartIsReadOnItsOwn) {
  File file(5 * 100000);
  const ElementPlaces places{0, {5, 3}, 4, false, 100000};
  EXPECT_EQ(file.read(places, {{0, 0}, {5, 3}}).size(), 60U);
  EXPECT_EQ(file.reads, 5U);
  EXPECT_EQ(file.largest_read, 12U);
}

TEST(ElementPlaces, WhatIsReadTogetherIsLimited) {
  File file(std::size_t{3} << 20);
  const ElementPlaces places{0, {3 << 10, 1024}, 1};
  EXPECT_EQ(file.read(places, {{0, 0}, {3 << 10, 512}}).size(), std::size_t{3} << 19);
  EXPECT_LE(file.largest_read, element_reader_bytes);
  EXPECT_LT(file.reads, 30U);
}

TEST(ElementPlaces, NothingIsReadOfNothing) {
  const ElementPlaces places{0, {5, 3}, 4};
  read_elements_at(places, {{0, 0}, {0, 3}}, {},
                   [](std::uint64_t, std::span<std::byte>) { FAIL() << "was read"; });
}

TEST(ElementPlaces, FailuresArePassedOn) {
  const ElementPlaces places{0, {5}, 4};
  Bytes elements(20);
  EXPECT_EQ(test::reason_of([&] {
              read_elements_at(places, {{0}, {5}}, elements,
                               [](std::uint64_t, std::span<std::byte>) {
                                 throw Error(ErrorCode::io, "cannot be read");
                               });
            }),
            "cannot be read");
}

}  // namespace
}  // namespace ncf::model
