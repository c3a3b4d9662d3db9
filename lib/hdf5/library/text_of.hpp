// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads texts from libhdf5: into a buffer of known length, or allocated by libhdf5.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <string>

#include "hdf5/library/calls.hpp"

namespace ncf::hdf5 {

/// Returns a text. get(text, bytes): writes the text with its NUL unless `text` is null; returns
/// its length.
template <class Get>
std::string text_of(Get get) {
  const auto length = static_cast<std::size_t>(get(nullptr, std::size_t{0}));
  std::string text(length, '\0');
  if (length > 0) get(text.data(), length + 1);
  return text;
}

/// Returns the name with which the file of an object was opened. throws: Error.
inline std::string file_name_of(const Handle& object) {
  return text_of(
      [&](char* text, std::size_t bytes) { return call(H5Fget_name, object.id(), text, bytes); });
}

/// Takes ownership of a text that libhdf5 allocated, and frees it. text: may be null.
inline std::string take_text(char* text) {
  std::string copy = text == nullptr ? "" : text;
  H5free_memory(text);
  return copy;
}

}  // namespace ncf::hdf5
