// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/transport.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/library/build_config.hpp"
#include "base/process/libraries.hpp"
#include "base/text/characters.hpp"
#include "base/text/real_text.hpp"
#include "base/threads/machine.hpp"
#include "base/threads/stop.hpp"
#include "ncf/version.hpp"
#include "network/aws.hpp"

namespace ncf::network {
namespace {

constexpr std::string_view module = NCF_NETWORK_MODULE;

const Functions& functions() {
  if (module.empty()) {
    throw Error(ErrorCode::unsupported,
                "this build of ncf has no module for the network (libcurl); download the file");
  }
  static const auto& loaded = *static_cast<const Functions*>(
      ::dlsym(base::load_own_module(std::string(module)), "ncf_network_functions"));
  return loaded;
}

bool is_html(const Response& response) { return response.content_type.starts_with("text/html"); }

[[noreturn]] void fail_status(const Response& response) {
  constexpr long moved_first = 300;
  constexpr long moved_last = 399;
  switch (response.status) {
    case 401:
    case 403:
      throw Error(ErrorCode::no_permission,
                  fmt::format("the server refuses access (HTTP status {}); it may "
                              "need credentials, or the file may not exist",
                              response.status));
    case 404:
    case 410:
      throw Error(ErrorCode::not_found,
                  fmt::format("the server has no such file (HTTP status {})", response.status));
    default:
      break;
  }
  if (!response.bucket_region.empty() && response.status >= moved_first &&
      response.status <= moved_last) {
    throw Error(ErrorCode::io, fmt::format("the bucket is in region {0}; add #aws.region={0}",
                                           response.bucket_region));
  }
  throw Error(ErrorCode::io, fmt::format("the server answers with HTTP status {}{}",
                                         response.status, is_html(response) ? " and HTML" : ""));
}

/// Reads NCF_RETRY_SECONDS.
std::chrono::seconds retry_time() {
  constexpr std::chrono::seconds usual{120};
  constexpr int max_seconds = 86400;
  const std::string text = base::environment_variable("NCF_RETRY_SECONDS");
  if (text.empty()) return usual;
  const auto seconds = base::find_number<int>(text);
  if (seconds && *seconds >= 0 && *seconds <= max_seconds) return std::chrono::seconds(*seconds);
  throw Error(ErrorCode::usage,
              fmt::format("NCF_RETRY_SECONDS is {}, not a number from 0 to {}", text, max_seconds));
}

template <class Future>
void wait(const Future& response) {
  constexpr std::chrono::milliseconds between_stops{100};
  while (response.wait_for(between_stops) != std::future_status::ready) base::throw_if_stopped();
}

/// Encodes a text. allowed: characters that are not encoded, in addition to letters and digits.
std::string encode(std::string_view text, std::string_view allowed) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string encoded;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (base::is_letter(letter) || base::is_digit(letter) ||
        allowed.find(letter) != std::string_view::npos) {
      encoded += letter;
    } else {
      encoded += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return encoded;
}

}  // namespace

std::unique_ptr<Transport> make_transport(std::size_t connections, std::optional<Signing> signing) {
  if (connections < 1 || connections > max_connections) {
    throw Error(ErrorCode::usage, fmt::format("connections must be from 1 to {}, not {}",
                                              max_connections, connections));
  }
  Settings settings{connections, std::move(signing), {}, retry_time(), "ncf/" + version()};
  if (settings.signing) {
    settings.find_signing = [profile = settings.signing->profile,
                             region = settings.signing->region] {
      return find_signing(profile, region);
    };
  }
  return functions().make_transport(settings);
}

std::string describe_library() { return module.empty() ? "" : functions().describe(); }

std::future<Response> start(Transport& transport, Request request) {
  const auto response = std::make_shared<std::promise<Response>>();
  std::future<Response> arrival = response->get_future();
  transport.start(std::move(request),
                  [response](Response answer) { response->set_value(std::move(answer)); });
  return arrival;
}

Response await(std::future<Response>& response) {
  wait(response);
  return response.get();
}

const Response& await(const std::shared_future<Response>& response) {
  wait(response);
  return response.get();
}

Response get(Transport& transport, Request request) {
  request.is_urgent = true;
  auto response = start(transport, std::move(request));
  return await(response);
}

// ---- Answers ----

bool is_missing(const Response& response) noexcept {
  return response.failure.empty() && (response.status == 404 || response.status == 410);
}

void require_success(const Response& response) {
  if (!response.failure.empty()) {
    throw Error(ErrorCode::io, "the server cannot be read: " + response.failure);
  }
  if (response.has_changed) {
    throw Error(ErrorCode::io, "the file changed on the server while it was read");
  }
  constexpr long ok = 200;
  constexpr long partial = 206;
  if (response.status != ok && response.status != partial) fail_status(response);
  if (is_html(response)) {
    throw Error(ErrorCode::unsupported, "the server sends a page of HTML, not a dataset");
  }
  if (response.status == partial && !response.is_range) {
    throw Error(ErrorCode::io, "the server sends a different part of the file than was requested");
  }
  if (response.is_too_long) {
    throw Error(ErrorCode::io, "the server sends more bytes than were requested");
  }
}

void require_stored(const Response& response) {
  if (!response.failure.empty()) {
    throw Error(ErrorCode::io, "the server cannot be reached: " + response.failure);
  }
  const std::string code = response.s3_error_code();
  const bool is_success = response.status >= 200 && response.status < 300;
  // Some servers give an empty answer the type of a page.
  const bool is_page = is_html(response) && !response.body.empty();
  if (is_success && code.empty() && !is_page && !response.is_too_long) return;
  if (!response.bucket_region.empty() && response.status >= 300 && response.status < 400) {
    fail_status(response);
  }
  const std::string answer =
      fmt::format("HTTP status {}{}{}", response.status, code.empty() ? "" : ", ", code);
  if (response.status == 401 || response.status == 403) {
    throw Error(ErrorCode::no_permission,
                fmt::format("the server refuses access ({}); it may need other "
                            "credentials",
                            answer));
  }
  if (!is_success || !code.empty()) {
    throw Error(ErrorCode::io, fmt::format("the server refuses to store the object ({})", answer));
  }
  throw Error(
      ErrorCode::io,
      fmt::format("the server answers with {}, so it is unknown whether the object is stored",
                  is_page ? "a page of HTML" : "more than an S3 server sends"));
}

bool is_condition_unknown(const Response& response) {
  constexpr long bad_request = 400;
  constexpr long not_implemented = 501;
  if (!response.failure.empty()) return false;
  if (response.status == not_implemented) return true;
  const std::string code = response.s3_error_code();
  return response.status == bad_request &&
         (code == "NotImplemented" || code == "InvalidArgument" || code == "InvalidRequest");
}

void require_range(const Response& response, std::uint64_t bytes) {
  require_success(response);
  if (!response.is_range) {
    throw Error(ErrorCode::unsupported,
                "the server does not send parts of files (it ignores HTTP range requests); "
                "download the file");
  }
  if (response.body.size() == bytes) return;
  throw Error(ErrorCode::io,
              fmt::format("the server sends {} bytes instead of the {} that were requested",
                          response.body.size(), bytes));
}

std::string encode_key(std::string_view key) { return encode(key, "-._~/"); }

std::string encode_value(std::string_view value) { return encode(value, "-._~"); }

std::string encode_rest(std::string_view path) { return encode(path, "-._~/%!$&'()*+,;=:@"); }

}  // namespace ncf::network
