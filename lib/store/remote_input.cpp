// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/remote_input.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/build_config.hpp"
#include "base/byte_source.hpp"
#include "base/characters.hpp"
#include "location/parameters.hpp"
#include "location/s3.hpp"
#include "location/url.hpp"
#include "ncf/error.hpp"
#include "network/aws.hpp"
#include "network/remote_file.hpp"
#include "network/transport.hpp"

namespace ncf::store {
namespace {

using location::Contents;
using location::Implementation;
using location::Url;
using network::Response;

constexpr bool has_network = !std::string_view(NCF_NETWORK_MODULE).empty();

/// Where to send requests, and with what signature.
struct Address {
  std::string url;
  std::optional<network::Signing> signing = {};
};

/// A path may contain blanks and other characters that a request may not.
std::string encoded(const std::string& path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view allowed = "-._~/%!$&'()*+,;=:@";
  std::string text;
  for (const char letter : path) {
    const auto byte = static_cast<unsigned char>(letter);
    if (base::is_letter(letter) || base::is_digit(letter) ||
        allowed.find(letter) != std::string_view::npos) {
      text += letter;
    } else {
      text += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return text;
}

std::string parameter_of(const Url& url, std::string_view key) {
  const location::Parameter* const found = location::find_parameter(url.parameters, key);
  return found == nullptr || found->values.empty() ? "" : found->values.front();
}

/// "eu-west-1" of s3.eu-west-1.amazonaws.com; empty for another host.
std::string region_in_host(const std::string& host) {
  constexpr std::string_view before = "s3.";
  constexpr std::string_view after = ".amazonaws.com";
  if (!host.starts_with(before) || !host.ends_with(after)) return "";
  const std::size_t length = host.size() - after.size();
  return length > before.size() ? host.substr(before.size(), length - before.size()) : "";
}

/// A URL with a signature in its query needs no other.
bool is_signed(const Url& url) {
  return url.query.find("X-Amz-Signature=") != std::string::npos ||
         url.query.find("X-Goog-Signature=") != std::string::npos;
}

Url at_endpoint(Url url, const std::string& endpoint) {
  const Url there = location::parse_url(endpoint);
  url.protocol = there.protocol;
  url.host = there.host;
  url.port = there.port;
  url.path = (there.path == "/" ? "" : there.path) + url.path;
  return url;
}

/// What a server is asked for: without parameters, which are for us.
Url plain(Url url) {
  url.parameters.clear();
  url.path = encoded(url.path);
  return url;
}

Address address_in_s3(const Url& url) {
  constexpr std::string_view fallback_region = "us-east-1";
  const std::string profile = parameter_of(url, "aws.profile");
  std::string region = network::find_region(profile);
  if (region.empty()) region = fallback_region;
  if (const std::string named = parameter_of(url, "aws.region"); !named.empty()) region = named;
  Url there = location::to_path_form(url, region);
  if (const std::string named = region_in_host(there.host); !named.empty()) region = named;
  if (url.protocol == "http") there.protocol = url.protocol;
  const auto endpoint = url.protocol == "s3" ? network::find_endpoint() : std::nullopt;
  if (endpoint) there = at_endpoint(std::move(there), *endpoint);
  return {location::format_url(plain(std::move(there))), network::find_signing(profile, region)};
}

Address address_of(const Url& url) {
  if (location::is_s3(url) && !is_signed(url)) return address_in_s3(url);
  return {location::format_url(plain(url))};
}

Contents contents_of(const base::ByteSource& bytes) {
  return location::file_contents(bytes.size_bytes(), [&](std::uint64_t offset) {
    location::SignatureBytes signature{};
    const std::uint64_t count =
        std::min<std::uint64_t>(signature.size(), bytes.size_bytes() - offset);
    bytes.read(offset, std::as_writable_bytes(std::span(signature)).first(count));
    return signature;
  });
}

bool begins_dataset(const Response& response) {
  const Contents contents = contents_of(*base::bytes_in_memory(std::span(response.body)));
  return contents.signature || contents.kind == Contents::Kind::zip;
}

/// Whether the server has a dataset of DAP2 there. To a URL without a suffix, such servers answer
/// with an error or a page of HTML.
/// source: DAP 2.0, section 7.2.2, "Dataset Descriptor Structure"
bool is_dap(network::Transport& transport, Url url) {
  constexpr std::uint64_t first_bytes = 256;
  constexpr std::string_view keyword = "dataset";
  url.path += ".dds";
  const Response response =
      network::get(transport, {.url = location::format_url(url), .max_body_bytes = first_bytes});
  const std::string_view text(reinterpret_cast<const char*>(response.body.data()),
                              response.body.size());
  const std::string_view word =
      text.substr(std::min(text.find_first_not_of(" \r\n\t"), text.size()));
  return response.status == 200 &&
         base::equals_ignoring_case(word.substr(0, keyword.size()), keyword);
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
  Address address = address_of(*location.url);
  auto transport = network::make_transport(network.connections, std::move(address.signing));
  Response head = network::RemoteFile::request_head(*transport, address.url);
  const bool may_be_dap = input.inference.by == location::Evidence::fallback &&
                          head.failure.empty() && head.status < 500 && !begins_dataset(head);
  if (may_be_dap && is_dap(*transport, plain(*location.url))) return {};
  auto bytes = std::make_unique<network::RemoteFile>(std::move(transport), address.url,
                                                     std::move(head), network.cache_bytes);
  input.cache_bytes = network.cache_bytes;
  const Contents contents = contents_of(*bytes);
  if (contents.kind == Contents::Kind::zip) {
    zarr::ZippedStore zip = zarr::find_store(std::move(bytes));
    const Contents in_zip = location::zip_contents(zip.names());
    input.zip = std::move(zip);
    return in_zip;
  }
  input.bytes = std::move(bytes);
  return contents;
}

}  // namespace ncf::store
