// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/element.hpp"

#include <gtest/gtest.h>

#include "model/dataset/stored_form.hpp"

namespace ncf::hdf5 {
namespace {

std::string name_of_text(std::size_t bytes, H5T_str_t padding, H5T_cset_t characters) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, bytes);
  H5Tset_strpad(type, padding);
  H5Tset_cset(type, characters);
  std::string name = element_of(type).name;
  H5Tclose(type);
  return name;
}

TEST(Element, ASingleByteIsAChar) {
  const auto name = model::element_name(model::TypeClass::char_);
  EXPECT_EQ(name_of_text(1, H5T_STR_NULLTERM, H5T_CSET_ASCII), name);
  EXPECT_EQ(name_of_text(1, H5T_STR_NULLPAD, H5T_CSET_UTF8), name);
}

TEST(Element, LongerTextsSayHowTheyAreStored) {
  EXPECT_EQ(name_of_text(4, H5T_STR_NULLTERM, H5T_CSET_ASCII), "text 4 ended by a NUL, ASCII");
  EXPECT_EQ(name_of_text(4, H5T_STR_NULLPAD, H5T_CSET_UTF8), "text 4 padded with NULs, UTF-8");
  EXPECT_EQ(name_of_text(4, H5T_STR_SPACEPAD, H5T_CSET_ASCII), "text 4 padded with blanks, ASCII");
}

/// Returns the name of a changed copy of `type`, a type in memory.
template <class Change>
std::string name_of(hid_t type, Change change) {
  const hid_t changed = H5Tcopy(type);
  change(changed);
  const Element element = element_of(changed);
  H5Tclose(changed);
  return model::describe_element(element.name, element.byte_order);
}

// Equal bytes are different values if their bits have another meaning.
TEST(Element, NumbersThatAreNotWholeBytesSayWhichBitsTheyAre) {
  const auto as_it_is = [](hid_t) {};
  EXPECT_EQ(name_of(H5T_STD_I32LE, as_it_is), "int32 little-endian");
  EXPECT_EQ(name_of(H5T_STD_U16BE, as_it_is), "uint16 big-endian");
  EXPECT_EQ(name_of(H5T_STD_I32LE, [](hid_t type) { H5Tset_precision(type, 12); }),
            "int32, 12 bits from 0, padded 0 0 little-endian");
  EXPECT_EQ(name_of(H5T_STD_I32LE,
                    [](hid_t type) {
                      H5Tset_precision(type, 12);
                      H5Tset_offset(type, 4);
                      H5Tset_pad(type, H5T_PAD_ONE, H5T_PAD_ONE);
                    }),
            "int32, 12 bits from 4, padded 1 1 little-endian");
}

TEST(Element, FloatsThatAreNotIeeesSayWhichBitsTheyAre) {
  const auto as_it_is = [](hid_t) {};
  EXPECT_EQ(name_of(H5T_IEEE_F64BE, as_it_is), "float64 big-endian");
  const std::string vax = name_of(H5T_VAX_F32, as_it_is);
  EXPECT_EQ(vax,
            "float32, sign 31, exponent 23+8 less 129, fraction 0+23, norm 0, inside 0 of another "
            "byte order");
  const std::string half = name_of(H5T_IEEE_F32LE, [](hid_t type) {
    H5Tset_fields(type, 15, 10, 5, 0, 10);
    H5Tset_precision(type, 16);
    H5Tset_ebias(type, 15);
    H5Tset_size(type, 2);
  });
  EXPECT_EQ(half,
            "float16, sign 15, exponent 10+5 less 15, fraction 0+10, norm 0, inside 0 "
            "little-endian");
}

TEST(Element, WhatReferToOtherBytesHasNoName) {
  const auto as_it_is = [](hid_t) {};
  EXPECT_EQ(name_of(H5T_STD_REF_OBJ, as_it_is), "");
  EXPECT_EQ(name_of(H5T_STD_B32LE, as_it_is), "");
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, H5T_VARIABLE);
  EXPECT_EQ(element_of(text).name, "");
  const hid_t record = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(record, "n", 0, H5T_STD_I64LE);
  EXPECT_EQ(element_of(record).name, "struct 16 {n @0 int64 little-endian}");
  H5Tinsert(record, "text", 8, text);
  EXPECT_EQ(element_of(record).name, "");
  H5Tclose(record);
  H5Tclose(text);
}

TEST(Element, TagsOfOpaqueBytesBelongToTheirName) {
  const hid_t type = H5Tcreate(H5T_OPAQUE, 5);
  H5Tset_tag(type, "a tag");
  EXPECT_EQ(element_of(type).name, "opaque 5 \"a tag\"");
  H5Tclose(type);
}

}  // namespace
}  // namespace ncf::hdf5
