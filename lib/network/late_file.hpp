// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A file on a server whose beginning is requested at once, but awaited only when the file is read,
// so that many files can be opened in the time of one round trip.
//
// Any thread.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "network/functions.hpp"
#include "network/remote_file.hpp"

namespace ncf::network {

/// The identity of a file when it was first opened, so that it can be closed and opened again.
struct RemoteIdentity {
  std::mutex mutex;
  // Under mutex:
  bool is_known = false;
  std::uint64_t size_bytes = 0;
  std::string validator;
};

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
