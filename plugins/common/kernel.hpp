// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a compression kernel is: four functions over bytes and a filter's 32-bit parameters, with
// nothing of HDF5, of files or of this library behind them.
//
//   check    may data be encoded with these parameters?
//   bound    how much memory does encoding need?
//   encode   decoded bytes -> stored bytes, into memory of that size
//   decode   stored bytes -> decoded bytes, into an Output, which may grow
//
// A kernel keeps nothing between calls, so every function may run on any number of threads at once.
// Stored bytes are not trusted: a decoder takes memory as data arrive, never because a header asks
// for it, and gives the whole data or throws. Parameters matter to encoding only; a decoder finds
// all it needs in the stored bytes and reads what was written with any parameters.
//
// Each plugins/<name>/kernel.hpp declares one constexpr Kernel; plugins/<name>/h5z.cpp shows it to
// HDF5. Only the standard library may be included here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace ncf::plugins {

using Bytes = std::span<std::byte>;
using ConstBytes = std::span<const std::byte>;

/// A filter's `cd_values`, as stored in the file.
using Parameters = std::span<const std::uint32_t>;

/// Why a kernel refused: words for people, without the filter's name.
class KernelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Memory a decoder writes to. Implementations decide whether and how far it grows.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  virtual ~Output() = default;

  /// All of the memory at hand, written or not. Invalid after `reserve`.
  [[nodiscard]] Bytes memory() const noexcept { return memory_; }

  /// Makes the memory `bytes` long or longer, keeping its contents.
  /// throws: KernelError where the data become larger than they may be; std::bad_alloc.
  virtual void reserve(std::size_t bytes) = 0;

 protected:
  Bytes memory_;
};

/// Memory of the caller's, exactly as large as the decoded data may be.
class FixedOutput final : public Output {
 public:
  explicit FixedOutput(Bytes memory) noexcept { memory_ = memory; }
  void reserve(std::size_t bytes) override {
    if (bytes > memory_.size()) {
      throw KernelError("decodes to more than the " + std::to_string(memory_.size()) +
                        " bytes expected");
    }
  }
};

/// The functions of one filter; see the top of this file.
struct Kernel {
  std::uint32_t id;  ///< registered HDF5 filter id
  const char* name;

  /// throws: KernelError saying which values are allowed.
  void (*check)(Parameters parameters);

  /// Bytes that encoding `decoded_bytes` of the worst data can take.
  std::size_t (*bound)(std::size_t decoded_bytes) noexcept;

  /// Returns the bytes written to the front of `output`, which is `bound` long or longer.
  /// throws: KernelError, std::bad_alloc.
  std::size_t (*encode)(Parameters parameters, ConstBytes input, Bytes output);

  /// Returns the bytes written to the front of `output.memory()`.
  /// throws: KernelError where `input` is not wholly valid or `output` refuses to grow;
  /// std::bad_alloc.
  std::size_t (*decode)(ConstBytes input, Output& output);
};

}  // namespace ncf::plugins
