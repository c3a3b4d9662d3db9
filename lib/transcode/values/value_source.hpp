// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of a variable for work on many threads: the I/O thread reads a box, any thread decodes it.
// If the library can run the variable's filters itself, the I/O thread only finds the stored
// chunks; otherwise the source reads and decodes values in one step.
//
//   auto pending = source.read(box);                       // the I/O thread
//   const auto bytes = pending->decode(scratch);           // any thread
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "model/dataset/source.hpp"
#include "transcode/tiles/tile.hpp"
#include "transcode/values/chunk_values.hpp"

namespace ncf::transcode {

/// Values that were read, or found, and may still need decoding. The source must outlive them.
class PendingValues {
 public:
  PendingValues() = default;
  PendingValues(const PendingValues&) = delete;
  PendingValues& operator=(const PendingValues&) = delete;
  virtual ~PendingValues() = default;

  /// Returns the values as in memory, in C order, valid as long as this object. Call it once, on
  /// any thread. throws: Error naming the chunk and the filter.
  [[nodiscard]] virtual std::span<const std::byte> decode(Scratch& scratch) = 0;
};

class ValueSource {
 public:
  ValueSource() = default;
  ValueSource(const ValueSource&) = delete;
  ValueSource& operator=(const ValueSource&) = delete;
  virtual ~ValueSource() = default;

  /// Reads a box. I/O thread. throws: Error naming the variable.
  [[nodiscard]] virtual std::unique_ptr<PendingValues> read(const model::Box& box) = 0;
};

/// Makes a source for values of any type. `source` must outlive the result.
[[nodiscard]] std::unique_ptr<ValueSource> make_typed_source(model::Source& source,
                                                             model::VariableId variable);

/// Returns whether chunks of this form, apart from filters and byte order, hold values of `type`,
/// and everything that was written of `shape`.
[[nodiscard]] bool holds_values_in_chunks(const model::StoredForm& form, const model::Type& type,
                                          const std::vector<std::size_t>& shape);

/// Makes a source that reads the stored chunks of a variable. `source` must outlive the result.
[[nodiscard]] std::unique_ptr<ValueSource> make_chunk_source(model::Source& source,
                                                             model::VariableId variable,
                                                             ChunkValues chunks);

/// Makes a source that reads elements of a variable whose chunks hold values of `type`. `source`
/// must outlive the result.
[[nodiscard]] std::unique_ptr<ValueSource> make_element_source(model::Source& source,
                                                               model::VariableId variable,
                                                               model::TypeRef type,
                                                               model::ByteOrder byte_order);

}  // namespace ncf::transcode
