// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/chunk_check.hpp"

#include <utility>

#include "base/errors/error_context.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::store::netcdf4 {
namespace {

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
        decoded_.reserve(bytes);
        chain_->decode(chunk_.bytes, chunk_.filter_mask, decoded_.bytes().first(bytes), workspace_);
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
