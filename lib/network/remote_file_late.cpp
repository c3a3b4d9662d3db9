// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <exception>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "network/remote_file.hpp"
#include "network/transport.hpp"

namespace ncf::network {
namespace {

class LateFile final : public base::ByteSource {
 public:
  LateFile(std::shared_ptr<Transport> transport, std::string url, std::string name,
           std::uint64_t cache_bytes, std::shared_ptr<RemoteIdentity> identity)
      : transport_(std::move(transport)),
        url_(std::move(url)),
        name_(std::move(name)),
        cache_bytes_(cache_bytes),
        identity_(std::move(identity)),
        head_(start_head(*transport_, url_)) {}

  [[nodiscard]] std::uint64_t size_bytes() const override { return file().size_bytes(); }

  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    const base::ByteSource& opened = file();
    base::with_context(name_, [&] { opened.read(offset, bytes); });
  }

  void will_read(std::uint64_t offset, std::uint64_t bytes) const noexcept override {
    try {
      const std::lock_guard lock(mutex_);
      const bool has_head = !file_ && head_.valid() &&
                            head_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
      if (has_head) open();
      if (file_) return file_->will_read(offset, bytes);
      announced_.push_back({offset, bytes});
    } catch (const std::exception&) {
      // Reading will report the error.
    }
  }

  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept override { return cache_bytes_ / 2; }

 private:
  /// Waits for the beginning. throws: as open_remote_file; Error(io) if the file has changed;
  /// Error(interrupted).
  [[nodiscard]] const base::ByteSource& file() const {
    const std::lock_guard lock(mutex_);
    if (!file_) open();
    return *file_;
  }

  void require_same(const std::pair<std::uint64_t, std::string>& found) const {
    const std::lock_guard lock(identity_->mutex);
    if (!identity_->known) identity_->known = found;
    if (*identity_->known != found) fail_changed();
  }

  /// Opens the file. If this fails, the next call asks the server again.
  void open() const {
    base::with_context(name_, [&] {
      if (!head_.valid()) head_ = start_head(*transport_, url_);
      Response head = await(head_);
      const std::string validator = head.validator;
      auto opened = open_remote_file(transport_, url_, std::move(head), cache_bytes_);
      const std::uint64_t bytes = opened->size_bytes();
      require_same({bytes, bytes > 0 ? validator : ""});
      file_ = std::move(opened);
    });
    for (const Range& range : std::exchange(announced_, {})) {
      file_->will_read(range.begin, range.bytes);
    }
  }

  std::shared_ptr<Transport> transport_;
  std::string url_;
  std::string name_;
  std::uint64_t cache_bytes_;
  std::shared_ptr<RemoteIdentity> identity_;
  mutable std::mutex mutex_;
  // Under mutex_:
  mutable std::future<Response> head_;              ///< not valid after it was taken
  mutable std::vector<Range> announced_;            ///< until the file is open
  mutable std::unique_ptr<base::ByteSource> file_;  ///< null until it is opened
};

}  // namespace

std::unique_ptr<base::ByteSource> open_late_file(std::shared_ptr<Transport> transport,
                                                 std::string url, std::string name,
                                                 std::uint64_t cache_bytes,
                                                 std::shared_ptr<RemoteIdentity> identity) {
  return std::make_unique<LateFile>(std::move(transport), std::move(url), std::move(name),
                                    cache_bytes, std::move(identity));
}

}  // namespace ncf::network
