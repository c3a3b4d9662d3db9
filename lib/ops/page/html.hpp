// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes HTML that is well formed whatever text it shows: names and values from files cannot add
// markup, because special characters in all text are escaped, and the names of elements and
// attributes are constants in our source code. There are no scripts, no inline styles and no
// external addresses, so a page loads nothing; pictures are in it. Each value also knows its words
// without markup, for the same report as text. Values; any thread.
//
//   Html row = element("tr", element("th", {{"scope", "row"}}, variable.path) +
//                                element("td", number(bytes, "1.2 MB")));
//
// source: HTML Living Standard, the HTML and the XML syntax; the output is valid as both
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::ops::page {

/// A name in our source code; one that is not in the list does not compile.
template <const auto& names>
class NameIn {
 public:
  consteval NameIn(const char* name) : name_(name) {  // NOLINT(google-explicit-constructor)
    if (std::ranges::find(names, name_) == std::ranges::end(names)) throw "not in our pages";
  }
  [[nodiscard]] std::string_view name() const noexcept { return name_; }

 private:
  std::string_view name_;
};

inline constexpr auto tags = std::to_array<std::string_view>(
    {"a",          "bdi",    "caption", "circle", "code",  "data",   "dd",      "details", "div",
     "figcaption", "figure", "footer",  "h1",     "h2",    "h3",     "li",      "line",    "p",
     "pre",        "rect",   "section", "small",  "span",  "strong", "summary", "svg",     "table",
     "tbody",      "td",     "text",    "th",     "thead", "title",  "tr",      "ul"});
using Tag = NameIn<tags>;

/// None of these could run code or load something.
inline constexpr auto attribute_names = std::to_array<std::string_view>(
    {"aria-hidden", "aria-label", "class",   "cx",       "cy",
     "dx",          "dy",         "height",  "id",       "preserveAspectRatio",
     "r",           "role",       "scope",   "tabindex", "text-anchor",
     "title",       "value",      "viewBox", "width",    "x",
     "x1",          "x2",         "y",       "y1",       "y2"});
using AttributeName = NameIn<attribute_names>;

struct Attribute {
  AttributeName name;
  std::string value;
};

class Html {
 public:
  Html() = default;
  /// Makes text, which is escaped.
  template <std::convertible_to<std::string_view> Text>
  Html(const Text& text) {  // NOLINT(google-explicit-constructor)
    append_text(text);
  }

  Html& operator+=(const Html& next) {
    markup_ += next.markup_;
    words_ += next.words_;
    return *this;
  }
  friend Html operator+(Html first, const Html& second) { return first += second; }

  /// Returns the same markup with other words, for what a page and a text show differently.
  [[nodiscard]] Html with_words(std::string_view words) const {
    Html html = *this;
    html.words_ = words;
    return html;
  }

  [[nodiscard]] bool is_empty() const noexcept { return markup_.empty(); }
  [[nodiscard]] const std::string& markup() const noexcept { return markup_; }
  /// Returns the text without markup. Nothing in it is escaped.
  [[nodiscard]] const std::string& words() const noexcept { return words_; }

 private:
  friend Html element(Tag tag, const std::vector<Attribute>& attributes, const Html& content);
  friend Html link(std::string_view target, std::size_t number, const Html& content);
  friend Html image(std::string_view png, std::size_t width, std::size_t height);

  void append_text(std::string_view text);

  std::string markup_;
  std::string words_;
};

/// Returns `text` with entities for characters that are special in HTML. Control characters,
/// invisible characters that change the direction or the meaning of others, and bytes that are not
/// UTF-8 become visible escapes ("\u202e").
[[nodiscard]] std::string escape_text(std::string_view text);

[[nodiscard]] Html element(Tag tag, const std::vector<Attribute>& attributes, const Html& content);
[[nodiscard]] Html element(Tag tag, const Html& content);

/// Returns a link to the element with the id `target` followed by `number`. target: letters.
[[nodiscard]] Html link(std::string_view target, std::size_t number, const Html& content);
[[nodiscard]] std::string id_of(std::string_view target, std::size_t number);

/// Returns a picture for an `svg` element. png: the bytes of a file. width, height: in its units.
[[nodiscard]] Html image(std::string_view png, std::size_t width, std::size_t height);

/// Returns a name from a file, in its own direction of writing.
[[nodiscard]] Html name(std::string_view text);

/// Returns the path of a variable, below which a page shows its long name and units.
[[nodiscard]] Html variable(std::string_view path, const Html& heading, std::string_view long_name,
                            std::string_view units);

/// Returns a number: `shown` to people, and exact for programs, as in JSON. Pages separate
/// thousands, "9,383,040".
[[nodiscard]] Html number(std::uint64_t exact, std::string_view shown);
[[nodiscard]] Html number(std::uint64_t exact);
[[nodiscard]] Html number(double exact, const Html& shown);
/// Shows "451.0 MB".
[[nodiscard]] Html bytes(std::uint64_t count);

}  // namespace ncf::ops::page
