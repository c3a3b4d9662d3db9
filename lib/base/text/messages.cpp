// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/messages.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "base/text/characters.hpp"

namespace ncf::base {
namespace {

constexpr std::size_t max_columns = 100;
constexpr std::size_t columns_before_caret = 60;

/// Returns the bytes of `text` from character `first`, at most `count` characters.
std::string_view columns(std::string_view text, std::size_t first, std::size_t count) {
  std::size_t begin = 0;
  const auto advance = [&](std::size_t from, std::size_t steps) {
    while (from < text.size() && steps > 0) {
      ++from;
      while (from < text.size() && !begins_character(text[from])) ++from;
      --steps;
    }
    return from;
  };
  begin = advance(0, first);
  return text.substr(begin, advance(begin, count) - begin);
}

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

constexpr std::size_t max_similar = 4;
constexpr std::size_t longest_likely_name = 40;  // a longer text is not a misspelt name

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (to_lower(a[i]) == to_lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string with_caret(std::string_view text, SourceSpan span, std::string_view reason) {
  const std::size_t begin = std::min(span.begin, text.size());
  const std::size_t line_begin = text.substr(0, begin).rfind('\n') + 1;  // 0 if there is none
  const std::size_t line_end = std::min(text.find('\n', begin), text.size());
  const std::string_view line = text.substr(line_begin, line_end - line_begin);

  std::size_t caret = count_characters(line.substr(0, begin - line_begin));
  const std::size_t end = std::clamp(span.end, begin, line_end);
  std::size_t width = std::max<std::size_t>(1, count_characters(text.substr(begin, end - begin)));

  std::string shown;
  if (count_characters(line) <= max_columns) {
    shown = printable(line);
  } else {
    const std::size_t first = caret > columns_before_caret ? caret - columns_before_caret : 0;
    const std::string_view part = columns(line, first, max_columns);
    const bool cut_before = first > 0;
    const bool cut_after = part.data() + part.size() != line.data() + line.size();
    shown = (cut_before ? "..." : "") + printable(part) + (cut_after ? "..." : "");
    caret = caret - first + (cut_before ? 3 : 0);
    width = std::min(width, std::max(count_characters(shown), caret + 1) - caret);
  }
  std::string message(reason);
  message += "\n  " + shown + "\n  " + std::string(caret, ' ') + '^' + std::string(width - 1, '~');
  return message;
}

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string shown(text.substr(0, character_begin(text, std::min(text.size(), max_bytes))));
  for (char& c : shown) {
    if (c == '\t') {
      c = ' ';
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      c = '?';
    }
  }
  return shown;
}

std::string without_secrets(std::string_view text) { return Copier(text).copy(); }

std::vector<std::size_t> find_similar(std::string_view name,
                                      std::span<const std::string_view> known,
                                      std::size_t most_wrong) {
  std::vector<std::size_t> similar;
  if (name.size() > longest_likely_name) return similar;
  std::size_t nearest = most_wrong;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].size() > name.size() + nearest) continue;  // also saves work on long names
    const std::size_t distance = edit_distance(name, known[i]);
    if (distance > nearest) continue;
    if (distance < nearest) similar.clear();
    nearest = distance;
    if (similar.size() < max_similar) similar.push_back(i);
  }
  return similar;
}

char* c_text(std::string_view text) noexcept {
  auto* const copy = static_cast<char*>(std::calloc(text.size() + 1, 1));
  if (copy != nullptr) text.copy(copy, text.size());
  return copy;
}

}  // namespace ncf::base
