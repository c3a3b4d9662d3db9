// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/calling_hdf5.hpp"

#include <dlfcn.h>

#include <forward_list>
#include <mutex>
#include <new>

namespace ncf::plugins {
namespace {

struct Library {
  const void* base;
  Hdf5Functions functions;
  bool has_all;
};

class Symbols {
 public:
  explicit Symbols(void* library) : library_(library) {}

  template <class Pointer>
  void find(Pointer& found, const char* name) {
    found = reinterpret_cast<Pointer>(dlsym(library_, name));
    has_all_ = has_all_ && found != nullptr;
  }
  [[nodiscard]] bool has_all() const { return has_all_; }

 private:
  void* library_;
  bool has_all_ = true;
};

bool find_functions(Hdf5Functions& found, void* library) {
  Symbols symbols(library);
  symbols.find(found.free_memory, "H5free_memory");
  symbols.find(found.resize_memory, "H5resize_memory");
  symbols.find(found.get_chunk, "H5Pget_chunk");
  symbols.find(found.get_filter, "H5Pget_filter_by_id2");
  symbols.find(found.modify_filter, "H5Pmodify_filter");
  symbols.find(found.copy_type, "H5Tcopy");
  symbols.find(found.close_type, "H5Tclose");
  symbols.find(found.get_class, "H5Tget_class");
  symbols.find(found.get_size, "H5Tget_size");
  symbols.find(found.get_order, "H5Tget_order");
  symbols.find(found.get_super, "H5Tget_super");
  symbols.find(found.get_array_lengths, "H5Tget_array_dims2");
  symbols.find(found.create_stack, "H5Ecreate_stack");
  symbols.find(found.push_error, "H5Epush2");
  symbols.find(found.set_current_stack, "H5Eset_current_stack");
  symbols.find(found.error_class, "H5E_ERR_CLS_g");
  symbols.find(found.pipeline, "H5E_PLINE_g");
  symbols.find(found.cannot_apply, "H5E_CANAPPLY_g");
  symbols.find(found.cannot_set_local, "H5E_SETLOCAL_g");
  symbols.find(found.cannot_read, "H5E_READERROR_g");
  symbols.find(found.cannot_write, "H5E_WRITEERROR_g");
  return symbols.has_all();
}

/// Opens the library that contains an address, or null: the program, which may contain libhdf5.
void* open_library(const Dl_info& place) {
  void* const library = dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return library != nullptr ? library : dlopen(nullptr, RTLD_LAZY);
}

/// Returns the libhdf5 that contains an address; null if memory is lacking. Libraries are never
/// closed, and neither is a libhdf5 that has loaded a plugin.
const Library* find_library(const void* address) noexcept try {
  static std::mutex mutex;
  static auto& libraries = *new std::forward_list<Library>;  // threads may outlive static objects
  Dl_info place{};
  if (dladdr(address, &place) == 0) return nullptr;
  const std::lock_guard lock(mutex);
  for (const Library& library : libraries) {
    if (library.base == place.dli_fbase) return &library;
  }
  Library& library = libraries.emplace_front(Library{place.dli_fbase, {}, false});
  library.has_all = find_functions(library.functions, open_library(place));
  return &library;
} catch (const std::bad_alloc&) {
  return nullptr;
}

thread_local const Hdf5Functions* functions_of_caller = nullptr;

}  // namespace

CallingHdf5::CallingHdf5(const void* return_address) noexcept : outer_(functions_of_caller) {
  const Library* const library = find_library(return_address);
  is_usable_ = library != nullptr && library->has_all;
  if (is_usable_) functions_of_caller = &library->functions;
}

CallingHdf5::~CallingHdf5() { functions_of_caller = outer_; }

const Hdf5Functions& hdf5() noexcept { return *functions_of_caller; }

}  // namespace ncf::plugins
