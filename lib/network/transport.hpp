// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends requests to servers through the module, which it loads, turns bad answers into errors, and
// encodes texts for the URLs of requests.
// source: RFC 3986, section 2, for the URLs of requests
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "network/functions.hpp"

namespace ncf::network {

/// Servers refuse clients that open more.
inline constexpr std::size_t max_connections = 256;

/// Makes a transport. throws: Error(usage) unless there are 1 to `max_connections` connections;
/// Error(unsupported) if this build has no module; Error(io) with the dynamic loader's message.
std::unique_ptr<Transport> make_transport(std::size_t connections, std::optional<Signing> signing);
using MakeTransport = std::function<decltype(make_transport)>;

/// Returns a line for `--version`; empty if this build has no module.
std::string describe_library();

/// Sends a request. The caller need not wait for the answer.
std::future<Response> start(Transport& transport, Request request);

/// Waits for an answer. throws: Error(interrupted).
Response await(std::future<Response>& response);

/// Does the same for an answer that several threads wait for.
const Response& await(const std::shared_future<Response>& response);

/// Sends an urgent request and waits. throws: Error(interrupted).
Response get(Transport& transport, Request request);

// ---- Answers ----

/// Returns whether the server says that there is no such object. Without permission to list
/// objects, S3 answers "forbidden" instead, which does not count as missing here.
[[nodiscard]] bool is_missing(const Response& response) noexcept;

/// throws: Error if there is no answer, or if it is not a success, is a page of HTML, or another
/// part than was requested.
void require_success(const Response& response);

/// throws: Error if a request to store or remove an object did not succeed, whatever its status.
void require_stored(const Response& response);

/// The status of a conditional request whose condition does not hold.
inline constexpr long precondition_failed = 412;

/// Returns whether the server refuses the request because it does not support conditions for
/// storing objects.
bool is_condition_unknown(const Response& response);

/// throws: as require_success, also if the answer is not the requested range. bytes: the length of
/// the range.
void require_range(const Response& response, std::uint64_t bytes);

// ---- Texts in URLs ----

/// Percent-encodes the key of an object for a URL: everything except letters, digits, "-", ".",
/// "_", "~" and "/", as signatures of S3 require.
[[nodiscard]] std::string encode_key(std::string_view key);

/// Does the same for the value of a query parameter, in which "/" is encoded too.
[[nodiscard]] std::string encode_value(std::string_view value);

/// Encodes only what a request cannot contain, for example spaces, because a path from a URL is
/// already encoded.
[[nodiscard]] std::string encode_rest(std::string_view path);

}  // namespace ncf::network
