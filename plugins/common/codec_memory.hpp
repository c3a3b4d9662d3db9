// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The results of a codec for libnetcdf: memory that libnetcdf frees, and error codes.
#pragma once

#include <netcdf.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

namespace ncf::plugins {

/// Allocates memory to be freed with free(), never null. throws: std::bad_alloc.
inline void* allocate_for_c(std::size_t bytes) {
  void* memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

inline char* copied_for_c(const std::string& text) {
  return static_cast<char*>(
      std::memcpy(allocate_for_c(text.size() + 1), text.c_str(), text.size() + 1));
}

/// Returns a copy of cd_values; null if there are none, as libnetcdf does.
inline unsigned* copied_for_c(const std::vector<std::uint32_t>& cd_values) {
  if (cd_values.empty()) return nullptr;
  const std::size_t bytes = cd_values.size() * sizeof(unsigned);
  return static_cast<unsigned*>(std::memcpy(allocate_for_c(bytes), cd_values.data(), bytes));
}

/// Converts what `call` throws to a status of libnetcdf.
template <typename Call>
int status_of(const Call& call) noexcept {
  try {
    call();
    return NC_NOERR;
  } catch (const std::bad_alloc&) {
    return NC_ENOMEM;
  } catch (...) {
    return NC_EFILTER;
  }
}

}  // namespace ncf::plugins
