// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/read_ahead.hpp"

#include <utility>

namespace ncf::transcode {

void ReadAhead::add(const Recoding& recoding, const std::vector<Piece>& pieces) {
  Ranges ranges;
  for (const Piece& piece : pieces) {
    if (piece.place) add(ranges, recoding.from().id, *piece.place);
  }
  if (ranges.empty()) return;
  if (is_requested_at_once_) return request(ranges);
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(ranges));
}

void ReadAhead::add(Ranges& ranges, model::VariableId variable, const model::StoredPlace& place) {
  if (!ranges.empty() && ranges.back().begin + ranges.back().bytes == place.begin) {
    ranges.back().bytes += place.bytes;
  } else {
    ranges.push_back({variable, place.begin, place.bytes});
  }
}

ReadAhead::Ranges ReadAhead::next() {
  const std::lock_guard lock(mutex_);
  if (jobs_.empty()) return {};
  Ranges ranges = std::move(jobs_.front());
  jobs_.pop_front();
  return ranges;
}

void ReadAhead::request(const Ranges& ranges) noexcept {
  for (const Range& range : ranges) input_.will_read(range.variable, range.begin, range.bytes);
}

void ReadAhead::advise() {
  for (int i = 0; i < 2; ++i) request(next());
}

}  // namespace ncf::transcode
