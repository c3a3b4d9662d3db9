// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests to servers: loads the module that sends them, and says what is wrong with an answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "ncf/error.hpp"
#include "network/functions.hpp"

namespace ncf::network {

/// throws: Error(unsupported) if this build has no module; Error(io) with the dynamic loader's
/// message.
std::unique_ptr<Transport> make_transport(std::size_t connections, std::optional<Signing> signing);

/// A line for `--version`; empty if this build has no module.
std::string describe_library();

/// Sends a request. The answer may arrive after whoever asked has gone.
std::future<Response> start(Transport& transport, Request request);

/// throws: Error(interrupted).
Response await(std::future<Response>& response);

/// Sends an urgent request and waits. throws: Error(interrupted).
Response get(Transport& transport, Request request);

/// Whether the server says that there is no such object. S3 hides what one may not list as if
/// reading it were forbidden.
[[nodiscard]] bool is_missing(const Response& response) noexcept;

/// throws: Error if there is no answer, or one that is a failure.
void require_success(const Response& response);

/// The same, and the answer to a request for a range. bytes: that it must have.
void require_range(const Response& response, std::uint64_t bytes);

}  // namespace ncf::network
