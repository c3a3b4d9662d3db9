// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/exchange.hpp"

#include <unistd.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/threads/machine.hpp"

namespace ncf::network {
namespace {

constexpr int max_first_tries = 6;
constexpr std::chrono::seconds least_first_time{10};
constexpr std::chrono::seconds most_first_time{60};
constexpr std::chrono::seconds stall_time{60};
constexpr std::chrono::milliseconds first_pause{100};
constexpr std::chrono::milliseconds max_pause{20'000};
constexpr int max_signings = 3;
constexpr std::size_t least_progress_bytes = 16384;
constexpr int max_short_answers = 1024;

constexpr long http_partial = 206;

bool is_overload(long status) {
  return status == 408 || status == 429 || status == 500 || status == 502 || status == 503 ||
         status == 504;
}

/// Returns whether other credentials may help.
bool is_expired(const std::string& s3_code) {
  return s3_code == "ExpiredToken" || s3_code == "ExpiredTokenException" ||
         s3_code == "TokenRefreshRequired" || s3_code == "InvalidToken" ||
         s3_code == "InvalidAccessKeyId";
}

/// Returns "begin-last", the positions of the first and the last byte.
std::string format_range(const Range& range, std::uint64_t done) {
  return std::to_string(range.begin + done) + '-' + std::to_string(range.begin + range.bytes - 1);
}

/// Returns a file with the certificates that this system trusts, or null: the one that libcurl was
/// built to read, which may be another system's, or that of Debian, Red Hat or SUSE.
const char* system_certificates() {
  for (const char* const file :
       {curl_version_info(CURLVERSION_NOW)->cainfo, "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem"}) {
    if (file != nullptr && access(file, R_OK) == 0) return file;
  }
  return nullptr;
}

}  // namespace

Exchange::Exchange(Request request, Transport::OnDone on_done, Session& session)
    : request_(std::move(request)), on_done_(std::move(on_done)), session_(session) {}

Exchange::~Exchange() {
  curl_easy_cleanup(handle_);
  curl_slist_free_all(headers_);
}

template <class Value>
void Exchange::set(CURLoption option, Value value) {
  const CURLcode result = curl_easy_setopt(handle_, option, value);
  if (setup_ == CURLE_OK) setup_ = result;
}

/// Passes a part of an answer to a member function. No exception may pass through libcurl.
template <std::size_t (Exchange::*Take)(std::string_view)>
std::size_t Exchange::pass_on(char* data, std::size_t one, std::size_t bytes, void* self) noexcept {
  try {
    return (static_cast<Exchange*>(self)->*Take)({data, one * bytes});
  } catch (...) {  // no memory
    return 0;
  }
}

CURLcode Exchange::prepare() {
  if (handle_ == nullptr) {
    handle_ = curl_easy_init();
    began_ = std::chrono::steady_clock::now();
  }
  if (handle_ == nullptr) return CURLE_OUT_OF_MEMORY;
  curl_easy_reset(handle_);
  setup_ = CURLE_OK;
  signing_ = session_.settings.signing;
  set(CURLOPT_URL, request_.url.c_str());
  if (request_.range) {
    const std::string range = format_range(*request_.range, response_.body.size());
    set(CURLOPT_RANGE, range.c_str());
  } else {
    response_.body.clear();
  }
  set_connection();
  set_method();
  set_headers();
  if (signing_) set_signing();
  set(CURLOPT_HEADERFUNCTION, static_cast<curl_write_callback>(&pass_on<&Exchange::take_header>));
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, static_cast<curl_write_callback>(&pass_on<&Exchange::take_body>));
  set(CURLOPT_WRITEDATA, this);
  error_.front() = '\0';
  set(CURLOPT_ERRORBUFFER, error_.data());
  status_ = 0;
  has_body_ = false;
  is_error_body_ = false;
  is_ended_here_ = false;
  tried_from_ = response_.body.size();
  return setup_;
}

// libcurl takes proxies from the environment. With HTTP/1.1, each request has its own connection,
// which makes full use of a network with high latency.
void Exchange::set_connection() {
  constexpr long connect_seconds = 30;
  constexpr long least_bytes_per_second = 100;
  constexpr long buffer_bytes = 256L << 10;
  constexpr long max_redirections = 5;
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  const bool is_encrypted = request_.url.starts_with("https:");
  set(CURLOPT_REDIR_PROTOCOLS_STR, is_encrypted ? "https" : "http,https");
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_USERAGENT, session_.settings.user_agent.c_str());
  const long stall_seconds = longest_stall_seconds();
  set(CURLOPT_CONNECTTIMEOUT, std::min(connect_seconds, stall_seconds));
  set(CURLOPT_LOW_SPEED_LIMIT, least_bytes_per_second);
  set(CURLOPT_LOW_SPEED_TIME, stall_seconds);
  set(CURLOPT_BUFFERSIZE, buffer_bytes);
  set(CURLOPT_MAXREDIRS, max_redirections);
  // No password, signature or data are sent to another host.
  const bool follows = !signing_ && request_.method == Method::get;
  set(CURLOPT_FOLLOWLOCATION, follows ? 1L : 0L);
  set(CURLOPT_NETRC, static_cast<long>(signing_ ? CURL_NETRC_IGNORED : CURL_NETRC_OPTIONAL));
  set_certificates();
}

