// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/process/libraries.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cfenv>
#include <filesystem>
#include <limits>
#include <system_error>

#include "base/process/forked_process.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

bool are_zero() noexcept {
  const volatile double smallest = std::numeric_limits<double>::denorm_min();
  return smallest * 2 == 0;
}

}  // namespace

std::string own_library_path() {
  Dl_info info{};
  link_map* object = nullptr;
  const bool found = dladdr1(reinterpret_cast<const void*>(&own_library_path), &info,
                             reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) != 0;
  if (!found || object == nullptr) {
    throw Error(ErrorCode::internal, "the dynamic loader does not know where ncf's library is");
  }
  // The loader names the main program as it was started, perhaps relative to an earlier working
  // directory, and its entry in the list of objects has an empty name.
  const bool is_program = object->l_name == nullptr || *object->l_name == '\0';
  std::error_code failed;
  const fs::path path = fs::canonical(is_program ? "/proc/self/exe" : object->l_name, failed);
  if (failed) {
    throw Error(ErrorCode::internal, "where ncf's library is: " + failed.message());
  }
  return path;
}

// Does not use $ORIGIN: under a sanitizer, whose library calls the loader, it is the folder of that
// library.
void* load_own_module(const std::string& file_name) {
  const std::string path = fs::path(own_library_path()).parent_path() / "ncf" / file_name;
  void* module = nullptr;
  load_own_libraries([&] {
    module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr) throw Error(ErrorCode::io, ::dlerror());
  });
  return module;
}

SubnormalsKept::SubnormalsKept() noexcept : were_zero_(are_zero()) {}

SubnormalsKept::~SubnormalsKept() {
  if (were_zero_ || !are_zero()) return;
  const int rounding = std::fegetround();
  std::fesetenv(FE_DFL_ENV);
  std::fesetround(rounding);
}

}  // namespace ncf::base
