// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/references/reference_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/files/target_path.hpp"
#include "base/text/url_secrets.hpp"
#include "location/url.hpp"
#include "ncf/error.hpp"
#include "network/transport.hpp"
#include "store/common/remote_address.hpp"

namespace ncf::store::zarr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_open = 64;
constexpr std::size_t max_far = 16;  // each has memory for reading ahead

}  // namespace

ReferenceFiles::ReferenceFiles(std::shared_ptr<const ReferenceTable> table, bool follow_external,
                               const Network& network)
    : table_(std::move(table)),
      follow_external_(follow_external),
      connections_(network.connections) {
  const auto& files = table_->files;
  const auto far =
      static_cast<std::size_t>(std::count_if(files.begin(), files.end(), is_on_server));
  if (far > 0) far_cache_bytes_ = network.cache_bytes / std::min(far, max_far);
}

ReferenceFiles::File ReferenceFiles::open(std::size_t number) {
  const std::lock_guard lock(mutex_);
  if (const OpenFile* const found = find_or_open(number)) return found->file;
  return open_new(number);  // while all open files have announced ranges
}

bool ReferenceFiles::announce(std::size_t number, std::uint64_t begin, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  OpenFile* const found = find_or_open(number);
  if (found == nullptr) return false;
  if (found->announced_bytes > 0 && found->announced_bytes + bytes > ahead_bytes()) return false;
  found->announced_bytes += bytes;
  found->file->will_read(begin, bytes);
  return true;
}

void ReferenceFiles::note_read(std::size_t number, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (const auto found = open_.find(number); found != open_.end()) {
    found->second.announced_bytes -= bytes;
  }
}

void ReferenceFiles::forget_announced() {
  const std::lock_guard lock(mutex_);
  std::erase_if(open_, [](const auto& open) { return open.second.announced_bytes > 0; });
}

/// Returns null if there is no room for another file.
ReferenceFiles::OpenFile* ReferenceFiles::find_or_open(std::size_t number) {
  auto found = open_.find(number);
  if (found == open_.end()) {
    if (!make_room()) return nullptr;
    found = open_.emplace(number, OpenFile{open_new(number)}).first;
  }
  found->second.last_use = ++uses_;
  return &found->second;
}

/// Closes, if necessary, the least recently used file of which nothing is announced.
bool ReferenceFiles::make_room() {
  const std::size_t most = far_cache_bytes_ > 0 ? max_far : max_open;
  if (open_.size() < most) return true;
  auto oldest = open_.end();
  for (auto file = open_.begin(); file != open_.end(); ++file) {
    if (file->second.announced_bytes > 0) continue;
    if (oldest == open_.end() || file->second.last_use < oldest->second.last_use) oldest = file;
  }
  if (oldest == open_.end()) return false;
  open_.erase(oldest);
  return true;
}

ReferenceFiles::File ReferenceFiles::open_new(std::size_t number) {
  return is_far(number) ? open_there(number) : open_here(table_->files[number]);
}

ReferenceFiles::File ReferenceFiles::open_here(const std::string& name) const {
  const fs::path path = *table_->local_path(name);
  std::error_code failure;
  const fs::path file = fs::canonical(path, failure);
  if (failure) {
    throw Error(ErrorCode::not_found,
                fmt::format("{}: {}", path.string(), base::describe_missing(path)));
  }
  if (!follow_external_ && !table_->is_below_folder(file)) {
    throw Error(ErrorCode::unsupported,
                fmt::format("its bytes are in {}, outside the folder of the references; "
                            "--follow-external reads them",
                            name));
  }
  if (!fs::is_regular_file(file)) {
    throw Error(ErrorCode::unsupported, fmt::format("{}: is not a file", path.string()));
  }
  return base::with_context(path.string(), [&] { return base::open_bytes(file); });
}

ReferenceFiles::File ReferenceFiles::open_there(std::size_t number) {
  const std::string& name = table_->files[number];
  const std::string shown = base::without_secrets(name);
  if (!follow_external_) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("its bytes are on a server, at {}; --follow-external reads them", shown));
  }
  auto& identity = identities_[number];
  if (!identity) identity = std::make_shared<network::RemoteIdentity>();
  return base::with_context(shown, [&] {
    RemoteAddress address = address_of(location::parse_url(name));
    return std::make_shared<const network::LateFile>(
        transport_for(address.signing), std::move(address.url), shown, far_cache_bytes_, identity);
  });
}

std::shared_ptr<network::Transport> ReferenceFiles::transport_for(
    const std::optional<network::Signing>& signing) {
  for (const auto& [known, transport] : transports_) {
    if (known == signing) return transport;
  }
  return transports_
      .emplace_back(signing, std::shared_ptr(network::make_transport(connections_, signing)))
      .second;
}

}  // namespace ncf::store::zarr
