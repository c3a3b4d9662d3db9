// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The only exception type of this library. A function that can fail throws `ncf::Error`. Absence is
// not an error, but an empty optional. Errors are values: they may be copied between threads, and
// may outlive what they describe.
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

/// The kind of failure. Programs exit with status 2 for `usage`, and 1 for all others.
enum class ErrorCode {
  usage,          ///< the request is invalid, whatever the files contain
  syntax,         ///< a text does not follow its grammar
  not_found,      ///< a named file, variable or filter does not exist
  unsupported,    ///< a valid request that this build or this format does not support
  corrupt,        ///< stored bytes contradict their format
  no_space,       ///< the disk, or the user's share of it, is full
  no_permission,  ///< the user may not read or write a file
  no_memory,      ///< memory ran out
  io,             ///< the system refused to read or write for another reason
  interrupted,    ///< a stop was requested during the work
  internal,       ///< a bug in this library
};

/// An error with context that is added while it propagates: message "level must be 1 to 9", then
/// context "filter bzip2", then "variable /t2m"; `what()` is
/// "variable /t2m: filter bzip2: level must be 1 to 9".
class NCF_API Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message);

  /// Adds context, the innermost first. Consecutive duplicates are added once, and empty texts are
  /// ignored. Secrets in URLs become "***". Returns itself, for `throw`.
  Error& add_context(std::string_view place);

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  [[nodiscard]] const std::vector<std::string>& context() const noexcept { return context_; }
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
  std::vector<std::string> context_;  ///< the innermost first
  std::string text_;
};

/// A range in a text: byte offsets, with `end` exclusive; `begin == end` is a position between
/// bytes.
struct SourceSpan {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend constexpr bool operator==(SourceSpan, SourceSpan) noexcept = default;
};

/// An error in a text. The message contains the text and a caret under the position:
///
///     empty parameter 1, expected a number
///       v,307,,9
///             ^
class NCF_API SyntaxError : public Error {
 public:
  /// The message is made from `reason` and the line of `text` where `span` begins.
  SyntaxError(std::string_view text, SourceSpan span, std::string reason);

  [[nodiscard]] SourceSpan span() const noexcept { return span_; }
  /// The message without the text and the caret.
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

 private:
  SourceSpan span_;
  std::string reason_;
};

}  // namespace ncf
