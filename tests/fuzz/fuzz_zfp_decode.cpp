// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The first byte says whether each chunk has its own header; the next 20 are the header among the
// parameters, valid or not. The others are stored bytes. Data may change when they are encoded
// again, but no access may leave its memory.
#include <array>
#include <cstring>

#include "decode_target.hpp"
#include "zfp/filter.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ncf::plugins;
  if (size < 21) return 0;
  std::array<std::uint32_t, 6> working{data[0] & 1U};
  std::memcpy(&working[1], data + 1, 20);
  const ncf::test::GuardedMemory guarded{
      ConstBytes(reinterpret_cast<const std::byte*>(data + 21), size - 21)};
  const auto decoded = fuzz::decode(zfp::kernel, working, guarded.bytes());
  if (!decoded || decoded->empty()) return 0;
  fuzz::require(
      fuzz::decode_into(zfp::kernel, working, guarded.bytes(), decoded->size()) == decoded,
      "the size needed suffices");
  fuzz::require(!fuzz::decode_into(zfp::kernel, working, guarded.bytes(), decoded->size() - 1),
                "one byte less does not");
  const ncf::test::GuardedMemory encoded(zfp::kernel.bound(working, decoded->size()));
  zfp::kernel.encode(*zfp::kernel.make_workspace(), working, *decoded, encoded.bytes());
  return 0;
}
