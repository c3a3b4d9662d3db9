// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/h5z_entry.hpp"

#include <dlfcn.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <exception>
#include <forward_list>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace ncf::plugins {

// ---- The libhdf5 that calls ----

/// Functions and classes of errors of one libhdf5.
struct Hdf5Functions {
  explicit Hdf5Functions(void* opened) : library(opened) {}

  void* library;
  bool has_all = true;  ///< otherwise none may be called

  decltype(&H5free_memory) free_memory = find("H5free_memory");
  decltype(&H5resize_memory) resize_memory = find("H5resize_memory");
  decltype(&H5Pget_chunk) get_chunk = find("H5Pget_chunk");
  decltype(&H5Pget_filter_by_id2) get_filter = find("H5Pget_filter_by_id2");
  decltype(&H5Pmodify_filter) modify_filter = find("H5Pmodify_filter");
  decltype(&H5Tcopy) copy_type = find("H5Tcopy");
  decltype(&H5Tclose) close_type = find("H5Tclose");
  decltype(&H5Tget_class) get_class = find("H5Tget_class");
  decltype(&H5Tget_size) get_size = find("H5Tget_size");
  decltype(&H5Tget_order) get_order = find("H5Tget_order");
  decltype(&H5Tget_super) get_super = find("H5Tget_super");
  decltype(&H5Tget_array_dims2) get_array_lengths = find("H5Tget_array_dims2");
  decltype(&H5Ecreate_stack) create_stack = find("H5Ecreate_stack");
  decltype(&H5Epush2) push_error = find("H5Epush2");
  decltype(&H5Eset_current_stack) set_current_stack = find("H5Eset_current_stack");
  const hid_t* error_class = find("H5E_ERR_CLS_g");
  const hid_t* pipeline = find("H5E_PLINE_g");  ///< the major number of errors in filters
  const hid_t* cannot_apply = find("H5E_CANAPPLY_g");
  const hid_t* cannot_set_local = find("H5E_SETLOCAL_g");
  const hid_t* cannot_read = find("H5E_READERROR_g");
  const hid_t* cannot_write = find("H5E_WRITEERROR_g");

 private:
  /// An address as a pointer of any type.
  struct Symbol {
    template <class Pointed>
    operator Pointed*() const {
      return reinterpret_cast<Pointed*>(address);
    }
    void* address;
  };

  Symbol find(const char* name) {
    void* const address = dlsym(library, name);
    has_all = has_all && address != nullptr;
    return {address};
  }
};

namespace {

struct Library {
  const void* base;
  Hdf5Functions functions;
};

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
  return &libraries.emplace_front(Library{place.dli_fbase, Hdf5Functions(open_library(place))});
} catch (const std::bad_alloc&) {
  return nullptr;
}

thread_local const Hdf5Functions* functions_of_caller = nullptr;

/// Returns the functions of the libhdf5 that called this thread. Only while a CallingHdf5 exists.
const Hdf5Functions& hdf5() noexcept { return *functions_of_caller; }

}  // namespace

CallingHdf5::CallingHdf5(const void* return_address) noexcept : outer_(functions_of_caller) {
  const Library* const library = find_library(return_address);
  is_usable_ = library != nullptr && library->functions.has_all;
  if (is_usable_) functions_of_caller = &library->functions;
}

CallingHdf5::~CallingHdf5() { functions_of_caller = outer_; }

// ---- Callbacks ----

namespace {

// HDF5 1.x stores the size of a chunk in 32 bits.
constexpr std::size_t max_chunk_bytes = 0xFFFFFFFF;

// Memory that HDF5 takes over: it frees a filter's output with its own allocator.
class Hdf5Output final : public Output {
 public:
  Hdf5Output() = default;
  Hdf5Output(const Hdf5Output&) = delete;
  Hdf5Output& operator=(const Hdf5Output&) = delete;
  ~Hdf5Output() override { hdf5().free_memory(memory_.data()); }

  void reserve(std::size_t bytes) override {
    if (bytes > max_chunk_bytes) {
      throw KernelError("data of more than " + std::to_string(max_chunk_bytes) +
                        " bytes, the largest chunk HDF5 has");
    }
    if (bytes > memory_.size()) {
      resize(std::min(std::max({bytes, 2 * memory_.size(), smallest_bytes}), max_chunk_bytes));
    }
  }

  // Frees unused memory, because HDF5 keeps the buffer of a decoded chunk in its cache.
  void trim(std::size_t bytes) {
    if (bytes < memory_.size()) resize(bytes);
  }

  void* release() noexcept { return std::exchange(memory_, Bytes()).data(); }

 private:
  static constexpr std::size_t smallest_bytes = std::size_t{64} << 10;

  void resize(std::size_t bytes) {
    void* resized = hdf5().resize_memory(memory_.data(), bytes);
    if (resized == nullptr) throw std::bad_alloc();
    memory_ = {static_cast<std::byte*>(resized), bytes};
  }
};

std::size_t apply(const Kernel& kernel, bool decoding, Parameters parameters, ConstBytes input,
                  Hdf5Output& output) {
  const std::unique_ptr<Workspace> workspace = kernel.make_workspace();
  std::size_t size = 0;
  if (decoding) {
    size = kernel.decode(*workspace, parameters, input, output);
  } else {
    // The bound for data near the limit is above it, but their actual size rarely is.
    output.reserve(std::min(kernel.bound(parameters, input.size()), max_chunk_bytes));
    size = kernel.encode(*workspace, parameters, input, output.memory());
  }
  // HDF5 interprets a size of 0 as a failure, and no chunk is empty.
  if (size == 0) throw KernelError("a chunk without data");
  output.trim(size);
  return size;
}

// libhdf5 1.14.5 and later drop errors pushed while a filter runs, but keep a stack that replaces
// the current one.
void push_error(const Kernel& kernel, hid_t minor, const char* reason) noexcept {
  const hid_t stack = hdf5().create_stack();
  hdf5().push_error(stack, __FILE__, __func__, __LINE__, *hdf5().error_class, *hdf5().pipeline,
                    minor, "filter %u (%s): %s", static_cast<unsigned>(kernel.id), kernel.name,
                    reason);
  hdf5().set_current_stack(stack);  // closes it too
}

// Pushes the message of the exception being handled.
void push_current_exception(const Kernel& kernel, hid_t minor) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    push_error(kernel, minor, "not enough memory");
  } catch (const std::exception& error) {
    push_error(kernel, minor, error.what());
  } catch (...) {
    push_error(kernel, minor, "unknown failure");
  }
}

