// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/late_file.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"
#include "network/transport.hpp"

namespace ncf::network {

LateFile::LateFile(std::shared_ptr<Transport> transport, std::string url, std::string name,
                   std::uint64_t cache_bytes, std::shared_ptr<RemoteIdentity> identity)
    : transport_(std::move(transport)),
      url_(std::move(url)),
      name_(std::move(name)),
      cache_bytes_(cache_bytes),
      identity_(std::move(identity)),
      head_(RemoteFile::start_head(*transport_, url_)) {}

std::uint64_t LateFile::size_bytes() const { return file().size_bytes(); }

void LateFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  const RemoteFile& opened = file();
  base::with_context(name_, [&] { opened.read(offset, bytes); });
}

void LateFile::will_read(std::uint64_t offset, std::uint64_t bytes) const noexcept {
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

const RemoteFile& LateFile::file() const {
  const std::lock_guard lock(mutex_);
  if (!file_) open();
  return *file_;
}

void LateFile::require_same(const RemoteFile& opened) const {
  const std::lock_guard lock(identity_->mutex);
  if (!identity_->is_known) {
    identity_->is_known = true;
    identity_->size_bytes = opened.size_bytes();
    identity_->validator = opened.validator();
  }
  if (identity_->size_bytes == opened.size_bytes() && identity_->validator == opened.validator()) {
    return;
  }
  throw Error(ErrorCode::io, "the file changed on the server while it was read");
}

/// Opens the file. If this fails, the next call asks the server again.
void LateFile::open() const {
  base::with_context(name_, [&] {
    if (!head_.valid()) head_ = RemoteFile::start_head(*transport_, url_);
    auto opened = std::make_unique<RemoteFile>(transport_, url_, await(head_), cache_bytes_);
    require_same(*opened);
    file_ = std::move(opened);
  });
  for (const Range& range : std::exchange(announced_, {})) {
    file_->will_read(range.begin, range.bytes);
  }
}

}  // namespace ncf::network
