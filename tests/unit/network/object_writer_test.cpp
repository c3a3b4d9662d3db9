// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/object_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "support/errors.hpp"

namespace ncf::network {
namespace {

enum class Conditions { met, ignored, refused };

Response response_of(long status, std::string etag = "") {
  Response response;
  response.status = status;
  response.validator = std::move(etag);
  return response;
}

/// A bucket in memory. Its answers come at once, when the transport settles, or never.
struct Bucket {
  struct Object {
    std::string body;
    std::string etag;
    std::string mark;
  };

  std::map<std::string, Object> objects;
  Conditions conditions = Conditions::met;
  bool keeps_marks = true;
  std::vector<Request> requests;
  /// Answers a request in another way; empty for the usual answer.
  std::function<std::optional<Response>(const Request&)> on_request;
  std::function<bool(const Request&)> is_slow = [](const Request&) { return false; };
  std::function<bool(const Request&)> drops_answer = [](const Request&) { return false; };

  Response answer(const Request& request) {
    if (on_request) {
      if (auto response = on_request(request)) return *response;
    }
    if (request.url.find("?list-type=2") != std::string::npos) return list();
    const std::string key = request.url.substr(std::string("http://b/").size());
    if (request.method == Method::put) return put(key, request);
    if (request.method == Method::remove) {
      objects.erase(key);
      return response_of(204);
    }
    const auto found = objects.find(key);
    if (found == objects.end()) return response_of(404);
    Response response = response_of(206, found->second.etag);
    response.mark = found->second.mark;
    response.is_range = true;
    return response;
  }

  Response put(const std::string& key, const Request& request) {
    const std::string condition = header(request, "If-None-Match: ");
    const std::string expected = header(request, "If-Match: ");
    const bool has_condition = !condition.empty() || !expected.empty();
    if (has_condition && conditions == Conditions::refused) return response_of(501);
    if (has_condition && conditions == Conditions::met) {
      const auto there = objects.find(key);
      const bool is_met = expected.empty()
                              ? there == objects.end()
                              : there != objects.end() && there->second.etag == expected;
      if (!is_met) return response_of(412);
    }
    std::string body(request.body->size_bytes(), ' ');
    request.body->read(0, std::as_writable_bytes(std::span(body)));
    const std::string mark = keeps_marks ? header(request, "x-amz-meta-ncf-writer: ") : "";
    objects[key] = {body, "\"" + body + "\"", mark};
    return response_of(200, objects[key].etag);
  }

  [[nodiscard]] Response list() const {
    std::string xml = "<ListBucketResult><IsTruncated>false</IsTruncated>";
    for (const auto& [key, object] : objects) {
      xml += "<Contents><Key>" + key + "</Key><ETag>" + object.etag + "</ETag><Size>" +
             std::to_string(object.body.size()) + "</Size></Contents>";
    }
    xml += "</ListBucketResult>";
    const auto bytes = std::as_bytes(std::span(xml));
    Response response = response_of(200);
    response.body.assign(bytes.begin(), bytes.end());
    return response;
  }

  static std::string header(const Request& request, const std::string& name) {
    for (const std::string& line : request.headers) {
      if (line.starts_with(name)) return line.substr(name.size());
    }
    return "";
  }
};

class BucketTransport final : public Transport {
 public:
  explicit BucketTransport(Bucket& bucket) : bucket_(bucket) {}

  void start(Request request, OnDone on_done) override {
    bucket_.requests.push_back(request);
    if (bucket_.is_slow(request)) {
      under_way_.emplace_back(std::move(request), std::move(on_done));
    } else {
      pass_on(request, on_done);
    }
  }

  void settle() override {
    for (const auto& [request, on_done] : std::exchange(under_way_, {})) pass_on(request, on_done);
    Response unknown;
    unknown.failure = "no answer";
    unknown.is_end_unknown = true;
    for (const OnDone& on_done : std::exchange(dropped_, {})) on_done(unknown);
  }

