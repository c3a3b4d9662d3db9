// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of messages: a line with a caret under the position of an error, texts that a
// terminal can show, URLs without their secrets, numbers of things, and existing names that a
// misspelt one may mean. Plugins contain this, so it does without libfmt. Pure functions, any
// thread.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/text/real_text.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

/// Returns `reason`, then the line of `text` where `span` begins, then a caret under `span.begin`
/// with tildes under the rest of the span. Lines are indented by two blanks. If a line is longer
/// than 100 columns, only the part around the caret is shown, marked by "...". Characters are shown
/// as by `printable`, and UTF-8 text takes one column per code point.
std::string with_caret(std::string_view text, SourceSpan span, std::string_view reason);

/// Returns as much of `text` as fits into `max_bytes`, in whole code points, with tabs shown as
/// blanks and other control characters as '?'.
std::string printable(std::string_view text, std::size_t max_bytes = std::string_view::npos);

/// Returns a text with "***" for the parts of URLs in it that must not be shown or recorded: users
/// and passwords, and signatures and tokens in queries and fragments, which would give their
/// permissions to anyone who reads them. Any parameter may be one of these, so only the values of a
/// few known ones are shown: "https://***@host/a.nc?X-Amz-Signature=***&versionId=3".
/// source: AWS Signature Version 4, "Authenticating requests: using query parameters"; Azure,
/// "Create a service SAS"
[[nodiscard]] std::string without_secrets(std::string_view text);

/// Returns the names nearest to `name` as indices of `known`, a few at most; empty if none is near.
/// Letters to insert, remove or replace count as wrong; letter case does not matter.
/// most_wrong: the maximum number of wrong letters in a near name.
[[nodiscard]] std::vector<std::size_t> find_similar(std::string_view name,
                                                    std::span<const std::string_view> known,
                                                    std::size_t most_wrong);

/// Joins texts.
inline std::string concat(std::initializer_list<std::string_view> texts) {
  std::string all;
  for (const std::string_view text : texts) all += text;
  return all;
}

/// Returns "1 file", "3 files", "0.5 seconds". thing: in the singular; its plural must end in "s".
template <class Number>
[[nodiscard]] std::string format_count(Number number, std::string_view thing) {
  std::string digits;
  if constexpr (std::is_floating_point_v<Number>) {
    digits = format_real(number);
  } else {
    digits = std::to_string(number);
  }
  return concat({digits, " ", thing, number == 1 ? "" : "s"});
}

/// Returns a copy for the C interface, which ncf_string_free frees. It is terminated by NUL, in
/// memory from malloc; null if memory is short, so that copying a message never throws.
char* c_text(std::string_view text) noexcept;

}  // namespace ncf::base
