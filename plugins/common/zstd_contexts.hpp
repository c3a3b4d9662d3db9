// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The contexts of libzstd, made on first use. One thread at a time.
#pragma once

#include <zstd.h>

#include <memory>
#include <new>

#include "common/kernel.hpp"

namespace ncf::plugins {

class ZstdContexts final : public Workspace {
 public:
  /// throws: std::bad_alloc.
  ZSTD_CCtx* encoding() { return made(encoding_, ZSTD_createCCtx); }
  ZSTD_DCtx* decoding() { return made(decoding_, ZSTD_createDCtx); }

 private:
  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };

  template <typename Context>
  static Context* made(std::unique_ptr<Context, FreeContext>& context, Context* (*make)()) {
    if (context == nullptr) context.reset(make());
    if (context == nullptr) throw std::bad_alloc();
    return context.get();
  }

  std::unique_ptr<ZSTD_CCtx, FreeContext> encoding_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> decoding_;
};

}  // namespace ncf::plugins
