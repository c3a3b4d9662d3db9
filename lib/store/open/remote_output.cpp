// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/remote_output.hpp"

#include <utility>

#include "location/location.hpp"
#include "ncf/error.hpp"
#include "network/transport.hpp"
#include "store/common/remote_address.hpp"
#include "store/zarr/open_zarr.hpp"
#include "store/zarr/storage/server_store.hpp"

namespace ncf::store {
namespace {

/// Returns the place, after checking that no object is there.
network::BucketPlace free_place(const std::string& url, const Network& network) {
  network::BucketPlace place = bucket_place(url);
  const auto transport = network::make_transport(network.connections, place.signing);
  network::require_no_objects(*transport, place);
  return place;
}

}  // namespace

network::BucketPlace bucket_place(const std::string& url) {
  RemoteAddress address = address_of(location::parse_url(url));
  std::string& key = address.key;
  key.erase(key.find_last_not_of('/') + 1);
  if (key.empty()) {
    throw Error(ErrorCode::usage,
                "names a whole bucket; name a place in it, as in s3://BUCKET/out.zarr");
  }
  zarr::check_key(key);
  return {address.bucket_url, key, std::move(address.signing)};
}

void check_remote_output(const std::string& url, const Network& network) {
  (void)free_place(url, network);
}

RemoteOutput::RemoteOutput(std::string url, const Network& network)
    : url_(std::move(url)),
      keys_(std::make_shared<zarr::BucketStore>(free_place(url_, network), network.connections,
                                                network.cache_bytes)),
      unfinished_(url_) {}

RemoteOutput::~RemoteOutput() {
  if (!is_done_) discard();
}

std::unique_ptr<model::Target> RemoteOutput::create(const model::Schema& schema,
                                                    const Tuning& tuning,
                                                    filter::FilterSource& filters) {
  return zarr::create_target(keys_, url_, schema, tuning, filters);
}

std::unique_ptr<model::Source> RemoteOutput::read_back(filter::FilterSource& filters) {
  return zarr::open_source(keys_, url_, zarr::XarrayNames::read, {}, filters);
}

std::uint64_t RemoteOutput::stored_bytes() { return keys_->total_bytes(); }

void RemoteOutput::commit() {
  keys_->publish();
  unfinished_.set_complete();
  is_done_ = true;
}

std::size_t RemoteOutput::discard() noexcept {
  is_done_ = true;
  return keys_->discard([this] { unfinished_.tell_progress(); });
}

}  // namespace ncf::store
