// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// HTTP requests without libcurl's types. The code that calls libcurl is in a module, which
// network::make_transport loads: most runs read only local files and never load it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/text/characters.hpp"

namespace ncf::network {

/// Credentials for signing requests to S3.
/// source: AWS Signature Version 4
struct Signing {
  std::string region;
  std::string key_id;
  std::string secret;
  std::string token;    ///< of a session; empty for none
  std::string profile;  ///< to find credentials again; from the URL, or empty

  bool operator==(const Signing&) const = default;
};

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

enum class Method { get, put, remove };

struct Request {
  std::string url;
  Method method = Method::get;
  std::optional<Range> range = {};   ///< empty for the whole object
  std::uint64_t max_body_bytes = 0;  ///< limit of the answer if there is no range
  bool is_urgent = false;            ///< sent before other waiting requests
  /// For `put`; read on the transport's thread.
  std::shared_ptr<const base::ByteSource> body = {};
  std::vector<std::string> headers = {};  ///< "name: value"
};

/// Limit of an answer without data of the object: an error, or nothing.
inline constexpr std::uint64_t max_answer_bytes = 4096;

/// The last answer, after retries.
struct Response {
  std::string failure;  ///< why there was no answer; empty if there was one
  long status = 0;      ///< HTTP status
  /// The ETag, or else Last-Modified: it changes if the contents change. Empty if unknown.
  std::string validator;
  std::optional<std::uint64_t> size_bytes;  ///< of the whole object
  std::string content_type;                 ///< in lower case
  std::string bucket_region;                ///< as S3 reports it
  std::string mark;                         ///< of the writer that stored it (bucket.hpp)
  bool is_range = false;                    ///< the body begins where the requested range does
  bool is_too_long = false;                 ///< the server sent more than requested
  bool has_changed = false;                 ///< the object changed between two tries
  /// A request to change an object was sent whole, and no answer tells what came of it: the server
  /// may still act on it.
  bool is_end_unknown = false;
  std::vector<std::byte> body;  ///< only the beginning for an error

  /// Returns the body as text.
  [[nodiscard]] std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(body.data()), body.size()};
  }

  /// Returns the code in a body such as <Error><Code>SlowDown</Code>...; empty if there is none.
  /// The rest must not be shown: it may repeat what was signed.
  /// source: Amazon S3 API reference, "Error responses"
  [[nodiscard]] std::string s3_error_code() const {
    constexpr std::size_t max_length = 64;
    constexpr std::string_view begin = "<Code>";
    if (text().find("<Error>") == std::string_view::npos) return "";
    const std::size_t at = text().find(begin);
    if (at == std::string_view::npos) return "an error";
    const std::string_view rest = text().substr(at + begin.size(), max_length);
    return {rest.begin(), std::find_if_not(rest.begin(), rest.end(), base::is_letter)};
  }
};

/// Sends several requests at the same time, and repeats those that fail temporarily. Any thread.
class Transport {
 public:
  /// Called once for each request, on the transport's own thread, so it must not block.
  using OnDone = std::function<void(Response response)>;

  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  /// Drops unfinished requests.
  virtual ~Transport() = default;

  /// Starts a request and returns at once.
  virtual void start(Request request, OnDone on_done) = 0;

  /// Sends nothing more, and returns when all requests have ended: those that change an object and
  /// were sent whole, with the server's answer, as it may act on them even if nobody waits; all
  /// others at once, with a failure, and so do those that are started later.
  virtual void settle() = 0;
};

struct Settings {
  std::size_t connections = 16;    ///< requests at the same time
  std::optional<Signing> signing;  ///< empty if requests are not signed
  /// Finds credentials again after the server refused expired ones. On the transport's thread.
  std::function<std::optional<Signing>()> find_signing;
  /// How long a request without progress is repeated after the server has answered another.
  std::chrono::milliseconds retry_time{};
  std::string user_agent;
};

struct Functions {
  std::unique_ptr<Transport> (*make_transport)(const Settings& settings);
  /// Returns "libcurl 7.88.1 (built for 7.88.1)".
  std::string (*describe)();
};

}  // namespace ncf::network

/// The symbol that the module exports.
extern "C" __attribute__((visibility("default")))
const ncf::network::Functions ncf_network_functions;
