// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/error.hpp"

#include <algorithm>
#include <utility>

#include "base/source_text.hpp"

namespace ncf {
namespace {

/// "https://joe:***@host/" of a URL with a password.
std::string hide_password(std::string_view place) {
  std::string shown(place);
  const std::size_t protocol = shown.find("://");
  if (protocol == std::string::npos) return shown;
  const std::size_t begin = protocol + 3;
  const std::size_t end = std::min(shown.find_first_of("/?#", begin), shown.size());
  const std::size_t at_sign = shown.substr(0, end).rfind('@');
  const std::size_t colon = shown.find(':', begin);
  if (at_sign != std::string::npos && colon < at_sign) {
    shown.replace(colon + 1, at_sign - colon - 1, "***");
  }
  return shown;
}

}  // namespace

Error::Error(ErrorCode code, std::string message)
    : code_(code), message_(std::move(message)), text_(message_) {}

Error& Error::add_context(std::string_view place) {
  const std::string shown = hide_password(place);
  if (shown.empty() || (!context_.empty() && context_.back() == shown)) return *this;
  context_.push_back(shown);
  text_ = shown + ": " + text_;
  return *this;
}

SyntaxError::SyntaxError(std::string_view text, SourceSpan span, std::string reason)
    : Error(ErrorCode::syntax, base::with_caret(text, span, reason)),
      span_(span),
      reason_(std::move(reason)) {}

}  // namespace ncf
