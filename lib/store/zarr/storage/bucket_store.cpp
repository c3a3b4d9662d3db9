// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/bucket_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "ncf/error.hpp"
#include "network/transport.hpp"
#include "store/zarr/storage/server_store.hpp"

namespace ncf::store::zarr {
namespace {

/// source: Amazon S3 API reference, PutObject
constexpr std::uint64_t max_object_bytes = std::uint64_t{5} << 30U;

/// Keys without which a folder is not a store, in the order in which they appear.
constexpr std::array root_keys{".zattrs", ".zarray", ".zgroup", "zarr.json", ".zmetadata"};

bool is_root_key(const std::string& key) {
  return std::ranges::find(root_keys, key) != root_keys.end();
}

}  // namespace

BucketStore::BucketStore(network::BucketPlace place, std::size_t connections,
                         std::uint64_t cache_bytes)
    : cache_bytes_(cache_bytes),
      writer_(std::move(place), connections, cache_bytes),
      parts_(base::temporary_folder()) {}

// ---- Writing ------------------------------------------------------------------------------------

void BucketStore::put(const std::string& key, std::shared_ptr<const base::ByteSource> body,
                      std::uint64_t held_bytes) {
  const std::uint64_t bytes = body->size_bytes();
  if (bytes > max_object_bytes) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("has {} bytes, but S3 takes at most 5 GiB at once; choose smaller chunks "
                    "(-c) or shards (--shards)",
                    bytes))
        .add_context(key);
  }
  writer_.put(key, std::move(body), held_bytes);
}

void BucketStore::write(const std::string& key, std::span<const std::byte> value) {
  check_key(key);
  Bytes bytes(value.begin(), value.end());
  if (!is_metadata_key(key)) return put(key, base::bytes_in_memory(std::move(bytes)), value.size());
  const std::lock_guard lock(mutex_);
  metadata_[key] = std::move(bytes);
}

void BucketStore::write_part(const std::string& key, std::uint64_t offset,
                             std::span<const std::span<const std::byte>> pieces) {
  check_key(key);
  base::with_context(key, [&] { parts_.write(key, offset, pieces); });
}

// Takes no memory, because the parts are in a file.
void BucketStore::finish_parts(const std::string& key, std::span<const ValueRange> order) {
  put(key, parts_.take(key, order), 0);
}

void BucketStore::finish() {
  writer_.await_all();
  const network::BucketPlace& place = writer_.place();
  reader_ = open_server_store(
      writer_.transport(),
      {place.bucket_url + '/' + network::encode_key(place.prefix), place.bucket_url, place.prefix},
      cache_bytes_);
}

void BucketStore::put_metadata(const std::string& key) {
  writer_.put(key, base::bytes_in_memory(std::span<const std::byte>(metadata_.at(key))), 0);
}

void BucketStore::publish() {
  for (const auto& [key, value] : metadata_) {
    if (!is_root_key(key)) put_metadata(key);
  }
  writer_.check_listing();
  for (const char* const key : root_keys) {
    if (!metadata_.contains(key)) continue;
    put_metadata(key);
    writer_.await(key);
  }
}

// Removes the root first, so that no reader finds the remains of the store.
std::size_t BucketStore::discard(const std::function<void()>& on_answer) noexcept {
  reader_.reset();
  return writer_.remove_all(is_root_key, on_answer);
}

// ---- Reading ------------------------------------------------------------------------------------

const BucketStore::Bytes* BucketStore::find_metadata(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = metadata_.find(key);
  return found == metadata_.end() ? nullptr : &found->second;
}

std::optional<std::uint64_t> BucketStore::size_bytes(const std::string& key) {
  if (const Bytes* const held = find_metadata(key)) return held->size();
  return writer_.size_bytes(key);
}

std::uint64_t BucketStore::total_bytes() {
  const std::lock_guard lock(mutex_);
  std::uint64_t total = writer_.total_bytes();
  for (const auto& [key, value] : metadata_) {
    if (!writer_.size_bytes(key)) total += value.size();
  }
  return total;
}

bool BucketStore::read_part(const std::string& key, std::uint64_t offset,
                            std::span<std::byte> part) {
  if (!reader_ && parts_.read(key, offset, part)) return true;
  const auto bytes = size_bytes(key);
  if (!bytes) return false;
  const Bytes* const held = find_metadata(key);
  if (reader_ && held == nullptr) return reader_->read_part(key, offset, part);
  const Bytes sent = held == nullptr ? writer_.get(key, *bytes) : Bytes();
  const Bytes& value = held == nullptr ? sent : *held;
  base::with_context(key, [&] {
    require_part(0, *bytes, value.size());
    require_part(offset, part.size(), *bytes);
  });
  std::copy_n(value.begin() + static_cast<std::ptrdiff_t>(offset), part.size(), part.begin());
  return true;
}

bool BucketStore::announce(const std::string& key, std::uint64_t expected_bytes,
                           std::uint64_t max_bytes) {
  return !reader_ || !size_bytes(key) || reader_->announce(key, expected_bytes, max_bytes);
}

bool BucketStore::announce_part(const std::string& key, std::uint64_t offset, std::uint64_t bytes) {
  return !reader_ || !size_bytes(key) || reader_->announce_part(key, offset, bytes);
}

void BucketStore::forget_announced() {
  if (reader_) reader_->forget_announced();
}

std::optional<std::string> BucketStore::find_key(const std::string& from) {
  auto sent = writer_.find_key(from);
  const std::lock_guard lock(mutex_);
  const auto held = metadata_.lower_bound(from);
  const bool is_held = held != metadata_.end() && (!sent || held->first < *sent);
  return is_held ? std::optional(held->first) : std::move(sent);
}

std::vector<Entry> BucketStore::list(const std::string& folder) {
  struct Position {
    BucketStore* store;
    std::optional<std::string> key;

    void operator++() { key = store->find_key(*key + '\0'); }
    bool operator!=(std::nullopt_t) const { return key.has_value(); }
  };
  return list_keys(
      folder,
      [&](const std::string& text) {
        return Position{this, find_key(text)};
      },
      std::nullopt, [](const Position& at) -> std::string_view { return *at.key; });
}

std::optional<std::vector<std::string>> BucketStore::find_values(
    const std::string& folder, const std::function<std::vector<std::string>()>& /*candidates*/) {
  const std::string prefix = prefix_of(folder);
  std::vector<std::string> keys;
  for (auto key = find_key(prefix); key && key->starts_with(prefix);
       key = find_key(keys.back() + '\0')) {
    keys.push_back(std::move(*key));
  }
  return keys;
}

}  // namespace ncf::store::zarr