/// Returns how long all tries together may take if the server has not served anything.
std::chrono::seconds Exchange::first_time() const {
  const auto asked = std::chrono::ceil<std::chrono::seconds>(session_.settings.retry_time);
  return std::clamp(asked, least_first_time, most_first_time);
}

/// Returns how long this try may go on without a transfer. The limit is short for a host that has
/// not served anything, because it may be the wrong one.
long Exchange::longest_stall_seconds() const {
  if (session_.has_served) return stall_time.count();
  const auto left = began_ + first_time() - std::chrono::steady_clock::now();
  return std::max<long>(1, std::chrono::ceil<std::chrono::seconds>(left).count());
}

// The curl program reads these variables, but libcurl does not.
void Exchange::set_certificates() {
  using base::environment_variable;
  if (const std::string file = environment_variable("CURL_CA_BUNDLE"); !file.empty()) {
    set(CURLOPT_CAINFO, file.c_str());
    return;
  }
  if (const std::string folder = environment_variable("SSL_CERT_DIR"); !folder.empty()) {
    set(CURLOPT_CAPATH, folder.c_str());
  }
  if (const std::string file = environment_variable("SSL_CERT_FILE"); !file.empty()) {
    set(CURLOPT_CAINFO, file.c_str());
  } else if (const char* const found = system_certificates()) {
    set(CURLOPT_CAINFO, found);
  }
}

void Exchange::set_method() {
  if (request_.method == Method::get) return;
  if (request_.method == Method::remove) {
    set(CURLOPT_CUSTOMREQUEST, "DELETE");
    return;
  }
  given_bytes_ = 0;
  set(CURLOPT_UPLOAD, 1L);
  // Asking the server whether it accepts the body would take as long as sending it.
  set(CURLOPT_EXPECT_100_TIMEOUT_MS, 0L);
  set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(request_.body->size_bytes()));
  set(CURLOPT_READFUNCTION, static_cast<curl_read_callback>(&give_body));
  set(CURLOPT_READDATA, this);
  // libcurl sends the body again if the server closed an idle connection meanwhile.
  set(CURLOPT_SEEKFUNCTION,
      static_cast<curl_seek_callback>([](void* self, curl_off_t offset, int origin) {
        if (origin != SEEK_SET || offset < 0) return CURL_SEEKFUNC_FAIL;
        static_cast<Exchange*>(self)->give_again(static_cast<std::uint64_t>(offset));
        return CURL_SEEKFUNC_OK;
      }));
  set(CURLOPT_SEEKDATA, this);
}

void Exchange::set_headers() {
  curl_slist_free_all(std::exchange(headers_, nullptr));
  for (const std::string& header : request_.headers) add_header(header);
  const bool is_signed_without_body = signing_ && request_.method != Method::put;
  if (is_signed_without_body) add_header("x-amz-content-sha256: UNSIGNED-PAYLOAD");
  if (signing_ && !signing_->token.empty()) add_header("x-amz-security-token: " + signing_->token);
  set(CURLOPT_HTTPHEADER, headers_);
}

void Exchange::add_header(const std::string& header) {
  curl_slist* const longer = curl_slist_append(headers_, header.c_str());
  if (longer != nullptr) {
    headers_ = longer;
  } else if (setup_ == CURLE_OK) {
    setup_ = CURLE_OUT_OF_MEMORY;
  }
}

// If libcurl refused the first option, it would send the secret itself.
void Exchange::set_signing() {
  set(CURLOPT_AWS_SIGV4, ("aws:amz:" + signing_->region + ":s3").c_str());
  if (setup_ != CURLE_OK) return;
  set(CURLOPT_USERNAME, signing_->key_id.c_str());
  set(CURLOPT_PASSWORD, signing_->secret.c_str());
}

