// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/chunk_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error_context.hpp"
#include "filter/known_ids.hpp"
#include "filter/registry/registry.hpp"

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

/// libhdf5's nbit and scaleoffset decode to as many bytes as the values of a chunk have, and an
/// earlier filter that made more or fewer of them reads beyond their end.
/// throws: Error(unsupported).
void require_values_first(const StoredChain& chain) {
  const auto works_on_values = [](const StoredFilter& filter) {
    return filter.id == filter::nbit_id || filter.id == filter::scaleoffset_id;
  };
  const auto late = std::ranges::find_if(chain, works_on_values);
  const auto earlier = std::ranges::find_if(
      chain.begin(), late, [](const StoredFilter& one) { return one.id != filter::shuffle_id; });
  if (late == chain.end() || earlier == late) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("its filters cannot be undone: {} works on values, but {} before it "
                          "leaves other bytes",
                          filter::filter_title(late->id), filter::filter_title(earlier->id)));
}

}  // namespace

ChunkCheck::ChunkCheck(const hdf5::Handle& dataset, const model::StoredForm& form,
                       filter::FilterSource& filters) {
  if (form.layout != model::Layout::chunked) return;
  chunks_.emplace(dataset.id(), form);
  if (!form.filters.empty() && chunks_->plain_bytes() > 0) chain_ = prepare(form.filters, filters);
  if (!chain_) require_values_first(form.filters);
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
  return base::with_context([&] { return model::chunk_name(offset); },
                            [&] {
                              if (!chunks_->read(offset, chunk_)) return true;
                              if (!chain_) return false;
                              const std::size_t bytes = chunks_->plain_bytes();
                              decoded_.reserve(bytes);
                              chain_->decode(chunk_.bytes, chunk_.filter_mask,
                                             decoded_.bytes().first(bytes), workspace_);
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
