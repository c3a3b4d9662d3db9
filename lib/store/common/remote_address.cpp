// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/common/remote_address.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "location/location.hpp"
#include "ncf/error.hpp"
#include "network/aws.hpp"
#include "network/transport.hpp"

namespace ncf::store {

using location::Url;

namespace {

std::string parameter_of(const Url& url, std::string_view key) {
  const location::Parameter* const found = location::find_parameter(url.parameters, key);
  return found == nullptr || found->values.empty() ? "" : found->values.front();
}

/// Returns "eu-west-1" for s3.eu-west-1.amazonaws.com; empty for other hosts.
std::string region_in_host(const std::string& host) {
  constexpr std::string_view before = "s3.";
  constexpr std::string_view after = ".amazonaws.com";
  if (!host.starts_with(before) || !host.ends_with(after)) return "";
  const std::size_t length = host.size() - after.size();
  return length > before.size() ? host.substr(before.size(), length - before.size()) : "";
}

/// Returns whether the query of a URL contains a signature, so that it needs no other.
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

RemoteAddress address_in_s3(const Url& url) {
  constexpr std::string_view fallback_region = "us-east-1";
  const std::string profile = parameter_of(url, "aws.profile");
  std::string region = network::find_region(profile);
  if (region.empty()) region = fallback_region;
  if (const std::string named = parameter_of(url, "aws.region"); !named.empty()) region = named;
  Url there = location::to_path_form(url, region);
  if (const std::string named = region_in_host(there.host); !named.empty()) region = named;
  if (url.protocol == "http") there.protocol = url.protocol;
  const std::string path = location::decode_percent(there.path);
  const std::size_t end_of_bucket = std::min(path.find('/', 1), path.size());
  there.path = path.substr(0, end_of_bucket);
  if (url.protocol == "s3") {
    const std::string endpoint = network::find_endpoint(profile);
    if (!endpoint.empty()) there = at_endpoint(std::move(there), endpoint);
  }
  const std::string bucket_url = location::format_url(without_parameters(std::move(there)));
  const std::string key = path.substr(std::min(end_of_bucket + 1, path.size()));
  return {bucket_url + '/' + network::encode_key(key), bucket_url, key,
          network::find_signing(profile, region)};
}

}  // namespace

Url without_parameters(Url url) {
  url.parameters.clear();
  url.path = network::encode_rest(url.path);
  return url;
}

void require_no_password(const Url& url) {
  if (url.credentials.empty()) return;
  throw Error(ErrorCode::usage,
              "the URL contains a password, which messages and records would show; put it into "
              "~/.netrc");
}

RemoteAddress address_of(const Url& url) {
  require_no_password(url);
  if (location::is_s3(url) && !is_signed(url)) return address_in_s3(url);
  return {location::format_url(without_parameters(url))};
}

}  // namespace ncf::store
