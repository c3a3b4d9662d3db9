// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The part of Exchange that takes answers.
#include <algorithm>
#include <charconv>
#include <iterator>

#include "base/text/characters.hpp"
#include "network/exchange.hpp"

namespace ncf::network {
namespace {

constexpr long http_ok = 200;
constexpr long http_partial = 206;
constexpr long http_unsatisfiable = 416;

/// Returns the value of the header with this name.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
  if (line.size() <= name.size() || line[name.size()] != ':') return std::nullopt;
  if (!base::equals_ignoring_case(line.substr(0, name.size()), name)) return std::nullopt;
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

/// Returns whether the bytes of a body with this list of encodings are those of the object. Many S3
/// servers repeat aws-chunked, which only describes how the object was sent to them.
bool leaves_bytes(std::string_view encodings) {
  constexpr std::string_view separators = ", \t";
  while (!encodings.empty()) {
    const std::size_t end = std::min(encodings.find_first_of(separators), encodings.size());
    const std::string_view one = encodings.substr(0, end);
    if (!one.empty() && !base::equals_ignoring_case(one, "identity") &&
        !base::equals_ignoring_case(one, "aws-chunked")) {
      return false;
    }
    encodings.remove_prefix(std::min(end + 1, encodings.size()));
  }
  return true;
}

}  // namespace

std::size_t Exchange::take_header(std::string_view line) {
  if (line.starts_with("HTTP/")) {  // the first line, also of each redirect
    validator_.clear();
    first_byte_.reset();
    has_range_header_ = false;
    response_.size_bytes.reset();
    response_.content_type.clear();
    response_.mark.clear();
    encoding_.clear();
    retry_seconds_ = 0;
  } else if (const auto tag = value_of(line, "etag")) {
    validator_ = *tag;
  } else if (const auto modified = value_of(line, "last-modified")) {
    if (validator_.empty()) validator_ = *modified;
  } else if (const auto type = value_of(line, "content-type")) {
    response_.content_type.clear();
    std::transform(type->begin(), type->end(), std::back_inserter(response_.content_type),
                   base::to_lower);
  } else if (const auto encoding = value_of(line, "content-encoding")) {
    if (!leaves_bytes(*encoding)) encoding_ = *encoding;
  } else if (const auto region = value_of(line, "x-amz-bucket-region")) {
    response_.bucket_region = *region;
  } else if (const auto mark = value_of(line, "x-amz-meta-ncf-writer")) {
    response_.mark = *mark;
  } else if (const auto length = value_of(line, "content-length")) {
    if (!has_range_header_) response_.size_bytes = parse_number(*length);
  } else if (const auto seconds = value_of(line, "retry-after")) {
    retry_seconds_ =
        static_cast<long>(std::min<std::uint64_t>(parse_number(*seconds).value_or(0), 30));
  } else if (const auto range = value_of(line, "content-range")) {
    constexpr std::string_view unit = "bytes ";
    if (!range->starts_with(unit)) return line.size();
    has_range_header_ = true;
    first_byte_ = parse_number(range->substr(unit.size()));
    const std::size_t slash = range->find('/');
    response_.size_bytes =
        slash == std::string_view::npos ? std::nullopt : parse_number(range->substr(slash + 1));
  }
  return line.size();
}

/// Returns whether a server that does not support ranges sends a whole object no longer than the
/// range. An HTML page is probably not the object that was requested.
bool Exchange::is_small_whole() const {
  return request_.range && request_.range->begin == 0 && status_ == http_ok &&
         response_.body.empty() && response_.size_bytes &&
         *response_.size_bytes <= request_.range->bytes &&
         !response_.content_type.starts_with("text/html");
}

/// Takes a part of the body. Returns the number of bytes taken; if not all are, libcurl ends the
/// transfer.
std::size_t Exchange::take_body(std::string_view data) {
  if (!has_body_) begin_body();
  if (is_after_end()) return data.size();
  is_ended_here_ = response_.has_changed || !response_.failure.empty();
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
  if (is_after_end()) return;
  is_part_ = request_.range && status_ == http_partial &&
             first_byte_ == request_.range->begin + response_.body.size();
  response_.has_changed = is_part_ && !response_.body.empty() && validator_ != response_.validator;
  response_.is_range = is_part_ || is_small_whole();
  is_error_body_ = request_.range ? !response_.is_range : status_ != http_ok;
  max_body_bytes_ = is_error_body_   ? max_answer_bytes
                    : request_.range ? request_.range->bytes
                                     : request_.max_body_bytes;
  if (is_error_body_) response_.body.clear();
  if (!is_error_body_ && !encoding_.empty()) {
    response_.failure = "it sends the file encoded (Content-Encoding: " + encoding_ + ")";
  }
  response_.body.reserve(std::min(max_body_bytes_, response_.size_bytes.value_or(0)));
  response_.validator = validator_;
}

/// Returns whether the rest of the range was requested, but the object ends before it.
bool Exchange::is_after_end() const {
  return is_part_ && !response_.body.empty() && status_ == http_unsatisfiable;
}

}  // namespace ncf::network
