// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/links.hpp"

#include <exception>
#include <utility>

namespace ncf::store::hdf5 {
namespace {

struct LinkList {
  std::string prefix;
  std::vector<Link> links;
  std::exception_ptr failure;
};

// No exception may pass through libhdf5.
herr_t add_link(hid_t /*group*/, const char* name, const H5L_info_t* info, void* list) noexcept {
  auto& links = *static_cast<LinkList*>(list);
  try {
    links.links.push_back({links.prefix + name, info->type});
    return 0;
  } catch (...) {
    links.failure = std::current_exception();
    return -1;
  }
}

}  // namespace

std::vector<Link> links_below(const Handle& file, const std::string& group) {
  LinkList list{group == "/" ? group : group + "/", {}, {}};
  ErrorCapture capture;
  const herr_t status = H5Lvisit_by_name(file.id(), group.c_str(), H5_INDEX_NAME, H5_ITER_NATIVE,
                                         add_link, &list, H5P_DEFAULT);
  if (list.failure) std::rethrow_exception(list.failure);
  if (status < 0) throw error_of(capture.text());
  return std::move(list.links);
}

}  // namespace ncf::store::hdf5
