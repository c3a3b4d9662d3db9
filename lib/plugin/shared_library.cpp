// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/shared_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/process/libraries.hpp"
#include "ncf/error.hpp"

namespace ncf::plugin {
namespace {

namespace fs = std::filesystem;

bool is_library_name(std::string_view name) {
  return name.substr(0, 3) == "lib" && name.find(".so") != std::string_view::npos;
}

// Returns whether this is a file that can be opened without waiting for a writer. A dangling link
// stays in the list so that it is reported.
bool may_be_library(const fs::directory_entry& entry) {
  std::error_code failed;
  const fs::file_status target = entry.status(failed);
  return !fs::exists(target) || fs::is_regular_file(target);
}

}  // namespace

std::optional<SharedLibrary> SharedLibrary::find_loaded(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle == nullptr) {
    dlerror();  // not an error: discard the message, which a later caller would see
    return std::nullopt;
  }
  return SharedLibrary(handle);
}

SharedLibrary SharedLibrary::open(const std::string& path, Binding binding) {
  const base::SubnormalsKept subnormals;
  const int when = binding == Binding::lazy ? RTLD_LAZY : RTLD_NOW;
  void* handle = dlopen(path.c_str(), when | RTLD_LOCAL);
  if (handle == nullptr) throw Error(ErrorCode::io, dlerror());
  return SharedLibrary(handle);
}

void* SharedLibrary::find_symbol(const char* name) const noexcept { return dlsym(handle_, name); }

std::vector<std::string> library_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (is_library_name(entry->path().filename().native()) && may_be_library(*entry)) {
      files.push_back(entry->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string file_of_code(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code failed;
  const fs::path path = fs::canonical(info.dli_fname, failed);
  return failed ? std::string() : path.string();
}

}  // namespace ncf::plugin
