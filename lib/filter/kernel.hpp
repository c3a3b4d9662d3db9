// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A filter that can be run: the C table of <ncf/kernel.h>, of a plugin or linked in
// (filter/builtin.hpp), as C++ has it.
//
//   const filter::Kernel kernel(*table);
//   filter::Workspace workspace = kernel.make_workspace();           // one per thread
//   const std::size_t bytes = kernel.encode(workspace, words, decoded, memory);
//
// A Kernel is a reference: it is copied freely and lives as long as the table, that is, as the
// library that holds the table stays loaded. Every function may be called on any thread; a
// workspace belongs to one thread at a time.
#pragma once

#include <ncf/kernel.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_buffer.hpp"

namespace ncf::filter {

/// What a kernel keeps for a thread from one call to the next; only for the kernel that made it.
using Workspace = std::unique_ptr<void, void (*)(void*)>;

/// What parameters may depend on: the elements, the chunk and the shape of a variable.
struct ChunkLayout {
  std::size_t element_bytes = 0;
  ncf_element_class element_class = ncf_element_other;
  ncf_element_order byte_order = ncf_order_none;
  std::vector<std::uint64_t> shape = {};  ///< elements; the last varies fastest
  /// Of the variable, as many as `shape` has, for a Zarr array; empty for HDF5, whose parameters
  /// depend on the chunk alone.
  std::vector<std::uint64_t> dimension_lengths = {};
};

/// A way in which a kernel can encode.
struct EncodingWay {
  std::uint64_t way = 0;  ///< of ncf_encode_hints; 0 where none was chosen
  std::string text;       ///< a few words for a report
};

class Kernel {
 public:
  using Words = std::span<const std::uint32_t>;
  using Bytes = std::span<std::byte>;
  using ConstBytes = std::span<const std::byte>;

  /// throws: Error (unsupported) where the table is of another version of the interface or not
  /// whole.
  /// workspace: what is handed to the table's functions on every thread, in the place of workspaces
  /// that the table makes, and then need not make; it lives as long as the table.
  explicit Kernel(const ncf_kernel& table, void* workspace = nullptr);

  [[nodiscard]] std::uint32_t id() const noexcept { return table_->id; }
  [[nodiscard]] std::string_view name() const noexcept { return table_->name; }

  /// throws: Error (unsupported) saying which visible parameters are allowed.
  void check(Words visible) const;

  /// The working parameters that visible ones become for a variable, checked.
  /// throws: Error (unsupported) where they are wrong or the filter cannot be used on it.
  [[nodiscard]] std::vector<std::uint32_t> bind(Words visible, const ChunkLayout& layout) const;

  /// Bytes that encoding `decoded_bytes` can take at most.
  [[nodiscard]] std::size_t bound(Words working, std::size_t decoded_bytes) const noexcept;

  /// throws: std::bad_alloc.
  [[nodiscard]] Workspace make_workspace() const;

  /// Returns the bytes written to the front of `output`, which has `bound` bytes or more.
  /// throws: Error (unsupported) where the parameters are wrong or the filter cannot store the
  /// data.
  std::size_t encode(const Workspace& workspace, Words working, ConstBytes decoded,
                     Bytes output) const;

  /// The same, where more is known of the data.
  std::size_t encode(const Workspace& workspace, Words working, const ncf_encode_hints& hints,
                     ConstBytes decoded, Bytes output) const;

  /// Whether there is more than one way to encode.
  [[nodiscard]] bool has_ways() const noexcept { return table_->choose_way != nullptr; }

  /// The way to encode the chunks of a variable of so many bytes, by its first one; only for a
  /// kernel that has ways. throws: as `encode`.
  [[nodiscard]] EncodingWay choose_way(const Workspace& workspace, Words working,
                                       const ncf_encode_hints& hints, std::uint64_t variable_bytes,
                                       ConstBytes first_chunk) const;

  /// Returns the bytes written to the front of `output`, which is as large as the data may be.
  /// throws: Error (corrupt) where the data are damaged or larger; Error (unsupported) where the
  /// parameters are wrong.
  std::size_t decode(const Workspace& workspace, Words working, ConstBytes stored,
                     Bytes output) const;

  /// The same for data of unknown size, up to `max_bytes`: `output` grows as they come.
  std::size_t decode(const Workspace& workspace, Words working, ConstBytes stored,
                     base::ByteBuffer& output, std::size_t max_bytes) const;

 private:
  const ncf_kernel* table_;
  void* workspace_;
};

}  // namespace ncf::filter
