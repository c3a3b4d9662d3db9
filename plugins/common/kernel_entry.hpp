// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Exposes a kernel to our library as the C table of <ncf/kernel.h>. A plugin has one function for
// this:
//
//   const ncf_kernel* ncf_get_kernel() { return &ncf::plugins::kernel_table<zstd::kernel>; }
//
// and the library uses linked kernels through the same table. No exception crosses this interface.
#pragma once

#include <ncf/kernel.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "common/kernel.hpp"
#include "filter/facts.hpp"

namespace ncf::plugins {
namespace detail {

inline void set_message(ncf_kernel_message message, std::string_view text) noexcept {
  if (message.capacity == 0) return;
  const std::size_t bytes = std::min(text.size(), message.capacity - 1);
  std::memcpy(message.text, text.data(), bytes);
  message.text[bytes] = '\0';
}

/// Converts what `call` throws to a C status.
template <typename Call>
ncf_kernel_status status_of(ncf_kernel_message message, const Call& call) noexcept {
  try {
    call();
    return ncf_kernel_ok;
  } catch (const std::bad_alloc&) {
    set_message(message, "not enough memory");
    return ncf_kernel_no_memory;
  } catch (const ParameterError& error) {
    set_message(message, error.what());
    return ncf_kernel_wrong_parameters;
  } catch (const KernelError& error) {
    set_message(message, error.what());
    return ncf_kernel_wrong_data;
  } catch (const std::exception& error) {
    set_message(message, error.what());
  } catch (...) {
    set_message(message, "unknown failure");
  }
  return ncf_kernel_internal_error;
}

inline Parameters parameters_of(ncf_kernel_cd_values cd_values) noexcept {
  return {cd_values.values, cd_values.count};
}

inline ConstBytes bytes_of(ncf_kernel_input input) noexcept {
  return {reinterpret_cast<const std::byte*>(input.bytes), input.count};
}

inline Bytes bytes_of(const ncf_kernel_output& output) noexcept {
  return {reinterpret_cast<std::byte*>(output.bytes), output.capacity};
}

inline void store_cd_values(const std::vector<std::uint32_t>& cd_values,
                            ncf_kernel_bound_cd_values& stored) {
  if (cd_values.size() > ncf_kernel_max_cd_values) throw std::length_error("too many parameters");
  std::copy(cd_values.begin(), cd_values.end(), stored.values);
  stored.count = cd_values.size();
}

/// The caller's memory, which grows as far as the caller allows.
class CallersOutput final : public Output {
 public:
  explicit CallersOutput(ncf_kernel_output& output) noexcept : output_(output) {
    memory_ = bytes_of(output);
  }

  void reserve(std::size_t bytes) override {
    if (bytes <= memory_.size()) return;
    if (output_.grow == nullptr) return FixedOutput(memory_).reserve(bytes);
    switch (output_.grow(&output_, bytes)) {
      case ncf_kernel_ok:
        memory_ = bytes_of(output_);
        return;
      case ncf_kernel_no_memory:
        throw std::bad_alloc();
      default:
        throw KernelError("decodes to more than it may");
    }
  }

 private:
  ncf_kernel_output& output_;
};

}  // namespace detail

/// The C functions of a kernel.
template <const Kernel& kernel>
struct KernelFunctions {
  static ncf_kernel_status check(ncf_kernel_cd_values visible,
                                 ncf_kernel_message message) noexcept {
    return detail::status_of(message, [&] { kernel.check(detail::parameters_of(visible)); });
  }

  static ncf_kernel_status bind(ncf_kernel_cd_values visible, const ncf_chunk_layout* layout,
                                ncf_kernel_bound_cd_values* working,
                                ncf_kernel_message message) noexcept {
    return detail::status_of(message, [&] {
      detail::store_cd_values(kernel.bind(detail::parameters_of(visible), *layout), *working);
    });
  }

