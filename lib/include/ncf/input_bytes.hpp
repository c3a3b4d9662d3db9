// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A netCDF file, or a Zarr store in a zip file, whose bytes the program reads itself: from an
// object store with a library of its own, from an archive format, decrypted. While the object
// exists, every call that opens a dataset takes its name as an input.
//
//   const ncf::InputBytes bytes("model.nc", size, [&](std::uint64_t offset, auto to) {
//     bucket.read_range("model.nc", offset, to.data(), to.size());
//   });
//   options.input = bytes.input();
//   ncf::copy(options);
//
// Thread rule: any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "ncf/export.hpp"

namespace ncf {

class NCF_API InputBytes {
 public:
  /// Fills `bytes` from `offset` on; they are within the size. It is called on several threads at
  /// the same time, often, and not in order. What it throws ends the call that needs the bytes; an
  /// exception that is not an ncf::Error becomes one with the code `io` and the same message.
  using Read = std::function<void(std::uint64_t offset, std::span<std::byte> bytes)>;

  /// name: of letters, digits and any of "-_./", for messages. throws: Error(usage) for another
  /// one, or one that exists already.
  InputBytes(const std::string& name, std::uint64_t size, Read read);
  InputBytes(const InputBytes&) = delete;
  InputBytes& operator=(const InputBytes&) = delete;
  /// Datasets that are open can still be read.
  ~InputBytes();

  /// Returns "bytes://NAME".
  [[nodiscard]] const std::string& input() const noexcept { return input_; }

 private:
  std::string input_;
};

}  // namespace ncf
