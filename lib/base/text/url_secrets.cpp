// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/url_secrets.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"

namespace ncf::base {
namespace {

constexpr std::string_view hidden = "***";
constexpr std::string_view ends_of_url = " \t\r\n\"'<>";

/// Names of parameters whose values are shown, in lower case. Servers choose the names of secrets
/// freely, so a list of those would never be complete.
constexpr std::array<std::string_view, 10> shown_names{
    "aws.profile", "aws.region", "delimiter", "list-type", "max-keys",
    "mode",        "prefix",     "protocol",  "version",   "versionid"};

bool is_shown(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
  return std::find(shown_names.begin(), shown_names.end(), lower) != shown_names.end();
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
      hide_user(begin, std::min(next, text_.size()));
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

  /// Hides the user, because a user name can be a token. A password may contain spaces.
  void hide_user(std::size_t begin, std::size_t end) {
    const std::size_t authority_end = std::min(text_.find_first_of("/?#\r\n\"'<>", begin), end);
    const std::size_t at_sign = text_.substr(begin, authority_end - begin).rfind('@');
    if (at_sign != std::string_view::npos) hide(begin, begin + at_sign);
  }

  /// Hides parameters of a URL that begins at `begin` and ends at `end` at the latest. Its path may
  /// contain spaces.
  void hide_parameters(std::size_t begin, std::size_t end) {
    constexpr std::string_view before_first = "?#";
    std::size_t at = std::min(text_.find_first_of(before_first, begin), end);
    while (at < end) {
      const std::size_t name = at + 1;
      const std::size_t stop =
          std::min(text_.find_first_of(std::string("?&;#") + std::string(ends_of_url), name), end);
      const std::size_t equals = std::min(text_.find('=', name), stop);
      const bool is_last = stop == text_.size() || text_[stop] == ' ';
      const std::size_t value_end = stop - (is_last && text_[stop - 1] == ':' ? 1 : 0);
      if (equals + 1 < value_end && !is_shown(text_.substr(name, equals - name))) {
        hide(equals + 1, value_end);
      }
      const bool goes_on = stop < end && ends_of_url.find(text_[stop]) == std::string_view::npos;
      at = goes_on ? stop : std::min(text_.find_first_of(before_first, stop), end);
    }
  }

  std::string_view text_;
  std::size_t done_ = 0;
  std::string copied_;
};

}  // namespace

std::string without_secrets(std::string_view text) { return Copier(text).copy(); }

}  // namespace ncf::base
