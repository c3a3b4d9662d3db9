// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/h5z_entry.hpp"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <string>
#include <utility>

namespace ncf::plugins {
namespace {

// HDF5 1.x stores the size of a chunk in 32 bits.
constexpr std::size_t max_chunk_bytes = 0xFFFFFFFF;

// Memory that will be HDF5's: HDF5 frees what a filter hands it, with its own allocator.
class Hdf5Output final : public Output {
 public:
  Hdf5Output() = default;
  Hdf5Output(const Hdf5Output&) = delete;
  Hdf5Output& operator=(const Hdf5Output&) = delete;
  ~Hdf5Output() override { H5free_memory(memory_.data()); }

  void reserve(std::size_t bytes) override {
    if (bytes > max_chunk_bytes) {
      throw KernelError("data of more than " + std::to_string(max_chunk_bytes) +
                        " bytes, the largest chunk HDF5 has");
    }
    if (bytes > memory_.size()) {
      resize(std::min(std::max(bytes, 2 * memory_.size()), max_chunk_bytes));
    }
  }

  // Gives back what is not needed: HDF5 keeps a decoded chunk in its cache as it was handed over.
  void trim(std::size_t bytes) {
    if (bytes < memory_.size()) resize(bytes);
  }

  void* release() noexcept { return std::exchange(memory_, Bytes()).data(); }

 private:
  void resize(std::size_t bytes) {
    void* resized = H5resize_memory(memory_.data(), bytes);
    if (resized == nullptr) throw std::bad_alloc();
    memory_ = {static_cast<std::byte*>(resized), bytes};
  }
};

std::size_t apply(const Kernel& kernel, bool decoding, Parameters parameters, ConstBytes input,
                  Hdf5Output& output) {
  std::size_t size = 0;
  if (decoding) {
    size = kernel.decode(input, output);
  } else {
    kernel.check(parameters);
    // The bound of data near the limit lies beyond it; what they really take rarely does.
    output.reserve(std::min(kernel.bound(input.size()), max_chunk_bytes));
    size = kernel.encode(parameters, input, output.memory());
  }
  // HDF5 reads a size of 0 as failure, and no chunk is empty.
  if (size == 0) throw KernelError("a chunk without data");
  output.trim(size);
  return size;
}

void push_error(const Kernel& kernel, hid_t minor, const char* reason) noexcept {
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_PLINE, minor,
           "filter %u (%s): %s", static_cast<unsigned>(kernel.id), kernel.name, reason);
}

// Says what the exception being handled says.
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

}  // namespace

std::size_t run_filter(const Kernel& kernel, unsigned flags, Parameters parameters,
                       std::size_t bytes, std::size_t* buffer_bytes, void** buffer) noexcept {
  const bool decoding = (flags & H5Z_FLAG_REVERSE) != 0;
  try {
    Hdf5Output output;
    const ConstBytes input(static_cast<const std::byte*>(*buffer), bytes);
    const std::size_t size = apply(kernel, decoding, parameters, input, output);
    H5free_memory(*buffer);
    *buffer_bytes = output.memory().size();
    *buffer = output.release();
    return size;
  } catch (...) {
    push_current_exception(kernel, decoding ? H5E_READERROR : H5E_WRITEERROR);
    return 0;
  }
}

htri_t check_parameters(const Kernel& kernel, hid_t creation_properties) noexcept {
  if (creation_properties < 0) return 1;
  std::array<unsigned, 32> values{};
  std::size_t count = values.size();
  unsigned flags = 0;
  if (H5Pget_filter_by_id2(creation_properties, static_cast<H5Z_filter_t>(kernel.id), &flags,
                           &count, values.data(), 0, nullptr, nullptr) < 0) {
    return -1;
  }
  try {
    kernel.check({values.data(), std::min(count, values.size())});
    return 1;
  } catch (...) {
    push_current_exception(kernel, H5E_CANAPPLY);
    return -1;
  }
}

}  // namespace ncf::plugins
