// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text/messages.hpp"

namespace ncf::cdl {

void Diagnostics::error(const TextWindow& text, const Span& span, const std::string& reason) {
  ++errors_;
  tell(text, span, "error", reason);
  if (errors_ == max_errors && handler_) {
    throw Error(ErrorCode::syntax,
                fmt::format("{}: too many errors; this was the {}th", name_, max_errors));
  }
}

void Diagnostics::warning(const TextWindow& text, const Span& span, const std::string& reason) {
  ++warnings_;
  if (warnings_ > max_warnings) return;
  tell(text, span, "warning", reason);
  if (warnings_ == max_warnings && handler_) {
    handler_(fmt::format("{}: warning: further warnings are not shown", name_));
  }
}

Error Diagnostics::summary() const {
  return {ErrorCode::syntax, fmt::format("{}: {}", name_, base::format_count(errors_, "error"))};
}

void Diagnostics::tell(const TextWindow& text, const Span& span, const char* kind,
                       const std::string& reason) const {
  if (!handler_) return;
  const Place place = text.place(span.offset, span.length);
  // Further lines of the reason follow the caret.
  const std::size_t end = std::min(reason.find('\n'), reason.size());
  const std::string heading = fmt::format("{}:{}:{}: {}: {}", name_, place.line, place.column, kind,
                                          std::string_view(reason).substr(0, end));
  handler_(base::with_caret(place.line_text, {place.begin, place.end}, heading) +
           reason.substr(end));
}

}  // namespace ncf::cdl
