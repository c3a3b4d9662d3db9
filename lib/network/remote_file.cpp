// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/remote_file.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <map>
#include <new>
#include <utility>

#include "base/files/descriptor.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "network/transport.hpp"

namespace ncf::network {
namespace {

/// The size of the beginning of a file, and of the blocks in which bytes that were not announced
/// are read.
constexpr std::uint64_t block_bytes = std::uint64_t{256} << 10;

/// The maximum of one request: several requests in parallel are faster, and all answers must fit
/// into memory.
constexpr std::uint64_t max_part_bytes = std::uint64_t{2} << 20;
constexpr std::uint64_t least_part_bytes = std::uint64_t{64} << 10;
constexpr std::uint64_t parts_in_cache = 16;

constexpr std::uint64_t max_ahead_bytes = std::uint64_t{32} << 20;

class RemoteFile final : public base::ByteSource {
 public:
  RemoteFile(std::shared_ptr<Transport> transport, std::string url, Response head,
             std::uint64_t cache_bytes)
      : transport_(std::move(transport)),
        url_(std::move(url)),
        cache_bytes_(cache_bytes),
        part_bytes_(std::clamp(cache_bytes / parts_in_cache, least_part_bytes, max_part_bytes)),
        arrivals_(std::make_shared<Arrivals>()) {
    take_head(std::move(head));
  }

  [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }

  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > size_bytes_ || bytes.size() > size_bytes_ - offset) base::throw_cut();
    std::unique_lock lock(arrivals_->mutex);
    while (!bytes.empty()) {
      const PartRef part = part_at(offset, bytes.size());
      await(lock, *part);
      try {
        require_whole(*part);
      } catch (const Error&) {
        drop_if_there(part);
        throw;
      }
      const std::uint64_t skipped = offset - part->range.begin;
      const std::uint64_t count =
          std::min<std::uint64_t>(bytes.size(), part->range.bytes - skipped);
      lock.unlock();
      std::copy_n(part->response.body.begin() + static_cast<std::ptrdiff_t>(skipped), count,
                  bytes.begin());
      lock.lock();
      part->read_bytes += count;
      part->promised_bytes -= std::min(part->promised_bytes, count);
      if (part->use == Use::later && part->read_bytes >= part->range.bytes) drop_if_there(part);
      offset += count;
      bytes = bytes.subspan(count);
    }
  }

  void will_read(std::uint64_t offset, std::uint64_t bytes) const noexcept override {
    announce(offset, bytes, Use::later);
  }
  void will_reread(std::uint64_t offset, std::uint64_t bytes) const noexcept override {
    announce(offset, bytes, Use::often);
  }
  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept override { return cache_bytes_ / 2; }

 private:
  enum class Use { now, later, often };

  /// Bytes of the file that one request reads.
  struct Part {
    Range range;
    Use use = Use::now;
    std::uint64_t ahead_bytes = 0;  ///< to request when this part is first used
    bool is_used = false;
    std::uint64_t promised_bytes = 0;  ///< announced and not read yet
    std::uint64_t read_bytes = 0;
    std::list<Part*>::iterator place;  ///< in `by_use_`
    bool has_arrived = false;
    Response response;

    [[nodiscard]] std::uint64_t end() const noexcept { return range.begin + range.bytes; }
  };

  /// Signals arrived answers; requests may outlive the file.
  struct Arrivals {
    std::mutex mutex;
    std::condition_variable arrived;
  };

  using PartRef = std::shared_ptr<Part>;
  using Parts = std::map<std::uint64_t, PartRef>;

  void take_head(Response head) {
    constexpr long unsatisfiable = 416;
    if (head.failure.empty() && head.status == unsatisfiable) return;  // the file is empty
    require_range(head, std::min(block_bytes, head.size_bytes.value_or(block_bytes)));
    if (!head.size_bytes) {
      throw Error(ErrorCode::unsupported,
                  "the server does not say how long the file is; download the file");
    }
    size_bytes_ = *head.size_bytes;
    validator_ = head.validator;
    const auto part = std::make_shared<Part>();
    part->range = {0, head.body.size()};
    part->response = std::move(head);
    part->has_arrived = true;
    part->place = by_use_.insert(by_use_.end(), part.get());
    held_bytes_ += part->range.bytes;
    parts_.emplace(0, part);
  }