 private:
  void pass_on(const Request& request, const OnDone& on_done) {
    const bool is_dropped = bucket_.drops_answer(request);
    Response response = bucket_.answer(request);
    if (is_dropped) {
      dropped_.push_back(on_done);
    } else {
      on_done(std::move(response));
    }
  }

  Bucket& bucket_;
  std::vector<std::pair<Request, OnDone>> under_way_;
  std::vector<OnDone> dropped_;
};

constexpr std::size_t connections = 2;

class ObjectWriterTest : public testing::Test {
 protected:
  ObjectWriter make_writer() {
    constexpr std::chrono::milliseconds longest_delay{1};
    return ObjectWriter(
        {"http://b", "a", {}}, connections, 1000,
        [this](std::size_t, const std::optional<Signing>&) {
          return std::make_unique<BucketTransport>(bucket_);
        },
        longest_delay);
  }

  static void put(ObjectWriter& writer, const std::string& key, const std::string& value) {
    const auto bytes = std::as_bytes(std::span(value));
    writer.put(key, base::bytes_in_memory(std::vector(bytes.begin(), bytes.end())), value.size());
  }

  static std::size_t remove_all(ObjectWriter& writer) {
    return writer.remove_all([](const std::string& key) { return key == "root"; }, [] {});
  }

  [[nodiscard]] std::vector<std::string> keys() const {
    std::vector<std::string> all;
    for (const auto& [key, object] : bucket_.objects) all.push_back(key);
    return all;
  }

  [[nodiscard]] std::vector<std::string> removed() const {
    std::vector<std::string> urls;
    for (const Request& request : bucket_.requests) {
      if (request.method == Method::remove) urls.push_back(request.url);
    }
    return urls;
  }

  using Keys = std::vector<std::string>;

