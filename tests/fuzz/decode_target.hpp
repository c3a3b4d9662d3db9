// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Gives any bytes to a kernel as stored bytes: they are refused with a KernelError, or they decode
// to the same data into memory of any sufficient size, and these data survive encoding.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "common/kernel.hpp"
#include "support/guarded_memory.hpp"

namespace ncf::plugins::fuzz {

using Data = std::vector<std::byte>;

/// Ends the process, which is how libFuzzer learns of a finding.
inline void require(bool law, const char* name) {
  if (law) return;
  std::fprintf(stderr, "broken law: %s\n", name);
  std::abort();
}

/// Memory that grows to 16 MiB, because a few bytes can decode to more than is useful to try.
class BoundedOutput final : public Output {
 public:
  void reserve(std::size_t bytes) override {
    constexpr std::size_t max_bytes = std::size_t{16} << 20;
    if (bytes > max_bytes) throw KernelError("more than is useful to try");
    if (bytes <= storage_.size()) return;
    storage_.resize(std::min(std::max(bytes, 2 * storage_.size()), max_bytes));
    memory_ = storage_;
  }

 private:
  Data storage_;
};

inline std::optional<Data> decode(const Kernel& kernel, Parameters parameters, ConstBytes stored) {
  try {
    BoundedOutput output;
    const std::size_t bytes = kernel.decode(*kernel.make_workspace(), parameters, stored, output);
    require(bytes <= output.memory().size(), "data lie within the output");
    return Data(output.memory().begin(),
                output.memory().begin() + static_cast<std::ptrdiff_t>(bytes));
  } catch (const KernelError&) {
    return std::nullopt;
  }
}

/// Decodes into memory of exactly `bytes`, followed by a protected page, because the libraries that
/// decode are not compiled with a sanitizer.
inline std::optional<Data> decode_into(const Kernel& kernel, Parameters parameters,
                                       ConstBytes stored, std::size_t bytes) {
  const ncf::test::GuardedMemory memory(bytes);
  FixedOutput output(memory.bytes());
  try {
    const Bytes decoded =
        memory.bytes().first(kernel.decode(*kernel.make_workspace(), parameters, stored, output));
    return Data(decoded.begin(), decoded.end());
  } catch (const KernelError&) {
    return std::nullopt;
  }
}

inline void check_decoding(const Kernel& kernel, Parameters parameters, const std::uint8_t* data,
                           std::size_t size) {
  const ncf::test::GuardedMemory guarded{
      ConstBytes(reinterpret_cast<const std::byte*>(data), size)};
  const ConstBytes stored = guarded.bytes();
  const std::optional<Data> decoded = decode(kernel, parameters, stored);
  if (!decoded) return;
  require(decode_into(kernel, parameters, stored, decoded->size()) == decoded,
          "the size needed suffices");
  if (!decoded->empty()) {
    require(!decode_into(kernel, parameters, stored, decoded->size() - 1),
            "one byte less does not");
  }
  Data encoded(kernel.bound(parameters, decoded->size()));
  encoded.resize(kernel.encode(*kernel.make_workspace(), parameters, *decoded, encoded));
  require(decode(kernel, parameters, encoded) == decoded, "data survive encoding");
}

}  // namespace ncf::plugins::fuzz