  void await(std::unique_lock<std::mutex>& lock, const Part& part) const {
    constexpr std::chrono::milliseconds between_stops{100};
    while (!arrivals_->arrived.wait_for(lock, between_stops, [&] { return part.has_arrived; })) {
      base::throw_if_stopped();
    }
  }

  void announce(std::uint64_t offset, std::uint64_t bytes, Use use) const noexcept {
    if (offset >= size_bytes_ || bytes == 0) return;
    try {
      const std::lock_guard lock(arrivals_->mutex);
      const Range range{offset, std::min(bytes, size_bytes_ - offset)};
      request_gaps(range, use, ahead_after(offset));
      promise(range);
    } catch (const std::bad_alloc&) {
      // It is requested when it is read.
    }
  }

  /// Returns the part that contains `offset`, and requests it if it is missing. bytes: needed from
  /// `offset` on.
  PartRef part_at(std::uint64_t offset, std::uint64_t bytes) const {
    if (find(offset) == parts_.end()) request_gaps({offset, 1}, Use::now, 0);
    const PartRef part = find(offset)->second;
    use(*part);
    const std::uint64_t end = offset + std::min(bytes, cache_bytes_ / 2);
    if (part->end() < end) request_gaps({part->end(), end - part->end()}, Use::now, 0);
    return part;
  }

  void promise(Range range) const {
    const std::uint64_t end = range.begin + range.bytes;
    for (auto next = first_from(range.begin); next != parts_.end() && next->first < end;) {
      Part& part = *next->second;
      part.promised_bytes += std::min(end, part.end()) - std::max(range.begin, part.range.begin);
      use(part);
      next = parts_.upper_bound(part.range.begin);  // other parts may be gone
    }
  }

  /// Moves a part to the end of the queue of parts to drop; the first time, reads ahead.
  void use(Part& part) const {
    by_use_.splice(by_use_.end(), by_use_, part.place);
    const std::uint64_t ahead = std::min(part.ahead_bytes, size_bytes_ - part.end());
    if (std::exchange(part.is_used, true) || ahead == 0) return;
    request_gaps({part.end(), ahead}, Use::later, twice(part.ahead_bytes));
  }

  // ---- What is requested ----

  [[nodiscard]] Parts::iterator find(std::uint64_t offset) const {
    auto next = parts_.upper_bound(offset);
    if (next == parts_.begin()) return parts_.end();
    --next;
    return offset < next->second->end() ? next : parts_.end();
  }

  [[nodiscard]] std::uint64_t twice(std::uint64_t ahead_bytes) const {
    return std::min({2 * ahead_bytes, max_ahead_bytes, cache_bytes_ / 2});
  }

  [[nodiscard]] Parts::iterator first_from(std::uint64_t offset) const {
    const auto found = find(offset);
    return found != parts_.end() ? found : parts_.upper_bound(offset);
  }

  /// Returns how much to read ahead after a range that begins here: nothing unless it follows
  /// another.
  [[nodiscard]] std::uint64_t ahead_after(std::uint64_t begin) const {
    if (begin == 0) return 0;
    const auto before = find(begin - std::min(begin, block_bytes / 4));
    if (before == parts_.end()) return 0;
    return std::max(twice(before->second->ahead_bytes), part_bytes_);
  }

  /// Returns the range extended to whole blocks.
  [[nodiscard]] Range widened(Range range) const {
    const std::uint64_t begin = range.begin - range.begin % block_bytes;
    const std::uint64_t end = range.begin + range.bytes;
    const std::uint64_t rounded = (end + block_bytes - 1) / block_bytes * block_bytes;
    return {begin, std::min(rounded, size_bytes_) - begin};
  }

