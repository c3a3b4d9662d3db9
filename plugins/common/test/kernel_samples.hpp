// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Data to try kernels on, and the shortest ways to call a kernel. Every call runs in memory that
// ends at a guard page.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/kernel.hpp"
#include "support/guarded_memory.hpp"

namespace ncf::plugins::test {

using Data = std::vector<std::byte>;

inline Data from_text(std::string_view text) {
  Data data(text.size());
  if (!text.empty()) std::memcpy(data.data(), text.data(), text.size());
  return data;
}

inline Data constant(std::size_t bytes) { return Data(bytes, std::byte{0x2A}); }

/// Returns data that no compressor makes smaller.
inline Data noise(std::size_t bytes) {
  std::mt19937 random(20260101);
  Data data(bytes);
  for (std::byte& byte : data) byte = static_cast<std::byte>(random());
  return data;
}

/// Returns a field as models write it: smooth in both directions, rounded to a hundredth of a
/// kelvin.
inline Data temperature(std::size_t rows, std::size_t columns) {
  std::vector<float> field;
  field.reserve(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const double kelvin = 280 + 15 * std::sin(static_cast<double>(i) / 40) +
                            3 * std::cos(static_cast<double>(i * j) / 9000);
      field.push_back(static_cast<float>(std::round(kelvin * 100) / 100));
    }
  }
  const auto bytes = std::as_bytes(std::span(field));
  return {bytes.begin(), bytes.end()};
}

inline Data join(std::initializer_list<Data> parts) {
  Data all;
  for (const Data& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

inline Data encode(const Kernel& kernel, Parameters parameters, const Data& decoded) {
  const ncf::test::GuardedMemory input{ConstBytes(decoded)};
  const ncf::test::GuardedMemory output(kernel.bound(parameters, decoded.size()));
  const std::size_t bytes =
      kernel.encode(*kernel.make_workspace(), parameters, input.bytes(), output.bytes());
  return {output.bytes().begin(), output.bytes().begin() + static_cast<std::ptrdiff_t>(bytes)};
}

/// Decodes into memory of `max_bytes`.
inline Data decode(const Kernel& kernel, const Data& encoded, std::size_t max_bytes,
                   Parameters parameters = {}) {
  const ncf::test::GuardedMemory input{ConstBytes(encoded)};
  const ncf::test::GuardedMemory memory(max_bytes);
  FixedOutput output(memory.bytes());
  const std::size_t bytes =
      kernel.decode(*kernel.make_workspace(), parameters, input.bytes(), output);
  return {memory.bytes().begin(), memory.bytes().begin() + static_cast<std::ptrdiff_t>(bytes)};
}

/// An output that grows to exactly the requested size, or to twice its size.
class GrowingOutput final : public Output {
 public:
  void reserve(std::size_t bytes) override {
    if (bytes <= storage_.size()) return;
    storage_.resize(std::max(bytes, 2 * storage_.size()));
    memory_ = storage_;
  }

 private:
  Data storage_;
};

inline Data decode_growing(const Kernel& kernel, const Data& encoded, Parameters parameters = {}) {
  const ncf::test::GuardedMemory input{ConstBytes(encoded)};
  GrowingOutput output;
  const std::size_t bytes =
      kernel.decode(*kernel.make_workspace(), parameters, input.bytes(), output);
  const Bytes written = output.memory().first(bytes);
  return {written.begin(), written.end()};
}

/// Returns the message of a failed call; empty if it succeeds.
template <typename Call>
std::string failure_of(const Call& call) {
  try {
    call();
  } catch (const KernelError& error) {
    return error.what();
  }
  return {};
}

/// Calls `judge(damaged, bit)` for `data` with one bit flipped, for each bit in turn.
template <typename Judge>
void for_each_flipped_bit(const Data& data, const Judge& judge) {
  Data damaged = data;
  for (std::size_t bit = 0; bit < 8 * data.size(); ++bit) {
    const std::byte mask = std::byte{1} << (bit % 8);
    damaged[bit / 8] ^= mask;
    judge(std::as_const(damaged), bit);
    damaged[bit / 8] ^= mask;
  }
}

/// Returns a bit of the encoded data that changes the decoded data without an error if it is
/// flipped. Some bits have no effect, such as padding in the last byte.
inline std::optional<std::size_t> find_unnoticed_bit(const Kernel& kernel, const Data& data) {
  std::optional<std::size_t> unnoticed;
  for_each_flipped_bit(encode(kernel, {}, data), [&](const Data& damaged, std::size_t bit) {
    Data decoded;
    const std::string failure = failure_of([&] { decoded = decode(kernel, damaged, data.size()); });
    if (failure.empty() && decoded != data) unnoticed = bit;
  });
  return unnoticed;
}

}  // namespace ncf::plugins::test
