// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What functions of the C interface have in common: an exception becomes a status and a message.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include "base/text/messages.hpp"
#include "ncf/error.hpp"
#include "ncf/filter_spec.h"

namespace ncf::ops {

/// A pointer that must not be null is.
struct NullPointer {};

/// throws: NullPointer.
template <class Pointed>
Pointed& at(Pointed* pointer) {
  if (pointer == nullptr) throw NullPointer();
  return *pointer;
}

[[nodiscard]] constexpr ncf_status status_of(ErrorCode code) noexcept {
  constexpr ncf_status statuses[] = {ncf_usage_error,   ncf_syntax_error,  ncf_not_found,
                                     ncf_unsupported,   ncf_corrupt,       ncf_no_space,
                                     ncf_no_permission, ncf_no_memory,     ncf_io_error,
                                     ncf_interrupted,   ncf_internal_error};
  return statuses[static_cast<std::size_t>(code)];
}

/// Does `work`. message: gets the text of an exception; may be null.
template <class Work>
ncf_status c_call(char** message, Work&& work) noexcept {
  char* ignored = nullptr;
  char*& text = message == nullptr ? ignored : *message;
  text = nullptr;
  try {
    std::forward<Work>(work)();
    return ncf_ok;
  } catch (const NullPointer&) {
    return ncf_invalid_pointer;
  } catch (const std::bad_alloc&) {
    return ncf_no_memory;
  } catch (const Error& error) {
    if (message != nullptr) text = base::c_text(error.what());
    return status_of(error.code());
  } catch (const std::exception& error) {
    if (message != nullptr) text = base::c_text(error.what());
  } catch (...) {
  }
  return ncf_internal_error;
}

}  // namespace ncf::ops
