// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/remote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/library/build_config.hpp"
#include "base/text/characters.hpp"
#include "location/location.hpp"
#include "ncf/error.hpp"
#include "network/remote_file.hpp"
#include "network/transport.hpp"
#include "store/common/remote_address.hpp"
#include "store/open/input.hpp"
#include "store/open/store_kinds.hpp"
#include "store/zarr/open_zarr.hpp"
#include "store/zarr/storage/bucket_store.hpp"
#include "store/zarr/storage/server_store.hpp"

namespace ncf::store {
namespace {

using location::Contents;
using location::Implementation;
using location::Url;
using network::Response;

constexpr bool has_network = !std::string_view(NCF_NETWORK_MODULE).empty();

bool begins_dataset(const Response& response) {
  const Contents contents = look_at(*base::bytes_in_memory(std::span(response.body)));
  return contents.signature || contents.kind != Contents::Kind::file;
}

/// Returns whether the server has a dataset of DAP2 there. To a URL without a suffix, such servers
/// answer with an error or a page of HTML.
/// source: DAP 2.0, section 7.2.2, "Dataset Descriptor Structure"
bool is_dap(network::Transport& transport, Url url) {
  constexpr std::uint64_t first_bytes = 256;
  constexpr std::string_view keyword = "dataset";
  url.path += ".dds";
  const Response response =
      network::get(transport, {.url = location::format_url(url), .max_body_bytes = first_bytes});
  const std::string_view text = response.text();
  const std::string_view word =
      text.substr(std::min(text.find_first_not_of(" \r\n\t"), text.size()));
  return response.status == 200 &&
         base::equals_ignoring_case(word.substr(0, keyword.size()), keyword);
}

// ---- Zarr ---------------------------------------------------------------------------------------

/// Returns whether the URL names a store and not a file.
bool names_store(const Url& url, const location::Inference& inference) {
  const std::string_view path =
      std::string_view(url.path).substr(0, url.path.find_last_not_of('/') + 1);
  if (path.ends_with(".zip") || inference.has_mode("zip")) return false;
  return inference.implementation == Implementation::zarr ||
         (inference.by == location::Evidence::fallback && path.ends_with(".zarr"));
}

std::string without_slashes(std::string text) {
  text.erase(text.find_last_not_of('/') + 1);
  return text;
}

/// Opens the store at a URL. The signature is empty if there is none. throws: Error, also if
/// permission to read is denied.
Contents open_store(const std::shared_ptr<network::Transport>& transport,
                    const RemoteAddress& address, const Network& network, Input& input) {
  std::shared_ptr<zarr::KeyStore> keys = zarr::open_server_store(
      transport, {without_slashes(address.url), address.bucket_url, without_slashes(address.key)},
      network.cache_bytes);
  for (const char* const marker : {"zarr.json", ".zmetadata", ".zgroup", ".zarray"}) {
    if (!keys->size_bytes(marker)) continue;
    input.open_keys = [keys](const Input&, const Tuning&) { return keys; };
    return location::folder_contents(std::vector<std::string>{marker});
  }
  const Response response =
      network::request_head(*transport, without_slashes(address.url) + "/.zmetadata");
  if (!network::is_missing(response)) network::require_success(response);
  return {};
}

// ---- Files --------------------------------------------------------------------------------------

/// Returns "URL, in the bucket NAME" for S3; empty for other servers.
std::string place_in_bucket(const RemoteAddress& address) {
  if (address.bucket_url.empty()) return "";
  const std::string name = address.bucket_url.substr(address.bucket_url.rfind('/') + 1);
  return fmt::format(": {}, in the bucket {}", address.url, name);
}

/// throws: Error(not_found) naming the object and its bucket if S3 does not have it.
void require_in_bucket(const Response& head, const RemoteAddress& address) {
  if (address.bucket_url.empty() || !network::is_missing(head)) return;
  throw Error(ErrorCode::not_found, fmt::format("the server has no such object{} (HTTP status {})",
                                                place_in_bucket(address), head.status));
}

Contents open_file(std::unique_ptr<base::ByteSource> file, Input& input) {
  const Contents contents = look_at(*file);
  if (contents.kind != Contents::Kind::file) return look_inside(contents, input, std::move(file));
  input.bytes = std::move(file);
  return contents;
}

/// Returns the place, after checking that no object is there.
network::BucketPlace free_place(const std::string& url, const Network& network) {
  network::BucketPlace place = bucket_place(url);
  const auto transport = network::make_transport(network.connections, place.signing);
  network::require_no_objects(*transport, place);
  return place;
}

}  // namespace

bool is_asked(const location::Location& location, const location::Inference& inference) {
  if (!has_network || !location.url || location.url->protocol == "file") return false;
  switch (inference.implementation) {
    case Implementation::netcdf3:
    case Implementation::hdf5:
    case Implementation::zarr:
      return true;
    default:
      return inference.by == location::Evidence::fallback;
  }
}

Contents open_remote(const location::Location& location, const Network& network, Input& input) {
  const bool is_only_guess = input.inference.by == location::Evidence::fallback;
  RemoteAddress address = address_of(*location.url);
  std::shared_ptr<network::Transport> transport =
      network::make_transport(network.connections, std::move(address.signing));
  input.cache_bytes = network.cache_bytes;
  if (names_store(*location.url, input.inference)) {
    const Contents contents = open_store(transport, address, network, input);
    if (contents.signature) return contents;
    throw Error(ErrorCode::not_found,
                "the server has no Zarr store there" + place_in_bucket(address));
  }
  Response head = network::request_head(*transport, address.url);
  if (is_only_guess && network::is_missing(head) && !address.bucket_url.empty()) {
    const Contents contents = open_store(transport, address, network, input);
    if (contents.signature) return contents;
  }
  require_in_bucket(head, address);
  const bool may_be_dap =
      is_only_guess && head.failure.empty() && head.status < 500 && !begins_dataset(head);
  if (may_be_dap && is_dap(*transport, without_parameters(*location.url))) return {};
  return open_file(
      network::open_remote_file(transport, address.url, std::move(head), network.cache_bytes),
      input);
}

// ---- New stores ---------------------------------------------------------------------------------

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
