// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/stored_chunks.hpp"

#include <algorithm>

#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::error_of;
using hdf5::ErrorCapture;
using hdf5::Handle;
using hdf5::Noting;
namespace {

using model::StoredForm;

/// Returns whether an error means that a chunk is missing, which HDF5 before 1.12 reports as an
/// error.
bool says_unwritten(const std::string& hdf5_text) {
  return hdf5_text == "chunk storage is not allocated" ||
         hdf5_text == "chunk address isn't defined";
}

}  // namespace

hdf5::StoredAmount stored_amount(hid_t dataset, const StoredForm& form) {
  if (form.layout == model::Layout::chunked) return hdf5::count_stored_chunks(dataset);
  const std::uint64_t bytes = hdf5::storage_bytes(dataset);
  return {bytes > 0 ? 1U : 0U, bytes};
}

StoredChunks::StoredChunks(hid_t dataset, const StoredForm& form)
    : dataset_(dataset),
      recording_(hdf5::recording_of(dataset)),
      grid_(form.extent, form.chunk_shape),
      plain_bytes_(form.element.empty() ? 0 : grid_.chunk_values() * form.element_bytes),
      most_bytes_(std::max<std::uint64_t>(hdf5::file_bytes(recording_),
                                          grid_.chunk_values() * form.element_bytes)),
      all_filters_(static_cast<std::uint32_t>((std::uint64_t{1} << form.filters.size()) - 1)),
      filters_edges_(form.filters_edges) {}

std::optional<model::StoredPlace> StoredChunks::find(std::span<const std::size_t> offset) {
  if (stored_ && !is_noted(offset)) return missing();
  const std::vector<hsize_t> start(offset.begin(), offset.end());
  const std::size_t bytes = stored_bytes(start);
  std::byte* const nothing = nothing_.of(bytes);
  const Noting noting(recording_, nothing);
  std::uint32_t mask = 0;
  if (bytes == 0 || !read_into(nothing, start, mask)) {
    if (!stored_) note_stored([](std::span<const std::size_t>) {});
    return missing();
  }
  const model::FileRange& place = noting.transfer();
  if (!filters_edges_ && reaches_beyond_extent(offset)) mask = all_filters_;
  require_size(place.bytes, bytes, mask);
  return model::StoredPlace{place.begin, place.bytes, mask};
}

std::vector<std::vector<std::size_t>> StoredChunks::list() {
  std::vector<std::vector<std::size_t>> offsets;
  note_stored([&](std::span<const std::size_t> offset) {
    offsets.emplace_back(offset.begin(), offset.end());
  });
  return offsets;
}

bool StoredChunks::read(std::span<const std::size_t> offset, model::StoredChunk& chunk) {
  const auto place = find(offset);
  if (!place) return false;
  chunk.bytes.resize(place->bytes);
  chunk.filter_mask = place->filter_mask;
  hdf5::read_noted(recording_, place->begin, chunk.bytes);
  return true;
}

std::size_t StoredChunks::stored_bytes(const std::vector<hsize_t>& start) const {
  const ErrorCapture capture;
  hsize_t bytes = 0;
  const herr_t status = H5Dget_chunk_storage_size(dataset_, start.data(), &bytes);
  if (status < 0 && !says_unwritten(capture.text())) throw error_of(capture.text());
  if (bytes > most_bytes_) {
    throw Error(ErrorCode::corrupt, "is longer than the file, according to the chunk index");
  }
  return bytes;
}

// A missing chunk may be in libhdf5's cache, and then has a size.
bool StoredChunks::read_into(std::byte* nothing, const std::vector<hsize_t>& start,
                             std::uint32_t& mask) const {
  const ErrorCapture capture;
  const herr_t status =
      H5Dread_chunk(dataset_, H5P_DEFAULT, start.data(), &mask, static_cast<void*>(nothing));
  if (status < 0 && !says_unwritten(capture.text())) throw error_of(capture.text());
  return status >= 0;
}

// For a dataset without filters, libhdf5 reports the full size for each chunk, and then reads as
// much as the index says.
void StoredChunks::require_size(std::size_t read, std::size_t said, std::uint32_t mask) const {
  const bool is_plain = plain_bytes_ != 0 && (mask & all_filters_) == all_filters_;
  if (read == said && (!is_plain || read == plain_bytes_)) return;
  throw Error(ErrorCode::corrupt, "has a different size in the file than its values need");
}

void StoredChunks::note_stored(const std::function<void(std::span<const std::size_t>)>& visit) {
  std::size_t count = 0;
  std::vector<std::size_t> numbers;
  hdf5::visit_stored_chunks(dataset_, [&](std::span<const std::size_t> offset, const auto&) {
    ++count;
    if (const auto number = grid_.find_chunk_at(offset)) numbers.push_back(*number);
    visit(offset);
  });
  std::ranges::sort(numbers);
  stored_ = std::move(numbers);
  is_full_ = count >= grid_.chunk_count();
}

bool StoredChunks::is_noted(std::span<const std::size_t> offset) const {
  const auto number = grid_.find_chunk_at(offset);
  return number && std::ranges::binary_search(*stored_, *number);
}

std::nullopt_t StoredChunks::missing() const {
  if (!is_full_) return std::nullopt;
  throw Error(ErrorCode::corrupt, "is missing, although the file says that all chunks exist");
}

bool StoredChunks::reaches_beyond_extent(std::span<const std::size_t> offset) const {
  for (std::size_t i = 0; i < offset.size(); ++i) {
    if (offset[i] + grid_.chunk_shape()[i] > grid_.extent()[i]) return true;
  }
  return false;
}

}  // namespace ncf::store::netcdf4
