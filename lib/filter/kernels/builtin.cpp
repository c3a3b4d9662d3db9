// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/builtin.hpp"

#include <algorithm>
#include <array>

#include "base/library/build_config.hpp"
#include "common/kernel_entry.hpp"
#include "deflate/filter.hpp"
#include "filter/codecs/own_codecs.hpp"
#include "filter/registry/known_ids.hpp"
#include "fletcher32/filter.hpp"
#include "numcodecs/kernels.hpp"
#include "shuffle/filter.hpp"
#if NCF_WITH_LIBAEC
#include "szip/filter.hpp"
#endif

namespace ncf::filter {
namespace {

constexpr std::array kernels {
  &plugins::kernel_table<plugins::deflate::kernel>,
      &plugins::kernel_table<plugins::shuffle::kernel>,
      &plugins::kernel_table<plugins::fletcher32::kernel>,
#if NCF_WITH_LIBAEC
      &plugins::kernel_table<plugins::szip::kernel>,
#endif
};

constexpr std::array codec_kernels {
  &plugins::kernel_table<plugins::deflate::gzip_kernel>,
      &plugins::kernel_table<plugins::numcodecs::crc32c>,
      &plugins::kernel_table<plugins::numcodecs::crc32>,
      &plugins::kernel_table<plugins::numcodecs::adler32>,
      &plugins::kernel_table<plugins::fletcher32::zarr_kernel>,
      &plugins::kernel_table<plugins::numcodecs::delta>,
      &plugins::kernel_table<plugins::numcodecs::scaled>,
      &plugins::kernel_table<plugins::numcodecs::quantize>,
      &plugins::kernel_table<plugins::numcodecs::as_type>,
      &plugins::kernel_table<plugins::numcodecs::bitround>,
      &plugins::kernel_table<plugins::numcodecs::packbits>,
#if NCF_WITH_LZ4
      &plugins::kernel_table<plugins::numcodecs::lz4>,
#endif
#if NCF_WITH_LZMA
      &plugins::kernel_table<plugins::numcodecs::lzma>,
#endif
};

const ncf_kernel* find(std::span<const ncf_kernel* const> among, std::uint32_t id) noexcept {
  const auto found =
      std::ranges::find_if(among, [id](const ncf_kernel* kernel) { return kernel->id == id; });
  return found == among.end() ? nullptr : *found;
}

}  // namespace

std::span<const ncf_kernel* const> builtin_kernels() noexcept { return kernels; }

const ncf_kernel* find_builtin_kernel(std::uint32_t id) noexcept { return find(kernels, id); }

std::optional<Kernel> find_codec_kernel(std::uint32_t id) {
  const ncf_kernel* const found = find(codec_kernels, id);
  return found == nullptr ? std::nullopt : std::optional(Kernel(*found));
}

std::optional<Kernel> find_codec_kernel(const Codec& codec) {
  if (codec.name == "gzip" || codec.name == "numcodecs.gzip") return find_codec_kernel(gzip_id);
  const FilterFacts* const own = find_own_codec(codec);
  return own == nullptr ? std::nullopt : find_codec_kernel(own->id);
}

StoredChain as_decoded_in_zarr(StoredChain chain) {
  for (StoredFilter& filter : chain) {
    if (filter.id == fletcher32_id) filter.id = zarr_fletcher32_id;
  }
  return chain;
}

}  // namespace ncf::filter
