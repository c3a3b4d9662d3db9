// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/filter_arranger.hpp"

#include <algorithm>
#include <exception>

#include "hdf5/calls.hpp"

namespace ncf::store::netcdf {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;

/// A filter of a dataset that is being created.
struct DefinedFilter {
  H5Z_filter_t id = 0;
  unsigned flags = 0;
  std::vector<unsigned> words;
};

DefinedFilter defined_filter(hid_t properties, unsigned index) {
  DefinedFilter filter;
  std::size_t count = 0;
  const auto get = [&](unsigned* words) {
    filter.id = call(H5Pget_filter2, properties, index, &filter.flags, &count, words,
                     std::size_t{0}, static_cast<char*>(nullptr), static_cast<unsigned*>(nullptr));
  };
  get(nullptr);
  filter.words.resize(count);
  if (count > 0) get(filter.words.data());
  return filter;
}

std::vector<DefinedFilter> defined_filters(hid_t properties) {
  std::vector<DefinedFilter> filters;
  const int count = call(H5Pget_nfilters, properties);
  for (int i = 0; i < count; ++i) {
    filters.push_back(defined_filter(properties, static_cast<unsigned>(i)));
  }
  return filters;
}

/// Replaces the filters, the arranger last among them, by those that its words name.
void arrange(hid_t properties) {
  const std::vector<DefinedFilter> filters = defined_filters(properties);
  call(H5Premove_filter, properties, static_cast<H5Z_filter_t>(H5Z_FILTER_ALL));
  for (const unsigned id : filters.back().words) {
    const auto filter = std::find_if(filters.begin(), filters.end(), [&](const auto& one) {
      return one.id == static_cast<H5Z_filter_t>(id);
    });
    if (filter == filters.end()) throw Error(ErrorCode::internal, "a filter was not defined");
    call(H5Pset_filter, properties, filter->id, filter->flags, filter->words.size(),
         filter->words.data());
  }
}

// libhdf5 has no place for exceptions.
herr_t set_local(hid_t properties, hid_t /*type*/, hid_t /*space*/) noexcept {
  try {
    arrange(properties);
    return 0;
  } catch (const std::exception& error) {
    H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_PLINE, H5E_CANTINIT, "%s",
             error.what());
    return -1;
  }
}

std::size_t refuse(unsigned, std::size_t, const unsigned*, std::size_t, std::size_t*, void**) {
  return 0;
}

/// An id for tests that no other filter of the process or of its plugins has.
H5Z_filter_t free_id() {
  constexpr H5Z_filter_t last_for_tests = 511;
  for (H5Z_filter_t id = last_for_tests; id >= H5Z_FILTER_RESERVED; --id) {
    ErrorCapture quiet;
    if (H5Zfilter_avail(id) <= 0) return id;
  }
  throw Error(ErrorCode::internal, "no filter id is free");
}

/// Registered each time, as the host may have closed libhdf5 in between.
H5Z_filter_t register_arranger() {
  static const H5Z_filter_t id = free_id();
  H5Z_class2_t arranger{};
  arranger.version = H5Z_CLASS_T_VERS;
  arranger.id = id;
  arranger.encoder_present = 1;
  arranger.decoder_present = 1;
  arranger.name = "order of filters";
  arranger.set_local = &set_local;
  arranger.filter = &refuse;
  call(H5Zregister, static_cast<const void*>(&arranger));
  return id;
}

}  // namespace

StoredFilter make_arranger(const std::vector<std::uint32_t>& ids) {
  return {static_cast<std::uint32_t>(register_arranger()), ids};
}

StoredChain in_order(const StoredChain& filters, const std::vector<std::uint32_t>& ids) {
  StoredChain ordered;
  for (const std::uint32_t id : ids) {
    const auto filter = std::find_if(filters.begin(), filters.end(),
                                     [&](const StoredFilter& one) { return one.id == id; });
    if (filter != filters.end()) ordered.push_back(*filter);
  }
  return ordered;
}

}  // namespace ncf::store::netcdf
