// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel: the functions of one filter over bytes and 32-bit parameters, which do not depend on
// HDF5, files or this library.
//
//   check           may a user request these parameters?
//   bind            a user's parameters + the variable's layout -> working parameters
//   bound           how much memory does encoding need?
//   make_workspace  memory a thread keeps from one call to the next
//   encode          decoded bytes -> stored bytes, into memory of that size
//   encode_hinted   the same, for a kernel that can use further facts about the data
//   choose_strategy how to encode a variable's chunks, for a kernel that decides by the first one
//   decode          stored bytes -> decoded bytes, into an Output, which may grow
//
// Parameters come in two kinds. *Visible* ones are what users write and what `check` and `bind`
// take; *working* ones are what a file stores and what `bound`, `encode` and `decode` take. They
// are the same for a kernel without `bind`.
//
// A kernel keeps nothing between calls except in a workspace, so every function may run on any
// number of threads at once, each with a workspace of its own. Stored bytes and working parameters
// are not trusted: a decoder allocates memory as data arrive, never because a header claims a size,
// and returns all data or throws.
//
// Each plugins/<name>/filter.hpp declares one constexpr Kernel; common/h5z_entry.hpp exposes it to
// HDF5, common/kernel_entry.hpp to our library. Only the standard library and <ncf/kernel.h> may be
// included here.
#pragma once

#include <ncf/kernel.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::plugins {

using Bytes = std::span<std::byte>;
using ConstBytes = std::span<const std::byte>;

/// A filter's `cd_values`.
using Parameters = std::span<const std::uint32_t>;

/// The reason why a kernel failed, as text for people without the filter's name.
class KernelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The parameters are wrong, whatever the data are.
class ParameterError : public KernelError {
 public:
  using KernelError::KernelError;
};

/// Lengths of dimensions in elements; the last varies fastest.
using Lengths = std::span<const std::uint64_t>;

/// The facts that parameters may depend on. Its arrays belong to the caller.
struct ChunkLayout : ncf_chunk_layout {
  constexpr ChunkLayout(const ncf_chunk_layout& layout) noexcept : ncf_chunk_layout(layout) {}
  /// dimensions: those of a Zarr array, as many as in `shape`; empty for HDF5.
  constexpr ChunkLayout(std::size_t bytes, ncf_element_class of_elements, ncf_element_order order,
                        Lengths lengths = {}, Lengths dimensions = {}) noexcept
      : ncf_chunk_layout{sizeof(ncf_chunk_layout), bytes,          of_elements, order,
                         lengths.data(),           lengths.size(), nullptr} {
    if (!dimensions.empty()) dimension_lengths = dimensions.data();
  }

  [[nodiscard]] constexpr Lengths chunk() const noexcept { return {shape, rank}; }
  [[nodiscard]] constexpr Lengths dimensions() const noexcept {
    return {dimension_lengths, dimension_lengths == nullptr ? 0 : rank};
  }
};

/// Returns the size of the whole chunk, or the largest number if it does not fit.
inline std::uint64_t bytes_of(const ChunkLayout& layout) noexcept {
  std::uint64_t bytes = layout.element_bytes;
  for (const std::uint64_t length : layout.chunk()) {
    if (__builtin_mul_overflow(bytes, length, &bytes)) return UINT64_MAX;
  }
  return bytes;
}

/// Returns the size of a whole chunk. throws: ParameterError if it is more than `most` bytes.
inline std::uint64_t bytes_within(std::uint64_t most, const ChunkLayout& layout) {
  const std::uint64_t bytes = bytes_of(layout);
  if (bytes <= most) return bytes;
  throw ParameterError("a chunk must be at most " + std::to_string(most) + " bytes, not " +
                       std::to_string(bytes));
}

/// Returns a parameter; `otherwise` if there are fewer.
constexpr std::uint32_t word_or(Parameters parameters, std::size_t position,
                                std::uint32_t otherwise) noexcept {
  return position < parameters.size() ? parameters[position] : otherwise;
}

/// Facts about data in addition to their bytes.
struct EncodeHints : ncf_encode_hints {
  constexpr EncodeHints(const ncf_encode_hints& hints) noexcept : ncf_encode_hints(hints) {}
  /// shuffled_bytes: if shuffle comes directly before, the element size, which is the number of
  /// planes. of_variable: the number of the strategy that was chosen for it.
  constexpr EncodeHints(std::size_t shuffled_bytes = 0, std::uint64_t of_variable = 0) noexcept
      : ncf_encode_hints{sizeof(ncf_encode_hints), shuffled_bytes, of_variable} {}
};

