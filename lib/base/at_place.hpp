// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors learn where they happened while they pass: file, variable, filter.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::base {

/// Does `work`; an Error passing gets `place`, a text or a function that makes one, as context.
template <class Place, class Work>
decltype(auto) at_place(const Place& place, Work&& work) {
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

/// Does `work` on a file that is called `hidden` until it is finished; an Error passing that names
/// it so names it `place` instead.
template <class Work>
decltype(auto) at_hidden_place(const std::string& hidden, const std::string& place, Work&& work) {
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
