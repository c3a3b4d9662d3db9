// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/written_values.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/threads/stop.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "store/netcdf4/dataset_reader.hpp"
#include "store/netcdf4/selection.hpp"
#include "store/netcdf4/stored_chunks.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::ChunkGrid;
using model::Layout;
using model::StoredForm;

/// Limit of one read.
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

/// Returns whether all elements equal `fill`. bytes: elements of the same size.
bool is_all_fill(std::span<const std::byte> bytes, const std::vector<std::byte>& fill) {
  for (; !bytes.empty(); bytes = bytes.subspan(fill.size())) {
    if (!std::equal(fill.begin(), fill.end(), bytes.begin())) return false;
  }
  return true;
}

/// Returns the shape of pieces along the last dimension, the only one of most scales.
std::vector<std::size_t> piece_shape(const StoredForm& form) {
  std::vector<std::size_t> shape(form.extent.size(), 1);
  if (!shape.empty()) shape.back() = std::max<std::size_t>(1, piece_bytes / form.element_bytes);
  return shape;
}

bool are_chunks_fill(const Handle& dataset, const StoredForm& form,
                     const std::vector<std::byte>& fill) {
  StoredChunks chunks(dataset.id(), form);
  model::StoredChunk chunk;
  for (const std::vector<std::size_t>& offset : chunks.list()) {
    base::throw_if_stopped();
    if (chunks.read(offset, chunk) && !is_all_fill(chunk.bytes, fill)) return false;
  }
  return true;
}

bool are_elements_fill(const Handle& dataset, const StoredForm& form,
                       const std::vector<std::byte>& fill) {
  const Handle type(call(H5Dget_type, dataset.id()), &H5Tclose);
  const ChunkGrid pieces(form.extent, piece_shape(form));
  std::vector<std::byte> elements;
  for (std::size_t i = 0; i < pieces.chunk_count(); ++i) {
    base::throw_if_stopped();
    const model::Box box = pieces.within(pieces.chunk_box(i));
    elements.resize(box.value_count() * form.element_bytes);
    const Handle from = select(form.extent, {}, box);
    const Handle to = select(box.count, box.start, box);
    call(H5Dread, dataset.id(), type.id(), to.id(), from.id(), H5P_DEFAULT,
         static_cast<void*>(elements.data()));
    if (!is_all_fill(elements, fill)) return false;
  }
  return true;
}

}  // namespace

bool has_written_values(const Handle& dataset) {
  const Handle properties = hdf5::creation_properties_of(dataset);
  const Handle type(call(H5Dget_type, dataset.id()), &H5Tclose);
  const StoredForm form = read_stored_form(read_extent(dataset), properties, type);
  if (form.layout == Layout::other) return true;
  if (stored_amount(dataset.id(), form).bytes == 0) return false;
  if (form.element.empty() || !form.filters.empty()) return true;
  const std::vector<std::byte> fill =
      form.fill.value_or(std::vector<std::byte>(form.element_bytes));
  return form.layout == Layout::chunked ? !are_chunks_fill(dataset, form, fill)
                                        : !are_elements_fill(dataset, form, fill);
}

}  // namespace ncf::store::netcdf4
