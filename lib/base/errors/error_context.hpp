// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds context to errors as they propagate: the file, the variable, the filter; and makes errors
// with the system's message.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::base {

/// Does `work`, and adds `place`, a text or a function returning one, to an Error that it throws.
template <class Place, class Work>
decltype(auto) with_context(const Place& place, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (Error& error) {
    if constexpr (std::is_invocable_v<const Place&>) {
      error.add_context(place());
    } else {
      error.add_context(place);
    }
    throw;
  }
}

/// Does `work` on a file that has the temporary name `hidden`, and replaces this name by `place` in
/// the context of an Error that it throws.
template <class Work>
decltype(auto) with_final_name(const std::string& hidden, const std::string& place, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const Error& error) {
    Error told(error.code(), error.message());
    for (const std::string& context : error.context()) {
      told.add_context(context == hidden ? place : context);
    }
    throw told;
  }
}

// An error with the system's message.

/// Returns the code for an errno, except that a missing file is Error(io): only some callers know
/// that it was named.
constexpr ErrorCode code_of_system(int error) noexcept {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return ErrorCode::no_space;
    case EACCES:
    case EPERM:
    case EROFS:
      return ErrorCode::no_permission;
    case ENOMEM:
      return ErrorCode::no_memory;
    default:
      return ErrorCode::io;
  }
}

/// Returns whether the system refused something.
constexpr bool is_of_system(ErrorCode code) noexcept {
  return code == ErrorCode::io || code == ErrorCode::no_space || code == ErrorCode::no_permission ||
         code == ErrorCode::no_memory;
}

/// Returns an error with the system's message. error: from errno. doing: what was refused, if
/// callers do not add it as context.
inline Error system_error(int error, std::string_view doing = {}) {
  const std::string words = std::generic_category().message(error);
  return {code_of_system(error), doing.empty() ? words : std::string(doing) + ": " + words};
}

/// throws: that error.
[[noreturn]] inline void throw_system_error(int error, std::string_view doing = {}) {
  throw system_error(error, doing);
}

}  // namespace ncf::base
