// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/html.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text/base64.hpp"
#include "base/text/characters.hpp"
#include "ncf/escape_controls.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops::page {
namespace {

struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
};

/// Invisible characters that change how others are displayed, and those that XML does not allow.
constexpr CodeRange deceptive[] = {
    {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},     {0x115F, 0x1160}, {0x17B4, 0x17B5},
    {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F}, {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool is_deceptive(std::uint32_t code) {
  return std::ranges::any_of(deceptive, [code](const CodeRange& range) {
    return code >= range.first && code <= range.last;
  });
}

std::string escape_character(std::string_view character) {
  constexpr std::pair<char, const char*> entities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  for (const auto& [special, entity] : entities) {
    if (character.front() == special) return entity;
  }
  const std::uint32_t code = base::decode_character(character);
  if (!is_deceptive(code)) return std::string(character);
  return code > 0xFFFF ? fmt::format("\\U{:08x}", code) : fmt::format("\\u{:04x}", code);
}

}  // namespace

std::string escape_text(std::string_view text) {
  const std::string safe = escape_controls(text);
  std::string escaped;
  escaped.reserve(safe.size());
  for (std::size_t at = 0; at < safe.size();) {
    const std::string_view rest = std::string_view(safe).substr(at);
    const std::string_view character = rest.substr(0, base::character_bytes(rest));
    escaped += escape_character(character);
    at += character.size();
  }
  return escaped;
}

void Html::append_text(std::string_view text) {
  markup_ += escape_text(text);
  words_ += text;
}

Html element(Tag tag, const std::vector<Attribute>& attributes, const Html& content) {
  Html html;
  html.markup_ = fmt::format("<{}", tag.name());
  for (const Attribute& attribute : attributes) {
    html.markup_ += fmt::format(" {}=\"{}\"", attribute.name.name(), escape_text(attribute.value));
  }
  html.markup_ += fmt::format(">{}</{}>", content.markup_, tag.name());
  html.words_ = content.words_;
  return html;
}

Html element(Tag tag, const Html& content) { return element(tag, {}, content); }

std::string id_of(std::string_view target, std::size_t number) {
  return fmt::format("{}{}", target, number);
}

Html link(std::string_view target, std::size_t number, const Html& content) {
  Html html;
  html.markup_ =
      fmt::format("<a href=\"#{}\">{}</a>", escape_text(id_of(target, number)), content.markup_);
  html.words_ = content.words_;
  return html;
}

Html image(std::string_view png, std::size_t width, std::size_t height) {
  Html html;
  html.markup_ = fmt::format(
      "<image href=\"data:image/png;base64,{}\" width=\"{}\" height=\"{}\" "
      "preserveAspectRatio=\"none\"></image>",
      base::format_base64(png), width, height);
  return html;
}

Html name(std::string_view text) { return element("bdi", text); }

Html variable(std::string_view path, const Html& heading, std::string_view long_name,
              std::string_view units) {
  const char* const separator = long_name.empty() || units.empty() ? "" : ", ";
  const std::string meaning = fmt::format("{}{}{}", long_name, separator, units);
  return (heading + (meaning.empty() ? Html() : element("small", name(meaning)))).with_words(path);
}

Html number(std::uint64_t exact, std::string_view shown) {
  return element("data", {{"value", fmt::format("{}", exact)}}, shown);
}

Html number(std::uint64_t exact) {
  const std::string digits = fmt::format("{}", exact);
  std::string shown = digits;
  for (std::size_t at = shown.size(); at > 3; at -= 3) shown.insert(at - 3, ",");
  return number(exact, shown).with_words(digits);
}

Html bytes(std::uint64_t count) { return number(count, format_bytes(count)); }

Html number(double exact, const Html& shown) {
  return element("data", {{"value", fmt::format("{}", exact)}}, shown);
}

}  // namespace ncf::ops::page
