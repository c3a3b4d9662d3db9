// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/location.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "base/text/characters.hpp"
#include "ncf/error.hpp"

namespace ncf::location {
namespace {

using base::equals_ignoring_case;

constexpr std::string_view amazon = ".amazonaws.com";
constexpr std::string_view google = "storage.googleapis.com";

bool is_amazon(std::string_view host) {
  return host.size() > amazon.size() &&
         equals_ignoring_case(host.substr(host.size() - amazon.size()), amazon);
}

using Label = std::vector<std::string>::const_iterator;

std::string join(Label begin, Label end) {
  std::string text;
  for (; begin != end; ++begin) text += (text.empty() ? "" : ".") + *begin;
  return text;
}

/// The parts of an object's address that its host name contains.
struct HostReading {
  std::string host;    ///< for the path form; empty for Amazon's
  std::string bucket;  ///< empty if the path contains it
  std::string region;  ///< empty if unknown
};

/// Reads `[bucket.]s3[.region].amazonaws.com`. A bucket's name may contain dots and "s3".
HostReading read_amazon(std::string_view host) {
  const auto labels = base::split(host.substr(0, host.size() - amazon.size()), '.');
  const auto s3 = std::find_if(labels.rbegin(), labels.rend(), [](const std::string& label) {
    return equals_ignoring_case(label, "s3");
  });
  if (s3 == labels.rend() || s3 - labels.rbegin() > 1) {
    throw Error(ErrorCode::usage, "incorrect S3 host " + std::string(host) +
                                      ", expected s3.REGION.amazonaws.com or "
                                      "BUCKET.s3.REGION.amazonaws.com");
  }
  return {"", join(labels.begin(), s3.base() - 1), join(s3.base(), labels.end())};
}

/// Reads another provider's host, `bucket.s3.region.domain`; other hosts contain no bucket.
HostReading read_other(const std::string& host) {
  const auto labels = base::split(host, '.');
  if (labels.size() <= 3 || equals_ignoring_case(labels[0], "s3") ||
      !equals_ignoring_case(labels[1], "s3")) {
    return {host, "", ""};
  }
  return {join(labels.begin() + 1, labels.end()), labels[0], labels[2]};
}

/// Removes the first name from `path` and returns it.
std::string take_bucket(std::string& path) {
  const std::size_t begin = std::min(path.find_first_not_of('/'), path.size());
  const std::size_t end = std::min(path.find('/', begin), path.size());
  std::string bucket = path.substr(begin, end - begin);
  path.erase(0, end);
  return bucket;
}

std::string region_of(const Url& url, std::string_view default_region) {
  const Parameter* const given = find_parameter(url.parameters, "aws.region");
  std::string region = given != nullptr && !given->values.empty() ? given->values.front()
                                                                  : std::string(default_region);
  // In a host, "s3" is the service.
  if (!std::all_of(region.begin(), region.end(), base::is_name_character) ||
      equals_ignoring_case(region, "s3")) {
    throw Error(ErrorCode::usage,
                "incorrect S3 region " + region + ", expected a name such as eu-west-1");
  }
  return region;
}

/// Combines the information of the protocol and the host.
HostReading read_host(const Url& url) {
  const bool is_google = equals_ignoring_case(url.host, google);
  if (url.protocol == "gs3" || is_google) {
    return {std::string(google), is_google ? "" : url.host, ""};
  }
  // A host with a dot is another provider's.
  if (url.protocol == "s3" && url.host.find('.') == std::string::npos) return {"", url.host, ""};
  return is_amazon(url.host) ? read_amazon(url.host) : read_other(url.host);
}

}  // namespace

bool is_s3(const Url& url) {
  const auto modes = modes_of(url.parameters);
  return url.protocol == "s3" || url.protocol == "gs3" || contains(modes, "s3") ||
         contains(modes, "gs3") || is_amazon(url.host) || equals_ignoring_case(url.host, google);
}

Url to_path_form(Url url, std::string_view default_region) {
  HostReading reading = read_host(url);
  if (reading.host.empty()) {
    if (reading.region.empty()) reading.region = region_of(url, default_region);
    reading.host = "s3." + reading.region + std::string(amazon);
  }
  if (reading.bucket.empty()) reading.bucket = take_bucket(url.path);
  if (reading.bucket.empty()) {
    throw Error(ErrorCode::usage, "no bucket, expected one as in s3://bucket/key");
  }
  url.protocol = "https";
  url.host = reading.host;
  url.path = '/' + reading.bucket + url.path;

  auto modes = modes_of(url.parameters);
  const std::string mode = reading.host == google ? "gs3" : "s3";
  if (!contains(modes, mode)) modes.push_back(mode);
  set_modes(url.parameters, std::move(modes));
  return url;
}

}  // namespace ncf::location
