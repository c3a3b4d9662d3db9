// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/exchange.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace ncf::network {
namespace {

constexpr int max_tries = 6;
constexpr std::chrono::milliseconds first_pause{100};
constexpr std::size_t least_progress_bytes = 16384;
constexpr std::uint64_t error_body_bytes = 4096;

constexpr long http_ok = 200;
constexpr long http_partial = 206;

bool is_overload(long status) {
  return status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
}

char to_lower(char letter) { return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter; }

/// The value of the header with this name, which is in lower case.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
  if (line.size() <= name.size() || line[name.size()] != ':') return std::nullopt;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (to_lower(line[i]) != name[i]) return std::nullopt;
  }
  line.remove_prefix(name.size() + 1);
  constexpr std::string_view blanks = " \t\r\n";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return number;
}

/// "begin-last", the positions of the first and the last byte.
std::string format_range(const Range& range, std::uint64_t done) {
  return std::to_string(range.begin + done) + '-' + std::to_string(range.begin + range.bytes - 1);
}

/// The curl program reads these variables, but libcurl does not.
const char* certificates() {
  for (const char* variable : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
    const char* const file = std::getenv(variable);
    if (file != nullptr && *file != '\0') return file;
  }
  return nullptr;
}

}  // namespace

Exchange::Exchange(Request request, Transport::OnDone on_done, const Settings& settings,
                   bool& has_answered)
    : request_(std::move(request)),
      on_done_(std::move(on_done)),
      settings_(settings),
      has_answered_(has_answered) {}

Exchange::~Exchange() {
  curl_easy_cleanup(handle_);
  curl_slist_free_all(headers_);
}

