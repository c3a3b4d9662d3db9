// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A file on a server, read with range requests. A request takes long, and about as long for few
// bytes as for many. So each request reads more than was asked for, many are sent at the same time,
// and a cache keeps the answers: bytes that are announced to be read once until then, all others
// until the memory is needed.
//
// If ranges follow each other, the next bytes are read ahead, twice as many each time: the chunks
// of a variable, and the index between them, usually follow each other in a file.
//
// Any thread. source: RFC 9110, section 14, "Range Requests"
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/files/byte_source.hpp"
#include "network/functions.hpp"

namespace ncf::network {

/// Requests the beginning of a file; the answer also states the file's size.
/// throws: Error(interrupted).
Response request_head(Transport& transport, const std::string& url);
/// Does the same without waiting for the answer.
std::future<Response> start_head(Transport& transport, const std::string& url);

/// throws: Error(io) that says that the file changed.
[[noreturn]] void fail_changed();

/// Opens a file. head: the answer to that request. throws: Error if there is no such file, or the
/// server does not support range requests.
std::unique_ptr<base::ByteSource> open_remote_file(std::shared_ptr<Transport> transport,
                                                   std::string url, Response head,
                                                   std::uint64_t cache_bytes);

// ---- Late files: opened now, awaited when they are read ----

/// The identity of a file when it was first opened, so that it can be closed and opened again.
struct RemoteIdentity {
  std::mutex mutex;
  std::optional<std::pair<std::uint64_t, std::string>> known;  ///< size and validator; under mutex
};

/// Opens a file whose beginning is requested at once, but awaited only when the file is read, so
/// that many files can be opened in the time of one round trip. name: in messages. identity: of the
/// file; filled if it is opened for the first time.
std::unique_ptr<base::ByteSource> open_late_file(std::shared_ptr<Transport> transport,
                                                 std::string url, std::string name,
                                                 std::uint64_t cache_bytes,
                                                 std::shared_ptr<RemoteIdentity> identity);

}  // namespace ncf::network
