// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The one exception type of this library. Every function that can fail throws `ncf::Error`, and
// nothing else of ours; absence is not an error and is an empty optional. Errors are values: they
// may be copied between threads and outlive what they speak of.
//
//   try {
//     ncf::copy(options);
//   } catch (const ncf::Error& error) {
//     std::cerr << error.what() << '\n';
//     return error.code() == ncf::ErrorCode::usage ? 2 : 1;
//   }
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/export.hpp"

namespace ncf {

/// What sort of thing went wrong. Programs end with status 2 on `usage`, 1 on all others.
enum class ErrorCode {
  usage,        ///< the request makes no sense, whatever the files hold
  syntax,       ///< a text does not follow its grammar
  not_found,    ///< a file, variable or filter that was named is not there
  unsupported,  ///< a correct request that this build or this format cannot serve
  corrupt,      ///< stored bytes contradict their format
  io,           ///< the system refused to read or write
  interrupted,  ///< a stop was requested while work was under way
  internal,     ///< a bug in this library
};

/// An error with the places it passed on its way up: message "level must be 1 to 9", then
/// context "filter bzip2", then "variable /t2m"; `what()` reads
/// "variable /t2m: filter bzip2: level must be 1 to 9".
class NCF_API Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message);

  /// Names a place the error passed, the innermost first; one that two tell of, once; one without
  /// a name, never. Returns itself, for `throw`.
  Error& add_context(std::string_view place);

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  [[nodiscard]] const std::vector<std::string>& context() const noexcept { return context_; }
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
  std::vector<std::string> context_;  ///< innermost place first
  std::string text_;
};

/// A place in a text: byte offsets, `end` exclusive; `begin == end` is a place between bytes.
///
/// Where something was written is not part of what was written: all spans compare equal, so that
/// syntax trees compare by meaning.
struct SourceSpan {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend constexpr bool operator==(SourceSpan, SourceSpan) noexcept { return true; }
};

/// An error in a text, with its place. The message holds the text and a caret under the place:
///
///     empty parameter 1, expected a number
///       v,307,,9
///             ^
class NCF_API SyntaxError : public Error {
 public:
  /// Whole message made from `reason` and the line of `text` where `span` begins.
  SyntaxError(std::string_view text, SourceSpan span, std::string reason);

  [[nodiscard]] SourceSpan span() const noexcept { return span_; }
  /// The message without the text and the caret.
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

 private:
  SourceSpan span_;
  std::string reason_;
};

}  // namespace ncf
