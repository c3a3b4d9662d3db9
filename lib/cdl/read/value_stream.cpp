// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/value_stream.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ncf::cdl {

ValueStream::ValueStream(const model::Values& fill, const BlockPlan& plan, BlockHandler on_block)
    : fill_(fill), plan_(plan), on_block_(std::move(on_block)), values_(fill.type()) {
  start_block();
}

void ValueStream::start_block() {
  first_ += in_block_;
  in_block_ = 0;
  values_.reset(std::min({plan_.block, plan_.line - first_ % plan_.line, plan_.total - first_}));
}

std::byte* ValueStream::next() {
  if (in_block_ == values_.count()) hand_on();
  return values_.data() + in_block_ * values_.type()->size_bytes;
}

void ValueStream::add(std::size_t count) { in_block_ += count; }

void ValueStream::hand_on() {
  if (in_block_ > 0) on_block_(first_, values_);
  start_block();
}

void ValueStream::fill(std::size_t count) {
  const std::size_t bytes = fill_.type()->size_bytes;
  while (count > 0) {
    std::byte* const to = next();
    const std::size_t here = std::min(count, left_in_block());
    for (std::size_t i = 0; i < here; ++i) {
      if (fill_.type()->is_fixed_size) {
        std::memcpy(to + i * bytes, fill_.data(), bytes);
      } else {
        model::copy_value(fill_, to + i * bytes);
      }
    }
    add(here);
    count -= here;
  }
}

void ValueStream::finish() {
  if (in_block_ == 0) return;
  // Only the last block may be incomplete: the caller stopped early.
  if (in_block_ < values_.count()) fill(values_.count() - in_block_);
  on_block_(first_, values_);
  in_block_ = values_.count();
}

}  // namespace ncf::cdl
