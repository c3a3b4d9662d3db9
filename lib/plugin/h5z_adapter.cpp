// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/h5z_adapter.hpp"

#include <H5PLextern.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <algorithm>
#include <cstring>
#include <list>
#include <new>
#include <utility>

#include "hdf5/library/calls.hpp"
#include "ncf/error.hpp"

namespace ncf::plugin {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;

// Prevents libhdf5 from searching for plugins while this object exists.
class NoPluginSearch {
 public:
  NoPluginSearch() {
    if (H5PLget_loading_state(&before_) < 0) return;
    is_changed_ = before_ != 0 && H5PLset_loading_state(0) >= 0;
  }
  NoPluginSearch(const NoPluginSearch&) = delete;
  NoPluginSearch& operator=(const NoPluginSearch&) = delete;
  ~NoPluginSearch() {
    if (is_changed_) H5PLset_loading_state(before_);
  }

 private:
  unsigned before_ = 0;
  bool is_changed_ = false;
};

// type: an H5PL_type_t, or what a later version or a faulty library returns.
void check_type(int type) {
  if (type == H5PL_TYPE_FILTER) return;
  constexpr int other_kinds = 8;  // virtual connectors and drivers, of later versions
  throw Error(
      type > H5PL_TYPE_FILTER && type < other_kinds ? ErrorCode::unsupported : ErrorCode::corrupt,
      fmt::format("an HDF5 plugin, but not of a filter (type {})", type));
}

H5Z_class2_t in_words_of_version_2(const H5Z_class1_t& old) {
  constexpr int no_version = 0;
  return {no_version, old.id, 1, 1, old.name, old.can_apply, old.set_local, old.filter};
}

FilterClass checked_class(const H5Z_class2_t& filter, const void* address) {
  if (filter.id <= H5Z_FILTER_NONE || filter.id > H5Z_FILTER_MAX) {
    throw Error(ErrorCode::corrupt, fmt::format("its filter class has the id {}, expected 1 to {}",
                                                filter.id, H5Z_FILTER_MAX));
  }
  if (filter.filter == nullptr) {
    throw Error(ErrorCode::corrupt, "its filter class has no filter function");
  }
  FilterInterface facts;
  facts.id = static_cast<std::uint32_t>(filter.id);
  facts.name = filter.name == nullptr ? "" : filter.name;
  facts.class_version = filter.version == H5Z_CLASS_T_VERS ? 2 : 1;
  facts.encode = filter.encoder_present != 0;
  facts.decode = filter.decoder_present != 0;
  return {std::move(facts), address};
}

// ---- A filter class as a kernel ----

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

std::string hdf5_default_folder() { return H5_DEFAULT_PLUGINDIR; }

bool hdf5_loads_plugins() {
  unsigned allowed = 0;
  call(H5PLget_loading_state, &allowed);
  return (allowed & H5PL_FILTER_PLUGIN) != 0;
}

std::optional<FilterAvailability> find_in_libhdf5(std::uint32_t id) {
  if (id > H5Z_FILTER_MAX) return std::nullopt;
  const ErrorCapture quiet;
  const NoPluginSearch no_search;
  const auto filter = static_cast<H5Z_filter_t>(id);
  if (H5Zfilter_avail(filter) <= 0) return std::nullopt;
  unsigned flags = 0;
  call(H5Zget_filter_info, filter, &flags);
  return FilterAvailability{(flags & H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0,
                            (flags & H5Z_FILTER_CONFIG_DECODE_ENABLED) != 0,
                            {}};
}

bool load_own_filter(std::uint32_t id) {
  const ErrorCapture quiet;
  return H5Zfilter_avail(static_cast<H5Z_filter_t>(id)) > 0;
}

FilterClass read_filter_class(void* get_type, void* get_info) {
  check_type(reinterpret_cast<decltype(&H5PLget_plugin_type)>(get_type)());
  const void* info = reinterpret_cast<decltype(&H5PLget_plugin_info)>(get_info)();
  if (info == nullptr) throw Error(ErrorCode::corrupt, "H5PLget_plugin_info returned NULL");
  return read_filter_class(info);
}

// A class of version 1 begins with its id where later ones have a version. Only the id 1 would be
// ambiguous, and that is HDF5's own deflate.
FilterClass read_filter_class(const void* address) {
  const int first = *static_cast<const int*>(address);
  return first == H5Z_CLASS_T_VERS
             ? checked_class(*static_cast<const H5Z_class2_t*>(address), address)
             : checked_class(in_words_of_version_2(*static_cast<const H5Z_class1_t*>(address)),
                             address);
}

std::string unregister_filter_class(std::uint32_t id) {
  const ErrorCapture capture;
  if (H5Zunregister(static_cast<H5Z_filter_t>(id)) >= 0) return {};
  return capture.text();
}

void register_filter_class(const void* filter_class) { call(H5Zregister, filter_class); }

filter::Kernel kernel_of_filter_class(const FilterClass& filter, const std::string& library) {
  static std::list<ForeignFilter> filters;  // kernels refer to them
  const H5Z_func_t callback = callback_of(filter.address);
  auto known = std::ranges::find_if(filters, [&](const ForeignFilter& other) {
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