struct StoredFilter {
  unsigned flags = 0;
  std::vector<std::uint32_t> parameters;
};

StoredFilter read_filter(const Kernel& kernel, hid_t creation_properties) {
  StoredFilter filter;
  filter.parameters.resize(32);
  std::size_t count = filter.parameters.size();
  // HDF5 reports how many there are, and fills in as many as there is memory for.
  const auto read = [&] {
    return hdf5().get_filter(creation_properties, static_cast<H5Z_filter_t>(kernel.id),
                             &filter.flags, &count, filter.parameters.data(), 0, nullptr,
                             nullptr) >= 0;
  };
  bool is_read = read();
  if (is_read && count > filter.parameters.size()) {
    filter.parameters.resize(count);
    is_read = read();
  }
  if (!is_read) throw KernelError("HDF5 does not provide the parameters");
  filter.parameters.resize(count);
  return filter;
}

std::vector<std::uint64_t> read_chunk_shape(hid_t creation_properties) {
  std::array<hsize_t, H5S_MAX_RANK> shape{};
  const int rank = hdf5().get_chunk(creation_properties, H5S_MAX_RANK, shape.data());
  if (rank < 0) throw KernelError("HDF5 does not provide the chunk's shape");
  return {shape.begin(), shape.begin() + rank};
}

// The type of the elements as filters see them: if an element is an array, these are the array's
// elements, which have further dimensions.
class ElementType {
 public:
  /// Appends the array's dimensions to `shape`.
  ElementType(hid_t type, std::vector<std::uint64_t>& shape) : id_(hdf5().copy_type(type)) {
    while (hdf5().get_class(id_) == H5T_ARRAY) {
      std::array<hsize_t, H5S_MAX_RANK> lengths{};
      const int rank = hdf5().get_array_lengths(id_, lengths.data());
      shape.insert(shape.end(), lengths.begin(), lengths.begin() + std::max(rank, 0));
      hdf5().close_type(std::exchange(id_, hdf5().get_super(id_)));
    }
  }
  ElementType(const ElementType&) = delete;
  ElementType& operator=(const ElementType&) = delete;
  ~ElementType() { hdf5().close_type(id_); }

  [[nodiscard]] hid_t id() const noexcept { return id_; }

 private:
  hid_t id_;
};

ChunkLayout layout_of(hid_t type, const std::vector<std::uint64_t>& shape) noexcept {
  const H5T_class_t type_class = hdf5().get_class(type);
  // HDF5 may not know the byte order of other types, and would push an error.
  if (type_class != H5T_INTEGER && type_class != H5T_FLOAT) {
    return {hdf5().get_size(type), ncf_element_other, ncf_order_none, shape};
  }
  return {hdf5().get_size(type),
          type_class == H5T_INTEGER ? ncf_element_integer : ncf_element_floating,
          hdf5().get_order(type) == H5T_ORDER_BE ? ncf_order_big : ncf_order_little, shape};
}

}  // namespace

std::size_t run_filter(const Kernel& kernel, unsigned flags, Parameters parameters,
                       std::size_t bytes, std::size_t* buffer_bytes, void** buffer) noexcept {
  const bool decoding = (flags & H5Z_FLAG_REVERSE) != 0;
  try {
    Hdf5Output output;
    const ConstBytes input(static_cast<const std::byte*>(*buffer), bytes);
    const std::size_t size = apply(kernel, decoding, parameters, input, output);
    hdf5().free_memory(*buffer);
    *buffer_bytes = output.memory().size();
    *buffer = output.release();
    return size;
  } catch (...) {
    push_current_exception(kernel, decoding ? *hdf5().cannot_read : *hdf5().cannot_write);
    return 0;
  }
}

htri_t can_apply(const Kernel& kernel, hid_t creation_properties) noexcept {
  if (creation_properties < 0) return 1;
  try {
    kernel.check(read_filter(kernel, creation_properties).parameters);
    return 1;
  } catch (...) {
    push_current_exception(kernel, *hdf5().cannot_apply);
    return -1;
  }
}

herr_t set_local(const Kernel& kernel, hid_t creation_properties, hid_t type) noexcept {
  if (creation_properties < 0 || type < 0) return 1;
  try {
    const StoredFilter filter = read_filter(kernel, creation_properties);
    std::vector<std::uint64_t> shape = read_chunk_shape(creation_properties);
    const ElementType element(type, shape);
    const std::vector<std::uint32_t> working =
        kernel.bind(filter.parameters, layout_of(element.id(), shape));
    if (hdf5().modify_filter(creation_properties, static_cast<H5Z_filter_t>(kernel.id),
                             filter.flags, working.size(), working.data()) < 0) {
      throw KernelError("HDF5 does not accept the parameters");
    }
    return 1;
  } catch (...) {
    push_current_exception(kernel, *hdf5().cannot_set_local);
    return -1;
  }
}

}  // namespace ncf::plugins
