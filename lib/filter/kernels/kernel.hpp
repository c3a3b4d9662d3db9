// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A filter that can run: the C table of <ncf/kernel.h>, from a plugin or linked in
// (filter/kernels/builtin.hpp), as a C++ class.
//
//   const filter::Kernel kernel(*table);
//   filter::Workspace workspace = kernel.make_workspace();           // one per thread
//   const std::size_t bytes = kernel.encode(workspace, cd_values, decoded, memory);
//
// A Kernel refers to the functions of the table: it is cheap to copy and lives as long as the
// library with the table is loaded. Members that the table of an older plugin lacks count as null.
// Any thread may call any function; a workspace belongs to one thread at a time.
#pragma once

#include <ncf/kernel.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/memory/bytes.hpp"
#include "filter/facts.hpp"

namespace ncf::filter {

/// The memory that a kernel keeps for one thread between calls; only for the kernel that made it.
using Workspace = std::unique_ptr<void, void (*)(void*)>;

/// The facts that parameters may depend on: a variable's elements, chunk and shape, as
/// ncf_chunk_layout, of which it owns the arrays.
struct ChunkLayout {
  std::size_t element_bytes = 0;
  ncf_element_class element_class = ncf_element_other;
  ncf_element_order byte_order = ncf_order_none;
  std::vector<std::uint64_t> shape = {};  ///< elements; the last varies fastest
  /// For a Zarr array, the variable's dimensions, as many as in `shape`; empty for HDF5, where
  /// parameters depend only on the chunk.
  std::vector<std::uint64_t> dimension_lengths = {};
};

/// A library's types for the numeric elements of variables.
template <class Type>
struct NumberTypes {
  std::array<Type, 4> integers;  ///< of 1, 2, 4 and 8 bytes
  std::array<Type, 2> floats;    ///< of 4 and 8 bytes
  Type none;                     ///< returned by `of` if the library has no such number

  [[nodiscard]] Type of(const ChunkLayout& layout) const noexcept {
    const std::size_t bytes = layout.element_bytes;
    if (!std::has_single_bit(bytes) || bytes > 8) return none;
    const auto exponent = static_cast<std::size_t>(std::countr_zero(bytes));
    if (layout.element_class == ncf_element_integer) return integers.at(exponent);
    if (layout.element_class == ncf_element_floating && bytes >= 4) return floats.at(exponent - 2);
    return none;
  }
};

/// Facts about data in addition to their bytes. shuffled_bytes: the element size if shuffle comes
/// directly before, otherwise 0. of_variable: the number of an EncoderStrategy.
struct EncodeHints : ncf_encode_hints {
  EncodeHints(std::size_t shuffled_bytes = 0, std::uint64_t of_variable = 0) noexcept
      : ncf_encode_hints{sizeof(ncf_encode_hints), shuffled_bytes, of_variable} {}
};

/// A strategy by which a kernel encodes; its number is 0 if none was chosen.
struct EncoderStrategy : ncf_kernel_strategy {};

class Kernel {
 public:
  using CdValues = std::span<const std::uint32_t>;
  using Bytes = std::span<std::byte>;
  using ConstBytes = std::span<const std::byte>;

  /// throws: Error(unsupported) if the table has another interface version or is incomplete.
  /// workspace: passed to the functions of the table on every thread instead of workspaces that the
  /// table creates, which it then need not do; must live as long as the table.
  explicit Kernel(const ncf_kernel& table, void* workspace = nullptr);

  [[nodiscard]] std::uint32_t id() const noexcept { return table_.id; }
  [[nodiscard]] std::string_view name() const noexcept { return table_.name; }

  /// Returns what the kernel itself says about its loss.
  [[nodiscard]] Loss loss(CdValues visible) const;

  /// throws: Error(unsupported) naming the allowed visible parameters.
  void check(CdValues visible) const;

  /// Returns the working parameters for a variable, computed from checked visible ones.
  /// throws: Error(unsupported) if they are wrong or the filter cannot be used on the variable.
  [[nodiscard]] std::vector<std::uint32_t> bind(CdValues visible, const ChunkLayout& layout) const;

  /// Returns the maximum encoded size of `decoded_bytes`.
  [[nodiscard]] std::size_t bound(CdValues working, std::size_t decoded_bytes) const noexcept;

  /// throws: std::bad_alloc.
  [[nodiscard]] Workspace make_workspace() const;

  /// Encodes data. Returns the number of bytes written to `output`, which has at least `bound`
  /// bytes.
  /// throws: Error(unsupported) if the parameters are wrong or the filter cannot store the data.
  std::size_t encode(const Workspace& workspace, CdValues working, ConstBytes decoded,
                     Bytes output) const;

  /// Does the same with hints about the data.
  std::size_t encode(const Workspace& workspace, CdValues working, const EncodeHints& hints,
                     ConstBytes decoded, Bytes output) const;

  /// Returns whether the kernel has more than one strategy to encode.
  [[nodiscard]] bool has_strategies() const noexcept { return table_.choose_strategy != nullptr; }

  /// Chooses the strategy for all chunks of a variable by its first chunk; only if has_strategies.
  /// variable_bytes: decoded size of the variable. throws: as `encode`.
  [[nodiscard]] EncoderStrategy choose_strategy(const Workspace& workspace, CdValues working,
                                                const EncodeHints& hints,
                                                std::uint64_t variable_bytes,
                                                ConstBytes first_chunk) const;

  /// Decodes data. Returns the number of bytes written to `output`, which is as large as the
  /// decoded data may be.
  /// throws: Error(corrupt) if the data are damaged or larger; Error(unsupported) if the parameters
  /// are wrong.
  std::size_t decode(const Workspace& workspace, CdValues working, ConstBytes stored,
                     Bytes output) const;

  /// Does the same for data of unknown size, up to `max_bytes`: `output` grows as needed.
  std::size_t decode(const Workspace& workspace, CdValues working, ConstBytes stored,
                     base::ByteBuffer& output, std::size_t max_bytes) const;

 private:
  ncf_kernel table_{};
  void* workspace_;
};

}  // namespace ncf::filter
