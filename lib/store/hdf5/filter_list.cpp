// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/filter_list.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "store/hdf5/calls.hpp"

namespace ncf::store::hdf5 {

StoredFilter filter_at(hid_t properties, unsigned index, unsigned& flags) {
  constexpr std::size_t usually_enough = 32;
  std::vector<std::uint32_t> words(usually_enough);
  std::size_t count = words.size();
  const auto get = [&] {
    return call(H5Pget_filter2, properties, index, &flags, &count, words.data(), std::size_t{0},
                static_cast<char*>(nullptr), static_cast<unsigned*>(nullptr));
  };
  const H5Z_filter_t id = get();
  const bool has_more = count > words.size();
  words.resize(count);
  if (has_more) get();
  return {static_cast<std::uint32_t>(id), std::move(words)};
}

StoredChain filters_of(hid_t properties) {
  StoredChain filters;
  const auto count = static_cast<unsigned>(call(H5Pget_nfilters, properties));
  for (unsigned i = 0; i < count; ++i) {
    unsigned flags = 0;
    filters.push_back(filter_at(properties, i, flags));
  }
  return filters;
}

}  // namespace ncf::store::hdf5
