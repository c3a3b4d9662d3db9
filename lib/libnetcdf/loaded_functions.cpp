// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "base/build_config.hpp"
#include "base/early_end.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/error.hpp"

namespace ncf::libnetcdf {
namespace {

const Functions& load() {
  void* module = nullptr;
  base::load_own_libraries([&module] {
    module = ::dlopen("$ORIGIN/" NCF_LIBNETCDF_MODULE, RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr) throw Error(ErrorCode::io, ::dlerror());
  });
  return *static_cast<const Functions*>(::dlsym(module, "ncf_libnetcdf_functions"));
}

}  // namespace

const Functions& functions() {
  static const Functions& loaded = load();
  return loaded;
}

}  // namespace ncf::libnetcdf
