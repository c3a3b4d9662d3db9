// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset that is open for reading: its schema, its values in boxes, and beneath these the bytes
// as its store keeps them. What moves bytes without looking into them works on the latter, whatever
// the store. A store implements the functions that begin with `do_`; the others name source and
// variable in every error.
//
// Used from one thread, the I/O thread (libhdf5 and libnetcdf allow no other way).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "model/open_dataset.hpp"
#include "model/provenance.hpp"
#include "model/stored_form.hpp"
#include "model/stored_places.hpp"

namespace ncf::model {

class Source : public OpenDataset {
 public:
  using OpenDataset::OpenDataset;

  /// Separate from the schema: libnetcdf finds some of it only by looking at every object.
  /// throws: Error.
  [[nodiscard]] virtual Provenance provenance() { return {}; }

  /// Why the values of a variable must not be read, if so.
  [[nodiscard]] virtual std::optional<Error> fault(VariableId /*variable*/) const { return {}; }

  /// Replaces `values` by those of `box`. The type of `values` is the variable's.
  /// throws: Error naming, where known, the filter.
  void read(VariableId variable, const Box& box, Values& values);

  // ---- What is stored ---------------------------------------------------------------------------

  [[nodiscard]] StoredForm stored_form(VariableId variable);

  /// How many chunks were written. A variable without chunks counts as one, or 0 if never written.
  [[nodiscard]] std::size_t stored_chunk_count(VariableId variable);

  /// Bytes that the variable's values take, compressed where it has filters, without metadata;
  /// 0 if unknown. throws: Error.
  [[nodiscard]] std::uint64_t stored_bytes(VariableId variable);

  /// Replaces `chunk` by the one whose first element is at `offset`; false if it was never written.
  /// Of a chunked variable. throws: Error naming the chunk.
  bool read_chunk(VariableId variable, std::span<const std::size_t> offset, StoredChunk& chunk);

  /// Reads the decoded elements of `box` in C order, each as the form's `element` says.
  /// elements: as large as the box. throws: Error naming, where known, the filter.
  void read_elements(VariableId variable, const Box& box, std::span<std::byte> elements);

  /// Where the stored bytes lie in a file on this machine; this outlives what is returned.
  /// throws: Error(unsupported) if the places are unknown.
  [[nodiscard]] virtual std::unique_ptr<StoredPlaces> places();

 private:
  void require_no_fault(VariableId variable) const;

  /// The type of `values` is the variable's; there are as many as in the box, at least one.
  virtual void do_read(VariableId variable, const Box& box, Values& values) = 0;
  [[nodiscard]] virtual StoredForm do_stored_form(VariableId variable);
  [[nodiscard]] virtual std::size_t do_stored_chunk_count(VariableId /*variable*/) { return 1; }
  [[nodiscard]] virtual std::uint64_t do_stored_bytes(VariableId /*variable*/) { return 0; }
  virtual bool do_read_chunk(VariableId variable, std::span<const std::size_t> offset,
                             StoredChunk& chunk);
  virtual void do_read_elements(VariableId variable, const Box& box, std::span<std::byte> elements);

  Values values_{atomic_type(TypeClass::byte_)};  ///< of the type whose elements were read last
};

}  // namespace ncf::model
