// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <filesystem>
#include <string>

#include "base/build_config.hpp"
#include "base/early_end.hpp"
#include "base/own_library.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/error.hpp"

namespace ncf::libnetcdf {
namespace {

// Not by $ORIGIN, which under a sanitizer is the folder of its own library: it calls the loader.
std::string module_path() {
  const std::filesystem::path library = base::own_library_path();
  return library.parent_path() / "ncf" / NCF_LIBNETCDF_MODULE;
}

const Functions& load() {
  const std::string path = module_path();
  void* module = nullptr;
  base::load_own_libraries([&] {
    module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
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
