// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/stored_form.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ncf::model
