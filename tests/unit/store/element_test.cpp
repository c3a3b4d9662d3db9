// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/element.hpp"

#include <gtest/gtest.h>

#include "model/element.hpp"

namespace ncf::store::hdf5 {
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

}  // namespace
}  // namespace ncf::store::hdf5
