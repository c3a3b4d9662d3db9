// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/bucket.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/sha256.hpp"
#include "base/text/base64.hpp"
#include "base/text/characters.hpp"
#include "base/text/real_text.hpp"
#include "ncf/error.hpp"
#include "network/transport.hpp"

namespace ncf::network {
namespace {

/// The elements of a listing. They have no attributes, and no element contains another of the same
/// name.
class Elements {
 public:
  explicit Elements(std::string_view xml) : rest_(xml) {}

  /// Returns the content of the next element of this name; empty if there is none.
  std::optional<std::string_view> next(std::string_view name) {
    const std::string begin = '<' + std::string(name) + '>';
    const std::string end = "</" + std::string(name) + '>';
    const std::size_t first = rest_.find(begin);
    if (first == std::string_view::npos) return std::nullopt;
    const std::size_t last = rest_.find(end, first);
    if (last == std::string_view::npos) {
      throw Error(ErrorCode::corrupt, "the server's listing is cut short");
    }
    const auto content = rest_.substr(first + begin.size(), last - first - begin.size());
    rest_.remove_prefix(last + end.size());
    return content;
  }

 private:
  std::string_view rest_;
};

/// Returns the number in a reference, "#39" or "#x27"; empty if there is none.
std::optional<std::uint32_t> number_in(std::string_view reference) {
  if (!reference.starts_with('#')) return std::nullopt;
  reference.remove_prefix(1);
  const bool is_hexadecimal = reference.starts_with('x');
  if (is_hexadecimal) reference.remove_prefix(1);
  return base::find_number<std::uint32_t>(reference, is_hexadecimal ? 16 : 10);
}

/// Returns the character that a reference stands for. reference: "amp", "#39", "#x27".
std::string character_of(std::string_view reference) {
  static constexpr std::pair<std::string_view, std::string_view> entities[] = {
      {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}};
  for (const auto& [entity, meaning] : entities) {
    if (reference == entity) return std::string(meaning);
  }
  const auto code = number_in(reference);
  if (!code || !base::is_character(*code)) {
    throw Error(ErrorCode::corrupt, "the server's listing contains the unknown reference \"&" +
                                        std::string(reference) + ";\"");
  }
  std::string character;
  base::append_character(character, *code);
  return character;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (;;) {
    const std::size_t begin = text.find('&');
    plain += text.substr(0, begin);
    if (begin == std::string_view::npos) return plain;
    const std::size_t end = std::min(text.find(';', begin), text.size());
    plain += character_of(text.substr(begin + 1, end - begin - 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string text_in(std::string_view xml, std::string_view name) {
  return unescaped(Elements(xml).next(name).value_or(""));
}

ListedObject object_in(std::string_view xml) {
  ListedObject object{text_in(xml, "Key"), base::find_number<std::uint64_t>(text_in(xml, "Size")),
                      text_in(xml, "ETag")};
  if (!object.size_bytes || object.key.empty()) {
    throw Error(ErrorCode::corrupt,
                "the server's listing contains an object without a key or a size");
  }
  return object;
}

/// Returns the token of the next answer. Without its end, a listing could lack objects, which would
/// then count as missing.
std::string token_in(std::string_view xml) {
  const std::string is_truncated = text_in(xml, "IsTruncated");
  std::string token = is_truncated == "true" ? text_in(xml, "NextContinuationToken") : "";
  const bool is_known = is_truncated == "false" || !token.empty();
  if (!is_known || xml.find("</ListBucketResult>") == std::string_view::npos) {
    throw Error(ErrorCode::corrupt, "the server's listing is cut short");
  }
  return token;
}

/// Passes on only objects below the prefix, which itself can be an object.
void visit_below(const std::string& prefix, const std::string& delimiter,
                 const ListedObject& object,
                 const std::function<void(const ListedObject&)>& visit) {
  const bool is_whole = object.size_bytes || object.key.ends_with(delimiter);
  if (!object.key.starts_with(prefix) || !is_whole) {
    throw Error(ErrorCode::corrupt, "the server's listing contains \"" + object.key +
                                        "\", which is not below \"" + prefix + '"');
  }
  if (object.key != prefix) visit(object);
}

}  // namespace

std::string read_listing(std::string_view xml,
                         const std::function<void(const ListedObject&)>& visit) {
  if (xml.find("<ListBucketResult") == std::string_view::npos) {
    throw Error(ErrorCode::corrupt, "the server does not list objects as S3 does");
  }
  Elements objects(xml);
  while (const auto object = objects.next("Contents")) visit(object_in(*object));
  Elements prefixes(xml);
  while (const auto prefix = prefixes.next("CommonPrefixes")) {
    visit({text_in(*prefix, "Prefix"), std::nullopt});
  }
  return token_in(xml);
}

// Parameters are in alphabetical order, because libcurl signs them in the order of the URL.
void list_objects(Transport& transport, const std::string& bucket_url, const std::string& prefix,
                  const std::string& delimiter,
                  const std::function<void(const ListedObject&)>& visit, Wanted wanted) {
  constexpr std::uint64_t max_listing_bytes = std::uint64_t{16} << 20U;
  std::string token;
  std::set<std::string> tokens;
  do {
    std::string url = bucket_url + '?';
    if (!token.empty()) url += "continuation-token=" + encode_value(token) + '&';
    if (!delimiter.empty()) url += "delimiter=" + encode_value(delimiter) + '&';
    url += "list-type=2";
    if (wanted == Wanted::first) url += "&max-keys=2";  // the prefix itself can be the first
    url += "&prefix=" + encode_value(prefix);
    const Response response = get(transport, {.url = url, .max_body_bytes = max_listing_bytes});
    if (is_missing(response)) {
      throw Error(ErrorCode::not_found, "the server has no such bucket (HTTP status 404)");
    }
    require_success(response);
    base::with_context(url, [&] {
      token = read_listing(response.text(), [&](const ListedObject& object) {
        visit_below(prefix, delimiter, object, visit);
      });
      if (!token.empty() && !tokens.insert(token).second) {
        throw Error(ErrorCode::corrupt, "the server's listing does not end: it repeats itself");
      }
    });
  } while (!token.empty() && wanted == Wanted::all);
}

void require_no_objects(Transport& transport, const BucketPlace& place) {
  std::string found;
  list_objects(
      transport, place.bucket_url, place.prefix + '/', "",
      [&](const ListedObject& object) { found = object.key; }, Wanted::first);
  if (found.empty()) return;
  throw Error(ErrorCode::io,
              fmt::format("there are objects already, for example {}; on S3, a store cannot be "
                          "replaced as a whole: remove it first (aws s3 rm --recursive), or name "
                          "another place",
                          found));
}

std::string checksum_header(const base::ByteSource& body, bool is_signed) {
  const std::string digest = base::sha256_digest(body);
  return is_signed ? "x-amz-content-sha256: " + base::format_hexadecimal(digest)
                   : "x-amz-checksum-sha256: " + base::format_base64(digest);
}

std::string make_mark() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

std::string mark_header(const std::string& mark) { return "x-amz-meta-ncf-writer: " + mark; }

Request request_mark(std::string url) {
  return {.url = std::move(url), .range = Range{0, 1}, .max_body_bytes = max_answer_bytes};
}

bool is_own(const Response& answer, const std::string& mark, const std::string& etag) {
  if (!answer.is_range) return false;
  return answer.mark.empty() ? !etag.empty() && etag == answer.validator : answer.mark == mark;
}

}  // namespace ncf::network
