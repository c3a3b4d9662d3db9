// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/h5z_kernel_adapter.hpp"

#include <H5PLextern.h>
#include <hdf5.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <new>

#include "hdf5/library/error_capture.hpp"

namespace ncf::plugin {
namespace {

/// The data that a kernel's functions need, passed as their workspace.
struct ForeignFilter {
  std::string name;  ///< and the library's path
  H5Z_func_t callback;
  ncf_kernel table;
};

H5Z_func_t callback_of(const void* address) {
  const bool is_version_2 = *static_cast<const int*>(address) == H5Z_CLASS_T_VERS;
  return is_version_2 ? static_cast<const H5Z_class2_t*>(address)->filter
                      : static_cast<const H5Z_class1_t*>(address)->filter;
}

/// Memory that a filter may free and replace.
class FilterBuffer {
 public:
  explicit FilterBuffer(ncf_kernel_input input)
      : capacity(std::max<std::size_t>(input.count, 1)),
        memory(H5allocate_memory(capacity, /*clear=*/false)) {
    if (memory != nullptr && input.count > 0) std::memcpy(memory, input.bytes, input.count);
  }
  FilterBuffer(const FilterBuffer&) = delete;
  FilterBuffer& operator=(const FilterBuffer&) = delete;
  ~FilterBuffer() { H5free_memory(memory); }

  std::size_t capacity;
  void* memory;
};

void say(ncf_kernel_message message, std::string_view text) {
  if (message.capacity == 0) return;
  const std::size_t bytes = std::min(text.size(), message.capacity - 1);
  std::memcpy(message.text, text.data(), bytes);
  message.text[bytes] = '\0';
}

ncf_kernel_status hand_over(const void* result, std::size_t bytes, ncf_kernel_output* output,
                            std::size_t* written, ncf_kernel_message message) {
  if (bytes > output->capacity) {
    const ncf_kernel_status grown =
        output->grow == nullptr ? ncf_kernel_wrong_data : output->grow(output, bytes);
    if (grown != ncf_kernel_ok) {
      say(message, "the filter made more bytes of a chunk than it can have");
      return grown;
    }
  }
  std::memcpy(output->bytes, result, bytes);
  *written = bytes;
  return ncf_kernel_ok;
}

ncf_kernel_status run(void* workspace, unsigned flags, ncf_kernel_cd_values working,
                      ncf_kernel_input input, ncf_kernel_output* output, std::size_t* written,
                      ncf_kernel_message message) noexcept try {
  const auto& filter = *static_cast<const ForeignFilter*>(workspace);
  FilterBuffer buffer(input);
  if (buffer.memory == nullptr) return ncf_kernel_no_memory;
  const hdf5::ErrorCapture quiet;
  H5Eclear2(H5E_DEFAULT);
  const std::size_t bytes = filter.callback(flags, working.count, working.values, input.count,
                                            &buffer.capacity, &buffer.memory);
  if (bytes == 0 || buffer.memory == nullptr) {
    std::string reason = hdf5::innermost_text();
    if (reason.empty()) reason = "the HDF5 filter failed without saying why";
    if ((flags & H5Z_FLAG_REVERSE) != 0) {
      reason += "; the chunk is damaged, or the plugin is not the one that wrote it";
    }
    say(message, reason);
    return ncf_kernel_wrong_data;
  }
  return hand_over(buffer.memory, bytes, output, written, message);
} catch (const std::bad_alloc&) {
  return ncf_kernel_no_memory;
}

ncf_kernel_status encode(void* workspace, ncf_kernel_cd_values working, ncf_kernel_input decoded,
                         ncf_kernel_output* output, std::size_t* written,
                         ncf_kernel_message message) {
  return run(workspace, 0, working, decoded, output, written, message);
}

ncf_kernel_status decode(void* workspace, ncf_kernel_cd_values working, ncf_kernel_input stored,
                         ncf_kernel_output* output, std::size_t* written,
                         ncf_kernel_message message) {
  return run(workspace, H5Z_FLAG_REVERSE, working, stored, output, written, message);
}

ncf_kernel_status accept(ncf_kernel_cd_values /*visible*/, ncf_kernel_message /*message*/) {
  return ncf_kernel_ok;
}

/// Returns a limit for the output, because filters do not announce how much memory they need;
/// larger output is an error.
std::size_t bound(ncf_kernel_cd_values /*working*/, std::size_t decoded_bytes) {
  constexpr std::size_t headers = 65536;
  return 2 * decoded_bytes + headers;
}

}  // namespace

filter::Kernel kernel_of_filter_class(const FilterClass& filter, const std::string& library) {
  static std::list<ForeignFilter> filters;  // kernels refer to them
  const H5Z_func_t callback = callback_of(filter.address);
  auto known = std::find_if(filters.begin(), filters.end(), [&](const ForeignFilter& other) {
    return other.table.id == filter.facts.id && other.callback == callback;
  });
  if (known == filters.end()) {
    const std::string place = library.empty() ? "" : ", in " + library;
    known = filters.insert(filters.end(), {filter.facts.name + place, callback, {}});
    known->table = {.version = NCF_KERNEL_VERSION,
                    .id = filter.facts.id,
                    .size = sizeof(ncf_kernel),
                    .name = known->name.c_str(),
                    .check = accept,
                    .bind = nullptr,
                    .bound = bound,
                    .make_workspace = nullptr,
                    .free_workspace = nullptr,
                    .encode = encode,
                    .decode = decode,
                    .encode_hinted = nullptr,
                    .choose_strategy = nullptr,
                    .loss = nullptr};
  }
  return filter::Kernel(known->table, &*known);
}

}  // namespace ncf::plugin
