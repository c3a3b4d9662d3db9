// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/text/messages.hpp"
#include "base/threads/stop.hpp"

namespace ncf::cdl {
namespace {

/// The amount of text kept before the window, because messages may quote it.
constexpr std::size_t kept_bytes = 4096;
/// The maximum of a line that a place shows on either side.
constexpr std::size_t shown_bytes = 300;

}  // namespace

TextSource source_of(std::string_view text) {
  return [text](std::span<char> to) mutable {
    const std::size_t count = text.copy(to.data(), to.size());
    text.remove_prefix(count);
    return count;
  };
}

TextWindow::TextWindow(TextSource source, std::size_t piece_bytes)
    : source_(std::move(source)), piece_bytes_(piece_bytes), buffer_(1, '\0') {}

bool TextWindow::extend() {
  if (at_end_) return false;
  base::throw_if_stopped();
  drop_what_was_read();
  // The window doubles for a long token, so that it is not copied for every piece.
  const std::size_t wanted = std::max(piece_bytes_, limit_ - position_);
  buffer_.resize(std::max(buffer_.size(), limit_ + wanted + 1));
  const std::size_t added = source_(std::span(buffer_).subspan(limit_, wanted));
  limit_ += added;
  buffer_[limit_] = '\0';
  at_end_ = added == 0;
  return !at_end_;
}

void TextWindow::move_forward(std::uint64_t offset) {
  const auto is_shown = [&] { return dropped_ + limit_ >= offset + shown_bytes; };
  while (!is_shown()) {
    position_ = std::min(static_cast<std::size_t>(offset - dropped_), limit_);
    if (!extend()) return;
  }
}

void TextWindow::drop_what_was_read() {
  if (position_ <= kept_bytes) return;
  const std::size_t count = position_ - kept_bytes;
  first_line_ = line_of(count);
  std::memmove(buffer_.data(), buffer_.data() + count, limit_ - count);
  position_ -= count;
  limit_ -= count;
  dropped_ += count;
}

TextWindow::Line TextWindow::line_of(std::size_t index) const noexcept {
  Line line = first_line_;
  const std::string_view before(buffer_.data(), index);
  for (std::size_t at = before.find('\n'); at != std::string_view::npos;
       at = before.find('\n', at + 1)) {
    ++line.number;
    line.start = dropped_ + at + 1;
  }
  return line;
}

Place TextWindow::place(std::uint64_t offset, std::size_t length) const {
  const auto index =
      std::min(static_cast<std::size_t>(std::max(offset, dropped_) - dropped_), limit_);
  const Line line = line_of(index);
  Place place;
  place.line = line.number;
  place.column = static_cast<std::size_t>(dropped_ + index - line.start) + 1;

  const auto shown_before = std::min({place.column - 1, index, shown_bytes});
  const std::string_view rest(buffer_.data() + index, limit_ - index);
  const std::size_t shown_after = std::min({rest.find('\n'), rest.size(), shown_bytes});
  place.line_text.assign(rest.data() - shown_before, shown_before + shown_after);
  place.begin = shown_before;
  place.end = std::min(shown_before + length, place.line_text.size());
  return place;
}

// ---- Messages ----

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
