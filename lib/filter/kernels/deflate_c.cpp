// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The deflate kernel, linked into the library under prefixed names.
#include "ncf/deflate.h"

#include <cstdint>
#include <new>

#include "filter/kernels/builtin.hpp"
#include "filter/registry/known_ids.hpp"
#include "ncf/kernel.h"

namespace {

const ncf_kernel& kernel() noexcept {
  static const ncf_kernel& deflate = *ncf::filter::find_builtin_kernel(ncf::filter::deflate_id);
  return deflate;
}

}  // namespace

struct ncf_deflate_context {
  void* workspace;
};

ncf_deflate_context* ncf_deflate_context_make() {
  void* const workspace = kernel().make_workspace();
  if (workspace == nullptr) return nullptr;
  auto* const context = new (std::nothrow) ncf_deflate_context{workspace};
  if (context == nullptr) kernel().free_workspace(workspace);
  return context;
}

void ncf_deflate_context_free(ncf_deflate_context* context) {
  if (context == nullptr) return;
  kernel().free_workspace(context->workspace);
  delete context;
}

size_t ncf_deflate_bound(size_t bytes) { return kernel().bound({}, bytes); }

size_t ncf_deflate(ncf_deflate_context* context, int level, size_t element_bytes, const void* data,
                   size_t bytes, void* output, size_t capacity) {
  if (context == nullptr || output == nullptr || (data == nullptr && bytes > 0)) return 0;
  if (level < 0 || capacity < ncf_deflate_bound(bytes)) return 0;
  const auto word = static_cast<std::uint32_t>(level);
  ncf_kernel_output target{static_cast<unsigned char*>(output), capacity, nullptr, nullptr};
  std::size_t written = 0;
  const ncf_encode_hints hints{sizeof hints, element_bytes, 0};
  const ncf_kernel_status status = kernel().encode_hinted(
      context->workspace, {&word, 1}, &hints, {static_cast<const unsigned char*>(data), bytes},
      &target, &written, {nullptr, 0});
  return status == ncf_kernel_ok ? written : 0;
}