  Bucket bucket_;
  ObjectWriter writer_ = make_writer();
};

TEST_F(ObjectWriterTest, RemovesWhatItStored) {
  for (const char* const key : {"v/0", "root", "v/1"}) put(writer_, key, key);
  writer_.check_listing();
  EXPECT_EQ(writer_.total_bytes(), 10U);
  EXPECT_EQ(writer_.find_key("v/0.").value(), "v/1");
  EXPECT_EQ(remove_all(writer_), 0U);
  EXPECT_EQ(keys(), Keys{});
  EXPECT_EQ(removed(), (Keys{"http://b/a/root", "http://b/a/v/0", "http://b/a/v/1"}));
}

TEST_F(ObjectWriterTest, ALaterWriterChangesNothing) {
  put(writer_, "v/0", "first");
  ObjectWriter later = make_writer();
  put(later, "v/1", "second");
  put(later, "v/0", "second");
  EXPECT_EQ(test::reason_of([&] { later.await_all(); }),
            "v/0: another program stored this object: it writes to the same output");
  EXPECT_EQ(remove_all(later), 0U);
  EXPECT_EQ(keys(), Keys{"a/v/0"});
  EXPECT_EQ(bucket_.objects["a/v/0"].body, "first");
  writer_.check_listing();
}

TEST_F(ObjectWriterTest, WhatAnotherWriterReplacedIsNotRemoved) {
  bucket_.conditions = Conditions::ignored;
  put(writer_, "v/0", "same");
  ObjectWriter later = make_writer();
  put(later, "v/0", "same");
  EXPECT_EQ(remove_all(writer_), 0U);
  EXPECT_EQ(keys(), Keys{"a/v/0"});
  EXPECT_EQ(remove_all(later), 0U);
  EXPECT_EQ(keys(), Keys{});
}

TEST_F(ObjectWriterTest, ReplacesItsOwnObject) {
  put(writer_, "v/0", "short");
  put(writer_, "v/0", "longer");
  writer_.check_listing();
  EXPECT_EQ(bucket_.objects["a/v/0"].body, "longer");
  bucket_.objects["a/v/0"] = {"theirs", "\"theirs\"", "other"};
  put(writer_, "v/0", "longest");
  EXPECT_THROW(writer_.await_all(), Error);
  EXPECT_EQ(bucket_.objects["a/v/0"].body, "theirs");
}

// The transport repeats the request although the server already has the object.
TEST_F(ObjectWriterTest, AnAnswerThatWasLost) {
  bucket_.on_request = [&](const Request& request) -> std::optional<Response> {
    if (request.method != Method::put) return std::nullopt;
    (void)bucket_.put("a/v/0", request);
    return response_of(412);
  };
  put(writer_, "v/0", "value");
  writer_.check_listing();
  EXPECT_EQ(remove_all(writer_), 0U);
  EXPECT_EQ(keys(), Keys{});
}

TEST_F(ObjectWriterTest, RequestsUnderWayEndBeforeTheRemoval) {
  bucket_.is_slow = [](const Request& request) { return request.url.ends_with("v/1"); };
  put(writer_, "v/0", "value");
  put(writer_, "v/1", "value");
  EXPECT_EQ(keys(), Keys{"a/v/0"});
  bucket_.is_slow = [](const Request&) { return false; };
  EXPECT_EQ(remove_all(writer_), 0U);
  EXPECT_EQ(removed(), (Keys{"http://b/a/v/0", "http://b/a/v/1"}));
  EXPECT_EQ(keys(), Keys{});
}

TEST_F(ObjectWriterTest, ARequestThatWasCutAndIsStoredLate) {
  std::optional<Request> cut;
  bucket_.drops_answer = [](const Request& request) { return request.method == Method::put; };
  bucket_.on_request = [&](const Request& request) -> std::optional<Response> {
    if (request.method == Method::put) {
      cut = request;
      return Response{};
    }
    if (!cut) return std::nullopt;
    (void)bucket_.put("a/v/0", *std::exchange(cut, std::nullopt));
    return response_of(404);
  };
  put(writer_, "v/0", "value");
  EXPECT_EQ(remove_all(writer_), 0U);
  EXPECT_EQ(removed(), Keys{"http://b/a/v/0"});
  EXPECT_EQ(keys(), Keys{});
}

TEST_F(ObjectWriterTest, AServerThatRefusesConditions) {
  bucket_.conditions = Conditions::refused;
  put(writer_, "v/0", "value");
  put(writer_, "v/1", "value");
  writer_.check_listing();
  const auto is_conditional = [](const Request& request) {
    return !Bucket::header(request, "If-None-Match: ").empty();
  };
  EXPECT_EQ(std::count_if(bucket_.requests.begin(), bucket_.requests.end(), is_conditional), 1);
}

TEST_F(ObjectWriterTest, AServerThatKeepsNoMetadata) {
  bucket_.keeps_marks = false;
  put(writer_, "v/0", "mine");
  put(writer_, "v/1", "mine");
  bucket_.objects["a/v/1"] = {"theirs", "\"theirs\"", ""};
  EXPECT_EQ(remove_all(writer_), 0U);
  EXPECT_EQ(keys(), Keys{"a/v/1"});
}

TEST_F(ObjectWriterTest, CountsWhatIsLeft) {
  put(writer_, "v/0", "value");
  put(writer_, "v/1", "value");
  bucket_.on_request = [&](const Request& request) -> std::optional<Response> {
    const bool is_kept = request.method == Method::remove && request.url.ends_with("1");
    return is_kept ? std::optional(response_of(403)) : std::nullopt;
  };
  EXPECT_EQ(remove_all(writer_), 1U);
  EXPECT_EQ(keys(), Keys{"a/v/1"});
}

TEST_F(ObjectWriterTest, WaitsIfManyAreUnderWay) {
  bucket_.drops_answer = [](const Request&) { return true; };
  for (const char* const key : {"0", "1", "2", "3"}) put(writer_, key, "value");
  StopSource stop;
  stop.request_stop();
  const base::StopScope scope(&stop);
  EXPECT_EQ(test::reason_of([&] { put(writer_, "4", "value"); }), "interrupted");
  EXPECT_EQ(bucket_.requests.size(), 2 * connections);
  EXPECT_FALSE(writer_.size_bytes("4"));
}

}  // namespace
}  // namespace ncf::network
