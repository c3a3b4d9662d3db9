// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/codec_kernels.hpp"

#include "filter/codecs/own_codecs.hpp"
#include "filter/kernels/builtin.hpp"

namespace ncf::filter {

std::optional<Kernel> find_codec_kernel(std::uint32_t id) {
  const ncf_kernel* const found = find_builtin_codec_kernel(id);
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