  /// Requests the parts of a range that have not been requested.
  void request_gaps(Range range, Use use, std::uint64_t ahead_bytes) const {
    const std::uint64_t end = range.begin + range.bytes;
    for (std::uint64_t at = range.begin; at < end;) {
      if (const auto there = find(at); there != parts_.end()) {
        at = there->second->end();
        continue;
      }
      const auto next = parts_.upper_bound(at);
      const std::uint64_t gap_end = next == parts_.end() ? size_bytes_ : next->first;
      Range wanted{at, std::min(end, gap_end) - at};
      if (use == Use::now) {
        const std::uint64_t gap_begin = next == parts_.begin() ? 0 : std::prev(next)->second->end();
        const Range wide = widened(wanted);
        wanted.begin = std::max(wide.begin, gap_begin);
        wanted.bytes = std::min(wide.begin + wide.bytes, gap_end) - wanted.begin;
        ahead_bytes = ahead_after(wanted.begin);
      }
      const std::uint64_t wanted_end = wanted.begin + wanted.bytes;
      const std::uint64_t pieces = (wanted.bytes + part_bytes_ - 1) / part_bytes_;
      const std::uint64_t piece_bytes = (wanted.bytes + pieces - 1) / pieces;
      for (std::uint64_t begin = wanted.begin; begin < wanted_end; begin += piece_bytes) {
        const Range piece{begin, std::min(piece_bytes, wanted_end - begin)};
        if (!make_room(piece.bytes, use)) return;
        request(piece, use, ahead_bytes);
      }
      at = wanted_end;
    }
  }

  void request(Range range, Use use, std::uint64_t ahead_bytes) const {
    const auto part = std::make_shared<Part>();
    part->range = range;
    part->use = use;
    part->ahead_bytes = ahead_bytes;
    part->place = by_use_.insert(by_use_.end(), part.get());
    parts_.emplace(range.begin, part);
    held_bytes_ += range.bytes;
    transport_->start({.url = url_, .range = range, .is_urgent = use == Use::now},
                      [arrivals = arrivals_, part](Response response) {
                        const std::lock_guard lock(arrivals->mutex);
                        part->response = std::move(response);
                        part->has_arrived = true;
                        arrivals->arrived.notify_all();
                      });
  }

  void require_whole(const Part& part) const {
    require_range(part.response, part.range.bytes);
    const std::optional<std::uint64_t> size = part.response.size_bytes;
    if (!size && validator_.empty()) {
      throw Error(ErrorCode::unsupported,
                  "the server sends nothing with parts of the file that shows whether it changed; "
                  "download the file");
    }
    if (part.response.validator != validator_ || size.value_or(size_bytes_) != size_bytes_) {
      fail_changed();
    }
  }

  /// Drops the least recently used parts; announced ones only for bytes that are needed now.
  /// Returns whether there is room; for bytes that are needed now there always is.
  [[nodiscard]] bool make_room(std::uint64_t bytes, Use use) const {
    for (auto next = by_use_.begin();
         next != by_use_.end() && held_bytes_ + bytes > cache_bytes_;) {
      const Part& part = **next++;
      if (!part.has_arrived || (part.promised_bytes > 0 && use != Use::now)) continue;
      drop(parts_.find(part.range.begin));
    }
    return use == Use::now || held_bytes_ + bytes <= cache_bytes_;
  }

  void drop_if_there(const PartRef& part) const {
    const auto found = parts_.find(part->range.begin);
    if (found != parts_.end() && found->second == part) drop(found);
  }

  void drop(Parts::iterator part) const {
    held_bytes_ -= part->second->range.bytes;
    by_use_.erase(part->second->place);
    parts_.erase(part);
  }

  std::shared_ptr<Transport> transport_;
  std::string url_;
  std::uint64_t cache_bytes_;
  std::uint64_t part_bytes_;  ///< the maximum of one request
  std::uint64_t size_bytes_ = 0;
  std::string validator_;
  std::shared_ptr<Arrivals> arrivals_;
  // Under its mutex:
  mutable Parts parts_;              ///< by their first byte; they do not overlap
  mutable std::list<Part*> by_use_;  ///< the least recently used first
  mutable std::uint64_t held_bytes_ = 0;
};

}  // namespace

void fail_changed() {
  throw Error(ErrorCode::io, "the file changed on the server while it was read");
}

std::future<Response> start_head(Transport& transport, const std::string& url) {
  return start(transport, {.url = url, .range = Range{0, block_bytes}, .is_urgent = true});
}

Response request_head(Transport& transport, const std::string& url) {
  std::future<Response> head = start_head(transport, url);
  return await(head);
}

std::unique_ptr<base::ByteSource> open_remote_file(std::shared_ptr<Transport> transport,
                                                   std::string url, Response head,
                                                   std::uint64_t cache_bytes) {
  return std::make_unique<RemoteFile>(std::move(transport), std::move(url), std::move(head),
                                      cache_bytes);
}

}  // namespace ncf::network