  static std::size_t bound(ncf_kernel_cd_values working, std::size_t decoded_bytes) noexcept {
    return kernel.bound(detail::parameters_of(working), decoded_bytes);
  }

  static void* make_workspace() noexcept {
    void* made = nullptr;
    detail::status_of({}, [&] { made = kernel.make_workspace().release(); });
    return made;
  }

  static void free_workspace(void* workspace) noexcept {
    delete static_cast<Workspace*>(workspace);
  }

  static ncf_kernel_status encode(void* workspace, ncf_kernel_cd_values working,
                                  ncf_kernel_input decoded, ncf_kernel_output* output,
                                  std::size_t* written, ncf_kernel_message message) noexcept {
    return detail::status_of(message, [&] {
      *written = kernel.encode(*static_cast<Workspace*>(workspace), detail::parameters_of(working),
                               detail::bytes_of(decoded), detail::bytes_of(*output));
    });
  }

  static ncf_kernel_status encode_hinted(void* workspace, ncf_kernel_cd_values working,
                                         const ncf_encode_hints* hints, ncf_kernel_input decoded,
                                         ncf_kernel_output* output, std::size_t* written,
                                         ncf_kernel_message message) noexcept {
    return detail::status_of(message, [&] {
      *written =
          kernel.encode_hinted(*static_cast<Workspace*>(workspace), detail::parameters_of(working),
                               *hints, detail::bytes_of(decoded), detail::bytes_of(*output));
    });
  }

  static ncf_kernel_status choose_strategy(void* workspace, ncf_kernel_cd_values working,
                                           const ncf_encode_hints* hints,
                                           std::uint64_t variable_bytes,
                                           ncf_kernel_input first_chunk,
                                           ncf_kernel_strategy* strategy,
                                           ncf_kernel_message message) noexcept {
    return detail::status_of(message, [&] {
      *strategy = kernel.choose_strategy(*static_cast<Workspace*>(workspace),
                                         detail::parameters_of(working), *hints, variable_bytes,
                                         detail::bytes_of(first_chunk));
    });
  }

  static ncf_kernel_status decode(void* workspace, ncf_kernel_cd_values working,
                                  ncf_kernel_input stored, ncf_kernel_output* output,
                                  std::size_t* written, ncf_kernel_message message) noexcept {
    return detail::status_of(message, [&] {
      detail::CallersOutput growing(*output);
      *written = kernel.decode(*static_cast<Workspace*>(workspace), detail::parameters_of(working),
                               detail::bytes_of(stored), growing);
    });
  }
};

/// What the facts about a filter say about its loss.
template <const filter::FilterFacts& facts>
ncf_kernel_loss loss_by_facts(ncf_kernel_cd_values visible) noexcept {
  switch (filter::loss_by(facts, {visible.values, visible.count})) {
    case filter::Loss::none:
      return ncf_kernel_lossless;
    case filter::Loss::some:
      return ncf_kernel_lossy;
    default:
      return ncf_kernel_loss_unknown;
  }
}

/// The table itself. loss: null if it is not known whether the filter changes values.
template <const Kernel& kernel, ncf_kernel_loss (*loss)(ncf_kernel_cd_values) = nullptr>
inline constexpr ncf_kernel kernel_table{
    NCF_KERNEL_VERSION,
    kernel.id,
    sizeof(ncf_kernel),
    kernel.name,
    KernelFunctions<kernel>::check,
    kernel.bind ? KernelFunctions<kernel>::bind : nullptr,
    KernelFunctions<kernel>::bound,
    KernelFunctions<kernel>::make_workspace,
    KernelFunctions<kernel>::free_workspace,
    KernelFunctions<kernel>::encode,
    KernelFunctions<kernel>::decode,
    kernel.encode_hinted ? KernelFunctions<kernel>::encode_hinted : nullptr,
    kernel.choose_strategy ? KernelFunctions<kernel>::choose_strategy : nullptr,
    loss,
};

}  // namespace ncf::plugins
