// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/link_access.hpp"

#include <new>
#include <utility>

namespace ncf::store::netcdf4 {

LinkAccess::LinkAccess(hid_t properties, bool follow_external)
    : properties_(hdf5::call(H5Pcreate, properties), &H5Pclose), follow_external_(follow_external) {
  hdf5::call(H5Pset_elink_cb, properties_.id(), &LinkAccess::decide, static_cast<void*>(this));
}

std::optional<LinkAccess::Target> LinkAccess::take_refused() noexcept {
  return std::exchange(refused_, std::nullopt);
}

herr_t LinkAccess::decide(const char* file, const char* /*group*/, const char* other_file,
                          const char* object, unsigned* /*flags*/, hid_t /*access*/,
                          void* self) noexcept {
  constexpr herr_t follow = 0;
  constexpr herr_t fail = -1;
  auto& links = *static_cast<LinkAccess*>(self);
  try {
    if (links.follow_external_) {
      links.passed_.emplace(file);
      return follow;
    }
    links.refused_.emplace(Target{other_file, object});
  } catch (const std::bad_alloc&) {
    hdf5::give_reason(H5E_RESOURCE, H5E_NOSPACE, "out of memory");
  }
  return fail;
}

}  // namespace ncf::store::netcdf4
