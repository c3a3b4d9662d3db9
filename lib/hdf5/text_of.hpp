// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts that libhdf5 gives: to those who know their length, or to keep.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <string>

namespace ncf::hdf5 {

/// get(text, bytes): writes the text with its NUL if `text` is not null; returns its length.
template <class Get>
std::string text_of(Get get) {
  const auto length = static_cast<std::size_t>(get(nullptr, std::size_t{0}));
  std::string text(length, '\0');
  if (length > 0) get(text.data(), length + 1);
  return text;
}

/// A text that libhdf5 has allocated for its caller; it is freed. text: may be null.
inline std::string take_text(char* text) {
  std::string copy = text == nullptr ? "" : text;
  H5free_memory(text);
  return copy;
}

}  // namespace ncf::hdf5