/// One of the strategies by which a kernel can encode.
struct ChosenStrategy : ncf_kernel_strategy {
  ChosenStrategy(std::uint64_t chosen = 0, std::string_view words = {}) noexcept
      : ncf_kernel_strategy{chosen, {}} {
    words.copy(text, ncf_kernel_strategy_text - 1);
  }
};

/// Memory that a kernel reuses between calls: a base class, used directly by kernels that keep
/// nothing. One thread at a time.
class Workspace {
 public:
  Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  virtual ~Workspace() = default;
};

/// Returns the `make_workspace` of a kernel that keeps Kept.
template <typename Kept = Workspace>
std::unique_ptr<Workspace> make_workspace() {
  return std::make_unique<Kept>();
}

/// The memory that a decoder writes to. Implementations decide whether and how far it grows, and
/// grow it in large steps if small ones are requested.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  virtual ~Output() = default;

  /// Returns all of the memory, written or not. Invalid after `reserve`.
  [[nodiscard]] Bytes memory() const noexcept { return memory_; }

  /// Makes the memory `bytes` long or longer, keeping its contents.
  /// throws: KernelError if the data exceed the limit; std::bad_alloc.
  virtual void reserve(std::size_t bytes) = 0;

  /// Makes the memory longer, for data of unknown size: requests one more byte, and gets a sensible
  /// number.
  void grow() { reserve(memory_.size() + 1); }

 protected:
  Bytes memory_;
};

/// The caller's memory, exactly as large as the decoded data may be.
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

/// A function that a kernel may lack. It has a flag in addition to the pointer, because with
/// sanitizers GCC does not treat `pointer != nullptr` as a constant expression.
template <typename Signature>
class Optional;

template <typename Result, typename... Arguments>
class Optional<Result(Arguments...)> {
 public:
  using Function = Result (*)(Arguments...);

  constexpr Optional() noexcept = default;
  constexpr Optional(std::nullptr_t) noexcept {}
  constexpr Optional(Function function) noexcept : function_(function), is_there_(true) {}

  constexpr explicit operator bool() const noexcept { return is_there_; }

  Result operator()(Arguments... arguments) const { return function_(arguments...); }

 private:
  Function function_ = nullptr;
  bool is_there_ = false;
};

using Bind = Optional<std::vector<std::uint32_t>(Parameters visible, const ChunkLayout& layout)>;
using EncodeHinted =
    Optional<std::size_t(Workspace& workspace, Parameters working, const EncodeHints& hints,
                         ConstBytes input, Bytes output)>;
using ChooseStrategy =
    Optional<ChosenStrategy(Workspace& workspace, Parameters working, const EncodeHints& hints,
                            std::uint64_t variable_bytes, ConstBytes first_chunk)>;

/// The functions of one filter; see the top of this file. All may throw std::bad_alloc, except
/// `bound`.
struct Kernel {
  std::uint32_t id;  ///< registered HDF5 filter id
  const char* name;

  /// throws: ParameterError that names the allowed visible parameters.
  void (*check)(Parameters visible);

  /// Returns the working parameters, which depend on nothing else; null if they equal the visible
  /// ones.
  /// throws: ParameterError if the filter cannot be used on such a variable.
  Bind bind;

  /// Returns the maximum encoded size of `decoded_bytes`. Accepts any parameters.
  std::size_t (*bound)(Parameters working, std::size_t decoded_bytes) noexcept;

  /// Makes a workspace for `encode` and `decode` of this kernel only.
  std::unique_ptr<Workspace> (*make_workspace)();

  /// Returns the number of bytes written to the front of `output`, which has at least `bound`
  /// bytes.
  /// throws: KernelError.
  std::size_t (*encode)(Workspace& workspace, Parameters working, ConstBytes input, Bytes output);

  /// Returns the number of bytes written to the front of `output.memory()`.
  /// throws: KernelError if `input` is not completely valid, or `output` refuses to grow.
  std::size_t (*decode)(Workspace& workspace, Parameters working, ConstBytes input, Output& output);

  /// Does the same as `encode`. Hints may be wrong: the result is decoded like any other. Absent if
  /// the kernel does not use hints.
  EncodeHinted encode_hinted{};

  /// Chooses the strategy for the chunks of a variable of so many bytes by its first chunk. Depends
  /// only on the arguments, and takes little time compared with encoding all of them. Absent if
  /// there is only one strategy.
  ChooseStrategy choose_strategy{};
};

/// The `encode` of a kernel that has an `encode_hinted`.
template <auto encode_hinted>
std::size_t encode_without_hints(Workspace& workspace, Parameters working, ConstBytes input,
                                 Bytes output) {
  return encode_hinted(workspace, working, {}, input, output);
}

}  // namespace ncf::plugins
