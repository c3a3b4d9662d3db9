// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/stored_chunks.hpp"

#include <algorithm>
#include <utility>

#include "base/errors/error_context.hpp"
#include "filter/registry/known_ids.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::error_of;
using hdf5::ErrorCapture;
using model::StoredForm;

/// Returns whether an error means that a chunk is missing, which HDF5 before 1.12 reports as an
/// error.
bool says_unwritten(const std::string& hdf5_text) {
  return hdf5_text == "chunk storage is not allocated" ||
         hdf5_text == "chunk address isn't defined";
}

std::optional<filter::PreparedChain> prepare(const StoredChain& chain,
                                             filter::FilterSource& filters) {
  std::vector<filter::Kernel> kernels;
  try {
    for (const StoredFilter& filter : chain) {
      kernels.push_back(filters.get_kernel(filter.id, filter::FilterUse::decode));
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  return filter::PreparedChain(chain, std::move(kernels));
}

/// libhdf5 does not check that its fletcher32 has a checksum to look at, and would read outside of
/// memory. bytes: of the stored chunk. plain_bytes: of the decoded one, which nbit and scaleoffset
/// decode to, wherever they are in the chain.
/// throws: Error(corrupt).
void require_checksums(const StoredChain& chain, std::uint32_t filter_mask, std::size_t bytes,
                       std::size_t plain_bytes) {
  constexpr std::size_t checksum_bytes = 4;
  for (std::size_t i = chain.size(); i-- > 0;) {
    if ((filter_mask >> i & 1U) != 0 || chain[i].id == filter::shuffle_id) continue;
    if (chain[i].id == filter::nbit_id || chain[i].id == filter::scaleoffset_id) {
      bytes = plain_bytes;
    } else if (chain[i].id == filter::fletcher32_id) {
      if (bytes < checksum_bytes) {
        throw Error(ErrorCode::corrupt, "it has fewer bytes than the checksum of fletcher32");
      }
      bytes -= checksum_bytes;
    } else {
      return;
    }
  }
}

}  // namespace

hdf5::StoredAmount stored_amount(hid_t dataset, const StoredForm& form) {
  if (form.layout == model::Layout::chunked) return hdf5::count_stored_chunks(dataset, form);
  const std::uint64_t bytes = hdf5::storage_bytes(dataset);
  return {bytes > 0 ? 1U : 0U, bytes};
}

StoredChunks::StoredChunks(hid_t dataset, const StoredForm& form)
    : dataset_(dataset),
      form_(form),
      recording_(hdf5::recording_of(dataset)),
      grid_(form.extent, form.chunk_shape),
      plain_bytes_(form.element.empty() ? 0 : grid_.chunk_values() * form.element_bytes),
      most_bytes_(std::max<std::uint64_t>(recording_.end_of_file,
                                          grid_.chunk_values() * form.element_bytes)),
      all_filters_(static_cast<std::uint32_t>((std::uint64_t{1} << form.filters.size()) - 1)) {}

std::optional<model::StoredPlace> StoredChunks::find(std::span<const std::size_t> offset) {
  if (stored_ && !is_noted(offset)) return missing();
  const std::vector<hsize_t> start(offset.begin(), offset.end());
  const std::size_t bytes = stored_bytes(start);
  std::byte* const nothing = nothing_.of(bytes);
  const hdf5::Noting noting(recording_, nothing);
  std::uint32_t mask = 0;
  if (bytes == 0 || !read_into(nothing, start, mask)) {
    if (!stored_) note_stored([](std::span<const std::size_t>) {});
    return missing();
  }
  const model::FileRange& place = noting.transfer();
  if (!form_.filters_edges && reaches_beyond_extent(offset)) mask = all_filters_;
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
  hdf5::visit_stored_chunks(dataset_, form_, [&](std::span<const std::size_t> offset, const auto&) {
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

// ---- Sizes of decoded chunks ----

ChunkCheck::ChunkCheck(const hdf5::Handle& dataset, const model::StoredForm& form,
                       filter::FilterSource& filters) {
  if (form.layout != model::Layout::chunked) return;
  chunks_.emplace(dataset.id(), form);
  if (!form.filters.empty() && chunks_->plain_bytes() > 0) chain_ = prepare(form.filters, filters);
  if (!chain_) foreign_chain_ = form.filters;
}

void ChunkCheck::require_whole(const model::Box& box) {
  if (!chunks_) return;
  for (const std::size_t number : chunks_->grid().chunks_of(box)) {
    Page& page = pages_[number / Page::chunks];
    const std::size_t bit = number % Page::chunks;
    if (page.seen[bit]) continue;
    page.missing[bit] = find_missing(number);
    page.seen[bit] = true;
  }
}

bool ChunkCheck::find_missing(std::size_t number) {
  const std::vector<std::size_t> offset = chunks_->grid().offset(number);
  return base::with_context(
      [&] { return model::chunk_name(offset); },
      [&] {
        if (!chunks_->read(offset, chunk_)) return true;
        const std::size_t bytes = chunks_->plain_bytes();
        require_checksums(foreign_chain_, chunk_.filter_mask, chunk_.bytes.size(), bytes);
        if (!chain_) return false;
        chain_->decode(chunk_.bytes, chunk_.filter_mask, decoded_.first(bytes), workspace_);
        return false;
      });
}

bool ChunkCheck::is_missing(std::size_t number) const {
  return pages_.at(number / Page::chunks).missing[number % Page::chunks];
}

std::vector<model::Box> ChunkCheck::written_parts(const model::Box& box) const {
  if (!chunks_) return {box};
  const model::ChunkGrid& grid = chunks_->grid();
  const std::vector<std::size_t> numbers = grid.chunks_of(box);
  std::vector<model::Box> parts;
  for (const std::size_t number : numbers) {
    if (!is_missing(number)) parts.push_back(model::intersection(grid.chunk_box(number), box));
  }
  return parts.size() == numbers.size() ? std::vector{box} : parts;
}

bool ChunkCheck::is_missing(const std::vector<std::size_t>& element) const {
  if (!chunks_) return false;
  const model::Box box{element, std::vector<std::size_t>(element.size(), 1)};
  return is_missing(chunks_->grid().chunks_of(box).front());
}

}  // namespace ncf::store::netcdf4
