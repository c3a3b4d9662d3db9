// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One request through libcurl and its answer, with retries. Only on the transport's thread; part of
// its module.
#pragma once

#include <curl/curl.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "network/functions.hpp"

namespace ncf::network {

/// The state that the exchanges of a transport share.
struct Session {
  explicit Session(const Settings& its_settings) : settings(its_settings) {}

  Settings settings;
  bool has_answered = false;  ///< a server answered a request
  bool has_served = false;    ///< a server answered, and was not overloaded
  std::minstd_rand random{std::random_device{}()};
};

class Exchange {
 public:
  Exchange(Request request, Transport::OnDone on_done, Session& session);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange();

  /// The handle of libcurl; null before the first try.
  [[nodiscard]] CURL* handle() const noexcept { return handle_; }
  [[nodiscard]] const Request& request() const noexcept { return request_; }
  /// Returns when the next try may begin.
  [[nodiscard]] std::chrono::steady_clock::time_point not_before() const { return not_before_; }

  /// Sets up the handle for the next try, which continues a range that broke off.
  [[nodiscard]] CURLcode prepare();

  /// Ends a try and passes the response on; returns false if another try is needed.
  bool end(CURLcode result);

  /// Returns whether the server may act on this try even if it is aborted.
  [[nodiscard]] bool may_take_effect() const;

  /// Ends the request without another try, and passes on that it failed.
  void abandon();

 private:
  template <std::size_t (Exchange::*Take)(std::string_view)>
  static std::size_t pass_on(char* data, std::size_t one, std::size_t bytes, void* self) noexcept;
  static std::size_t give_body(char* data, std::size_t one, std::size_t bytes, void* self) noexcept;
  std::size_t take_header(std::string_view line);
  std::size_t take_body(std::string_view data);
  template <class Value>
  void set(CURLoption option, Value value);
  void give_again(std::uint64_t offset);
  [[nodiscard]] bool is_end_unknown() const;
  void set_connection();
  [[nodiscard]] std::chrono::seconds first_time() const;
  [[nodiscard]] long longest_stall_seconds() const;
  void set_certificates();
  void set_method();
  void set_headers();
  void add_header(const std::string& header);
  void set_signing();
  void begin_body();
  [[nodiscard]] bool is_small_whole() const;
  bool prepare_next_try();
  [[nodiscard]] bool is_short() const;
  bool prepare_rest();
  [[nodiscard]] bool is_after_end() const;
  void take_end();
  [[nodiscard]] bool may_pass(CURLcode result) const;
  [[nodiscard]] bool find_other_signing();
  [[nodiscard]] std::string describe(CURLcode result) const;

  Request request_;
  Transport::OnDone on_done_;
  Session& session_;
  CURL* handle_ = nullptr;
  CURLcode setup_ = CURLE_OK;       ///< the first option that libcurl refuses
  std::optional<Signing> signing_;  ///< of this try
  int signings_ = 0;                ///< number of credentials that the server refused
  curl_slist* headers_ = nullptr;
  std::array<char, CURL_ERROR_SIZE> error_{};
  Response response_;
  std::chrono::steady_clock::time_point not_before_{};
  std::chrono::steady_clock::time_point began_{};
  int tries_ = 0;  ///< without progress
  std::chrono::steady_clock::time_point failing_since_{};
  std::size_t tried_from_ = 0;  ///< length of the body when this try began
  long retry_seconds_ = 0;      ///< from Retry-After
  int short_answers_ = 0;       ///< answers that were complete, but not the whole range
  // State of this try:
  std::uint64_t given_bytes_ = 0;  ///< of the request's body
  long status_ = 0;
  std::string validator_;
  std::string encoding_;                     ///< Content-Encoding, unless it is identity
  std::optional<std::uint64_t> first_byte_;  ///< of the body, as an offset in the object
  bool has_range_header_ = false;            ///< Content-Range
  std::uint64_t max_body_bytes_ = 0;
  bool has_body_ = false;
  bool is_part_ = false;  ///< the body is the rest of the range, and can be continued
  bool is_error_body_ = false;
  bool is_ended_here_ = false;  ///< the rest is not needed
};

}  // namespace ncf::network
