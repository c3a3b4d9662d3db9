// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/stored_chunks.hpp"

#include <algorithm>
#include <vector>

#include "hdf5/calls.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::error_of;
using hdf5::ErrorCapture;
using hdf5::Handle;
using hdf5::NotedTransfer;
using hdf5::Noting;
using hdf5::Recording;
namespace {

using model::StoredForm;

std::vector<hsize_t> to_lengths(std::span<const std::size_t> lengths) {
  return {lengths.begin(), lengths.end()};
}

/// HDF5 before 1.12 reports a missing chunk as an error.
bool says_unwritten(const std::string& hdf5_text) {
  return hdf5_text == "chunk storage is not allocated" ||
         hdf5_text == "chunk address isn't defined";
}

std::size_t count_chunks(hid_t dataset) {
  const Handle space(call(H5Dget_space, dataset), &H5Sclose);
  hsize_t count = 0;
  call(H5Dget_num_chunks, dataset, space.id(), &count);
  return count;
}

std::size_t file_bytes(hid_t object) {
  const Handle file(call(H5Iget_file_id, object), &H5Fclose);
  hsize_t bytes = 0;
  call(H5Fget_filesize, file.id(), &bytes);
  return bytes;
}

}  // namespace

std::size_t count_stored(hid_t dataset, const StoredForm& form) {
  if (form.layout != model::Layout::chunked) return hdf5::storage_bytes(dataset) > 0 ? 1 : 0;
  return count_chunks(dataset);
}

StoredChunks::StoredChunks(hid_t dataset, const StoredForm& form)
    : dataset_(dataset),
      grid_(form.extent, form.chunk_shape),
      plain_bytes_(form.element.empty() ? 0 : grid_.chunk_values() * form.element_bytes),
      most_bytes_(std::max(file_bytes(dataset), grid_.chunk_values() * form.element_bytes)),
      all_filters_(static_cast<std::uint32_t>((std::uint64_t{1} << form.filters.size()) - 1)),
      filters_edges_(form.filters_edges) {}

bool StoredChunks::read(std::span<const std::size_t> offset, model::StoredChunk& chunk) {
  chunk.bytes.resize(stored_bytes(offset));
  const auto bytes = read_all(offset, chunk);
  if (!bytes) {
    require_missing();
    return false;
  }
  chunk.filter_mask = true_mask(offset, chunk.filter_mask);
  require_size(*bytes, chunk.bytes.size(), chunk.filter_mask);
  return true;
}

std::optional<model::StoredPlace> StoredChunks::find(std::span<const std::size_t> offset,
                                                     Recording& recording) {
  nothing_.bytes.resize(stored_bytes(offset));
  const Noting noting(recording, nothing_.bytes.data());
  if (!read_bytes(offset, nothing_)) {
    require_missing();
    return std::nullopt;
  }
  const NotedTransfer& place = noting.transfer();
  const std::uint32_t mask = true_mask(offset, nothing_.filter_mask);
  require_size(place.bytes, nothing_.bytes.size(), mask);
  return model::StoredPlace{place.address, place.bytes, mask};
}

std::size_t StoredChunks::stored_bytes(std::span<const std::size_t> offset) const {
  const ErrorCapture capture;
  hsize_t bytes = 0;
  const herr_t status = H5Dget_chunk_storage_size(dataset_, to_lengths(offset).data(), &bytes);
  if (status < 0 && !says_unwritten(capture.text())) throw error_of(capture.text());
  if (bytes > most_bytes_) {
    throw Error(ErrorCode::corrupt, "is longer than the file, as its index says");
  }
  return bytes;
}

// A missing chunk may be in libhdf5's cache, and then has a size.
bool StoredChunks::read_bytes(std::span<const std::size_t> offset,
                              model::StoredChunk& chunk) const {
  if (chunk.bytes.empty()) return false;
  const ErrorCapture capture;
  const herr_t status = H5Dread_chunk(dataset_, H5P_DEFAULT, to_lengths(offset).data(),
                                      &chunk.filter_mask, static_cast<void*>(chunk.bytes.data()));
  if (status < 0 && !says_unwritten(capture.text())) throw error_of(capture.text());
  return status >= 0;
}

// For a dataset without filters, libhdf5 reports the full size for each chunk and then reads what
// the index says. The last byte shows whether it was read, if necessary at the second try.
std::optional<std::size_t> StoredChunks::read_all(std::span<const std::size_t> offset,
                                                  model::StoredChunk& chunk) const {
  for (const std::byte mark : {std::byte{0x5A}, std::byte{0xA5}}) {
    if (!chunk.bytes.empty()) chunk.bytes.back() = mark;
    if (!read_bytes(offset, chunk)) return std::nullopt;
    if (chunk.bytes.back() != mark) return chunk.bytes.size();
  }
  return 0;
}

std::uint32_t StoredChunks::true_mask(std::span<const std::size_t> offset,
                                      std::uint32_t stored) const {
  return !filters_edges_ && reaches_beyond_extent(offset) ? all_filters_ : stored;
}

void StoredChunks::require_size(std::size_t read, std::size_t said, std::uint32_t mask) const {
  const bool is_plain = plain_bytes_ != 0 && (mask & all_filters_) == all_filters_;
  if (read == said && (!is_plain || read == plain_bytes_)) return;
  throw Error(ErrorCode::corrupt, "is not as long in the file as its values");
}

void StoredChunks::require_missing() {
  if (!is_full_) is_full_ = count_chunks(dataset_) >= grid_.chunk_count();
  if (*is_full_) {
    throw Error(ErrorCode::corrupt, "cannot be found, though the file counts all chunks");
  }
}

bool StoredChunks::reaches_beyond_extent(std::span<const std::size_t> offset) const {
  for (std::size_t i = 0; i < offset.size(); ++i) {
    if (offset[i] + grid_.chunk_shape()[i] > grid_.extent()[i]) return true;
  }
  return false;
}

}  // namespace ncf::store::netcdf4