std::size_t Exchange::give_body(char* data, std::size_t one, std::size_t bytes,
                                void* self) noexcept {
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

void Exchange::give_again(std::uint64_t offset) {
  response_.is_end_unknown = response_.is_end_unknown || may_take_effect();
  given_bytes_ = offset;
}

// A server stores no object of which it has only a part.
bool Exchange::may_take_effect() const {
  const bool is_begun = handle_ != nullptr && request_.method != Method::get;
  return is_begun && (!request_.body || given_bytes_ == request_.body->size_bytes());
}

// A gateway answers 502 or 504 when it does not know what the server behind it does.
bool Exchange::is_end_unknown() const {
  return may_take_effect() && (status_ == 0 || status_ == 502 || status_ == 504);
}

void Exchange::abandon() {
  response_.failure = "the request was ended before there was an answer";
  response_.status = 0;
  on_done_(std::move(response_));
}

// If no server has answered yet, a failed connection is not tried again: the name may be wrong. S3
// answers 409 if two requests store the same object at once, one of which may have been aborted.
bool Exchange::may_pass(CURLcode result) const {
  switch (result) {
    case CURLE_OK:
      return is_overload(status_) || (status_ == 409 && request_.method == Method::put) ||
             (status_ == 400 && response_.s3_error_code() == "RequestTimeout");
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_OPERATION_TIMEDOUT:
      return true;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_SSL_CONNECT_ERROR:
      return session_.has_answered;
    default:
      return false;
  }
}

/// Returns whether there are other credentials than those that the server refused.
bool Exchange::find_other_signing() {
  constexpr long first_error = 400;
  if (!signing_ || status_ < first_error || !is_expired(response_.s3_error_code())) return false;
  std::optional<Signing>& current = session_.settings.signing;
  if (current == signing_) {
    try {
      const auto found = session_.settings.find_signing();
      if (found) current = found;
    } catch (const std::exception&) {
      return false;  // the answer contains the reason
    }
  }
  return current != signing_;
}

// The pauses vary, so that requests which failed together do not come back together.
bool Exchange::prepare_next_try() {
  const bool continues = is_part_ && !is_error_body_;
  const auto now = std::chrono::steady_clock::now();
  if (continues && response_.body.size() >= tried_from_ + least_progress_bytes) {
    tries_ = 0;
    began_ = now;
  }
  if (++tries_ == 1) failing_since_ = now;
  constexpr int max_doublings = 10;
  const auto longest =
      std::min(max_pause, first_pause * (1 << std::min(tries_ - 1, max_doublings)));
  std::uniform_int_distribution<std::int64_t> pauses(longest.count() / 2, longest.count());
  const auto pause = std::max<std::chrono::milliseconds>(
      std::chrono::milliseconds(pauses(session_.random)), std::chrono::seconds(retry_seconds_));
  const bool goes_on = session_.has_served
                           ? now + pause <= failing_since_ + session_.settings.retry_time
                           : tries_ < max_first_tries && now + pause < began_ + first_time();
  if (!goes_on) return false;
  if (!continues) response_.body.clear();
  not_before_ = now + pause;
  return true;
}

/// Returns whether the server sent the beginning of the range that was requested, as it may, or as
/// much as there is of an object whose length it does not state.
bool Exchange::is_short() const {
  if (!is_part_ || is_error_body_ || response_.has_changed) return false;
  const std::uint64_t begin = request_.range->begin;
  const std::uint64_t rest = response_.size_bytes
                                 ? *response_.size_bytes - std::min(*response_.size_bytes, begin)
                                 : request_.range->bytes;
  return response_.body.size() < std::min(request_.range->bytes, rest);
}

/// Returns whether to request the rest of the range.
bool Exchange::prepare_rest() {
  const bool has_progress = response_.body.size() > tried_from_;
  return has_progress && ++short_answers_ <= max_short_answers;
}

void Exchange::take_end() {
  const std::uint64_t end = request_.range->begin + response_.body.size();
  const bool has_other_size = has_range_header_ && response_.size_bytes != end;
  const bool has_other_validator = !validator_.empty() && validator_ != response_.validator;
  response_.has_changed = has_other_size || has_other_validator;
  response_.size_bytes = end;
  response_.content_type.clear();
  validator_ = response_.validator;
  status_ = http_partial;
}

bool Exchange::end(CURLcode result) {
  status_ = 0;
  if (handle_ != nullptr) curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status_);
  response_.is_end_unknown = response_.is_end_unknown || is_end_unknown();
  session_.has_answered = session_.has_answered || status_ != 0;
  session_.has_served = session_.has_served || (result == CURLE_OK && !is_overload(status_));
  const bool is_complete = response_.is_range && response_.body.size() == request_.range->bytes;
  if (result == CURLE_OK && is_after_end()) {
    take_end();
  } else if (result == CURLE_OK && status_ == http_partial && is_short() && prepare_rest()) {
    return false;
  }
  if (!is_complete && may_pass(result) && prepare_next_try()) return false;
  if (result == CURLE_OK && find_other_signing() && ++signings_ < max_signings) {
    response_.body.clear();
    return false;
  }
  if (result != CURLE_OK && !is_complete && !is_ended_here_) {
    response_.failure = describe(result);
  }
  response_.status = status_;
  response_.validator = validator_;
  on_done_(std::move(response_));
  return true;
}

std::string Exchange::describe(CURLcode result) const {
  if (setup_ != CURLE_OK && setup_ != CURLE_OUT_OF_MEMORY) {
    return "this libcurl lacks a feature that is needed; use version 7.85 or newer, with HTTPS and "
           "signatures for AWS";
  }
  if (result == CURLE_OPERATION_TIMEDOUT && !session_.has_answered) {
    return "it did not answer within " + std::to_string(first_time().count()) + " seconds";
  }
  return error_.front() != '\0' ? error_.data() : curl_easy_strerror(result);
}

}  // namespace ncf::network
