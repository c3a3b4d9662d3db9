// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/properties/creation_properties.hpp"

#include <gtest/gtest.h>

#include <string>

#include "hdf5/library/calls.hpp"

namespace ncf::hdf5 {
namespace {

constexpr H5Z_filter_t some_id = 501;

std::size_t keep(unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void**) {
  return bytes;
}

std::string name_read_of(const std::string& name) {
  H5Z_class2_t filter{};
  filter.version = H5Z_CLASS_T_VERS;
  filter.id = some_id;
  filter.encoder_present = 1;
  filter.decoder_present = 1;
  filter.name = name.c_str();
  filter.filter = &keep;
  H5Zregister(&filter);
  const Handle properties(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose);
  H5Pset_filter(properties.id(), some_id, H5Z_FLAG_MANDATORY, 0, nullptr);
  std::string read = filter_names_of(properties.id()).at(some_id);
  H5Zunregister(some_id);
  return read;
}

TEST(CreationProperties, NamesOfFiltersOfAnyLength) {
  for (const std::size_t length : {1U, 253U, 254U, 255U, 256U, 257U, 1000U}) {
    const std::string name(length, 'n');
    EXPECT_EQ(name_read_of(name), name);
  }
}

}  // namespace
}  // namespace ncf::hdf5
