// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/url_secrets.hpp"

#include <algorithm>
#include <array>

#include "base/characters.hpp"

namespace ncf::base {
namespace {

constexpr std::string_view hidden = "***";
constexpr std::string_view ends_of_url = " \t\r\n\"'<>";

/// Parts of the names of parameters whose values are secret, in lower case.
constexpr std::array<std::string_view, 14> secret_parts{
    "signature", "token",   "secret", "credential", "password", "passwd", "apikey",
    "api_key",   "api-key", "auth",   "session",    "policy",   "x-amz-", "x-goog-"};
/// Whole names, too short to be parts.
constexpr std::array<std::string_view, 6> secret_names{"sig", "key", "pwd", "pass", "code", "jwt"};

bool is_secret(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
  return std::find(secret_names.begin(), secret_names.end(), lower) != secret_names.end() ||
         std::any_of(secret_parts.begin(), secret_parts.end(),
                     [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

/// Copies a text piece by piece, leaving out secrets.
class Copier {
 public:
  explicit Copier(std::string_view text) : text_(text) {}

  std::string copy() {
    constexpr std::string_view mark = "://";
    for (std::size_t url = text_.find(mark); url != std::string_view::npos;) {
      const std::size_t begin = url + mark.size();
      const std::size_t next = text_.find(mark, begin);
      hide_password(begin);
      hide_parameters(begin, std::min(next, text_.size()));
      url = next;
    }
    copied_ += text_.substr(done_);
    return std::move(copied_);
  }

 private:
  void hide(std::size_t begin, std::size_t end) {
    copied_ += text_.substr(done_, begin - done_);
    copied_ += hidden;
    done_ = end;
  }

  void hide_password(std::size_t begin) {
    const std::size_t end = std::min(text_.find_first_of("/?# \t\r\n\"'<>", begin), text_.size());
    const std::size_t at_sign = text_.substr(0, end).rfind('@');
    const std::size_t colon = text_.find(':', begin);
    if (at_sign != std::string_view::npos && at_sign >= begin && colon < at_sign) {
      hide(colon + 1, at_sign);
    }
  }

  /// Of a URL that begins and ends there at the latest; its path may contain spaces.
  void hide_parameters(std::size_t begin, std::size_t end) {
    std::size_t at = std::min(text_.find('?', begin), end);
    while (at < end) {
      const std::size_t name = at + 1;
      const std::size_t stop =
          std::min(text_.find_first_of(std::string("&;#") + std::string(ends_of_url), name), end);
      const std::size_t equals = std::min(text_.find('=', name), stop);
      if (equals + 1 < stop && is_secret(text_.substr(name, equals - name))) hide(equals + 1, stop);
      const bool goes_on = stop < end && (text_[stop] == '&' || text_[stop] == ';');
      at = goes_on ? stop : std::min(text_.find('?', stop), end);
    }
  }

  std::string_view text_;
  std::size_t done_ = 0;
  std::string copied_;
};

}  // namespace

std::string without_secrets(std::string_view text) { return Copier(text).copy(); }

}  // namespace ncf::base