bool Exchange::prepare() {
  if (handle_ == nullptr) handle_ = curl_easy_init();
  if (handle_ == nullptr) return false;
  curl_easy_reset(handle_);
  curl_easy_setopt(handle_, CURLOPT_URL, request_.url.c_str());
  if (request_.range) {
    const std::string range = format_range(*request_.range, response_.body.size());
    curl_easy_setopt(handle_, CURLOPT_RANGE, range.c_str());
  } else {
    response_.body.clear();
  }
  set_connection();
  set_method();
  set_headers();
  if (settings_.signing) set_signing();
  curl_easy_setopt(
      handle_, CURLOPT_HEADERFUNCTION,
      static_cast<curl_write_callback>([](char* text, std::size_t one, std::size_t n, void* self) {
        return take_header(text, one, n, self);
      }));
  curl_easy_setopt(handle_, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(
      handle_, CURLOPT_WRITEFUNCTION,
      static_cast<curl_write_callback>([](char* data, std::size_t one, std::size_t n, void* self) {
        return take_body(data, one, n, self);
      }));
  curl_easy_setopt(handle_, CURLOPT_WRITEDATA, this);
  error_.front() = '\0';
  curl_easy_setopt(handle_, CURLOPT_ERRORBUFFER, error_.data());
  status_ = 0;
  has_body_ = false;
  is_error_body_ = false;
  is_ended_here_ = false;
  tried_from_ = response_.body.size();
  return true;
}

// libcurl takes proxies from the environment. With HTTP/1.1, each request has its own connection,
// which makes full use of a network with high latency.
void Exchange::set_connection() {
  constexpr long connect_seconds = 30;
  constexpr long stall_seconds = 60;
  constexpr long least_bytes_per_second = 100;
  constexpr long buffer_bytes = 256L << 10;
  constexpr long max_redirections = 5;
  curl_easy_setopt(handle_, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle_, CURLOPT_PROTOCOLS_STR, "http,https");
  const bool is_encrypted = request_.url.starts_with("https:");
  curl_easy_setopt(handle_, CURLOPT_REDIR_PROTOCOLS_STR, is_encrypted ? "https" : "http,https");
  curl_easy_setopt(handle_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(handle_, CURLOPT_USERAGENT, settings_.user_agent.c_str());
  curl_easy_setopt(handle_, CURLOPT_CONNECTTIMEOUT, connect_seconds);
  curl_easy_setopt(handle_, CURLOPT_LOW_SPEED_LIMIT, least_bytes_per_second);
  curl_easy_setopt(handle_, CURLOPT_LOW_SPEED_TIME, stall_seconds);
  curl_easy_setopt(handle_, CURLOPT_BUFFERSIZE, buffer_bytes);
  curl_easy_setopt(handle_, CURLOPT_MAXREDIRS, max_redirections);
  // Another host gets no password, no signature and no data.
  const bool follows = !settings_.signing && request_.method == Method::get;
  curl_easy_setopt(handle_, CURLOPT_FOLLOWLOCATION, follows ? 1L : 0L);
  curl_easy_setopt(handle_, CURLOPT_NETRC,
                   static_cast<long>(settings_.signing ? CURL_NETRC_IGNORED : CURL_NETRC_OPTIONAL));
  if (const char* const file = certificates()) curl_easy_setopt(handle_, CURLOPT_CAINFO, file);
}

void Exchange::set_method() {
  if (request_.method == Method::get) return;
  if (request_.method == Method::remove) {
    curl_easy_setopt(handle_, CURLOPT_CUSTOMREQUEST, "DELETE");
    return;
  }
  given_bytes_ = 0;
  curl_easy_setopt(handle_, CURLOPT_UPLOAD, 1L);
  // Asking the server whether it will take the body would take as long as sending it.
  curl_easy_setopt(handle_, CURLOPT_EXPECT_100_TIMEOUT_MS, 0L);
  curl_easy_setopt(handle_, CURLOPT_INFILESIZE_LARGE,
                   static_cast<curl_off_t>(request_.body->size_bytes()));
  curl_easy_setopt(
      handle_, CURLOPT_READFUNCTION,
      static_cast<curl_read_callback>([](char* data, std::size_t one, std::size_t n, void* self) {
        return give_body(data, one, n, self);
      }));
  curl_easy_setopt(handle_, CURLOPT_READDATA, this);
  // libcurl sends the body again if the server closed an idle connection meanwhile.
  curl_easy_setopt(handle_, CURLOPT_SEEKFUNCTION,
                   static_cast<curl_seek_callback>([](void* self, curl_off_t offset, int origin) {
                     if (origin != SEEK_SET || offset < 0) return CURL_SEEKFUNC_FAIL;
                     static_cast<Exchange*>(self)->given_bytes_ =
                         static_cast<std::uint64_t>(offset);
                     return CURL_SEEKFUNC_OK;
                   }));
  curl_easy_setopt(handle_, CURLOPT_SEEKDATA, this);
}

void Exchange::set_headers() {
  if (headers_ == nullptr) {
    for (const std::string& header : request_.headers) {
      headers_ = curl_slist_append(headers_, header.c_str());
    }
    const bool is_signed_without_body = settings_.signing && request_.method != Method::put;
    if (is_signed_without_body) {
      headers_ = curl_slist_append(headers_, "x-amz-content-sha256: UNSIGNED-PAYLOAD");
    }
    if (settings_.signing && !settings_.signing->token.empty()) {
      const std::string token = "x-amz-security-token: " + settings_.signing->token;
      headers_ = curl_slist_append(headers_, token.c_str());
    }
  }
  curl_easy_setopt(handle_, CURLOPT_HTTPHEADER, headers_);
}

void Exchange::set_signing() {
  const Signing& signing = *settings_.signing;
  curl_easy_setopt(handle_, CURLOPT_AWS_SIGV4, ("aws:amz:" + signing.region + ":s3").c_str());
  curl_easy_setopt(handle_, CURLOPT_USERNAME, signing.key_id.c_str());
  curl_easy_setopt(handle_, CURLOPT_PASSWORD, signing.secret.c_str());
}

std::size_t Exchange::give_body(char* data, std::size_t one, std::size_t bytes, void* self) {
  auto& exchange = *static_cast<Exchange*>(self);
  const base::ByteSource& body = *exchange.request_.body;
  try {
    const std::size_t count =
        std::min<std::uint64_t>(one * bytes, body.size_bytes() - exchange.given_bytes_);
    body.read(exchange.given_bytes_, std::as_writable_bytes(std::span(data, count)));
    exchange.given_bytes_ += count;
    return count;
  } catch (...) {  // the file with the body cannot be read
    return CURL_READFUNC_ABORT;
  }
}

// ---- The answer ---------------------------------------------------------------------------------

std::size_t Exchange::take_header(const char* text, std::size_t one, std::size_t bytes,
                                  void* self) {
  try {
    static_cast<Exchange*>(self)->take_header(std::string_view(text, one * bytes));
    return one * bytes;
  } catch (...) {  // no memory
    return 0;
  }
}

void Exchange::take_header(std::string_view line) {
  if (line.starts_with("HTTP/")) {  // the first line, also of each redirect
    validator_.clear();
    first_byte_.reset();
    response_.size_bytes.reset();
    response_.content_type.clear();
    response_.mark.clear();
    retry_seconds_ = 0;
  } else if (const auto tag = value_of(line, "etag")) {
    validator_ = *tag;
  } else if (const auto modified = value_of(line, "last-modified")) {
    if (validator_.empty()) validator_ = *modified;
  } else if (const auto type = value_of(line, "content-type")) {
    response_.content_type.clear();
    std::transform(type->begin(), type->end(), std::back_inserter(response_.content_type),
                   to_lower);
  } else if (const auto region = value_of(line, "x-amz-bucket-region")) {
    response_.bucket_region = *region;
  } else if (const auto mark = value_of(line, "x-amz-meta-ncf-writer")) {
    response_.mark = *mark;
  } else if (const auto length = value_of(line, "content-length")) {
    if (!first_byte_) response_.size_bytes = parse_number(*length);
  } else if (const auto seconds = value_of(line, "retry-after")) {
    retry_seconds_ =
        static_cast<long>(std::min<std::uint64_t>(parse_number(*seconds).value_or(0), 30));
  } else if (const auto range = value_of(line, "content-range")) {
    constexpr std::string_view unit = "bytes ";
    if (!range->starts_with(unit)) return;
    first_byte_ = parse_number(range->substr(unit.size()));
    const std::size_t slash = range->find('/');
    response_.size_bytes =
        slash == std::string_view::npos ? std::nullopt : parse_number(range->substr(slash + 1));
  }
}

std::size_t Exchange::take_body(const char* data, std::size_t one, std::size_t bytes, void* self) {
  try {
    return static_cast<Exchange*>(self)->take_body(std::string_view(data, one * bytes));
  } catch (...) {  // no memory
    return 0;
  }
}

/// Whether a server that does not support ranges sends a whole object no longer than the range. An
/// HTML page is probably not the object that was requested.
bool Exchange::is_small_whole() const {
  return request_.range && request_.range->begin == 0 && status_ == http_ok &&
         response_.body.empty() && response_.size_bytes &&
         *response_.size_bytes <= request_.range->bytes &&
         !response_.content_type.starts_with("text/html");
}

/// Returns how many bytes were taken: fewer than all make libcurl end the transfer.
std::size_t Exchange::take_body(std::string_view data) {
  if (!has_body_) begin_body();
  is_ended_here_ = response_.has_changed;
  if (is_ended_here_) return 0;
  const std::size_t free = max_body_bytes_ - response_.body.size();
  const auto taken = data.substr(0, free);
  const auto* const first = reinterpret_cast<const std::byte*>(taken.data());
  response_.body.insert(response_.body.end(), first, first + taken.size());
  is_ended_here_ = taken.size() < data.size();
  if (is_ended_here_) response_.is_too_long = !is_error_body_;
  return taken.size();
}

void Exchange::begin_body() {
  has_body_ = true;
  curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status_);
  is_part_ = request_.range && status_ == http_partial &&
             first_byte_ == request_.range->begin + response_.body.size();
  response_.has_changed = is_part_ && !response_.body.empty() && validator_ != response_.validator;
  response_.is_range = is_part_ || is_small_whole();
  is_error_body_ = request_.range ? !response_.is_range : status_ != http_ok;
  max_body_bytes_ = is_error_body_   ? error_body_bytes
                    : request_.range ? request_.range->bytes
                                     : request_.max_body_bytes;
  if (is_error_body_) response_.body.clear();
  response_.body.reserve(std::min(max_body_bytes_, response_.size_bytes.value_or(0)));
  response_.validator = validator_;
}

// If no server has answered yet, a failed connection is not tried again: the name may be wrong.
bool Exchange::may_pass(CURLcode result) const {
  switch (result) {
    case CURLE_OK:
      return is_overload(status_);
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return true;
    case CURLE_COULDNT_CONNECT:
      return has_answered_;
    default:
      return false;
  }
}

/// Returns false after too many tries.
bool Exchange::prepare_next_try() {
  const bool continues = is_part_ && !is_error_body_;
  if (continues && response_.body.size() >= tried_from_ + least_progress_bytes) tries_ = 0;
  if (++tries_ == max_tries) return false;
  if (!continues) response_.body.clear();
  const auto pause = std::max<std::chrono::milliseconds>(first_pause * (1 << (tries_ - 1)),
                                                         std::chrono::seconds(retry_seconds_));
  not_before_ = std::chrono::steady_clock::now() + pause;
  return true;
}

bool Exchange::end(CURLcode result) {
  curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status_);
  has_answered_ = has_answered_ || status_ != 0;
  const bool is_complete = response_.is_range && response_.body.size() == request_.range->bytes;
  if (!is_complete && may_pass(result) && prepare_next_try()) return false;
  if (result != CURLE_OK && !is_complete && !is_ended_here_) {
    response_.failure = error_.front() != '\0' ? error_.data() : curl_easy_strerror(result);
  }
  response_.status = status_;
  response_.validator = validator_;
  on_done_(std::move(response_));
  return true;
}

}  // namespace ncf::network
