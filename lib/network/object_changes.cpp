// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/object_changes.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "network/transport.hpp"

namespace ncf::network {
namespace {

constexpr std::uint64_t max_text_bytes = std::uint64_t{256} << 20U;

std::shared_ptr<const base::ByteSource> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return base::bytes_in_memory(std::vector<std::byte>(bytes.begin(), bytes.end()));
}

}  // namespace

ObjectChanges::ObjectChanges(const BucketPlace& place, std::size_t connections)
    : place_(place),
      connections_(connections),
      transport_(make_transport(connections, place.signing)) {}

ObjectChanges::~ObjectChanges() = default;

std::optional<ReadObject> ObjectChanges::read(const std::string& key) {
  return base::with_context(key, [&]() -> std::optional<ReadObject> {
    const Response answer = get(*transport_, {.url = place_.bucket_url + '/' + encode_key(key),
                                              .max_body_bytes = max_text_bytes});
    if (is_missing(answer)) return std::nullopt;
    require_success(answer);
    return ReadObject{std::string(answer.text()), answer.validator};
  });
}

Request ObjectChanges::put_request(const std::string& key,
                                   std::shared_ptr<const base::ByteSource> body) const {
  Request request{.url = place_.bucket_url + '/' + encode_key(key),
                  .method = Method::put,
                  .max_body_bytes = max_answer_bytes};
  request.headers = {checksum_header(*body, place_.signing.has_value())};
  request.body = std::move(body);
  return request;
}

// If the first answer was lost, the second says that the condition is not met.
bool ObjectChanges::replace_if(const std::string& key, const std::optional<ReadObject>& old,
                               const std::string& text) {
  return base::with_context(key, [&] {
    Request request = put_request(key, bytes_of(text));
    request.headers.push_back(old ? "If-Match: " + old->validator : "If-None-Match: *");
    auto arrival = network::start(*transport_, std::move(request));
    const Response answer = await(arrival);
    if (is_missing(answer)) return false;
    if (is_condition_unknown(answer)) {
      if (read(key) != old) return false;
      replace(key, text);
      await_all();
      return true;
    }
    if (answer.failure.empty() && answer.status == precondition_failed) {
      const std::optional<ReadObject> present = read(key);
      return present && present->text == text;
    }
    require_stored(answer);
    return true;
  });
}

void ObjectChanges::start(const std::string& key, Request request) {
  if (pending_.size() >= 2 * connections_) finish_first();
  pending_.push_back({key, network::start(*transport_, std::move(request))});
}

void ObjectChanges::replace(const std::string& key, std::shared_ptr<const base::ByteSource> body) {
  start(key, put_request(key, std::move(body)));
}

void ObjectChanges::replace(const std::string& key, const std::string& text) {
  replace(key, bytes_of(text));
}

void ObjectChanges::remove(const std::string& key) {
  start(key, {.url = place_.bucket_url + '/' + encode_key(key),
              .method = Method::remove,
              .max_body_bytes = max_answer_bytes});
}

void ObjectChanges::finish_first() {
  Pending first = std::move(pending_.front());
  pending_.pop_front();
  base::with_context(first.key, [&] {
    const Response answer = await(first.answer);
    if (!is_missing(answer)) require_stored(answer);
  });
}

void ObjectChanges::await_all() {
  while (!pending_.empty()) finish_first();
}

void ObjectChanges::try_remove(const std::string& key) noexcept {
  constexpr std::chrono::seconds patience{30};
  try {
    transport_->settle();
    transport_ = make_transport(1, place_.signing);
    remove(key);
    pending_.back().answer.wait_for(patience);
  } catch (const std::exception&) {
    // The next run finds out that this one has ended.
  }
}

}  // namespace ncf::network
