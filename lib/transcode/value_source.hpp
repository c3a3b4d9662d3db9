// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of a variable for whoever works on them on many threads: the I/O thread reads a box, any
// thread decodes it. Where the library can run a variable's filters itself its chunks are read as
// stored; all else is read as values by the source, which decodes while it reads.
//
//   auto pending = source.read(box);                       // the I/O thread
//   const auto bytes = pending->decode(scratch);           // any thread
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "model/source.hpp"
#include "transcode/chunk_values.hpp"
#include "transcode/tile.hpp"

namespace ncf::transcode {

/// Values that were read and may still have to be decoded.
class PendingValues {
 public:
  PendingValues() = default;
  PendingValues(const PendingValues&) = delete;
  PendingValues& operator=(const PendingValues&) = delete;
  virtual ~PendingValues() = default;

  /// The values as the variable's type has them in memory, in C order. They live as long as this.
  /// To be called once, on any thread. throws: Error naming the chunk and the filter.
  [[nodiscard]] virtual std::span<const std::byte> decode(Scratch& scratch) = 0;
};

class ValueSource {
 public:
  ValueSource() = default;
  ValueSource(const ValueSource&) = delete;
  ValueSource& operator=(const ValueSource&) = delete;
  virtual ~ValueSource() = default;

  /// The I/O thread. throws: Error naming the variable.
  [[nodiscard]] virtual std::unique_ptr<PendingValues> read(const model::Box& box) = 0;
};

/// As values of any type. The source outlives this.
[[nodiscard]] std::unique_ptr<ValueSource> make_typed_source(model::Source& source,
                                                             model::VariableId variable);

/// Whether chunks of this form hold values of `type`, but for filters and byte order, and all of
/// `shape` that was written.
[[nodiscard]] bool holds_values_in_chunks(const model::StoredForm& form, const model::Type& type,
                                          const std::vector<std::size_t>& shape);

/// Through the stored chunks of a variable. The source outlives this.
[[nodiscard]] std::unique_ptr<ValueSource> make_chunk_source(model::Source& source,
                                                             model::VariableId variable,
                                                             ChunkValues chunks);

/// Through the elements of a source whose chunks hold values of `type`. The source outlives this.
[[nodiscard]] std::unique_ptr<ValueSource> make_element_source(model::Source& source,
                                                               model::VariableId variable,
                                                               model::TypeRef type,
                                                               model::ByteOrder byte_order);

}  // namespace ncf::transcode
