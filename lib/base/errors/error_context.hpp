// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds context to errors as they propagate: the file, the variable, the filter.
#pragma once

#include <string>
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

}  // namespace ncf::base
