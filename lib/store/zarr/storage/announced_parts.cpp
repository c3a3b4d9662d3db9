// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/announced_parts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/errors/error_context.hpp"
#include "network/transport.hpp"

namespace ncf::store::zarr {
namespace {

/// Enough for any number of connections.
constexpr std::uint64_t least_ranges = 32;
constexpr std::uint64_t max_range_bytes = std::uint64_t{2} << 20U;

}  // namespace

AnnouncedParts::AnnouncedParts(std::shared_ptr<network::Transport> transport, UrlOf url_of,
                               std::uint64_t max_bytes)
    : transport_(std::move(transport)), url_of_(std::move(url_of)), max_bytes_(max_bytes) {}

bool AnnouncedParts::add(const std::string& key, network::Range part) {
  const std::lock_guard lock(mutex_);
  if (find_range(key, part)) return true;
  if (held_bytes_ > 0 && held_bytes_ + part.bytes > max_bytes_) {
    send_last();  // nothing will follow it soon
    return false;
  }
  held_bytes_ += part.bytes;
  if (extend_last(key, part)) return true;
  send_last();
  last_ = std::make_shared<AnnouncedRange>(AnnouncedRange{key, part, part.bytes});
  ranges_[key][part.begin] = last_;
  return true;
}

std::optional<ValueFacts> AnnouncedParts::read(const std::string& key, std::uint64_t offset,
                                               std::span<std::byte> bytes) {
  const RangeRef found = take(key, {offset, bytes.size()});
  if (!found) return std::nullopt;
  return base::with_context(key, [&] {
    const network::Response& response = network::await(found->response);
    try {
      network::require_range(response, found->range.bytes);
    } catch (const Error&) {
      note_read(found, found->range.bytes);  // reading it again sends a new request
      throw;
    }
    const auto begin = static_cast<std::ptrdiff_t>(offset - found->range.begin);
    std::copy_n(response.body.begin() + begin, bytes.size(), bytes.begin());
    note_read(found, bytes.size());
    return std::optional(ValueFacts{response.size_bytes, response.validator});
  });
}

void AnnouncedParts::forget() {
  const std::lock_guard lock(mutex_);
  ranges_.clear();
  last_ = nullptr;
  held_bytes_ = 0;
}

/// Returns the range that contains a part; it is requested. Null if there is none.
AnnouncedParts::RangeRef AnnouncedParts::take(const std::string& key, network::Range part) {
  const std::lock_guard lock(mutex_);
  RangeRef found = find_range(key, part);
  if (found && found == last_) send_last();
  return found;
}

/// Counts bytes as read, and drops a range whose parts are all read.
void AnnouncedParts::note_read(const RangeRef& range, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto ranges = ranges_.find(range->key);
  if (ranges == ranges_.end()) return;  // read twice
  const auto held = ranges->second.find(range->range.begin);
  if (held == ranges->second.end() || held->second != range) return;
  range->unread_bytes -= std::min(range->unread_bytes, bytes);
  if (range->unread_bytes > 0) return;
  held_bytes_ -= range->range.bytes;
  ranges->second.erase(held);
  if (ranges->second.empty()) ranges_.erase(ranges);
}

AnnouncedParts::RangeRef AnnouncedParts::find_range(const std::string& key,
                                                    network::Range part) const {
  const auto ranges = ranges_.find(key);
  if (ranges == ranges_.end()) return nullptr;
  auto next = ranges->second.upper_bound(part.begin);
  if (next == ranges->second.begin()) return nullptr;
  const RangeRef& range = std::prev(next)->second;
  const std::uint64_t end = range->range.begin + range->range.bytes;
  return part.begin + part.bytes <= end ? range : nullptr;
}

bool AnnouncedParts::extend_last(const std::string& key, network::Range part) {
  const std::uint64_t longest = std::min(max_bytes_ / least_ranges, max_range_bytes);
  if (!last_ || last_->key != key || last_->range.begin + last_->range.bytes != part.begin ||
      last_->range.bytes + part.bytes > longest) {
    return false;
  }
  last_->range.bytes += part.bytes;
  last_->unread_bytes += part.bytes;
  return true;
}

void AnnouncedParts::send_last() {
  const RangeRef last = std::exchange(last_, nullptr);
  if (!last) return;
  network::Request request{.url = url_of_(last->key), .range = last->range};
  last->response = network::start(*transport_, std::move(request)).share();
}

}  // namespace ncf::store::zarr
