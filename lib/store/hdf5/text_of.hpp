// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts that libhdf5 gives to those who know their length.
#pragma once

#include <cstddef>
#include <string>

namespace ncf::store::hdf5 {

/// get(text, bytes): writes the text with its NUL if `text` is not null; returns its length.
template <class Get>
std::string text_of(Get get) {
  const auto length = static_cast<std::size_t>(get(nullptr, std::size_t{0}));
  std::string text(length, '\0');
  if (length > 0) get(text.data(), length + 1);
  return text;
}

}  // namespace ncf::store::hdf5
