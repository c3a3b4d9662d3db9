// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Messages about a CDL text, with a position and a caret:
//
//     in.cdl:12:7: error: dimension x is not defined
//       int v(x) ;
//             ^
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "cdl/read/text_window.hpp"
#include "ncf/error.hpp"

namespace ncf::cdl {

/// A part of the text.
struct Span {
  std::uint64_t offset = 0;
  std::size_t length = 1;
};

/// Ends the reading of a statement. It is reported where reading recovers.
struct Fault {
  Span span;
  std::string reason;  ///< empty if it follows from a fault that was reported
};

class Diagnostics {
 public:
  static constexpr std::size_t max_errors = 20;
  static constexpr std::size_t max_warnings = 20;

  /// Receives each message, without a line end.
  using Handler = std::function<void(const std::string& message)>;

  /// name: of the text. Without a handler, messages are only counted.
  Diagnostics(std::string name, Handler handler)
      : name_(std::move(name)), handler_(std::move(handler)) {}

  /// throws: Error(syntax) when there are too many.
  void error(const TextWindow& text, const Span& span, const std::string& reason);
  void warning(const TextWindow& text, const Span& span, const std::string& reason);

  [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
  /// Returns the summary after all messages: "in.cdl: 3 errors".
  [[nodiscard]] Error summary() const;

 private:
  void tell(const TextWindow& text, const Span& span, const char* kind,
            const std::string& reason) const;

  std::string name_;
  Handler handler_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

}  // namespace ncf::cdl
