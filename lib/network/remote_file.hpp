// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A file on a server, read with range requests. A request takes long, and about as long for few
// bytes as for many. So each request reads more than was asked for, many are sent at the same time,
// and a cache keeps the answers: bytes that are announced to be read once until then, all others
// until the memory is needed.
//
// If ranges follow each other, the next bytes are read ahead, twice as many each time: the chunks
// of a variable, and the index between them, usually follow each other in a file.
//
// Any thread. source: RFC 9110, section 14, "Range Requests"
#pragma once

#include <cstdint>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/byte_source.hpp"
#include "network/functions.hpp"

namespace ncf::network {

class RemoteFile final : public base::ByteSource {
 public:
  /// Requests the beginning of a file; the answer also states the file's size.
  /// throws: Error(interrupted).
  static Response request_head(Transport& transport, const std::string& url);
  /// Does the same without waiting for the answer.
  static std::future<Response> start_head(Transport& transport, const std::string& url);

  /// head: the answer to that request.
  /// throws: Error if there is no such file, or the server does not support range requests.
  RemoteFile(std::shared_ptr<Transport> transport, std::string url, Response head,
             std::uint64_t cache_bytes);
  ~RemoteFile() override;

  [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }
  /// Returns a text that changes whenever the file does; empty if the server sends none.
  [[nodiscard]] const std::string& validator() const noexcept { return validator_; }
  void read(std::uint64_t offset, std::span<std::byte> bytes) const override;
  void will_read(std::uint64_t offset, std::uint64_t bytes) const noexcept override {
    announce(offset, bytes, Use::later);
  }
  void will_reread(std::uint64_t offset, std::uint64_t bytes) const noexcept override {
    announce(offset, bytes, Use::often);
  }
  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept override { return cache_bytes_ / 2; }

 private:
  struct Part;
  struct Arrivals;
  using PartRef = std::shared_ptr<Part>;
  using Parts = std::map<std::uint64_t, PartRef>;
  enum class Use { now, later, often };

  void take_head(Response head);
  void announce(std::uint64_t offset, std::uint64_t bytes, Use use) const noexcept;
  /// Returns the part that contains `offset`, and requests it if it is missing. bytes: needed from
  /// `offset` on.
  PartRef part_at(std::uint64_t offset, std::uint64_t bytes) const;
  void request_gaps(Range range, Use use, std::uint64_t ahead_bytes) const;
  void request(Range range, Use use, std::uint64_t ahead_bytes) const;
  void require_whole(const Part& part) const;
  void use(Part& part) const;
  void promise(Range range) const;
  [[nodiscard]] Parts::iterator first_from(std::uint64_t offset) const;
  [[nodiscard]] Range widened(Range range) const;
  [[nodiscard]] std::uint64_t ahead_after(std::uint64_t begin) const;
  [[nodiscard]] bool make_room(std::uint64_t bytes, Use use) const;
  [[nodiscard]] Parts::iterator find(std::uint64_t offset) const;
  void drop(Parts::iterator part) const;
  void drop_if_there(const PartRef& part) const;
  [[nodiscard]] std::uint64_t twice(std::uint64_t ahead_bytes) const;
  void await(std::unique_lock<std::mutex>& lock, const Part& part) const;

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

/// The identity of a file when it was first opened, so that it can be closed and opened again.
struct RemoteIdentity {
  std::mutex mutex;
  std::optional<std::pair<std::uint64_t, std::string>> known;  ///< size and validator; under mutex
};

/// A file on a server whose beginning is requested at once, but awaited only when the file is read,
/// so that many files can be opened in the time of one round trip.
class LateFile final : public base::ByteSource {
 public:
  /// name: in messages. identity: of the file; filled if it is opened for the first time.
  LateFile(std::shared_ptr<Transport> transport, std::string url, std::string name,
           std::uint64_t cache_bytes, std::shared_ptr<RemoteIdentity> identity);

  [[nodiscard]] std::uint64_t size_bytes() const override;
  void read(std::uint64_t offset, std::span<std::byte> bytes) const override;
  void will_read(std::uint64_t offset, std::uint64_t bytes) const noexcept override;
  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept override { return cache_bytes_ / 2; }

 private:
  /// Waits for the beginning. throws: as the constructor of RemoteFile; Error(io) if the file has
  /// changed; Error(interrupted).
  [[nodiscard]] const RemoteFile& file() const;
  void open() const;
  void require_same(const RemoteFile& opened) const;

  std::shared_ptr<Transport> transport_;
  std::string url_;
  std::string name_;
  std::uint64_t cache_bytes_;
  std::shared_ptr<RemoteIdentity> identity_;
  mutable std::mutex mutex_;
  // Under mutex_:
  mutable std::future<Response> head_;        ///< not valid after it was taken
  mutable std::vector<Range> announced_;      ///< until the file is open
  mutable std::unique_ptr<RemoteFile> file_;  ///< null until it is opened
};

}  // namespace ncf::network
