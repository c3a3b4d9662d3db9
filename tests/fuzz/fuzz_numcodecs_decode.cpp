// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The first byte chooses a kernel of numcodecs' codecs, the next 24 are its parameters, the others
// stored bytes. Not all of these codecs keep values when they encode.
#include <array>
#include <cstring>

#include "decode_target.hpp"
#include "numcodecs/kernels.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ncf::plugins;
  constexpr std::array kernels {
    &numcodecs::delta, &numcodecs::scaled, &numcodecs::quantize, &numcodecs::as_type,
        &numcodecs::bitround, &numcodecs::packbits,
#if NCF_WITH_LZ4
        &numcodecs::lz4,
#endif
#if NCF_WITH_LZMA
        &numcodecs::lzma,
#endif
  };
  std::array<std::uint32_t, 6> parameters{};
  if (size < 1 + sizeof parameters) return 0;
  std::memcpy(parameters.data(), data + 1, sizeof parameters);
  const auto* const bytes = reinterpret_cast<const std::byte*>(data);
  const ncf::test::GuardedMemory guarded{
      ConstBytes(bytes + 1 + sizeof parameters, size - 1 - sizeof parameters)};
  const Kernel& kernel = *kernels[data[0] % kernels.size()];
  const auto decoded = fuzz::decode(kernel, parameters, guarded.bytes());
  if (!decoded) return 0;
  // NaN may become another NaN, but always the same.
  fuzz::require(fuzz::decode_into(kernel, parameters, guarded.bytes(), decoded->size()) == decoded,
                "the size needed suffices");
  try {
    fuzz::Data encoded(kernel.bound(parameters, decoded->size()));
    kernel.encode(*kernel.make_workspace(), parameters, *decoded, encoded);
  } catch (const KernelError&) {
  }
  return 0;
}
