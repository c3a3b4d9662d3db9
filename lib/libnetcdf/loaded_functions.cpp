// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "base/library/build_config.hpp"
#include "base/process/libraries.hpp"
#include "libnetcdf/functions.hpp"

namespace ncf::libnetcdf {

const Functions& functions() {
  static const auto& loaded = *static_cast<const Functions*>(
      ::dlsym(base::load_own_module(NCF_LIBNETCDF_MODULE), "ncf_libnetcdf_functions"));
  return loaded;
}

}  // namespace ncf::libnetcdf
