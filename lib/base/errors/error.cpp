// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/error.hpp"

#include <utility>

#include "base/text/messages.hpp"

namespace ncf {
Error::Error(ErrorCode code, std::string message)
    : code_(code), message_(base::without_secrets(message)), text_(message_) {}

Error& Error::add_context(std::string_view place) {
  const std::string shown = base::without_secrets(place);
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
